//===- Schedule.cpp - The order of all steps ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Plan/Schedule.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Plan/PipelinePlan.h"

using namespace clang;

namespace cudapipe {
namespace {

class Scheduler {
public:
  Scheduler(const LoopModel &M, const PipelinePlan &Plan, const ASTContext &Ctx)
      : M(M), Plan(Plan), Ctx(Ctx), Ahead(Plan.ahead()) {
    Out.StoresInPlace = mayStoreInPlace();
  }

  Schedule make() {
    Out.Ahead = Ahead;
    if (needsBarrierBefore())
      Out.Before.push_back({Step::Barrier});
    schedulePrologue();
    if (M.Early)
      scheduleEarlyLoads();
    else if (Out.StoresInPlace)
      scheduleInPlace();
    else
      scheduleTiles();
    if (needsBarrierBehind())
      Out.Behind.push_back({Step::Barrier});
    if (Plan.Stages > 1 &&
        (!M.Staged.UsedAfter.empty() || !namesThatGoOn(M, Plan).empty()))
      Out.Behind.push_back({Step::Alias, -1});
    return std::move(Out);
  }

private:
  bool storesLater() const {
    return Plan.UsesRegisters && !M.Early && !Out.StoresInPlace;
  }
  bool mayStoreInPlace() const;
  bool needsBarrierBefore() const;
  bool needsBarrierBehind() const;
  bool movesOut(const BodyItem &Item) const;
  bool stays(unsigned I) const;
  bool ownWait() const;
  /// Of the groups of Ahead tiles, those that a wait may leave in flight.
  unsigned inFlight() const {
    return unsigned(Ahead - 1) * std::max(M.Groups.CommitsPerTile, 1u);
  }
  Step wait() const;
  Step item(unsigned I, bool Moves = false) const;
  void add(Step S) { Out.Body.push_back(S); }
  void commit(std::vector<Step> &Steps, int Tile) const;
  void schedulePrologue();
  void scheduleEarlyLoads();
  void scheduleTiles();
  void scheduleInPlace();
  void drop();

