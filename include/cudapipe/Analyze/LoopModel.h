//===- cudapipe/Analyze/LoopModel.h - The facts about one K-loop -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int k = 0; k < K; k += BK) {   Header; Recurrence {k, k += BK}
//     As[ty][tx] = A[tx];               BodyItem Load,    TileCopy {As, A[tx]}
//     A += BK;                          BodyItem Load     (only the load reads
//     A)
//     __syncthreads();                  BodyItem Barrier
//     acc += As[ty][k % 4];             BodyItem Compute
//     __syncthreads();                  BodyItem Barrier
//   }
//
// Facts only; nothing here says how the loop will be pipelined.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_LOOPMODEL_H
#define CUDAPIPE_ANALYZE_LOOPMODEL_H

#include "cudapipe/Analyze/BlockCounter.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/GuardedLoads.h"
#include "cudapipe/Analyze/TripCount.h"
#include "cudapipe/Analyze/WideCopy.h"
#include "cudapipe/Rules/Rejection.h"
#include <memory>
#include <optional>

namespace cudapipe {

/// What becomes of a top-level statement of the loop body.
enum class Role {
  Compute,     ///< Stays in the loop.
  Load,        ///< Moves into the load phase: nothing else needs what it does.
  Both,        ///< A pure computation that load and compute both need.
  Declaration, ///< Declares shared arrays: moves in front of the loop.
  Advance,     ///< Updates a recurrence that both need; stays in the loop.
  Barrier,
  AsyncGroup ///< Commits or waits for the loop's own asynchronous copies.
};

struct BodyItem {
  const clang::Stmt *S;
  Effects E;
  Role R = Role::Compute;
  /// Sets what the next tile is found by: runs in front of its load.
  bool Early = false;
};

/// A variable that changes from trip to trip and whose next value is needed
/// before the current tile is computed.
struct Recurrence {
  const clang::VarDecl *Var;
  /// `k += BK`, `++k`, `k = k + BK`: reads Var and loop invariants only. Null,
  /// with early loads only: Var has its next value by then.
  const clang::Expr *Update;
  /// Index of the body item that holds Update; -1 for the loop header.
  int Item;
  /// The load slice reads it (else only the loop condition does).
  bool ReadByLoad;
  /// The load slice must apply the update too: an item after it reads Var.
  bool UpdatedInLoad;
};

/// Where the value of a TileCopy comes from.
struct CopySource {
  /// The user copies asynchronously: Store stays as it is written.
  bool IsAsync = false;
  /// ... and a group of threads makes the copy together.
  bool ByGroup = false;
  /// Kind Copy: the glvalue in global memory.
  const clang::Expr *Source = nullptr;
  /// Kind Copy: Source is the operand of a pointer-reading call, __ldg(p).
  const clang::Expr *SourcePointer = nullptr;
  /// Kind Computed: the one unconditional load in Value, if there is just one.
  /// Keeping it, not the computed value, leaves the computation for later.
  const clang::Expr *RawLoad = nullptr;
  /// RawLoad is made only if this condition equals RawGuardIsTrue.
  const clang::Expr *RawGuard = nullptr;
  bool RawGuardIsTrue = true;
  /// The address of Source reads memory or divides, so it must not be
  /// evaluated where the guard is false.
  bool AddressNeedsGuard = false;
  /// What is stored is fetched through a texture.
  bool FromTexture = false;
  /// Kind Copy: parameters that Source goes by, and for which callers that are
  /// not known may pass other memory than global. Null: another pointer.
  llvm::SmallVector<const clang::ParmVarDecl *, 1> Passed;
};

/// Where a TileCopy stores zero instead of what its source has.
struct ZeroFilling {
  /// Kind Copy with zero fill: copied when Guard == GuardIsTrue, else zero.
  const clang::Expr *Guard = nullptr;
  bool GuardIsTrue = true;
  /// A second condition of the same kind, around the first.
  const clang::Expr *OuterGuard = nullptr;
  bool OuterGuardIsTrue = true;
  /// The if/else whose other branch stores the zero; replaced as a whole.
  const clang::IfStmt *GuardIf = nullptr;
  /// The store of the zero-filling branch, when GuardIf is set.
  const clang::Expr *FillStore = nullptr;
};

/// The way from the loop body to the store of a TileCopy.
struct CopyPath {
  /// Index of the body item.
  unsigned Item = 0;
  /// The calls that lead from the item to the function that holds Store,
  /// outermost first. All other facts are those of the called function.
  llvm::SmallVector<const clang::CallExpr *, 1> Calls;
  /// For statements around the store, in the item and in called functions,
  /// outermost first.
  llvm::SmallVector<const clang::ForStmt *, 2> Loops;
  /// Conditions of if statements around the store (GuardIf excluded).
  llvm::SmallVector<const clang::Expr *, 2> Conditions;
  /// For each condition: the store is in the else branch.
  llvm::SmallVector<bool, 2> InElse;

