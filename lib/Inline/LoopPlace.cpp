//===- LoopPlace.cpp - Where a loop stands, and its body ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopPlace.h"

using namespace clang;

namespace cudapipe {

bool isInBlock(const Stmt *In, const Stmt &Loop) {
  if (!In)
    return false;
  if (const auto *Block = dyn_cast<CompoundStmt>(In))
    for (const Stmt *S : Block->body()) {
      if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
        S = Attributed->getSubStmt();
      if (S == &Loop)
        return true;
    }
  return llvm::any_of(In->children(), [&](const Stmt *Child) {
    return isInBlock(Child, Loop);
  });
}

const Stmt *bodyOf(const Stmt &Loop) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(&Loop))
    return While->getBody();
  return cast<DoStmt>(Loop).getBody();
}

} // namespace cudapipe