  const LoopModel &M;
  const PipelinePlan &Plan;
  const ASTContext &Ctx;
  const int Ahead;
  Schedule Out;
};

bool Scheduler::needsBarrierBefore() const {
  if (M.Early)
    return M.Early->BarrierBefore;
  // A later load phase had a barrier in front of it.
  bool BarrierBeforeLoad = M.Barriers.AtTop;
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    const Effects &E = M.Items[I].E;
    BarrierBeforeLoad |= M.Items[I].R == Role::Load && M.inCompute(I) &&
                         !(E.MemoryReads.empty() && E.MemoryWrites.empty());
  }
  return (BarrierBeforeLoad &&
          (M.Around.Nested || M.Around.MemoryWrittenBefore)) ||
         // The load of the second tile had a barrier in front of it.
         ((Ahead > 1 || M.isOfPipeline(M.Barriers.Publish)) &&
          M.Around.SourceWrittenBefore) ||
         // It goes to what others may still use.
         (Ahead > 1 && Plan.Launches.NamesStay && M.Around.AreaTouchedBefore) ||
         // What counts copies is set up by one thread.
         Plan.Variant->OfBlock ||
         // Wide copies are of other threads' elements.
         (Plan.UsesWide &&
          (M.Around.SourceWrittenBefore || M.Around.TileTouchedBefore));
}

/// `load, barrier, compute, barrier` ends with a barrier that what comes after
/// may rely on; `barrier, load, barrier, compute` starts with one. With one
/// buffer every trip still ends with the user's own. A barrier that went from
/// between the phases kept things apart, too.
bool Scheduler::needsBarrierBehind() const {
  // Another run of the loop starts at its first stage, where the pipeline does
  // not.
  bool OneWent = !(M.Barriers.AtTop || M.Barriers.KeepsReuse) ||
                 !M.Barriers.OfTiles.empty();
  return Plan.Stages > 1 &&
         ((M.Around.BarrierNeededAfter && OneWent) ||
          (Plan.Launches.NamesStay && M.Around.AreaTouchedBehind) ||
          (M.Barriers.AtTop && M.Around.BarrierNeededAfterLoadPhase));
}

/// \p Item declares, in the loop body, what is needed in front of the loop.
bool Scheduler::movesOut(const BodyItem &Item) const {
  return !M.Early &&
         llvm::any_of(cast<DeclStmt>(Item.S)->decls(), [&](const Decl *D) {
           return llvm::is_contained(M.Staged.Tiles, D) ||
                  llvm::any_of(M.Items, [&](const BodyItem &Other) {
                    return (Other.R == Role::Load || Other.R == Role::Both) &&
                           mentions(Other.S, cast<ValueDecl>(D));
                  });
         });
}

/// Item \p I keeps its place among the others that do.
bool Scheduler::stays(unsigned I) const {
  const BodyItem &Item = M.Items[I];
  switch (Item.R) {
  case Role::Load:
  case Role::AsyncGroup:
    return false;
  case Role::Declaration:
    return !movesOut(Item);
  case Role::Barrier:
    if (M.isOfPipeline(I))
      return I != M.Barriers.Publish;
    return M.Early || ((I != M.Barriers.Publish || M.Barriers.KeepsPublish) &&
                       (I != M.Barriers.Reuse || M.Barriers.KeepsReuse) &&
                       !llvm::is_contained(M.Barriers.OfTiles, I));
  case Role::Compute:
  case Role::Both:
  case Role::Advance:
    return !Item.Early;
  }
  llvm_unreachable("covered switch");
}

/// A wait of the user's for all copies would end what is under way to later
/// trips; one for the oldest stays.
bool Scheduler::ownWait() const {
  return Plan.UsesAsync &&
         (!M.Groups.Wait || (Ahead > 1 && !M.Groups.WaitsForOldest));
}

/// Of the groups of Ahead tiles, all but the oldest may stay in flight.
Step Scheduler::wait() const {
  Step Out{Step::Wait, 0, inFlight()};
  for (unsigned I = 0; M.Groups.Wait && I < M.Items.size(); ++I)
    if (M.Items[I].S == M.Groups.Wait) {
      Out.Item = I;
      Out.Moves = true;
    }
  if (ownWait())
    return Out;
  Out.S = M.Groups.Wait;
  Out.Pending = 0;
  std::optional<AsyncOperation> Op = asyncOperation(M.Groups.Wait, Ctx);
  if (M.Groups.WaitsForOldest)
    Out.Kind = Step::WaitOldest;
  else if (Op && Op->CoversUncommitted)
    Out.Kind = Step::WaitAll;
  return Out;
}

/// The user's statement as it is.
Step Scheduler::item(unsigned I, bool Moves) const {
  Step Out{Step::Compute, 0, 0, int(I), M.Items[I].S, Moves};
  if (M.isOfPipeline(I)) {
    Out.Kind = I == M.Barriers.Publish ? Step::WaitOldest : Step::Release;
    Out.OfBlock = true;
  } else if (M.Items[I].R == Role::Barrier) {
    Out.Kind = Step::Barrier;
    Out.Waits = waitsWithBlock(M.Items[I].S, Ctx);
    if (Out.Waits && !M.Groups.Counter)
      Out.Pending = inFlight();
    Out.OfStage = Out.Waits && M.Groups.Counter;
  }
  return Out;
}

/// A group ends where the wait counts them; the user's own may be ended by the
/// load.
void Scheduler::commit(std::vector<Step> &Steps, int Tile) const {
  if (M.Groups.CommitsPerTile && !M.Groups.WaitsForOldest && Ahead > 1) {
    Step Out{Step::Commit, Tile};
    Out.InPlaceOfLoad = true;
    Steps.push_back(Out);
    return;
  }
  if (Plan.UsesAsync && (M.Groups.Commit || ownWait()))
    Steps.push_back({Step::Commit, 0, 0, -1, M.Groups.Commit});
}

void Scheduler::schedulePrologue() {
  if (Plan.Variant->needs({Step::Acquire}))
    Out.Prologue.push_back({Step::Acquire});
  Out.Prologue.push_back({Step::Load, 0});
  if (storesLater())
    Out.Prologue.push_back({Step::Store, 0});
  if (Ahead > 1)
    Out.Prologue.push_back({Step::Advance, 1});
  commit(Out.Prologue, 0);
}

/// Everything stays in its place; where the registers are free, the next loads.
void Scheduler::scheduleEarlyLoads() {
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    add(item(I));
    if (I == M.Early->Behind) {
      add({Step::Advance, 1});
      add({Step::Load, 1});
    }
  }
}

