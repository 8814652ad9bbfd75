//===- Splitter.h - The steps behind splitStaging() -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_PLAN_SPLITTER_H
#define CUDAPIPE_LIB_PLAN_SPLITTER_H

#include "cudapipe/Plan/StagingSplit.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace cudapipe {

class Splitter {
public:
  Splitter(const LoopModel &M, llvm::ArrayRef<Travel> Travels,
           const clang::ASTContext &Ctx)
      : M(M), Travels(Travels), Ctx(Ctx), Flow(*M.Pointers) {}

  OrRejection<StagingSplit> run();

private:
  enum PhaseTy { Fetch, Store };

  void collect(const clang::Stmt *S, unsigned Item);
  llvm::ArrayRef<TileCopy> copiesOf(const SliceLeaf &Leaf) const {
    return Leaf.Copy < 0
               ? llvm::ArrayRef<TileCopy>()
               : llvm::ArrayRef(M.Copies).slice(Leaf.Copy, Leaf.Copies);
  }
  VarSet readsOf(const SliceLeaf &Leaf, PhaseTy Phase) const;
  /// Variables named in \p S, what is in \p Except left out.
  static void addNames(const clang::Stmt *S, const clang::Stmt *Except,
                       VarSet &Out) {
    collectNames(S, Except, Out);
  }
  void addReads(const clang::Stmt *S, VarSet &Out) const {
    Effects E = effectsOf(S, Flow, Ctx);
    Out.insert(E.Reads.begin(), E.Reads.end());
  }
  bool isPure(const Effects &E) const {
    return E.MemoryReads.empty() && E.MemoryWrites.empty() &&
           llvm::none_of(E.Writes, [&](const clang::VarDecl *Var) {
             return M.Variables.LoadState.count(Var);
           });
  }
  std::optional<Rejection> growFetch();
  std::optional<Rejection> growStore();
  std::optional<Rejection> keepForStore(const clang::VarDecl *Var,
                                        const SliceLeaf &Reader);
  bool keepsSlices(const clang::VarDecl *Var) const;
  bool moveOnInStore(const clang::VarDecl *Var, SliceLeaf &Step);
  void findLoadedArrays();
  bool livesInStore(const clang::VarDecl *Var,
                    std::vector<LoadedArray> &Loads) const;
  std::optional<Rejection> persist(const clang::VarDecl *Var,
                                   const SliceLeaf &Reader);
  static bool initializedInPlace(const clang::VarDecl &Var);
  bool comesApart(const clang::DeclStmt &Decls, const Effects &E) const;
  static bool hasValue(const clang::VarDecl &Var);
  bool persistVariable(const clang::VarDecl *Var, llvm::ArrayRef<unsigned> Defs,
                       llvm::ArrayRef<unsigned> Readers);
  bool persistValues(const clang::VarDecl *Var, llvm::ArrayRef<unsigned> Defs,
                     llvm::ArrayRef<unsigned> Readers);
  std::string unknownStep(llvm::ArrayRef<const clang::ForStmt *> Loops) const;
  std::optional<Rejection> countRegisters();
  Rejection unsupported(const clang::Stmt *S, std::string Why) const {
    return {RejectionKind::UnsupportedStatement, S->getSourceRange(),
            std::move(Why)};
  }

  const LoopModel &M;
  llvm::ArrayRef<Travel> Travels;
  const clang::ASTContext &Ctx;
  const PointerFlow &Flow;
  StagingSplit Out;
  /// Leaves that move load state on behind the stores that need it.
  llvm::SmallPtrSet<const SliceLeaf *, 2> StoreSteps;
  std::vector<Effects> LeafEffects;
  llvm::SmallVector<const clang::Stmt *, 3> Parents;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_PLAN_SPLITTER_H
