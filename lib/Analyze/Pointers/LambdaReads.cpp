//===- LambdaReads.cpp - Lambdas that read what the load moves on ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analyze/Loop/LoopAnalysis.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Calls \p Do for each lambda in \p S, but not for those in lambdas.
void forEachLambda(const Stmt *S,
                   llvm::function_ref<void(const LambdaExpr &)> Do) {
  if (const auto *Lambda = dyn_cast_or_null<LambdaExpr>(S))
    return Do(*Lambda);
  if (S)
    for (const Stmt *Child : S->children())
      forEachLambda(Child, Do);
}

/// \p S names \p Var, if at all, to read its value.
bool onlyReads(const Stmt *S, const VarDecl *Var,
               const Stmt *Around = nullptr) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S);
  const auto *Cast = dyn_cast_or_null<CastExpr>(Around);
  if (Ref && Ref->getDecl() == Var)
    return Cast && Cast->getCastKind() == CK_LValueToRValue;
  return !S || llvm::all_of(S->children(), [&](const Stmt *Child) {
    return onlyReads(Child, Var, S);
  });
}

} // namespace

bool isReadByLambdasOfCompute(const LoopAnalysis &A, const VarDecl *Var) {
  const LoopModel &M = A.M;
  if (A.Flow.hasSecondName(Var) ||
      llvm::none_of(M.Variables.Recurrences,
                    [&](const Recurrence &R) { return R.Var == Var; }))
    return false;
  unsigned All = 0, OfCompute = 0;
  auto Count = [&](const Stmt *S, unsigned &Counter) {
    forEachLambda(S, [&](const LambdaExpr &Lambda) {
      Counter += mentions(Lambda.getBody(), Var);
    });
  };
  Count(M.Kernel->getBody(), All);
  // A value that is loaded here may be a tile's, once the lambda's text stands
  // in its place.
  auto Loads = [](const BodyItem &Item) {
    return llvm::any_of(Item.E.MemoryReads, [](const MemoryAccess &R) {
      return R.Root.Kind != MemoryRoot::Shared;
    });
  };
  for (unsigned I = 0; I < M.Items.size(); ++I)
    if (M.inCompute(I) && !A.inLoad(I) && !M.Items[I].Early &&
        !Loads(M.Items[I]))
      Count(M.Items[I].S, OfCompute);
  bool Reads = true;
  forEachLambda(M.Kernel->getBody(), [&](const LambdaExpr &Lambda) {
    Reads &= onlyReads(Lambda.getBody(), Var);
  });
  return Reads && All == OfCompute;
}

} // namespace cudapipe
