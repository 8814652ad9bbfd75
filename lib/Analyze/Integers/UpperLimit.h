//===- UpperLimit.h - What an integer never exceeds -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   const int rows = min(BC, n - j0);     rows     at most BC
//   int left = n - j0;
//   if (left > BC) left = BC;             left * D at most BC * D
//   int end = min(n, j0 + BC) - j0;       end      at most BC
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_UPPERLIMIT_H
#define CUDAPIPE_LIB_ANALYZE_UPPERLIMIT_H

#include "cudapipe/Analyze/BoundedLoop.h"

namespace cudapipe {

/// The two operands of `min(a, b)`, however it is spelled: a function of CUDA
/// or the standard library, or a choice, `a < b ? a : b`.
std::optional<std::pair<const clang::Expr *, const clang::Expr *>>
operandsOfMin(const clang::Expr *E, const clang::ASTContext &Ctx);

/// std::min() or std::max(), which return a reference to an argument and change
/// neither.
bool isStdMinOrMax(const clang::CallExpr &Call);

class UpperLimitReader {
public:
  /// Values are those at \p At, a statement of the function that runs in
  /// blocks of \p Block.
  UpperLimitReader(const clang::Stmt &At, const clang::ASTContext &Ctx,
                   const BlockShape &Block = {})
      : At(At), Ctx(Ctx), Block(Block) {}

  /// \p E is never larger than the number, and as text than what is spelled
  /// like the expression, with Replaced in it.
  std::optional<std::pair<int64_t, const clang::Expr *>>
  read(const clang::Expr *E, unsigned Depth = 0);

  /// Parts of a limit that stand for something larger.
  ReplacedParts Replaced;
  /// Dimensions of the block that were asked for.
  std::map<unsigned, int64_t> OfBlock;

private:
  using Limit = std::optional<std::pair<int64_t, const clang::Expr *>>;

  Limit readUnder(const clang::Expr *E, const clang::Expr *Cond, bool Holds,
                  unsigned Depth);
  Limit readVariable(const clang::VarDecl &Var, unsigned Depth);
  Limit readCast(const clang::CastExpr &Cast, unsigned Depth);
  Limit readArithmetic(const clang::BinaryOperator &Op, unsigned Depth);
  Limit readDistance(const clang::Expr *End, const clang::Expr *Start,
                     unsigned Depth);
  Limit readCircularDistance(const clang::Expr *End, const clang::Expr *Start,
                             unsigned Depth);
  Limit readStep(const clang::Expr *End, const clang::Expr *Start,
                 unsigned Depth);
  bool isFoundByLoop(const clang::Expr *Less, const clang::Expr *More,
                     const clang::Expr &E) const;
  bool staysFrom(const clang::VarDecl &Var, const clang::Expr *E) const;
  Limit after(const clang::Stmt *S, const clang::VarDecl &Var, Limit Before,
              unsigned Depth);

  const clang::Stmt &At;
  const clang::ASTContext &Ctx;
  BlockShape Block;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_UPPERLIMIT_H