void Scheduler::scheduleTiles() {
  // What sets the next tile's place; at the start of the body it stays there.
  unsigned I = 0;
  for (; I < M.Items.size() && M.Items[I].Early; ++I)
    add(item(I));
  if (Plan.UsesAsync && M.Groups.Wait != M.Items[M.Barriers.Publish].S)
    add(wait());
  // A vote stays the barrier at the top of the trip.
  const unsigned Top = M.Barriers.Votes ? M.Barriers.Reuse : M.Barriers.Publish;
  add(M.Barriers.KeepsPublish && !M.Barriers.Votes ? Step{Step::Barrier}
                                                   : item(Top, /*Moves=*/true));
  for (; I < M.Items.size(); ++I)
    if (M.Items[I].Early)
      add(item(I, /*Moves=*/true));

  if (Ahead == 1)
    add({Step::Advance, 1});
  if (Plan.Variant->needs({Step::Acquire}))
    add({Step::Acquire});
  add({Step::Load, Ahead});
  if (Ahead > 1 && !storesLater())
    add({Step::Advance, Ahead + 1});
  commit(Out.Body, Ahead);
  if (Plan.Stages > 1)
    add({Step::Alias, 0});

  for (I = 0; I < M.Items.size(); ++I)
    if (stays(I))
      add(item(I));
  if (Plan.Variant->needs({Step::Release}))
    add({Step::Release, 0});

  if (storesLater()) {
    if (Plan.Stages == 1 && !M.Barriers.KeepsReuse)
      add(!M.Barriers.Votes         ? item(M.Barriers.Reuse, /*Moves=*/true)
          : M.Barriers.KeepsPublish ? Step{Step::Barrier}
                                    : item(M.Barriers.Publish, true));
    add({Step::Store, Ahead});
    if (Ahead > 1)
      add({Step::Advance, Ahead + 1});
  }
  if (Plan.Stages > 1)
    add({Step::Rotate});
  drop();
}

/// An item of the load phase stores to memory.
static bool storesTile(const BodyItem &Item) {
  return Item.R == Role::Load && !Item.E.MemoryWrites.empty();
}

/// One load phase, whose stores nothing else in the trip comes in front of.
bool Scheduler::mayStoreInPlace() const {
  if (!Plan.UsesRegisters || Plan.UsesAsync || M.Early || Ahead > 1 ||
      M.Barriers.Votes || M.Barriers.VotesLast || M.Barriers.KeepsPublish ||
      !M.Barriers.OfTiles.empty())
    return false;
  const unsigned Publish = M.Barriers.Publish;
  bool IsLoaded = false, IsStored = false;
  for (auto [I, Item] : llvm::enumerate(M.Items)) {
    IsStored |= storesTile(Item);
    // The barrier that frees the tile stands in front of all stores.
    if (Item.Early || (I == M.Barriers.Reuse && I < Publish && IsStored) ||
        (I > Publish && storesTile(Item)) ||
        (I < Publish && (Item.R == Role::Advance || Item.R == Role::Compute ||
                         (IsLoaded && Item.R == Role::Both))))
      return false;
    IsLoaded |= Item.R == Role::Load;
  }
  return IsStored &&
         llvm::none_of(M.Variables.Recurrences, [&](const Recurrence &R) {
           return R.Item >= 0 && unsigned(R.Item) < Publish;
         });
}

/// The stores and the barrier behind them stay; the loads of the next tile are
/// made where its registers are free.
void Scheduler::scheduleInPlace() {
  bool IsStored = false;
  // What both phases need may name the tile.
  if (Plan.Stages > 1)
    add({Step::Alias, 0});
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    const bool IsReuse = I == M.Barriers.Reuse && M.Items[I].R == Role::Barrier;
    if (storesTile(M.Items[I]) && !IsStored) {
      add({Step::Store, 0});
      IsStored = true;
    }
    if (I == M.Barriers.Publish) {
      add(item(I));
      add({Step::Advance, 1});
      add({Step::Load, 1});
    } else if (stays(I) || (IsReuse && Plan.Stages == 1)) {
      add(item(I));
    }
  }
  if (Plan.Stages > 1)
    add({Step::Rotate});
  drop();
}

/// Accounts for the items without a step.
void Scheduler::drop() {
  std::vector<bool> HasStep(M.Items.size());
  for (Step &S : Out.Body) {
    if (S.Kind == Step::Commit)
      for (unsigned I = 0; I < M.Items.size(); ++I)
        if (M.Groups.Commit && M.Items[I].S == M.Groups.Commit)
          S.Item = I;
    if (S.Item >= 0)
      HasStep[S.Item] = true;
  }
  for (unsigned I = 0; I < M.Items.size(); ++I)
    if (!HasStep[I])
      Out.Dropped.push_back(
          {I, M.Items[I].R == Role::Load          ? DroppedItem::InLoad
              : M.Items[I].R == Role::Declaration ? DroppedItem::InFront
              : M.Items[I].R == Role::Barrier     ? DroppedItem::InStages
                                                  : DroppedItem::InOneGroup});
}

} // namespace

Schedule makeSchedule(const LoopModel &M, const PipelinePlan &Plan,
                      const ASTContext &Ctx) {
  return Scheduler(M, Plan, Ctx).make();
}

} // namespace cudapipe
