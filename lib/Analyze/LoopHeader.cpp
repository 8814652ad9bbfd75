//===- LoopHeader.cpp - Headers, items and barriers of a K-loop -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopAnalysis.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

/// `a, b, c` into its parts.
static void splitCommas(const Expr *E,
                        llvm::SmallVectorImpl<const Expr *> &Out) {
  if (!E)
    return;
  const auto *Op = dyn_cast<BinaryOperator>(E->IgnoreParens());
  if (!Op || Op->getOpcode() != BO_Comma) {
    Out.push_back(E->IgnoreParens());
    return;
  }
  splitCommas(Op->getLHS(), Out);
  splitCommas(Op->getRHS(), Out);
}

/// A goto somewhere in the kernel: loops and scopes are no longer what their
/// brackets say.
static const Stmt *findLabel(const Stmt *S) {
  if (!S || isa<LabelStmt, GotoStmt, IndirectGotoStmt>(S))
    return S;
  for (const Stmt *Child : S->children())
    if (const Stmt *Found = findLabel(Child))
      return Found;
  return nullptr;
}

MaybeRejection readHeader(LoopAnalysis &A) {
  LoopModel &M = A.M;
  if (!M.Kernel->hasAttr<CUDAGlobalAttr>())
    return Rejection{RejectionKind::UnsupportedLoop, M.Loop->getSourceRange(),
                     "K-loops in __device__ functions are not supported yet"};
  if (const Stmt *Label = findLabel(M.Kernel->getBody()))
    return Rejection{RejectionKind::UnsupportedLoop, Label->getSourceRange(),
                     "the kernel has a label or a goto"};
  const Stmt *Body = nullptr;
  if (const auto *For = dyn_cast<ForStmt>(M.Loop)) {
    M.Init = For->getInit();
    M.Cond = For->getCond();
    Body = For->getBody();
    if (For->getConditionVariable())
      M.Cond = nullptr;
    splitCommas(For->getInc(), A.Increments);
    A.IncEffects = effectsOf(For->getInc(), A.Flow, A.Ctx);
    if (const auto *Decls = dyn_cast_or_null<DeclStmt>(M.Init))
      for (const Decl *D : Decls->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D))
          A.DeclaredInHeader.insert(Var);
  } else if (const auto *While = dyn_cast<WhileStmt>(M.Loop)) {
    M.Init = nullptr;
    M.Cond = While->getConditionVariable() ? nullptr : While->getCond();
    Body = While->getBody();
  } else {
    return Rejection{RejectionKind::UnsupportedLoop, M.Loop->getSourceRange(),
                     "a do-while loop tests its condition after the tile"};
  }
  if (!M.Cond)
    return Rejection{RejectionKind::UnsupportedLoop, M.Loop->getSourceRange(),
                     "the loop has no condition, or one that declares a "
                     "variable"};
  M.Body = dyn_cast<CompoundStmt>(Body);
  if (!M.Body)
    return Rejection{RejectionKind::UnsupportedLoop, M.Loop->getSourceRange(),
                     "the loop body is a single statement"};
  const Stmt *Parent = A.Parents.getParent(M.LoopWithPragmas);
  if (!isa_and_nonnull<CompoundStmt>(Parent))
    return Rejection{RejectionKind::UnsupportedLoop, M.Loop->getSourceRange(),
                     "the loop is the only statement of a branch without "
                     "braces"};

  A.CondEffects = effectsOf(M.Cond, A.Flow, A.Ctx);
  const Effects &C = A.CondEffects;
  if (!C.Writes.empty() || !C.MemoryWrites.empty() || !C.Pinned.empty())
    return Rejection{RejectionKind::UnsupportedLoop, M.Cond->getSourceRange(),
                     "the loop condition has side effects"};
  if (!C.Unknown.empty() || !A.IncEffects.Unknown.empty())
    return Rejection{
        RejectionKind::UnknownEffects, M.Cond->getSourceRange(),
        "the loop header makes " +
            (C.Unknown.empty() ? A.IncEffects.Unknown : C.Unknown)[0].What};
  if (!A.IncEffects.MemoryWrites.empty() || !A.IncEffects.Pinned.empty())
    return Rejection{RejectionKind::UnsupportedLoop, M.Loop->getSourceRange(),
                     "the loop increment writes memory"};
  for (const VarDecl *Var : A.IncEffects.Writes)
    A.WrittenInLoop.insert(Var);

  if (const auto *For = dyn_cast<ForStmt>(M.Loop))
    if (auto Counted = countedLoop(*For, A.Ctx))
      M.ConstantTrips = Counted->ConstantStart;
  return std::nullopt;
}

