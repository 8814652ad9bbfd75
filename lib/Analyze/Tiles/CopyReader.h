//===- CopyReader.h - The walk behind readCopies() --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the tile stores of one item. Plain stores are in TileCopies.cpp, those
// that a called function makes in HelperCopies.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_COPYREADER_H
#define CUDAPIPE_LIB_ANALYZE_COPYREADER_H

#include "Analyze/Integers/IndexForm.h"
#include "Analyze/Loop/LoopAnalysis.h"

namespace cudapipe {

class CopyReader {
public:
  /// \p Flow and \p Parents are those of the function that is read.
  CopyReader(LoopAnalysis &A, unsigned Item, const PointerFlow &Flow,
             const clang::ParentMap &Parents)
      : A(A), Item(Item), Flow(Flow), Parents(Parents) {}

  MaybeRejection read(const clang::Stmt *S);

private:
  MaybeRejection readStore(const clang::Expr *E);
  /// A copy at the place that the reader has come to.
  TileCopy here(const clang::Stmt *Store) const {
    TileCopy Copy{};
    Copy.Store = Store;
    Copy.Path.Calls = Calls;
    Copy.Path.Item = Item;
    Copy.Path.Loops = Loops;
    Copy.Path.Conditions = Conditions;
    Copy.Path.InElse = InElse;
    return Copy;
  }
  /// \p Call stores to tiles: reads the stores of the called function.
  MaybeRejection readHelper(const clang::CallExpr &Call);
  MaybeRejection readIf(const clang::IfStmt *If);
  std::optional<bool> zeroFillingBranch(const clang::IfStmt *If) const;
  bool storesTile(const clang::Stmt *S) const {
    return S && llvm::any_of(effectsOf(S, Flow, A.Ctx).MemoryWrites,
                             [](const MemoryAccess &W) {
                               return W.Root.Kind == MemoryRoot::Shared;
                             });
  }
  static Rejection unsupported(const clang::Stmt *S, std::string Why) {
    return {RejectionKind::UnsupportedStatement, S->getSourceRange(),
            std::move(Why)};
  }
  void classify(TileCopy &Copy) const;
  bool addressNeedsGuard(const TileCopy &Copy) const;
  void readGuardedLoad(TileCopy &Copy, const Effects &Value) const;
  const clang::Expr *onlyLoad(const clang::Expr *Value, const Effects &E) const;

  LoopAnalysis &A;
  unsigned Item;
  const PointerFlow &Flow;
  const clang::ParentMap &Parents;
  llvm::SmallVector<const clang::CallExpr *, 1> Calls;
  llvm::SmallVector<const clang::ForStmt *, 2> Loops;
  llvm::SmallVector<const clang::Expr *, 2> Conditions;
  llvm::SmallVector<bool, 2> InElse;
};

/// A read of global memory, perhaps through a texture.
bool isFromMemory(const MemoryAccess &R);

/// A break, continue or switch in \p S.
const clang::Stmt *findJump(const clang::Stmt *S);

/// Adds variables that \p S declares and nobody changes, and their
/// initializers.
void collectDefinitions(const clang::Stmt *S, Definitions &Out);

/// Those of the kernel that hold in the loop body: what an initializer in front
/// of the loop read may have changed since.
Definitions definitionsAt(const LoopAnalysis &A);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_COPYREADER_H