  /// The two stores are in different branches of one `if`.
  bool isDividedFrom(const CopyPath &Other) const {
    if (Calls != Other.Calls)
      return false;
    for (size_t I = 0; I < Conditions.size() && I < Other.Conditions.size();
         ++I) {
      if (Conditions[I] != Other.Conditions[I])
        return false;
      if (InElse[I] != Other.InElse[I])
        return true;
    }
    return false;
  }
};

/// Which elements may be stored to twice in one trip.
struct CopyOverlap {
  /// A loop around the store may store one element twice.
  bool WithItself = false;
  /// A store to a piece of another name may hit the same element.
  bool WithOtherPiece = false;
  /// That no other store hits the same element was proved for numbers of one
  /// instantiation, or of one build.
  bool IsApartForNumbers = false;
  /// That it does not relies on rows of the tile that are as wide as the store,
  /// which only an instantiation of the template can tell.
  bool NeedsWideRow = false;
};

/// One store of the load phase into a tile.
struct TileCopy {
  enum KindTy {
    Copy,     ///< Moves bytes as they are: Destination = Source.
    Computed, ///< Converts or computes: needs registers.
    Fill      ///< Stores something that is not loaded (a constant, an index).
  };
  KindTy Kind;
  const clang::VarDecl *Tile;
  /// What the destination is spelled with: the tile, or a pointer to it.
  const clang::VarDecl *Name;
  /// The member of it that is stored to, if it is an object: `sh.As[r][c]`.
  llvm::SmallVector<const clang::FieldDecl *, 1> Fields;
  /// The assignment, or the statement that starts an asynchronous copy. It
  /// stands in the body of the last of Path.Calls, if any.
  const clang::Stmt *Store;
  /// What is stored to; of an asynchronous copy it may be the address, of a
  /// StoreCall it is.
  const clang::Expr *Destination;
  /// The store is a call that does nothing else: st_vec(&As[i], Value).
  const clang::CallExpr *StoreCall = nullptr;
  const clang::Expr *Value;
  /// Size and guaranteed alignment of one element, bytes; 0 when dependent.
  uint64_t Bytes = 0, Alignment = 0;
  CopySource From;
  ZeroFilling Zero;
  CopyPath Path;
  CopyOverlap Overlap;

