//===- cudapipe/Analyze/TripCount.h - How often a copy loop runs -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Register staging needs one register per element that a thread copies, so the
// trip count of every loop around a tile store must be a constant:
//
//   for (int i = 0; i < BM; i += STRIDE)      BM / STRIDE trips, index i/STRIDE
//   for (int i = tid; i < BM*BK; i += 256)    at most BM*BK / 256 trips: the
//                                             start differs from thread to
//                                             thread, but is not negative
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_TRIPCOUNT_H
#define CUDAPIPE_ANALYZE_TRIPCOUNT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include <array>
#include <optional>
#include <string>

namespace cudapipe {

/// The x, y and z of blockDim, where all launches give one constant.
using BlockShape = std::array<std::optional<int64_t>, 3>;

/// A counted loop `for (T Var = Start; cond(Var); Var += Step)`. A loop that
/// counts down starts and ends at constants.
struct CountedLoop {
  const clang::ForStmt *Loop;
  const clang::VarDecl *Var;
  const clang::Expr *Start;
  /// Null for ++ and --.
  const clang::Expr *Step;
  /// Where blockDim gives the step: `blockDim.x * blockDim.y`.
  std::string BlockStep;
  /// `Var < Limit`, or `Var <= Limit`, when the condition has this form; else
  /// null.
  const clang::Expr *Limit;
  /// Var takes the value of Limit, too.
  bool ToLimit;
  /// `Var + Step <= WholeSteps`: the loop makes WholeSteps / Step trips.
  const clang::Expr *WholeSteps;
  /// The start is a constant (zero or not), the same for all threads.
  bool ConstantStart;
  int64_t StartValue, StepValue;
  /// Limit or Step depend on a template parameter: constant, but the values
  /// here are not known.
  bool Symbolic;
  /// Trips of the thread that makes the most.
  uint64_t Trips;

  bool countsDown() const { return StepValue < 0; }
  /// The least value that Var has in the loop, if it starts at a constant.
  int64_t leastValue() const {
    return countsDown() ? StartValue + StepValue * (int64_t(Trips) - 1)
                        : StartValue;
  }
};

/// Reads \p Loop; nothing when its trip count is not a compile-time constant.
/// \p Block is what its step may be made of.
std::optional<CountedLoop> countedLoop(const clang::ForStmt &Loop,
                                       const clang::ASTContext &Ctx,
                                       const BlockShape &Block = {});

/// The value of \p E, if the compiler knows it: of a constant expression, or
/// computed from variables with a known value that nothing changes; then it is
/// from 0 to 2^31. \p Depth is that of the recursion.
std::optional<int64_t> knownValue(const clang::Expr *E,
                                  const clang::ASTContext &Ctx,
                                  unsigned Depth = 0);

/// The value of the integer constant expression \p E, if it is one.
std::optional<int64_t> constantValue(const clang::Expr *E,
                                     const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_TRIPCOUNT_H
