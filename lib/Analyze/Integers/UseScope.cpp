//===- UseScope.cpp - A body of code, and the calls that led to it --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UseScope.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"

using namespace clang;

namespace cudapipe {

UseScope::UseScope(const UseScope &Caller, const CallExpr &Call,
                   const FunctionDecl &Callee)
    : UseScope(Callee.getBody()) {
  this->Caller = &Caller;
  this->Call = &Call;
  Defs = Caller.Defs;
  for (const ParmVarDecl *Param : Callee.parameters())
    if (const Expr *Value = argumentFor(Call, *Param);
        Value && isNeverChanged(*Param))
      Defs[Param] = Value;
}

} // namespace cudapipe
