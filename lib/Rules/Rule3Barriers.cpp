//===- Rule3Barriers.cpp - Barriers are uniform and protect the tile ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The top-level barriers cut a trip into phases:
//
//   0: K[t] = ...      load           (together with what follows the last
//      __syncthreads() publishes K     barrier: the loop is a cycle)
//   1: S[t] = K * ...  scratch
//      __syncthreads()
//   2: V[t] = ...      a second load phase
//      __syncthreads() publishes V
//   3: acc += S * V
//      __syncthreads()
//
// A tile is stored in one phase and read in later ones, and all threads of the
// block agree on the loop and all around it.
//
//===----------------------------------------------------------------------===//

#include "Analyze/Effects/NamedAccess.h"
#include "Analyze/Effects/WarpBarrier.h"
#include "Analyze/Loop/LoopAnalysis.h"
#include "Analyze/Pointers/ReturnedReference.h"
#include "Analyze/Threads/DivergentExits.h"
#include "Races.h"
#include "Rules.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/Taint.h"
#include "cudapipe/Facts/Uniformity.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

namespace {

using Access = std::pair<unsigned, const MemoryAccess *>;

/// Who touches which shared array in which phase.
class Phases {
public:
  explicit Phases(LoopAnalysis &A) : A(A), M(A.M) {
    for (unsigned I = 0; I < M.Items.size(); ++I)
      if (M.Items[I].R == Role::Barrier)
        Barriers.push_back(I);
  }

  MaybeRejection read();

private:
  MaybeRejection checkTile(const VarDecl *Tile);
  MaybeRejection tooFewBarriers() const;
  unsigned phaseOf(unsigned Item) const {
    return llvm::count_if(Barriers, [&](unsigned B) { return B < Item; });
  }
  /// What follows the last barrier runs together with what precedes the first.
  unsigned cyclicPhaseOf(unsigned Item) const {
    return phaseOf(Item) % Barriers.size();
  }
  bool isSplitBy(llvm::ArrayRef<Access> Stores) const;
  llvm::SmallVector<Access, 8> accesses(const VarDecl *Array,
                                        bool Writes) const {
    llvm::SmallVector<Access, 8> Out;
    for (unsigned I = 0; I < M.Items.size(); ++I)
      for (const MemoryAccess &X :
           Writes ? M.Items[I].E.MemoryWrites : M.Items[I].E.MemoryReads)
        if (X.Root.Kind == MemoryRoot::Shared && X.Root.Var == Array)
          Out.push_back({I, &X});
    return Out;
  }

