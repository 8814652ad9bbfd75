//===- VerifyPlan.cpp - Does the schedule keep its promises? --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First the order of the user's own items: all are there, what touches the same
// memory is in the old order, and a barrier is between where one was. Then the
// steps are played. Two threads suffice: one runs as far ahead as barriers let
// it, one as far behind. Instead of running both, each buffer remembers in
// which barrier interval it was last read and written; two accesses by
// different threads are ordered only if a barrier lies between them.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Plan/PlanPipeline.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

using namespace clang;

namespace cudapipe {
namespace {

template <typename... Ts> llvm::Error fail(const char *Format, Ts... Values) {
  return llvm::createStringError(llvm::formatv(Format, Values...).str());
}

/// The items of the body against those of the loop.
class ItemOrder {
public:
  ItemOrder(const Schedule &Steps, const LoopModel &M)
      : Steps(Steps), M(M), Position(M.Items.size(), -1) {}

  llvm::Error check() {
    if (llvm::Error E = checkPresence())
      return E;
    if (M.Around.Disagreement && !keepsBarriers())
      return fail("threads may disagree about barriers that are moved");
    for (unsigned I = 0; I < M.Items.size(); ++I)
      for (unsigned J = 0; J < M.Items.size(); ++J)
        if (isComputed(I) && isComputed(J))
          if (llvm::Error E = checkPair(I, J))
            return E;
    for (unsigned I = 0; I < M.Items.size(); ++I)
      if (isComputed(I) && isNeededBehind(I) && wasBarrier(I, M.Items.size()) &&
          !isBarrier(Position[I], Steps.Body.size()) && !hasBarrierBehind())
        return fail("no barrier between item {0} and what follows the loop", I);
    if (M.isOfPipeline(M.Barriers.Reuse) && M.Around.BarrierNeededAfter &&
        !hasBarrierBehind())
      return fail("who comes to the loop again may meet who is still in it");
    return llvm::Error::success();
  }

private:
  bool isComputed(unsigned I) const {
    return Position[I] >= 0 && Steps.Body[Position[I]].Kind == Step::Compute;
  }
  /// A barrier stood between the items \p From and \p To of a trip.
  bool wasBarrier(int From, int To) const {
    for (int I = From + 1; I < To; ++I)
      if (M.Items[I].R == Role::Barrier && !M.isOfPipeline(I))
        return true;
    return false;
  }
  /// One is between these places of the body.
  bool isBarrier(int From, int To) const {
    for (int I = From + 1; I < To; ++I)
      if (Steps.Body[I].Kind == Step::Barrier)
        return true;
    return false;
  }
  /// A thread meets the barriers that it met, in their order, and no other.
  bool keepsBarriers() const {
    std::vector<int> Met, Were;
    for (const auto *Part :
         {&Steps.Before, &Steps.Prologue, &Steps.Body, &Steps.Behind})
      for (const Step &S : *Part)
        if (S.Kind == Step::Barrier)
          Met.push_back(S.Item);
    for (unsigned I = 0; I < M.Items.size(); ++I)
      if (M.Items[I].R == Role::Barrier)
        Were.push_back(I);
    return Met == Were;
  }
  bool hasBarrierBehind() const {
    return llvm::any_of(Steps.Behind,
                        [](const Step &S) { return S.Kind == Step::Barrier; });
  }
  bool isNeededBehind(unsigned I) const {
    const Effects &E = M.Items[I].E;
    return !(E.MemoryReads.empty() && E.MemoryWrites.empty()) &&
           (M.Barriers.AtTop && I < M.Barriers.Publish
                ? M.Around.BarrierNeededAfterLoadPhase
                : M.Around.BarrierNeededAfter);
  }

  static bool meet(llvm::ArrayRef<MemoryAccess> Xs,
                   llvm::ArrayRef<MemoryAccess> Ys) {
    return llvm::any_of(Xs, [&](const MemoryAccess &X) {
      return llvm::any_of(Ys, [&](const MemoryAccess &Y) {
        return X.Root.Kind == MemoryRoot::Unknown ||
               Y.Root.Kind == MemoryRoot::Unknown ||
               (X.Root.Var && X.Root == Y.Root);
      });
    });
  }
  bool meetInMemory(unsigned I, unsigned J) const {
    const Effects &X = M.Items[I].E, &Y = M.Items[J].E;
    return meet(X.MemoryWrites, Y.MemoryWrites) ||
           meet(X.MemoryWrites, Y.MemoryReads) ||
           meet(X.MemoryReads, Y.MemoryWrites);
  }
  bool meetInVariables(unsigned I, unsigned J) const {
    const Effects &X = M.Items[I].E, &Y = M.Items[J].E;
    return llvm::any_of(X.Writes,
                        [&](const VarDecl *Var) {
                          return Y.Writes.count(Var) || Y.Reads.count(Var);
                        }) ||
           llvm::any_of(Y.Writes,
                        [&](const VarDecl *Var) { return X.Reads.count(Var); });
  }

