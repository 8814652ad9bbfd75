//===- LoopParts.cpp - Body, test and place of a loop ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/LoopParts.h"

using namespace clang;

namespace cudapipe {

const Expr *testOf(const Stmt &Loop) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return For->getConditionVariable() ? nullptr : For->getCond();
  if (const auto *While = dyn_cast<WhileStmt>(&Loop))
    return While->getConditionVariable() ? nullptr : While->getCond();
  return cast<DoStmt>(Loop).getCond();
}

const IfStmt *leavesIf(const Stmt *S) {
  const auto *If = dyn_cast_or_null<IfStmt>(S);
  if (!If || If->getElse() || If->getInit() || If->hasVarStorage() ||
      If->isConstexpr())
    return nullptr;
  const Stmt *Then = If->getThen();
  if (const auto *Block = dyn_cast<CompoundStmt>(Then);
      Block && Block->size() == 1)
    Then = Block->body_front();
  return isa<BreakStmt>(Then) ? If : nullptr;
}

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

static const Stmt *wholeBodyOf(const Stmt &Loop) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(&Loop))
    return While->getBody();
  return cast<DoStmt>(Loop).getBody();
}

/// What stands alone in braces in braces, or nothing.
static const Stmt *insideBraces(const Stmt *Body) {
  const auto *Block = dyn_cast_or_null<CompoundStmt>(Body);
  return Block && Block->size() == 1
             ? dyn_cast<CompoundStmt>(Block->body_front())
             : nullptr;
}

const Stmt *bodyOf(const Stmt &Loop) {
  const Stmt *Body = wholeBodyOf(Loop);
  while (const Stmt *Inner = insideBraces(Body))
    Body = Inner;
  return Body;
}

unsigned bracesAroundBody(const Stmt &Loop) {
  unsigned Count = 1;
  for (const Stmt *Body = wholeBodyOf(Loop); (Body = insideBraces(Body));)
    ++Count;
  return Count;
}

} // namespace cudapipe
