//===- ThreadRun.h - One thread, played on constants ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a kernel's sizes are constants, which bytes of dynamic shared memory,
// or of a static array, a thread stores and reads is a matter of playing its
// statements:
//
//   int row = threadIdx.x / 8;               row = 5
//   for (int i = 0; i < 4; ++i) {            i = 0, 1, 2, 3
//     smem[row][i] = A[n + i];               stores bytes 80 .. 83, ...
//   }
//
// What comes from parameters and memory is unknown; if an address hangs on it,
// the run fails. Of a branch that hangs on it both sides are played, as what
// may be made or not.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_THREADRUN_H
#define CUDAPIPE_LIB_ANALYZE_THREADRUN_H

#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/Effects.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <functional>
#include <map>
#include <optional>

namespace cudapipe {

/// A number, the byte of the area that a pointer points to, or unknown.
struct RunValue {
  enum KindTy { Unknown, Number, Address } Kind = Unknown;
  int64_t N = 0;
};

/// What all threads of a run share.
class RunArea {
public:
  /// Of the static array \p Tile; without one, dynamic shared memory.
  RunArea(const PointerFlow &Flow, const clang::ASTContext &Ctx,
          std::array<int64_t, 3> BlockDim,
          std::function<void(int64_t, int64_t, bool)> Touch,
          const clang::VarDecl *Tile = nullptr)
      : Flow(Flow), Ctx(Ctx), BlockDim(BlockDim), Touch(std::move(Touch)),
        Tile(Tile) {}
  RunArea(const RunArea &) = delete;

  const PointerFlow &Flow;
  const clang::ASTContext &Ctx;
  /// Negative: not known, as the index of a thread may be.
  const std::array<int64_t, 3> BlockDim;
  /// Called for the bytes that are touched: the first, how many, stored or
  /// read.
  const std::function<void(int64_t, int64_t, bool)> Touch;
  const clang::VarDecl *const Tile;
  /// Something could not be played.
  bool Failed = false;
  /// Set while statements are played that may not be made: their condition is
  /// unknown.
  bool MayBeLeftOut = false;
  /// Whichever branches are made, an access has an index that its array has
  /// not.
  bool GoesBeside = false;

  struct Facts {
    bool Touches = false; ///< May touch the area.
    bool Exits = false;   ///< Jumps out of itself.
    VarSet Writes;
    std::optional<AsyncOperation> Async;
  };
  /// What is known of \p S, worked out once.
  const Facts &facts(const clang::Stmt *S);
  std::optional<int64_t> constant(const clang::Expr *E);
  bool holds(const clang::VarDecl &Var) const {
    return Tile ? &Var == Tile : isDynamicShared(Var);
  }

private:
  std::map<const clang::Stmt *, Facts> Known;
  llvm::DenseMap<const clang::Expr *, std::optional<int64_t>> Constants;
};

class ThreadRun {
public:
  ThreadRun(RunArea &Area, std::array<int64_t, 3> Thread)
      : Area(Area), Thread(Thread) {}

  void run(const clang::Stmt *S);
  /// Nothing is known any more of \p Vars.
  void forget(const VarSet &Vars) {
    for (const clang::VarDecl *Var : Vars)
      Values.erase(Var);
  }

private:
  struct Place {
    const clang::VarDecl *Var = nullptr;
    std::optional<int64_t> Byte;
  };
  RunValue evaluate(const clang::Expr *E);
  RunValue fallback(const clang::Stmt *S);
  Place locate(const clang::Expr *E);
  bool isBeside(const clang::Expr *E);
  RunValue load(const clang::Expr *E);
  void store(const clang::Expr *E, RunValue Value);
  RunValue binary(const clang::BinaryOperator &Op);
  RunValue combine(clang::BinaryOperatorKind Kind, RunValue L, RunValue R,
                   clang::QualType Left, clang::QualType Right,
                   clang::QualType Result);
  RunValue unary(const clang::UnaryOperator &Op);
  RunValue call(const clang::CallExpr &Call);
  void readArgument(const clang::Expr *Arg);
  bool fragment(const clang::CallExpr &Call, llvm::StringRef Name);
  RunValue converted(RunValue Value, clang::QualType To) const;
  RunValue builtin(const clang::Expr *E) const;
  void loop(const clang::ForStmt &For);
  RunValue either(const clang::Stmt *Whole, const clang::Stmt *Then,
                  const clang::Stmt *Else);
  int64_t sizeOf(clang::QualType Type) const;

  RunArea &Area;
  std::array<int64_t, 3> Thread;
  llvm::DenseMap<const clang::VarDecl *, RunValue> Values;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_THREADRUN_H
