//===- EarlyLoads.cpp - Which loads feed a tile ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   current = ahead;                a window in registers
//   ahead = A[k + plane];           feeds the tile, two trips later
//   tile[t] = current;
//   if (t < R)
//     tile[t + 64] = A[k + 64];     feeds the tile
//   __syncthreads();
//   sum += tile[i] * W[k];          does not
//
//===----------------------------------------------------------------------===//

#include "EarlyLoads.h"
#include "Analyze/Pointers/Callers.h"
#include "Rules/Rules.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/BuildLoopModel.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;

namespace cudapipe {

void namedVariables(const Stmt *S, VarSet &Out) {
  forEach<DeclRefExpr>(S, [&](const DeclRefExpr &Ref) {
    if (const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
        Var && Var->hasLocalStorage())
      Out.insert(Var);
  });
}

namespace {

class LoadFinder {
public:
  LoadFinder(LoopAnalysis &A, bool OfTripOnly)
      : A(A), Early(A.M.Early.emplace()), OfTripOnly(OfTripOnly) {}

  MaybeRejection run();

private:
  using Leaf = EarlyLoads::Leaf;

  void collect(const Stmt *S, unsigned Item);
  bool readsTile(const Effects &E) const;
  bool storesShared(const Effects &E) const;
  bool addConditions(const Leaf &L, VarSet &Wanted) const;
  void findFeeds();
  MaybeRejection readLoads(unsigned Index);
  bool hasEarlyPart(unsigned Index) const;
  const VarDecl *nameFor(const Leaf &L) const;

  LoopAnalysis &A;
  EarlyLoads &Early;
  /// What is loaded behind a trip's last store, for a later one, is ahead.
  const bool OfTripOnly;
  llvm::SmallVector<const Stmt *, 3> Parents;
  /// Leaves with loads that stay, and the loop that is why.
  std::vector<std::pair<const ForStmt *, unsigned>> Staying;
  /// One a leaf: what it loads ends in a tile.
  std::vector<bool> Feeds;
};

void LoadFinder::collect(const Stmt *S, unsigned Item) {
  if (!S || isa<NullStmt>(S))
    return;
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body())
      collect(Child, Item);
    return;
  }
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return collect(Attributed->getSubStmt(), Item);
  // What a header sets must show in some leaf.
  size_t Before = Early.Leaves.size();
  auto Writes = [&](const Expr *Cond) {
    return Cond && !effectsOf(Cond, A.Flow, A.Ctx).Writes.empty();
  };
  const auto *For = dyn_cast<ForStmt>(S);
  if (For && !For->getConditionVariable() && !Writes(For->getCond())) {
    Parents.push_back(S);
    collect(For->getBody(), Item);
    Parents.pop_back();
    if (Early.Leaves.size() > Before)
      return;
  }
  const auto *If = dyn_cast<IfStmt>(S);
  if (If && !If->getInit() && !If->getConditionVariable() &&
      !Writes(If->getCond())) {
    Parents.push_back(S);
    collect(If->getThen(), Item);
    collect(If->getElse(), Item);
    Parents.pop_back();
    return;
  }
  Early.Leaves.push_back({S, Item, Parents, effectsOf(S, A.Flow, A.Ctx)});
}

/// \p Load of \p S decides whether what the thread has by itself is stored,
/// `A[i] > 0 ? next[i] : 0`: that went ahead already.
static bool onlyChooses(const Expr &Load, const Stmt &S) {
  const auto isOwn = [](const Expr *E) {
    E = E->IgnoreParenImpCasts();
    while (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      E = Element->getBase()->IgnoreParenImpCasts();
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return Var && Var->hasLocalStorage() && !Var->getType()->isPointerType();
  };
  return holds(&S, [&](const Stmt &At) {
    const auto *Choice = dyn_cast<ConditionalOperator>(&At);
    return Choice && contains(Choice->getCond(), &Load) &&
           (isOwn(Choice->getTrueExpr()) || isOwn(Choice->getFalseExpr()));
  });
}

bool LoadFinder::readsTile(const Effects &E) const {
  return llvm::any_of(E.MemoryReads, [&](const MemoryAccess &R) {
    return R.Root.Kind == MemoryRoot::Shared && A.isStored(R.Root.Var);
  });
}

bool LoadFinder::storesShared(const Effects &E) const {
  return llvm::any_of(E.MemoryWrites, [](const MemoryAccess &W) {
    return W.Root.Kind == MemoryRoot::Shared;
  });
}

/// Adds what the conditions around \p L read; true if one reads a tile.
bool LoadFinder::addConditions(const Leaf &L, VarSet &Wanted) const {
  bool FromTile = false;
  for (const Stmt *Parent : L.Parents)
    if (const auto *If = dyn_cast<IfStmt>(Parent)) {
      Effects E = effectsOf(If->getCond(), A.Flow, A.Ctx);
      Wanted.insert(E.Reads.begin(), E.Reads.end());
      FromTile |= readsTile(E);
    }
  return FromTile;
}

/// A store to shared memory feeds a tile if nothing that it stores, and nothing
/// that led to it, was read from shared memory: it is not computed here.
void LoadFinder::findFeeds() {
  Feeds.assign(Early.Leaves.size(), false);
  for (auto [I, Store] : llvm::enumerate(Early.Leaves)) {
    if (!storesShared(Store.E) || readsTile(Store.E))
      continue;
    std::vector<bool> Leads(Early.Leaves.size());
    Leads[I] = true;
    VarSet Wanted = Store.E.Reads;
    bool Computed = addConditions(Store, Wanted);
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (auto [J, L] : llvm::enumerate(Early.Leaves)) {
        if (Leads[J] || llvm::none_of(L.E.Writes, [&](const VarDecl *Var) {
              return Wanted.count(Var);
            }))
          continue;
        Leads[J] = Changed = true;
        Computed |= readsTile(L.E) || addConditions(L, Wanted);
        Wanted.insert(L.E.Reads.begin(), L.E.Reads.end());
      }
    }
    if (!Computed)
      for (auto [J, DoesLead] : llvm::enumerate(Leads))
        Feeds[J] = Feeds[J] || DoesLead;
  }
}