  LoopAnalysis &A;
  LoopModel &M;
  llvm::SmallVector<unsigned, 4> Barriers;
  unsigned FirstLoadPhase = ~0u;
};

/// `As[k % 2]`, `As[buf ^ 1]`, `As[buf]` with a buf that the loop changes: the
/// outermost subscript picks a buffer.
bool switchesBuffers(const Expr *Store, const LoopAnalysis &A) {
  const Expr *Outermost = nullptr;
  const Expr *E = Store->IgnoreParenImpCasts();
  while (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
    Outermost = subscriptIndex(*Sub);
    E = subscriptBase(*Sub)->IgnoreParenImpCasts();
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

MaybeRejection Phases::tooFewBarriers() const {
  for (const BodyItem &Item : M.Items)
    if (Item.R != Role::Barrier && !Item.E.Barriers.empty())
      return Rejection{RejectionKind::BarrierInBranch,
                       Item.E.Barriers[0]->getSourceRange(),
                       "it is inside another statement or a called function, "
                       "or does more than wait"};
  for (const BodyItem &Item : M.Items)
    if (Item.R != Role::Barrier && waitsForWarp(Item.S))
      return Rejection{
          RejectionKind::UnsupportedLoop, Item.S->getSourceRange(),
          "the threads of a warp wait for each other alone, and other warps go "
          "on; a tile of each warp is understood only in blocks of one warp, "
          "which __launch_bounds__(32) promises, and where all lanes wait"};
  const MemoryAccess *W = accesses(M.Staged.Tiles.front(), true).front().second;
  if (switchesBuffers(W->Where, A))
    return Rejection{RejectionKind::AlreadyPipelined,
                     W->Where->getSourceRange(),
                     "the loop switches between buffers of " +
                         quoted(W->Root.Var) + " by itself"};
  return Rejection{
      RejectionKind::MissingBarrier, W->Where->getSourceRange(),
      "with one barrier a trip this is a race, unless buffers take turns or "
      "each thread reads only what it stored to " +
          quoted(W->Root.Var)};
}

/// The first and the last of \p Stores go to pieces of dynamic shared memory
/// that have names of their own.
bool Phases::isSplitBy(llvm::ArrayRef<Access> Stores) const {
  if (A.AssumeNoAlias)
    return false;
  PointerFlow Split(*M.Kernel, /*SplitRegions=*/true);
  Split.adoptBindings(A.Flow);
  return Split.rootsOfObject(Stores.front().second->Where) !=
         Split.rootsOfObject(Stores.back().second->Where);
}

/// One phase stores \p Tile, later ones read it.
MaybeRejection Phases::checkTile(const VarDecl *Tile) {
  auto Stores = accesses(Tile, true), Reads = accesses(Tile, false);
  unsigned Phase = phaseOf(Stores.front().first);
  const MemoryAccess *Late = Stores.back().second;
  if (phaseOf(Stores.back().first) != Phase)
    return Rejection{RejectionKind::SharedWriteInCompute,
                     Late->Where->getSourceRange(),
                     quoted(Tile) +
                         " is stored after the barrier that publishes the "
                         "tile" +
                         (isDynamicShared(*Tile) && isSplitBy(Stores)
                              ? "; --assume-no-alias says that its pieces do "
                                "not overlap"
                              : "")};
  if (Phase == Barriers.size())
    return Rejection{RejectionKind::UnsupportedLoop,
                     Late->Where->getSourceRange(),
                     quoted(Tile) + " is stored after the last barrier of the "
                                    "trip, for the next one"};
  FirstLoadPhase = std::min(FirstLoadPhase, Phase);
  for (auto [Item, R] : Reads) {
    if (phaseOf(Item) > Phase && cyclicPhaseOf(Item) != Phase)
      continue;
    if (llvm::any_of(Stores,
                     [&, I = Item](const Access &S) { return S.first == I; })) {
      if (const CallExpr *Call = returnsWhatIsStored(M.Items[Item].S))
        return Rejection{
            RejectionKind::UnsupportedStatement, Call->getSourceRange(),
            quoted(Tile) + " is stored through a reference that " +
                quoted(Call, A.Ctx) + " returns; name the element"};
      return Rejection{RejectionKind::LoadDependsOnCompute,
                       R->Where->getSourceRange(),
                       "the load phase reads the tile " + quoted(Tile)};
    }
    if (cyclicPhaseOf(Item) == Phase && !readsOnlyOwn(A, Stores, *R))
      return Rejection{RejectionKind::MissingBarrier,
                       R->Where->getSourceRange(),
                       "this read of " + quoted(Tile) +
                           " is in the same phase as a store to the tile"};
    if (phaseOf(Item) > Phase)
      return Rejection{RejectionKind::PreviousTile, R->Where->getSourceRange(),
                       "this read of " + quoted(Tile) +
                           " stands behind the last barrier"};
    // A table behind the tile, say.
    if (const VarDecl *Name = pointerBehindStart(R->Where);
        Name && llvm::none_of(Stores, [&](const Access &S) {
          return pointerBehindStart(S.second->Where) == Name;
        }))
      return Rejection{RejectionKind::PreviousTile, R->Where->getSourceRange(),
                       quoted(Name) + " leads into " + quoted(Tile) +
                           ", and this read may find the tile of the trip "
                           "before; give it an array of its own"};
    return Rejection{RejectionKind::PreviousTile, R->Where->getSourceRange(),
                     "this read of " + quoted(Tile) +
                         " finds the tile of the trip before"};
  }
  return std::nullopt;
}

MaybeRejection Phases::read() {
  if (Barriers.size() < 2)
    return tooFewBarriers();
  for (const VarDecl *Tile : M.Staged.Tiles)
    if (MaybeRejection Why = checkTile(Tile))
      return Why;
  M.Barriers.AtTop = FirstLoadPhase > 0;
  M.Barriers.Publish = Barriers[FirstLoadPhase];
  M.Barriers.Reuse =
      FirstLoadPhase ? Barriers[FirstLoadPhase - 1] : Barriers.back();
  M.Barriers.Votes =
      M.Barriers.AtTop && isVote(M.Items[M.Barriers.Reuse], A.Ctx);
  M.Barriers.VotesLast = M.Barriers.Reuse + 1 == M.Items.size() &&
                         isVote(M.Items[M.Barriers.Reuse], A.Ctx);
  unsigned LastStore = 0;
  for (const VarDecl *Tile : M.Staged.Tiles)
    LastStore = std::max(LastStore, accesses(Tile, true).back().first);
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    // In front of a later load phase a read finds the tile of the trip before.
    if (M.inCompute(I) && I > LastStore)
      continue;
    for (const MemoryAccess &R : M.Items[I].E.MemoryReads)
      if (R.Root.Kind == MemoryRoot::Unknown ||
          R.Root.Kind == MemoryRoot::Param)
        return Rejection{RejectionKind::UnknownEffects,
                         R.Where->getSourceRange(),
                         "the load phase reads through a pointer that cannot "
                         "be followed"};
    if (!M.inCompute(I) && M.Items[I].R != Role::Barrier &&
        !M.Items[I].E.Barriers.empty())
      return Rejection{RejectionKind::BarrierInBranch,
                       M.Items[I].E.Barriers[0]->getSourceRange(),
                       "it is inside another statement of the load phase"};
  }
  return std::nullopt;
}

} // namespace

std::vector<const VarDecl *> possibleTiles(LoopAnalysis &A) {
  LoopModel &M = A.M;
  // What holds something from global memory, directly or through others.
  VarSet Loaded;
  auto Loads = [&](const BodyItem &Item) {
    return llvm::any_of(Item.E.MemoryReads,
                        [](const MemoryAccess &R) {
                          return R.Root.Kind != MemoryRoot::Shared;
                        }) ||
           llvm::any_of(Item.E.UpwardReads,
                        [&](const VarDecl *Var) { return Loaded.count(Var); });
  };
  for (size_t Before = ~size_t(0); Before != Loaded.size();) {
    Before = Loaded.size();
    for (const BodyItem &Item : M.Items)
      if (Loads(Item))
        Loaded.insert(Item.E.Writes.begin(), Item.E.Writes.end());
  }
  std::vector<const VarDecl *> Out;
  for (const BodyItem &Item : M.Items)
    for (const MemoryAccess &W : Item.E.MemoryWrites) {
      if (W.Root.Kind != MemoryRoot::Shared)
        continue;
      if (Loads(Item) && !llvm::is_contained(Out, W.Root.Var))
        Out.push_back(W.Root.Var);
      if (!llvm::is_contained(M.Staged.Scratch, W.Root.Var))
        M.Staged.Scratch.push_back(W.Root.Var);
    }
  llvm::erase_if(M.Staged.Scratch,
                 [&](const VarDecl *V) { return llvm::is_contained(Out, V); });
  return Out;
}

/// A tile that cannot be handled at all, whatever the barriers are.
static MaybeRejection checkDeclaration(const VarDecl *Tile,
                                       const LoopAnalysis &A) {
  bool TopLevel = llvm::any_of(A.M.Items, [&](const BodyItem &Item) {
    return Item.R == Role::Declaration &&
           llvm::is_contained(cast<DeclStmt>(Item.S)->decls(), Tile);
  });
  if (A.declaredInBody(Tile) && !TopLevel)
    return Rejection{RejectionKind::TileDeclaredInLoop, Tile->getSourceRange(),
                     "move " + quoted(Tile) + " in front of the loop"};
  if (Tile->getType().isVolatileQualified() ||
      A.Ctx.getBaseElementType(Tile->getType()).isVolatileQualified())
    return Rejection{RejectionKind::VolatileAccess, Tile->getSourceRange(),
                     quoted(Tile) + " is volatile"};
  return std::nullopt;
}

MaybeRejection readBarriers(LoopAnalysis &A) {
  if (A.M.Staged.Tiles.empty() && A.Callers.Elsewhere && A.Callers.Shared)
    return Rejection{RejectionKind::UnsupportedLoop,
                     A.Callers.Shared->getSourceRange(),
                     quoted(A.M.Kernel) + " " + A.Callers.Elsewhere +
                         "; what is passed for " + quoted(A.Callers.Shared) +
                         " elsewhere is not known"};
  if (A.M.Staged.Tiles.empty())
    return Rejection{RejectionKind::UnsupportedLoop,
                     A.M.Header.Loop->getSourceRange(),
                     "the loop stores nothing from global memory to a shared "
                     "array"};
  for (const VarDecl *Tile : A.M.Staged.Tiles)
    if (MaybeRejection Why = checkDeclaration(Tile, A))
      return Why;
  if (MaybeRejection Why = checkDynamicNames(A))
    return Why;
  return Phases(A).read();
}

/// What stays of the items between \p From and \p To may meet what stays
/// between \p To and \p End in memory, one of the two writing.
static bool mayMeet(const LoopAnalysis &A, unsigned From, unsigned To,
                    unsigned End) {
  auto Same = [](const MemoryAccess &X, const MemoryAccess &Y) {
    if (X.Root.Kind == MemoryRoot::Shared && Y.Root.Kind == MemoryRoot::Shared)
      return X.Root.Var == Y.Root.Var;
    return true;
  };
  auto Meet = [&](llvm::ArrayRef<MemoryAccess> Xs,
                  llvm::ArrayRef<MemoryAccess> Ys) {
    return llvm::any_of(Xs, [&](const MemoryAccess &X) {
      return llvm::any_of(Ys,
                          [&](const MemoryAccess &Y) { return Same(X, Y); });
    });
  };
  for (unsigned I = From; I < To; ++I)
    for (unsigned J = To + 1; J < End; ++J) {
      if (A.M.Items[I].R == Role::Load || A.M.Items[J].R == Role::Load)
        continue;
      const Effects &X = A.M.Items[I].E, &Y = A.M.Items[J].E;
      if (Meet(X.MemoryWrites, Y.MemoryWrites) ||
          Meet(X.MemoryWrites, Y.MemoryReads) ||
          Meet(X.MemoryReads, Y.MemoryWrites))
        return true;
    }
  return false;
}

MaybeRejection checkBarriers(LoopAnalysis &A) {
  LoopModel &M = A.M;
  llvm::SmallVector<unsigned, 4> Kept;
  for (unsigned I = 0; I < M.Items.size(); ++I)
    if (M.Items[I].R == Role::Barrier)
      Kept.push_back(I);
  // The barrier in front of a second load phase, if the phases that become one
  // without it do not meet.
  for (unsigned I = M.Barriers.Publish + 1; I < M.Items.size(); ++I) {
    if (M.Items[I].R != Role::Load || !M.inCompute(I) ||
        llvm::none_of(M.Items[I].E.MemoryWrites, [](const MemoryAccess &W) {
          return W.Root.Kind == MemoryRoot::Shared;
        }))
      continue;
    auto Next = llvm::find_if(Kept, [&](unsigned B) { return B > I; });
    if (Next == Kept.begin())
      continue;
    // That in front of the first load phase goes anyway; then the one behind.
    auto Gone = *(Next - 1) == M.Barriers.Publish ? Next : Next - 1;
    if (Gone == Kept.end() || *Gone == M.Barriers.Reuse)
      continue;
    unsigned From = *(Gone - 1) + 1;
    unsigned End = Gone + 1 == Kept.end() ? M.Items.size() : *(Gone + 1);
    if (mayMeet(A, From, *Gone, End))
      continue;
    M.Barriers.OfTiles.push_back(*Gone);
    Kept.erase(Gone);
  }
  // That behind a wait for what an earlier phase has started, which is waited
  // for at the top of the trip now.
  for (unsigned I = M.Barriers.Publish + 1; I < M.Items.size(); ++I) {
    const auto Gone = llvm::find(Kept, I);
    const bool Waits = waitsWithBlock(M.Items[I].S, A.Ctx);
    const bool IsBehindWait = M.Items[I - 1].R == Role::AsyncGroup && [&] {
      const std::optional<AsyncOperation> Op =
          asyncOperation(M.Items[I - 1].S, A.Ctx);
      return Op && Op->Kind == AsyncOperation::Wait;
    }();
    if (Gone == Kept.end() || I == M.Barriers.Reuse || !(Waits || IsBehindWait))
      continue;
    const unsigned End = Gone + 1 == Kept.end() ? M.Items.size() : *(Gone + 1);
    if (!mayMeet(A, *(Gone - 1) + 1, I, End)) {
      M.Barriers.OfTiles.push_back(I);
      Kept.erase(Gone);
    } else if (Waits && !M.Groups.Counter) {
      // A barrier of the stage has no copies of another tile.
      return Rejection{RejectionKind::AsyncCopyInLoop,
                       M.Items[I].S->getSourceRange(),
                       "this barrier would wait for the next tile, too"};
    }
  }
  return std::nullopt;
}

//===- All threads of the block make the same trips ---------------------===//

/// `for (k = 0; k < n; k += s)` with a k that held something else before: it
/// counts the same for all threads whose n and s are the same.
static bool countsFromStart(const LoopAnalysis &A, const Taint &Threads) {
  const auto *Cond = dyn_cast<BinaryOperator>(A.M.Header.Cond->IgnoreParens());
  const auto *Start = dyn_cast_or_null<BinaryOperator>(A.M.Header.Init);
  const auto *Ref = Start ? dyn_cast<DeclRefExpr>(Start->getLHS()) : nullptr;
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Cond || !Cond->isComparisonOp() || !Var || !Var->hasLocalStorage() ||
      Var->getType()->isReferenceType() || A.Flow.isAliased(Var) ||
      Start->getOpcode() != BO_Assign || Threads.reaches(Start->getRHS()))
    return false;
  auto NamesVar = [&](const Expr *E) {
    const auto *Side = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Side && Side->getDecl() == Var;
  };
  const Expr *Limit = NamesVar(Cond->getLHS())   ? Cond->getRHS()
                      : NamesVar(Cond->getRHS()) ? Cond->getLHS()
                                                 : nullptr;
  if (!Limit || Threads.reaches(Limit) ||
      llvm::any_of(A.M.Items, [&](const BodyItem &Item) {
        return Item.E.Writes.count(Var);
      }))
    return false;
  return llvm::all_of(A.Increments, [&](const Expr *Increment) {
    if (!effectsOf(Increment, A.Flow, A.Ctx).Writes.count(Var))
      return true;
    const auto *Op = dyn_cast<BinaryOperator>(Increment);
    return isSimpleUpdate(A, Var, Increment) &&
           (!Op || !Threads.reaches(Op->getRHS()));
  });
}

