//===- LoopStep.h - What the header of a copy loop says ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts that countedLoop() and boundedLoop() have in common.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_LOOPSTEP_H
#define CUDAPIPE_LIB_ANALYZE_LOOPSTEP_H

#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace cudapipe {

/// A loop of more trips than this would need too many registers anyway.
inline constexpr uint64_t MaxTrips = 4096;

/// Var, Start and the step of \p Loop.
std::optional<CountedLoop> readStepping(const clang::ForStmt &Loop,
                                        const clang::ASTContext &Ctx,
                                        const BlockShape &Block);

/// What \p E, a product of members of blockDim and variables that hold them,
/// is in blocks of \p Block, and its text; nothing for anything else.
std::optional<std::pair<int64_t, std::string>>
blockValue(const clang::Expr *E, const BlockShape &Block, unsigned Depth = 0);

/// True when \p E is built from unsigned device indices and so never negative:
/// threadIdx.x, threadIdx.y * 16 + threadIdx.x, a const variable of these.
bool isNonNegative(const clang::Expr *E, const clang::ASTContext &Ctx,
                   unsigned Depth = 0);

/// Once the condition of \p Loop is false, it is for all greater \p Var, too.
bool staysFalse(const clang::ForStmt &Loop, const clang::VarDecl *Var,
                const clang::ASTContext &Ctx);

/// No value that a counter of type \p Type can have is greater.
int64_t greatestOf(clang::QualType Type, const clang::ASTContext &Ctx);

inline bool isVar(const clang::Expr *E, const clang::VarDecl *Var) {
  const auto *Ref =
      clang::dyn_cast<clang::DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref && Ref->getDecl() == Var;
}

inline bool dependsOnTemplate(const clang::Expr *E) {
  return E && (E->isValueDependent() || E->isTypeDependent());
}

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_LOOPSTEP_H