  /// Every item is there once, as what it is.
  llvm::Error checkPresence() {
    auto Fits = [&](const Step &S) {
      switch (M.Items[S.Item].R) {
      case Role::Barrier:
        if (M.isOfPipeline(S.Item))
          return S.OfBlock &&
                 S.Kind == (S.Item == int(M.Barriers.Publish) ? Step::WaitOldest
                                                              : Step::Release);
        return S.Kind == Step::Barrier;
      case Role::AsyncGroup:
        return S.Kind <= Step::WaitOldest || S.Kind == Step::Commit;
      case Role::Load:
        return false;
      case Role::Compute:
      case Role::Both:
      case Role::Declaration:
      case Role::Advance:
        return S.Kind == Step::Compute && S.S == M.Items[S.Item].S;
      }
      llvm_unreachable("covered switch");
    };
    std::vector<unsigned> Times(M.Items.size());
    for (auto [I, S] : llvm::enumerate(Steps.Body)) {
      if (S.Item < 0 && S.Kind != Step::Compute)
        continue;
      if (S.Item < 0 || S.Item >= int(M.Items.size()) || !Fits(S))
        return fail("item {0} is scheduled as what it is not", S.Item);
      ++Times[S.Item];
      Position[S.Item] = I;
    }
    for (const DroppedItem &D : Steps.Dropped) {
      static constexpr Role Roles[] = {Role::Load, Role::Declaration,
                                       Role::Barrier, Role::AsyncGroup};
      if (D.Item >= M.Items.size() || M.Items[D.Item].R != Roles[D.Reason])
        return fail("item {0} is dropped as what it is not", D.Item);
      ++Times[D.Item];
    }
    for (auto [I, Count] : llvm::enumerate(Times))
      if (Count != 1)
        return fail("item {0} is scheduled {1} times", I, Count);
    for (const auto *Other : {&Steps.Before, &Steps.Prologue, &Steps.Behind})
      for (const Step &S : *Other)
        if (S.Item >= 0 || S.Kind == Step::Compute)
          return fail("item {0} is scheduled outside the loop", S.Item);
    return llvm::Error::success();
  }

  /// What \p I does in one trip, and \p J behind it in the same, or in the
  /// next.
  llvm::Error checkPair(unsigned I, unsigned J) const {
    if (I < J && Position[I] > Position[J] &&
        (meetInVariables(I, J) || meetInMemory(I, J)))
      return fail("item {0} comes before item {1}, which it needs", J, I);
    if (!meetInMemory(I, J))
      return llvm::Error::success();
    if (I < J && wasBarrier(I, J) && !isBarrier(Position[I], Position[J]))
      return fail("no barrier between items {0} and {1}", I, J);
    const int End = Steps.Body.size();
    if ((wasBarrier(I, M.Items.size()) || wasBarrier(-1, J)) &&
        !isBarrier(Position[I], End) && !isBarrier(-1, Position[J]))
      return fail("no barrier between item {0} and item {1} of the next trip",
                  I, J);
    return llvm::Error::success();
  }