/// A statement that is one `__syncthreads();` and nothing else.
static bool isPlainBarrier(const Stmt *S, const ASTContext &Ctx) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && isLibraryFunction(*Callee, Ctx) &&
         Callee->getNameAsString() == "__syncthreads";
}

/// A statement that declares __shared__ variables and nothing else.
static bool declaresShared(const Stmt *S) {
  const auto *Decls = dyn_cast<DeclStmt>(S);
  return Decls && llvm::all_of(Decls->decls(), [](const Decl *D) {
           const auto *Var = dyn_cast<VarDecl>(D);
           return Var && isShared(*Var) && !Var->hasExternalStorage();
         });
}

MaybeRejection readItems(LoopAnalysis &A) {
  for (const Stmt *S : A.M.Body->body()) {
    if (isa<NullStmt>(S))
      continue;
    BodyItem Item{S, effectsOf(S, A.Flow, A.Ctx)};
    const Effects &E = Item.E;
    if (!E.AsyncCopies.empty())
      return Rejection{RejectionKind::AsyncCopyInLoop,
                       E.AsyncCopies[0]->getSourceRange(),
                       "re-staging asynchronous copies is not supported yet"};
    if (!E.Exits.empty())
      return Rejection{RejectionKind::EarlyExit, E.Exits[0]->getSourceRange(),
                       "a tile would be loaded that the loop never reaches"};
    if (declaresShared(S)) {
      Item.R = Role::Declaration;
    } else if (isPlainBarrier(S, A.Ctx)) {
      Item.R = Role::Barrier;
    } else if (!E.Barriers.empty()) {
      const Expr *Barrier = E.Barriers[0];
      bool TopLevel = Barrier == S;
      return Rejection{RejectionKind::BarrierInBranch,
                       Barrier->getSourceRange(),
                       TopLevel ? "only __syncthreads() is supported yet"
                                : "it is inside another statement or a called "
                                  "function"};
    } else if (!E.Unknown.empty()) {
      return Rejection{RejectionKind::UnknownEffects,
                       E.Unknown[0].Where->getSourceRange(), E.Unknown[0].What};
    }
    // Loading ahead of a wait for another block would read too early.
    for (const Occurrence &O : E.Pinned)
      if (O.Observes)
        return Rejection{RejectionKind::VolatileAccess,
                         O.Where->getSourceRange(),
                         O.What + ": the next tile may not be there before it"};
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Decls->decls())
        if (!isa<VarDecl>(D))
          return Rejection{RejectionKind::UnsupportedLoop, S->getSourceRange(),
                           "declare types in front of the loop"};
    for (const MemoryAccess &Write : E.MemoryWrites)
      if (Write.Root.Kind == MemoryRoot::Unknown ||
          Write.Root.Kind == MemoryRoot::Param)
        return Rejection{RejectionKind::UnknownEffects,
                         Write.Where->getSourceRange(),
                         "a store through a pointer that cannot be followed"};
    for (const VarDecl *Var : E.Writes)
      A.WrittenInLoop.insert(Var);
    A.M.Items.push_back(std::move(Item));
  }
  return std::nullopt;
}

/// `As[k % 2]`, `As[buf ^ 1]`, `As[buf]` with a buf that the loop changes: the
/// outermost subscript picks a buffer.
static bool switchesBuffers(const Expr *Store, const LoopAnalysis &A) {
  const Expr *Outermost = nullptr;
  const Expr *E = Store->IgnoreParenImpCasts();
  while (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
    Outermost = Sub->getIdx();
    E = Sub->getBase()->IgnoreParenImpCasts();
  }
  const auto *Tile = dyn_cast<DeclRefExpr>(E);
  if (!Outermost || !Tile)
    return false;
  const auto *Array = A.Ctx.getAsConstantArrayType(Tile->getDecl()->getType());
  if (!Array || Array->getSize().ugt(8))
    return false;
  Effects Index = effectsOf(Outermost, A.Flow, A.Ctx);
  return llvm::any_of(Index.Reads, [&](const VarDecl *Var) {
    return A.WrittenInLoop.count(Var);
  });
}