  /// \p S is the statement of the item that makes the store.
  bool isMadeBy(const clang::Stmt *S) const;
};

/// Bytes of dynamic shared memory, counted from its start.
struct TileExtent {
  /// What the loop reaches by DynamicArea::Names: from Begin to End - 1.
  uint64_t Begin = 0, End = 0;
  /// Where what the kernel reaches by other names ends; 0: there is nothing.
  uint64_t OthersEnd = 0;
  /// Behind the loop nothing is read but what is stored there: further stages
  /// may lie in what is used there, and the names stay as they are.
  bool IsDeadBehind = false;
  /// It is not known: End is what the launches give.
  bool IsWhole = false;
  /// It follows from the sizes of blocks and the numbers that launches give.
  bool IsOfLaunches = false;
  /// From Begin to the end of all, in the kernel's own words: elements of
  /// WordBytes.
  std::string Words = "";
  /// The same from the start of the memory to Begin; "" also for 0.
  std::string BeginWords = "";
  bool BeginIsGlobal = true;
  uint64_t WordBytes = 1;
  bool WordsAreConstant = true;
};

/// Dynamic shared memory that holds tiles:
///
///   extern __shared__ float smem[];
///   float *As = smem, *Bs = smem + BM * BK;   // Names: As, Bs
///
/// All of it is one tile; its stages follow each other in memory.
struct DynamicArea {
  const clang::VarDecl *Array;
  /// What the loop body calls it: the array, pointers from outside the loop.
  llvm::SmallVector<const clang::VarDecl *, 4> Names;
  /// Names in use behind the loop too: they must go on from the last tile.
  llvm::SmallVector<const clang::VarDecl *, 4> NamesAfter;
  /// Pointers to other parts of the memory, that no tile is in.
  llvm::SmallVector<const clang::VarDecl *, 4> Others;
  /// What is around the loop uses the memory in turn with it, round after
  /// round.
  bool IsInParts = false;
  /// Where its tiles lie, if that is known.
  std::optional<TileExtent> Extent;
};

/// One load from global memory that is made a trip early, into a register; the
/// statement around it stays where it is.
///
///   if (inside)                      if (inside)
///     tile[t] = A[k + t];              tile[t] = next_tile;
struct EarlyLoad : GuardedLoad {
  /// Index into EarlyLoads::Leaves of the statement that holds it.
  unsigned Leaf;
  /// What the statement sets: the register is named after it.
  const clang::VarDecl *Name;
};

/// The loads of a trip that can be made in the trip before, without moving
/// anything else: sliding windows, tiles that compute changes.
struct EarlyLoads {
  /// A statement of a trip that is not split any further.
  struct Leaf {
    const clang::Stmt *S;
    unsigned Item;
    /// ForStmt and IfStmt around it, outermost first.
    llvm::SmallVector<const clang::Stmt *, 3> Parents;
    Effects E;
    /// A later address or guard needs what it sets.
    bool IsNeeded = false;
  };
  std::vector<Leaf> Leaves;
  std::vector<EarlyLoad> Loads;
  /// Index of the item behind which the next trip's loads are made.
  unsigned Behind = 0;
  /// In the first trip, barriers stand in front of a load, and the memory it
  /// reads may have been written before the loop.
  bool BarrierBefore = false;
};

/// The loop statement: for, while, do.
struct LoopHeader {
  const clang::Stmt *Loop;
  /// Loop with its #pragma unroll, if any.
  const clang::Stmt *LoopWithPragmas;
  const clang::Stmt *Init; ///< May be null.
  /// The loop goes on if it holds; with TestsInBody, if it does not.
  const clang::Expr *Cond;
  /// `n--` in Cond: the body leaves n alone, so there it holds what the next
  /// test finds.
  const clang::UnaryOperator *CondStep = nullptr;
  const clang::CompoundStmt *Body;
  /// The trip count is a compile-time constant.
  bool ConstantTrips = false;
  /// The first trip is made whatever Cond is: `do { } while (Cond);`.
  bool TestsLast = false;
  /// Cond stands in the body of an endless loop: leave().
  bool TestsInBody = false;