/// One call of the function may come to the loop more than once.
static bool comesAgain(const LoopAnalysis &A) {
  for (const Stmt *S = A.Parents.getParent(A.M.Header.LoopWithPragmas); S;
       S = A.Parents.getParent(S))
    if (isa<ForStmt, WhileStmt, DoStmt>(S))
      return true;
  return holdsA<LabelStmt>(A.M.Kernel->getBody());
}

/// \p S names a member of the object of the function.
static bool namesMember(const Stmt *S) {
  return holds(S, [](const Stmt &At) {
    const auto *E = dyn_cast<Expr>(&At);
    return E && fieldOfThis(E);
  });
}

/// Threads that do not come to the loop because of \p If meet no barrier any
/// more: to those that wait they are as good as gone.
static bool areGone(const IfStmt &If, const LoopAnalysis &A) {
  if (A.inDeviceFunction() || holdsA<LabelStmt>(A.M.Kernel->getBody()))
    return false;
  auto MayWait = [&](const Stmt *S) {
    const Effects E = S ? effectsOf(S, A.Flow, A.Ctx) : Effects();
    return !E.Barriers.empty() || !E.Unknown.empty() || !E.BlockWaits.empty();
  };
  const Stmt *Branch = A.M.Header.LoopWithPragmas;
  while (A.Parents.getParent(Branch) != &If)
    Branch = A.Parents.getParent(Branch);
  if (MayWait(Branch == If.getThen() ? If.getElse() : If.getThen()))
    return false;
  const Stmt *Child = &If;
  for (const Stmt *S = A.Parents.getParent(Child); S;
       Child = S, S = A.Parents.getParent(S)) {
    if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
      const auto *At = llvm::find(Block->body(), Child);
      if (At == Block->body_end() ||
          std::any_of(At + 1, Block->body_end(), MayWait))
        return false;
    } else if (!isa<IfStmt>(S)) {
      return false; // They come again.
    }
  }
  return true;
}