MaybeRejection readBarriers(LoopAnalysis &A) {
  LoopModel &M = A.M;
  llvm::SmallVector<unsigned, 4> Barriers;
  llvm::SmallVector<std::pair<unsigned, const MemoryAccess *>, 8> Stores, Reads;
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    const BodyItem &Item = M.Items[I];
    if (Item.R == Role::Barrier)
      Barriers.push_back(I);
    for (const MemoryAccess &W : Item.E.MemoryWrites) {
      if (W.Root.Kind != MemoryRoot::Shared)
        continue;
      Stores.push_back({I, &W});
      if (!A.isTile(W.Root.Var))
        M.Tiles.push_back(W.Root.Var);
    }
  }
  if (M.Tiles.empty())
    return Rejection{RejectionKind::UnsupportedLoop, M.Loop->getSourceRange(),
                     "the loop stores nothing to a shared array"};
  for (const VarDecl *Tile : M.Tiles) {
    if (Tile->hasExternalStorage())
      return Rejection{RejectionKind::DynamicSharedMemory,
                       Tile->getSourceRange(),
                       quoted(Tile) + " is extern __shared__"};
    bool TopLevel = llvm::any_of(M.Items, [&](const BodyItem &Item) {
      return Item.R == Role::Declaration &&
             llvm::is_contained(cast<DeclStmt>(Item.S)->decls(), Tile);
    });
    if (A.declaredInBody(Tile) && !TopLevel)
      return Rejection{RejectionKind::TileDeclaredInLoop,
                       Tile->getSourceRange(),
                       "move " + quoted(Tile) + " in front of the loop"};
    if (Tile->getType().isVolatileQualified() ||
        A.Ctx.getBaseElementType(Tile->getType()).isVolatileQualified())
      return Rejection{RejectionKind::VolatileAccess, Tile->getSourceRange(),
                       quoted(Tile) + " is volatile"};
  }
  for (unsigned I = 0; I < M.Items.size(); ++I)
    for (const MemoryAccess &R : M.Items[I].E.MemoryReads)
      if (R.Root.Kind == MemoryRoot::Shared && A.isTile(R.Root.Var))
        Reads.push_back({I, &R});

  if (Barriers.size() > 2)
    return Rejection{RejectionKind::ExtraBarriers,
                     M.Items[Barriers[2]].S->getSourceRange(),
                     "loops with more than two phases are not supported yet"};
  if (Barriers.size() < 2) {
    const MemoryAccess *W = Stores.front().second;
    if (switchesBuffers(W->Where, A))
      return Rejection{RejectionKind::AlreadyPipelined,
                       W->Where->getSourceRange(),
                       "the loop switches between buffers of " +
                           quoted(W->Root.Var) + " by itself"};
    return Rejection{
        RejectionKind::MissingBarrier, W->Where->getSourceRange(),
        "with one barrier a trip, threads may still read " +
            quoted(W->Root.Var) +
            " while others store the next tile: a race, unless the loop "
            "switches buffers by itself"};
  }

  // Stores in one phase, reads in the other, and the stores first.
  unsigned First = Barriers[0], Second = Barriers[1];
  unsigned FirstStore = Stores.front().first, LastStore = Stores.back().first;
  if (LastStore < First) {
    M.PublishBarrier = First;
    M.ReuseBarrier = Second;
  } else if (FirstStore > First && LastStore < Second) {
    M.BarrierAtTop = true;
    M.PublishBarrier = Second;
    M.ReuseBarrier = First;
  } else {
    const MemoryAccess *Late = Stores.back().second;
    return Rejection{FirstStore > Second || FirstStore > First
                         ? RejectionKind::UnsupportedLoop
                         : RejectionKind::SharedWriteInCompute,
                     Late->Where->getSourceRange(),
                     quoted(Late->Root.Var) +
                         " is stored after the barrier that publishes "
                         "the tile"};
  }
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    bool InCompute = M.BarrierAtTop ? I > Second : I > First && I < Second;
    for (const MemoryAccess &R : M.Items[I].E.MemoryReads)
      if (!InCompute && (R.Root.Kind == MemoryRoot::Unknown ||
                         R.Root.Kind == MemoryRoot::Param))
        return Rejection{RejectionKind::UnknownEffects,
                         R.Where->getSourceRange(),
                         "the load phase reads through a pointer that cannot "
                         "be followed"};
  }
  for (auto [Item, R] : Reads) {
    bool InCompute =
        M.BarrierAtTop ? Item > Second : Item > First && Item < Second;
    if (InCompute)
      continue;
    if (llvm::any_of(Stores,
                     [&, I = Item](const auto &S) { return S.first == I; }))
      return Rejection{RejectionKind::LoadDependsOnCompute,
                       R->Where->getSourceRange(),
                       "the load phase reads the tile " + quoted(R->Root.Var)};
    return Rejection{RejectionKind::MissingBarrier, R->Where->getSourceRange(),
                     "this read of " + quoted(R->Root.Var) +
                         " is in the same phase as a store to the tile"};
  }
  return std::nullopt;
}

} // namespace cudapipe