  /// `if (Cond) break;`, the first or, with TestsLast, the last statement of
  /// the body; null where the header has the condition.
  const clang::IfStmt *leave() const {
    if (!TestsInBody)
      return nullptr;
    return cast<clang::IfStmt>(TestsLast ? Body->body_back()
                                         : Body->body_front());
  }
};

/// The barriers of a trip, by their indices into LoopModel::Items.
struct LoopBarriers {
  /// The barrier that ends the (first) load phase, and the one in front of it,
  /// in trip order.
  unsigned Publish = 0, Reuse = 0;
  /// The last barrier of the trip protects more than the tiles: it stays, and
  /// what stands behind it belongs to the compute phase.
  bool KeepsReuse = false;
  /// Publish publishes more than the tiles: it stays where it is, and another
  /// stands at the top of the trip.
  bool KeepsPublish = false;
  /// `barrier, load, barrier, compute` instead of `load, barrier, ...`.
  bool AtTop = false;
  /// Further barriers that protect nothing but a tile: those in front of a
  /// second load phase.
  llvm::SmallVector<unsigned, 2> OfTiles;
  /// Reuse is `if (__syncthreads_and(done)) break;`: the barrier at which the
  /// block may leave, and stands at the top of the trip.
  bool Votes = false;
  /// Reuse is such a vote, and the last statement of the trip: it stays there.
  bool VotesLast = false;
};

/// The user's own asynchronous copies.
struct AsyncGroups {
  /// The commit and the wait for the copies, or null. A loop with a wait that
  /// covers all copies may have no commit.
  const clang::Stmt *Commit = nullptr, *Wait = nullptr;
  /// The if statements around Wait, outermost first: who does not copy need not
  /// wait.
  llvm::SmallVector<const clang::IfStmt *, 1> WaitGuards;
  /// Commits stand beside the copies and move with them.
  bool CommitsInLoad = false;
  /// They are so many a tile, all of which every thread makes; 0: it is not
  /// known, or others stand elsewhere.
  unsigned CommitsPerTile = 0;
  /// Wait is for the oldest group only, and a tile is one group: it finds its
  /// own, however many are in flight.
  bool WaitsForOldest = false;
  /// The object that the block shares and that counts them, if there is one.
  std::optional<BlockCounter> Counter;
};

/// What the trips count with.
struct LoopVariables {
  std::vector<Recurrence> Recurrences;
  /// Variables that the loop header declares and nothing changes.
  VarSet HeaderConstants;
  /// Variables from outside the loop of which the load phase needs its own.
  VarSet Private;
  /// Variables from outside that only the load phase changes.
  VarSet LoadState;
  /// Variables that early items set from what the trip before has left there:
  /// `if (k + len > n) len = n - k;`. The load phase gets that value, too.
  VarSet Settled;
};

/// The shared memory that the loop stores to.
struct StagedTiles {
  std::vector<const clang::VarDecl *> Tiles;
  /// Other shared arrays that the loop stores to; they stay as they are.
  std::vector<const clang::VarDecl *> Scratch;
  /// Set if a second stage is possible for tiles in dynamic shared memory.
  std::optional<DynamicArea> Dynamic;
  /// Bytes to which the widest access to a tile must be aligned, for tiles
  /// that are accessed wider than element by element.
  llvm::DenseMap<const clang::VarDecl *, unsigned> StageAlignment;
  /// Static tiles in use behind the loop: they go on from the last stage.
  VarSet UsedAfter;
  /// Tiles that are tiles of another loop, too, and that loop: one of
  /// LoopCandidate::Others. Both see the same stages.
  llvm::SmallVector<std::pair<const clang::VarDecl *, const clang::Stmt *>, 2>
      SharedWith;
  /// Why there can be no second buffer; such loops still take ldg-single.
  std::optional<Rejection> SingleBufferOnly;
};

/// What runs in front of the loop, behind it and around it.
struct LoopSurroundings {
  /// The loop stands in another loop.
  bool Nested = false;
  /// After the loop, memory is used that its last barrier protects.
  bool BarrierNeededAfter = false;
  /// The same for what runs beside the load phase: with LoopBarriers::AtTop,
  /// the barrier behind it moves in front of it.
  bool BarrierNeededAfterLoadPhase = false;
  /// Before the loop, memory is used that the first load phase uses, too.
  bool MemoryWrittenBefore = false;
  /// Behind the last barrier in front of the loop, memory may be written that
  /// the load phase reads: other threads may read it from the second trip on.
  bool SourceWrittenBefore = false;
  /// There, a tile may be in use. Copies that other threads make than those
  /// that store the element now must not meet that, nor the writes above.
  bool TileTouchedBefore = false;
  /// There, and in front of the first barrier behind the loop, something in
  /// dynamic shared memory may be in use.
  bool AreaTouchedBefore = false, AreaTouchedBehind = false;
  /// Some threads of the block never come to the loop, nor to a barrier behind
  /// it: those for which this condition does not hold, or holds. Null: all come
  /// that have not returned.
  const clang::Expr *SkippedBy = nullptr;
  /// The loop stands in a function that files which are not known may call.
  bool CalledElsewhere = false;
  /// With early loads only: why threads of the block may disagree about the
  /// barriers. Then each thread has to meet those that it met, and no other.
  std::optional<Rejection> Disagreement;
};

/// What was proved of the copy loops, and for which numbers.
struct CopyLoopProofs {
  /// Of each for statement of the load phase that starts at another place in
  /// each thread, every thread makes as many trips.
  bool EvenLoops = false;
  /// That pieces keep apart, or that nobody reads what a trip leaves out, is
  /// proved for the numbers that the loop has in this configuration.
  bool HoldsForNumbers = false;
  /// That pointers do not overlap is read from the launches.
  bool RelyOnLaunches = false;
  /// That of all launches of the kernel, if copy loops go in steps of it.
  BlockShape BlockDim = {};
};

struct LoopModel {
  /// The function that holds the loop: a kernel, or a device function.
  const clang::FunctionDecl *Kernel;
  /// The kernels in which it runs: Kernel itself, or all that lead to it.
  llvm::SmallVector<const clang::FunctionDecl *, 1> Kernels;
  /// The pointers of Kernel.
  std::shared_ptr<const PointerFlow> Pointers;
  LoopHeader Header;
  std::vector<BodyItem> Items;
  LoopBarriers Barriers;
  AsyncGroups Groups;
  LoopVariables Variables;
  StagedTiles Staged;
  std::vector<TileCopy> Copies;
  /// Tiles that asynchronous copies may fill more bytes at a time than the
  /// threads store now. Empty where that was not asked for.
  WideCopies Wide;
  /// Set where only loads are made early: every store to shared memory and
  /// every barrier stays. Copies is empty then.
  std::optional<EarlyLoads> Early;
  /// How the loop loads a tile ahead by itself, if it seems to: what is said
  /// where its copies cannot be planned.
  std::optional<Rejection> OwnPipeline;
  LoopSurroundings Around;
  CopyLoopProofs Proofs;