const VarDecl *LoadFinder::nameFor(const Leaf &L) const {
  if (const VarDecl *Var = variableSetBy(*L.S))
    return Var;
  for (const MemoryAccess &W : L.E.MemoryWrites)
    if (W.Root.Var)
      return W.Root.Var;
  return A.M.Staged.Tiles.front();
}

/// Every load from global memory in leaf \p Index.
MaybeRejection LoadFinder::readLoads(unsigned Index) {
  const Leaf &L = Early.Leaves[Index];
  OrRejection<std::vector<GuardedLoad>> Loads =
      guardedLoads(*L.S, L.E, A.Flow, A.Ctx);
  if (auto *Why = std::get_if<Rejection>(&Loads))
    return std::move(*Why);
  // No register stands for a load that is made nobody knows how often: it
  // stays where it is.
  for (const Stmt *Parent : L.Parents) {
    const auto *For = dyn_cast<ForStmt>(Parent);
    std::optional<CountedLoop> Counted =
        For ? countedLoop(*For, A.Ctx) : std::nullopt;
    if (For && (!Counted || !Counted->ConstantStart)) {
      if (!std::get<0>(Loads).empty())
        Staying.push_back({For, Index});
      return std::nullopt;
    }
  }
  for (GuardedLoad &Load : std::get<0>(Loads))
    Early.Loads.push_back({std::move(Load), Index, nameFor(L)});
  return std::nullopt;
}

/// Both read by one pointer: a variable, or a member of one object.
static bool areByOnePointer(const MemoryAccess &X, const MemoryAccess &Y,
                            const ASTContext &Ctx) {
  if (X.Root.Kind != MemoryRoot::Global || !(X.Root == Y.Root))
    return false;
  if (X.Root.Var)
    return true;
  const auto *A = dyn_cast<ArraySubscriptExpr>(X.Where->IgnoreParenImpCasts());
  const auto *B = dyn_cast<ArraySubscriptExpr>(Y.Where->IgnoreParenImpCasts());
  if (!A || !B)
    return false;
  llvm::FoldingSetNodeID OfA, OfB;
  subscriptBase(*A)->Profile(OfA, Ctx, /*Canonical=*/true);
  subscriptBase(*B)->Profile(OfB, Ctx, /*Canonical=*/true);
  return OfA == OfB;
}

/// Of all that leaf \p Index loads, some is loaded early: a copy whose first
/// passes are.
bool LoadFinder::hasEarlyPart(unsigned Index) const {
  return llvm::all_of(
      Early.Leaves[Index].E.MemoryReads, [&](const MemoryAccess &R) {
        return llvm::any_of(Early.Loads, [&](const EarlyLoad &Load) {
          return llvm::any_of(Early.Leaves[Load.Leaf].E.MemoryReads,
                              [&](const auto &Other) {
                                return areByOnePointer(R, Other, A.Ctx);
                              });
        });
      });
}

