//===- OrderedWork.h - What a barrier orders besides a tile -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   red[t] = sum;
//   __syncthreads();        stays: red is met on both sides
//   sum += red[t ^ 1];
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_UNDO_ORDEREDWORK_H
#define CUDAPIPE_LIB_UNDO_ORDEREDWORK_H

#include "cudapipe/Analyze/Effects.h"
#include <set>

namespace cudapipe {

using StatementList = std::vector<const clang::Stmt *>;

/// What statements of a function do to memory that other threads see, by
/// whatever name, called functions included.
class OrderedWork {
public:
  /// Who may touch \p Tiles when is shown elsewhere.
  OrderedWork(const clang::FunctionDecl &Function,
              const std::set<const clang::VarDecl *> &Tiles,
              const clang::ASTContext &Ctx)
      : Function(Function), Tiles(Tiles), Ctx(Ctx), Flow(Function) {}

  Effects of(const clang::Stmt *S) const { return effectsOf(S, Flow, Ctx); }
  /// With no barrier between them, a thread in \p Behind could meet what
  /// another one does in \p Front.
  bool mayMeet(llvm::ArrayRef<const clang::Stmt *> Front,
               llvm::ArrayRef<const clang::Stmt *> Behind) const;
  /// \p S touches a tile, or memory that nothing is known of.
  bool touchesTile(const clang::Stmt *S) const;
  /// \p Var has another name, by which it may change.
  bool isAliased(const clang::VarDecl *Var) const {
    return Flow.isAliased(Var);
  }
  /// The place in \p S where it stores to a tile, or null.
  const clang::Expr *storesTile(const clang::Stmt *S) const;

private:
  struct Work {
    llvm::SmallVector<MemoryRoot, 8> Reads, Writes;
    /// It may do anything, or its place counts.
    bool IsOpen = false;
    bool isEmpty() const { return Reads.empty() && Writes.empty() && !IsOpen; }
  };
  Work workOf(llvm::ArrayRef<const clang::Stmt *> All) const;
  bool isTile(const MemoryRoot &Root) const;
  bool areApart(const MemoryRoot &A, const MemoryRoot &B) const;

  const clang::FunctionDecl &Function;
  const std::set<const clang::VarDecl *> Tiles;
  const clang::ASTContext &Ctx;
  const PointerFlow Flow;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_UNDO_ORDEREDWORK_H