/// What the text says of it, which is all there is of a template that nobody
/// instantiates.
static MaybeRejection differsInText(LoopAnalysis &A) {
  Taint Threads(A.M.Kernel->getBody(), A.Flow, A.Ctx, Taint::Seed::ThreadIndex,
                A.Callers.PerThreadAtBarriers, publishedScalars(A));
  auto Differs = [&](const Expr *Cond) -> MaybeRejection {
    if (!Cond || !Threads.reaches(Cond))
      return std::nullopt;
    const bool OfObject = A.Flow.members() && namesMember(Cond);
    return Rejection{RejectionKind::BarrierNotUniform, Cond->getSourceRange(),
                     quoted(Cond, A.Ctx) + " may differ from thread to thread" +
                         (OfObject ? ": it names a member, which is the same "
                                     "for all only if nothing but the "
                                     "initializers of its class sets it"
                                   : "")};
  };
  // Who returns from a kernel is gone; from a function, goes on elsewhere.
  // Behind the loop and its last barrier that is no matter.
  if (A.inDeviceFunction())
    if (MaybeRejection Why = Differs(
            divergentReturn(A.M.Kernel->getBody(), Threads, /*From=*/nullptr,
                            comesAgain(A) ? nullptr : A.M.Header.Loop,
                            &A.Ctx.getSourceManager())))
      return Why;
  // The outermost first: what stands in it differs because of it.
  std::vector<std::pair<const Stmt *, const Expr *>> Around;
  for (const Stmt *S = A.Parents.getParent(A.M.Header.LoopWithPragmas); S;
       S = A.Parents.getParent(S)) {
    if (const auto *If = dyn_cast<IfStmt>(S))
      Around.push_back({S, If->getCond()});
    else if (const auto *For = dyn_cast<ForStmt>(S))
      Around.push_back({S, For->getCond()});
    else if (const auto *While = dyn_cast<WhileStmt>(S))
      Around.push_back({S, While->getCond()});
    else if (const auto *Do = dyn_cast<DoStmt>(S))
      Around.push_back({S, Do->getCond()});
    else if (const auto *Switch = dyn_cast<SwitchStmt>(S))
      Around.push_back({S, Switch->getCond()});
  }
  for (const auto &[S, Cond] : llvm::reverse(Around))
    if (MaybeRejection Why = Differs(Cond)) {
      const auto *If = dyn_cast<IfStmt>(S);
      if (!If || !areGone(*If, A))
        return Why;
      A.M.Around.SkippedBy = Cond;
    }
  for (const BodyItem &Item : A.M.Items)
    if (Item.R == Role::Barrier && isVote(Item, A.Ctx))
      if (MaybeRejection Why = Differs(cast<IfStmt>(Item.S)->getCond()))
        return Why;
  if (!countsFromStart(A, Threads)) {
    const Expr *Limit = limitOfWholeRounds(A);
    if (MaybeRejection Why = Differs(Limit ? Limit : A.M.Header.Cond))
      return Why;
  }
  return std::nullopt;
}