MaybeRejection LoadFinder::run() {
  for (unsigned I = 0; I < A.M.Items.size(); ++I)
    if (A.M.Items[I].R != Role::Barrier && A.M.Items[I].R != Role::Declaration)
      collect(A.M.Items[I].S, I);
  findFeeds();
  unsigned End = Early.Leaves.size();
  while (OfTripOnly && End > 0 &&
         !(Feeds[End - 1] && storesShared(Early.Leaves[End - 1].E)))
    --End;
  for (unsigned I = 0; I < End; ++I)
    if (Feeds[I] && !readsTile(Early.Leaves[I].E))
      if (MaybeRejection Why = readLoads(I))
        return Why;
  for (const auto &[For, Index] : Staying)
    if (!hasEarlyPart(Index))
      return Rejection{RejectionKind::CopyCountUnknown, For->getForLoc(),
                       "the loop around this load has to make the same "
                       "constant number of trips in every thread"};
  if (llvm::all_of(Early.Loads, [&](const EarlyLoad &Load) {
        return onlyChooses(*Load.Load, *Early.Leaves[Load.Leaf].S);
      }))
    return Rejection{RejectionKind::UnsupportedLoop,
                     A.M.Header.Loop->getSourceRange(),
                     "the loop stores nothing to a shared array that it has "
                     "only loaded"};
  return std::nullopt;
}

} // namespace

MaybeRejection findEarlyLoads(LoopAnalysis &A) {
  return LoadFinder(A, /*OfTripOnly=*/false).run();
}

static MaybeRejection findLoadsOfTrip(LoopAnalysis &A) {
  return LoadFinder(A, /*OfTripOnly=*/true).run();
}

using FindLaunches =
    llvm::function_ref<const LaunchSites &(const FunctionDecl &)>;

static OrRejection<LoopModel>
buildEarlyLoads(const LoopCandidate &Candidate, const ASTContext &Ctx,
                bool AssumeNoAlias, FindLaunches Launches, bool BarriersMoved,
                bool OfTripOnly) {
  LaunchFacts Facts;
  LoopAnalysis A(*Candidate.Kernel, *Candidate.Loop, Ctx, Facts, AssumeNoAlias,
                 /*SplitRegions=*/false);
  A.askLaunches(Launches);
  for (auto *Step : {readCallers, readHeader, checkLambda, readItems,
                     checkPassedMemory, checkRaces})
    if (MaybeRejection Why = Step(A))
      return *Why;
  if (MaybeRejection Why = findOwnPipeline(A))
    return *Why;
  A.M.Staged.Tiles = possibleTiles(A);
  bool HasBarrier = false;
  for (unsigned I = 0; I < A.M.Items.size(); ++I) {
    if (!A.M.Items[I].E.AsyncCopies.empty())
      return Rejection{RejectionKind::AsyncCopyInLoop,
                       A.M.Items[I].S->getSourceRange(),
                       "the loop copies asynchronously"};
    if (isVote(A.M.Items[I], A.Ctx))
      return *checkExits(A.M.Items[I]);
    if (A.M.Items[I].R == Role::Barrier) {
      A.M.Barriers.Publish = I;
      HasBarrier = true;
    } else if (isa<CompoundStmt>(A.M.Items[I].S) &&
               !A.M.Items[I].E.Barriers.empty()) {
      // The schedule has a step for each barrier of a trip.
      return Rejection{RejectionKind::BarrierInBranch,
                       A.M.Items[I].E.Barriers[0]->getSourceRange(),
                       "it is inside braces of its own"};
    }
  }
  if (!HasBarrier || A.M.Staged.Tiles.empty())
    return Rejection{RejectionKind::UnsupportedLoop,
                     A.M.Header.Loop->getSourceRange(),
                     "no barrier stands at the top level of the loop body"};
  for (auto *Step :
       {OfTripOnly ? findLoadsOfTrip : findEarlyLoads, sliceEarlyLoads,
        checkEarlySources, BarriersMoved ? checkUniform : checkUniformOrKept})
    if (MaybeRejection Why = Step(A))
      return *Why;
  A.M.Pointers = std::make_shared<PointerFlow>(A.Flow);
  A.M.Proofs.RelyOnLaunches = A.ReliesOnLaunches;
  return std::move(A.M);
}

OrRejection<LoopModel>
buildEarlyLoads(const LoopCandidate &Candidate, const ASTContext &Ctx,
                bool AssumeNoAlias, FindLaunches Launches, bool BarriersMoved) {
  OrRejection<LoopModel> All =
      buildEarlyLoads(Candidate, Ctx, AssumeNoAlias, Launches, BarriersMoved,
                      /*OfTripOnly=*/false);
  if (std::holds_alternative<LoopModel>(All))
    return All;
  OrRejection<LoopModel> OfTrip =
      buildEarlyLoads(Candidate, Ctx, AssumeNoAlias, Launches, BarriersMoved,
                      /*OfTripOnly=*/true);
  auto *Why = std::get_if<Rejection>(&OfTrip);
  return !Why || Why->Kind == RejectionKind::SourceMayChange ? std::move(OfTrip)
                                                             : std::move(All);
}

} // namespace cudapipe