  const Schedule &Steps;
  const LoopModel &M;
  /// In the body, of each item; -1: dropped.
  std::vector<int> Position;
};

/// One buffer of one tile array, as the block sees it.
struct Buffer {
  int Tile = -1;       ///< What the last write put there.
  int Group = -1;      ///< Commit group that writes it; -1: written at once.
  bool Arrived = true; ///< The group has been waited for.
  int WrittenAt = -2;  ///< Barrier interval of the write or of its wait.
  int ReadAt = -2;     ///< Barrier interval of the last read.
};

/// How the copies of one tile array travel.
struct TileArray {
  const VarDecl *Var;
  bool Async = false;
  /// Some asynchronous copy is ours: the user's commits do not know of it.
  bool Own = false;
  /// The loads store it by themselves where the tests fail.
  bool Plain = true;
  std::vector<Buffer> Buffers = {};
};

/// Plays the steps of a loop with a number of trips, with copies that arrive as
/// late as they may.
class Player {
public:
  Player(const PipelinePlan &Plan, const LoopModel &M)
      : Plan(Plan), Steps(Plan.Steps), M(M) {
    for (const VarDecl *Tile : M.Staged.Tiles)
      if (!M.Early)
        Arrays.push_back({Tile});
    for (auto [I, Copy] : llvm::enumerate(M.Copies))
      for (TileArray &A : Arrays)
        if (A.Var == Copy.Tile) {
          bool Async = Plan.Travels[I] == Travel::Async;
          A.Async |= Async;
          A.Own |= Async && !Copy.From.IsAsync;
          A.Plain &= !Async || Plan.StoredPlainly[I];
        }
    for (const BodyItem &Item : M.Items) {
      Reads.emplace_back();
      for (unsigned A = 0; A < Arrays.size(); ++A)
        if (llvm::any_of(Item.E.MemoryReads, [&](const MemoryAccess &R) {
              return R.Root.Kind == MemoryRoot::Unknown ||
                     R.Root.Kind == MemoryRoot::Stranger ||
                     R.Root.Var == Arrays[A].Var;
            }))
          Reads.back().push_back(A);
    }
    if (M.Early)
      for (const EarlyLoad &Load : M.Early->Loads)
        ReadsRegister.insert(M.Early->Leaves[Load.Leaf].Item);
  }

  llvm::Error run(int Trips, bool Wide) {
    for (TileArray &A : Arrays)
      A.Buffers.assign(Plan.Stages, Buffer());
    Tiles = Trips;
    IsWide = Wide;
    Now = State();
    if (llvm::Error E = play(Steps.Before, 0))
      return E;
    for (int Tile = 0; Tile < int(Steps.Ahead); ++Tile) {
      Now.LoadStage = Tile;
      if (llvm::Error E = play(Steps.Prologue, Tile))
        return E;
    }
    Now.LoadStage = Steps.Ahead;
    for (int Tile = 0; Tile < Tiles; ++Tile) {
      Now.Named = -1;
      Now.IsReleased = false;
      Now.ValuesMoved = false;
      if (!Steps.hasCursor())
        Now.Place = Tile;
      if (llvm::Error E = play(Steps.Body, Tile))
        return E;
    }
    return play(Steps.Behind, Tiles);
  }

private:
  llvm::Error write(TileArray &A, int Into, int Tile, int Group) {
    Buffer &B = A.Buffers[Into];
    if (!B.Arrived)
      return fail("tile {0} overwrites tile {1} while it is in flight", Tile,
                  B.Tile);
    if (B.ReadAt == Now.Interval)
      return fail("tile {0} overwrites tile {1} while it may be read", Tile,
                  B.Tile);
    B = Buffer{Tile, Group, Group < 0, Now.Interval, B.ReadAt};
    return llvm::Error::success();
  }

  llvm::Error read(TileArray &A, int Tile) {
    if (Plan.Stages > 1 && Now.Named < 0)
      return fail("tile {0} is computed before its names stand for it", Tile);
    if (Now.IsReleased)
      return fail("tile {0} is computed behind its release", Tile);
    Buffer &B = A.Buffers[Plan.Stages > 1 ? Now.Named : 0];
    if (B.Tile != Tile)
      return fail("compute of tile {0} finds tile {1}", Tile, B.Tile);
    if (!B.Arrived)
      return fail("compute of tile {0} does not wait for it", Tile);
    if (B.WrittenAt == Now.Interval)
      return fail("no barrier publishes tile {0} before its compute", Tile);
    B.ReadAt = Now.Interval;
    return llvm::Error::success();
  }

  /// Copies of groups before \p End have arrived; those that the user knows of,
  /// if others than who copies do not wait.
  void arrive(int End, bool OnlyUsers) {
    for (TileArray &A : Arrays)
      for (Buffer &B : A.Buffers)
        if (!B.Arrived && B.Group < End && !(OnlyUsers && A.Own)) {
          B.Arrived = true;
          B.WrittenAt = Now.Interval; // seen by others after the next barrier
        }
  }