/// All threads come to the loop together and make as many trips: the code says
/// so, of each kernel that comes there.
static bool meetInCode(const LoopAnalysis &A) {
  if (A.Callers.Elsewhere || A.M.Kernels.empty())
    return false; // Kernels of other files may come there, too.
  return llvm::all_of(A.M.Kernels, [&](const FunctionDecl *Kernel) {
    const Uniformity *Facts = Uniformity::of(*Kernel);
    return Facts && Facts->meetIn(*A.M.Header.Loop) == Uniformity::Meeting::All;
  });
}

MaybeRejection checkUniform(LoopAnalysis &A) {
  MaybeRejection Why = differsInText(A);
  return Why && !meetInCode(A) ? Why : std::nullopt;
}

// A thread that meets the barriers that it met, in their order, does between
// them what it did, whoever else comes there: only its loads must find the same
// wherever the others are.
MaybeRejection checkUniformOrKept(LoopAnalysis &A) {
  MaybeRejection Why = checkUniform(A);
  if (!Why)
    return std::nullopt;
  if (A.M.Early->BarrierBefore)
    Why->Detail += "; some would meet one more in front of the loop";
  else if (std::optional<std::string> Written = writtenAnywhere(A))
    Why->Detail += "; where they do not meet, " + *Written;
  else
    A.M.Around.Disagreement = *std::exchange(Why, std::nullopt);
  return Why;
}

} // namespace cudapipe