  /// The wide copy that takes the place of \p Copy, or null.
  const WideCopy *wideCopyOf(const TileCopy &Copy) const {
    for (const WideCopy &W : Wide.Copies)
      if (W.fills(Copy.Name, Copy.Fields))
        return &W;
    return nullptr;
  }
  /// A trip may find in \p Var what the one before has left there.
  bool isCarried(const clang::VarDecl *Var) const {
    for (const BodyItem &Item : Items) {
      if (Item.E.UpwardReads.count(Var))
        return true;
      if (Item.E.Kills.count(Var))
        return false;
    }
    return true;
  }
  /// Item \p I is the wait or the release of a pipeline that the block shares:
  /// of Barriers, but no barrier for anything else than tiles.
  bool isOfPipeline(unsigned I) const {
    return Groups.Counter && Groups.Counter->Pipeline &&
           (I == Barriers.Publish || I == Barriers.Reuse);
  }
  /// The variables that get stages: the tiles, and the barrier that counts
  /// copies into them.
  std::vector<const clang::VarDecl *> stagedVariables() const {
    std::vector<const clang::VarDecl *> Out = Staged.Tiles;
    if (const clang::VarDecl *Bar =
            Groups.Counter ? Groups.Counter->staged() : nullptr)
      Out.push_back(Bar);
    return Out;
  }
  /// All threads of the block that have not left the kernel come to the loop,
  /// and meet in it: lanes may wait for each other.
  bool threadsMeet() const { return !Around.SkippedBy && !Around.Disagreement; }
  /// Item \p I runs while the tiles may be read.
  bool inCompute(unsigned I) const {
    return I > Barriers.Publish &&
           (Barriers.AtTop || Barriers.KeepsReuse || I < Barriers.Reuse);
  }
};

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_LOOPMODEL_H