  /// The copies into stage \p Stage have arrived.
  void arriveAt(int Stage) {
    for (TileArray &A : Arrays) {
      A.Buffers[Stage].Arrived = true;
      A.Buffers[Stage].WrittenAt = Now.Interval;
    }
  }

  /// The copies of the group in front of \p End, of all threads of the block.
  void arriveInBlock(int End) {
    for (TileArray &A : Arrays)
      for (Buffer &B : A.Buffers)
        if (!B.Arrived && B.Group == End - 1) {
          B.Arrived = true;
          B.WrittenAt = Now.Interval - 1;
        }
  }

  /// All threads have read \p Tile before one of them acquires its stage again.
  llvm::Error releaseInBlock(int Tile) {
    for (TileArray &A : Arrays) {
      Buffer &B = A.Buffers[Now.Stage];
      if (B.Tile != Tile)
        return fail("tile {0} is released where tile {1} is", Tile, B.Tile);
      B.ReadAt = -2;
    }
    return llvm::Error::success();
  }

  bool acquiresInLoad() const {
    return M.Groups.Counter && M.Groups.Counter->Pipeline;
  }

  /// What the user's commits close in one load.
  int groupsOfLoad() const { return std::max(int(M.Groups.CommitsPerTile), 1); }

  /// The first load may not be made before a barrier.
  bool needsBarrierBefore(int Tile) const {
    if (M.Early)
      return M.Early->BarrierBefore;
    bool HadBarrier = M.Barriers.AtTop;
    for (unsigned I = 0; I < M.Items.size(); ++I)
      HadBarrier |= M.Items[I].R == Role::Load && M.inCompute(I) &&
                    !(M.Items[I].E.MemoryReads.empty() &&
                      M.Items[I].E.MemoryWrites.empty());
    return (HadBarrier && (M.Around.Nested || M.Around.MemoryWrittenBefore)) ||
           (M.Around.SourceWrittenBefore && (Tile > 0 || Plan.UsesWide)) ||
           (M.Around.AreaTouchedBefore && Plan.Launches.NamesStay &&
            Tile > 0) ||
           (M.Around.TileTouchedBefore && Plan.UsesWide);
  }

  /// Where a load and a store of \p Tile go.
  int target(int Tile) const {
    if (Plan.Stages == 1)
      return 0;
    return Steps.hasCursor() ? Now.LoadStage
           : Tile == 0       ? Now.Stage
                             : Now.Stage ^ 1;
  }

  llvm::Error load(int Tile, int Into) {
    if (Now.Interval == 0 && needsBarrierBefore(Tile))
      return fail("tile {0} is loaded before a barrier settles what was", Tile);
    if (Now.Place != Tile)
      return fail("tile {0} is loaded from the place of tile {1}", Tile,
                  Now.Place);
    if (Plan.Variant->needs({Step::Acquire}) && !Now.IsAcquired)
      return fail("no stage is acquired for tile {0}", Tile);
    if (acquiresInLoad() && ++Now.Held > int(Plan.Stages))
      return fail("tile {0} acquires a stage that nobody releases", Tile);
    // Our own copies may stand behind the user's commit.
    for (bool Own : {false, true}) {
      for (TileArray &A : Arrays)
        if (A.Async && A.Own == Own)
          if (llvm::Error E = write(A, Into, Tile,
                                    A.Plain && !IsWide ? -1
                                    : Own ? Now.NextGroup
                                          : Now.NextGroup + groupsOfLoad() - 1))
            return E;
      Now.NextGroup += !Own && M.Groups.CommitsInLoad ? groupsOfLoad() : 0;
    }
    if (!Plan.UsesRegisters)
      return llvm::Error::success();
    if (Now.InRegisters >= 0 && !M.Early)
      return fail("tile {0} is fetched over tile {1}", Tile, Now.InRegisters);
    Now.InRegisters = Tile;
    return llvm::Error::success();
  }

  llvm::Error store(int Tile, int Into) {
    if (Now.InRegisters != Tile)
      return fail("tile {0} is stored but tile {1} was fetched", Tile,
                  Now.InRegisters);
    if (Now.Place != Tile)
      return fail("tile {0} is stored as tile {1}", Tile, Now.Place);
    Now.InRegisters = -1;
    for (TileArray &A : Arrays)
      if (!A.Async)
        if (llvm::Error E = write(A, Into, Tile, -1))
          return E;
    return llvm::Error::success();
  }

