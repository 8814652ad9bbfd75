//===- DivergentExits.cpp - Threads that leave early ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DivergentExits.h"
#include "StatementEvents.h"
#include "cudapipe/Analyze/PerAst.h"

using namespace clang;

namespace cudapipe {
const Expr *divergentReturn(const Stmt *Body, const Taint &Threads,
                            const Stmt *From, const Stmt *To,
                            const SourceManager *SM) {
  if (!Body)
    return nullptr;
  auto IsBetween = [&](SourceLocation At) {
    return !(From && SM->isBeforeInTranslationUnit(At, From->getEndLoc())) &&
           !(To && SM->isBeforeInTranslationUnit(To->getBeginLoc(), At));
  };
  for (const GuardedJump &Return :
       perAst<StatementEvents>(Threads.context()).returnsOf(*Body)) {
    if (!IsBetween(Return.Jump->getBeginLoc()))
      continue;
    // The innermost.
    for (const Expr *Cond : llvm::reverse(Return.Under))
      if (Threads.reaches(Cond))
        return Cond;
  }
  return nullptr;
}

} // namespace cudapipe