  llvm::Error compute(unsigned I, int Tile) {
    if (M.Items[I].Early && !Steps.hasCursor() && Now.Place != Tile)
      return fail("item {0} sets the place of a tile behind its load", I);
    if (ReadsRegister.count(I) && Now.InRegisters != Tile)
      return fail("item {0} of tile {1} finds tile {2} in registers", I, Tile,
                  Now.InRegisters);
    Now.ValuesMoved |=
        llvm::any_of(M.Variables.Recurrences, [&](const Recurrence &R) {
          return R.Update && R.Item == int(I);
        });
    for (unsigned A : Reads[I])
      if (llvm::Error E = read(Arrays[A], Tile))
        return E;
    return llvm::Error::success();
  }

  llvm::Error name(int Tile, bool Behind) {
    Now.Named = !Behind             ? Now.Stage
                : Steps.hasCursor() ? Now.LoadStage
                                    : Now.Stage ^ 1;
    for (TileArray &A : Arrays)
      if (Behind && Tile >= 0 && A.Buffers[Now.Named].Tile != Tile)
        return fail("behind the loop tile {0} is found, not tile {1}",
                    A.Buffers[Now.Named].Tile, Tile);
    return llvm::Error::success();
  }

  llvm::Error advance(int Tile) {
    if (Steps.hasCursor() && Tile > Tiles)
      return llvm::Error::success();
    Now.Place =
        Steps.hasCursor() ? Now.Place + 1 : Now.Trip + 1 + Now.ValuesMoved;
    return Now.Place == Tile
               ? llvm::Error::success()
               : fail("the load goes on to tile {0}, not {1}", Now.Place, Tile);
  }

  bool isVote(const Step &S) const {
    return (M.Barriers.Votes || M.Barriers.VotesLast) &&
           S.Item == int(M.Barriers.Reuse);
  }

  /// The block may leave the loop in front of tile \p Tile.
  llvm::Error leave(int Tile) const {
    for (const TileArray &A : Arrays)
      for (const Buffer &B : A.Buffers)
        if (!B.Arrived)
          return fail("the loop may be left with tile {0} in flight", B.Tile);
    return Steps.hasCursor() || Now.Held > 0 || !M.Staged.UsedAfter.empty()
               ? fail("the loop may be left while tile {0} is prepared", Tile)
               : llvm::Error::success();
  }

  llvm::Error play(const std::vector<Step> &List, int Current) {
    Now.Trip = Current;
    for (const Step &S : List)
      if (llvm::Error E = play(S, Current + S.Tile))
        return E;
    return llvm::Error::success();
  }

  llvm::Error play(const Step &S, int Tile) {
    const bool OnlyUsers = S.S && !M.Groups.WaitGuards.empty();
    switch (S.Kind) {
    case Step::Load:
      return Tile < Tiles ? load(Tile, target(S.Tile)) : llvm::Error::success();
    case Step::Store:
      return Tile < Tiles ? store(Tile, target(S.Tile))
                          : llvm::Error::success();
    case Step::Compute:
      return compute(S.Item, Tile);
    case Step::Advance:
      return advance(Tile);
    case Step::Alias:
      return name(Tile, /*Behind=*/S.Tile < 0);
    case Step::Commit:
      if (S.InPlaceOfLoad) {
        Now.NextGroup += Tile < Tiles ? 0 : groupsOfLoad();
        break;
      }
      ++Now.NextGroup;
      Now.IsAcquired = false;
      break;
    case Step::Acquire:
      Now.IsAcquired = true;
      if (++Now.Held > int(Plan.Stages))
        return fail("tile {0} acquires a stage that nobody releases", Tile);
      break;
    case Step::Release:
      Now.IsReleased = true;
      if (--Now.Held < 0)
        return fail("tile {0} releases a stage that nobody has", Tile);
      if (S.OfBlock)
        return releaseInBlock(Tile);
      break;
    case Step::Wait:
      Now.Waited = std::max(Now.Waited, Now.NextGroup - int(S.Pending));
      arrive(Now.Waited, OnlyUsers);
      break;
    case Step::WaitOldest:
      Now.Waited = std::min(Now.Waited + 1, Now.NextGroup);
      if (S.OfBlock)
        arriveInBlock(Now.Waited);
      else
        arrive(Now.Waited, OnlyUsers);
      break;
    case Step::WaitAll:
      arrive(Now.NextGroup + 1, OnlyUsers);
      break;
    case Step::Barrier:
      if (S.OfStage)
        arriveAt(Now.Stage);
      else if (S.Waits && S.Pending)
        arrive(Now.NextGroup - int(S.Pending), false);
      else if (S.Waits)
        arrive(Now.NextGroup + 1, false);
      ++Now.Interval;
      return isVote(S) ? leave(Tile) : llvm::Error::success();
    case Step::Rotate:
      Now.LoadStage = Now.Stage;
      Now.Stage = Now.Stage + 1 == int(Plan.Stages) ? 0 : Now.Stage + 1;
      break;
    }
    return llvm::Error::success();
  }

  const PipelinePlan &Plan;
  const Schedule &Steps;
  const LoopModel &M;
  std::vector<TileArray> Arrays;
  /// Of each item: what it reads of Arrays.
  std::vector<llvm::SmallVector<unsigned, 2>> Reads;
  /// Items that find what was loaded early in registers.
  std::set<unsigned> ReadsRegister;

  int Tiles = 0;
  bool IsWide = false;
  /// Of one run.
  struct State {
    int Trip = 0, Interval = 0, NextGroup = 0, Waited = 0, InRegisters = -1;
    int Stage = 0, LoadStage = 0, Named = -1;
    /// The tile whose place the load has.
    int Place = 0;
    /// The loop's own variables are those of the next trip.
    bool ValuesMoved = false;
    /// Stages that are acquired and not released.
    int Held = 0;
    /// One of them is open; the tile of the trip is released.
    bool IsAcquired = false, IsReleased = false;
  } Now;
};

} // namespace

/// The stages of dynamic shared memory meet neither each other nor what is
/// alive, the launches give them room, and who goes on in their memory waits.
static llvm::Error checkStages(const PipelinePlan &Plan, const LoopModel &M) {
  if (!Plan.Launches.Stage)
    return llvm::Error::success();
  const uint64_t Bytes = Plan.Launches.Stage->Bytes;
  if (!Plan.Launches.Scales || !Plan.Launches.Wish ||
      Plan.Launches.Wish->Kind != LaunchWish::Extend ||
      !M.Staged.Dynamic->Extent)
    return fail("nothing is known of the tiles in dynamic memory");
  const TileExtent &Tiles = *M.Staged.Dynamic->Extent;
  const LaunchWish &Wish = *Plan.Launches.Wish;
  if (Bytes % Plan.Launches.StageAlignment)
    return fail("stages of {0} bytes are not aligned", Bytes);
  if (Tiles.Begin + Bytes < std::max(Tiles.End, Tiles.OthersEnd))
    return fail("stage 1, {0} bytes on, meets what is alive", Bytes);
  const uint64_t Further = (Plan.Stages - 1) * Bytes;
  if (!Plan.Launches.NamesStay)
    return Wish.More < Further || Tiles.OthersEnd
               ? fail("{0} bytes more are no room for what goes on", Wish.More)
               : llvm::Error::success();
  if (!Tiles.IsDeadBehind)
    return fail("what is behind the loop reads a tile that is elsewhere");
  if (Wish.Least < Tiles.End + Further)
    return fail("{0} bytes are no room for {1} stages", Wish.Least,
                Plan.Stages);
  if (M.Around.AreaTouchedBehind &&
      llvm::none_of(Plan.Steps.Behind,
                    [](const Step &S) { return S.Kind == Step::Barrier; }))
    return fail("no barrier between a stage and who goes on in its memory");
  return llvm::Error::success();
}

llvm::Error verifyPlan(const PipelinePlan &Plan, const LoopModel &M) {
  auto Unsound = [&](llvm::Error E) {
    return llvm::createStringError(llvm::formatv("unsound plan ({0}): {1}",
                                                 Plan.Variant->Name,
                                                 llvm::toString(std::move(E)))
                                       .str());
  };
  if (llvm::Error E = ItemOrder(Plan.Steps, M).check())
    return Unsound(std::move(E));
  if (llvm::Error E = checkStages(Plan, M))
    return Unsound(std::move(E));
  Player P(Plan, M);
  for (int Tiles = M.Header.TestsLast; Tiles <= 3 * int(Plan.Stages) + 1;
       ++Tiles)
    for (bool Wide : {false, true})
      if (!Wide || Plan.UsesWide)
        if (llvm::Error E = P.run(Tiles, Wide))
          return Unsound(std::move(E));
  return llvm::Error::success();
}

} // namespace cudapipe
