//===- AreaContents.cpp - Who reads what the loop does not store? ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (;; block += gridDim.x) {
//     smem[...] = C[...]; ... c = smem[...];       in front of the loop
//     for (k ...) { smem[...] = A[...]; ... }      the loop: two stages
//     smem[...] = c; ... D[...] = smem[...];       behind it
//   }
//
// The parts may use one memory after the other, as long as each reads only what
// it has stored itself. Where all sizes are constants this is shown by playing
// all threads (ThreadRun.h). Then the loop's stages are its own business, and
// what is around it goes on with the first.
//
//===----------------------------------------------------------------------===//

#include "AreaContents.h"
#include "Analyze/Threads/ThreadRun.h"
#include "cudapipe/Analyze/Taint.h"
#include "llvm/ADT/BitVector.h"

using namespace clang;

namespace cudapipe {
namespace {

/// More than any block may have (Programming Guide, compute capabilities).
constexpr int64_t MaxAreaBytes = 256 * 1024, MaxThreads = 1024;

class ContentsCheck {
public:
  ContentsCheck(LoopAnalysis &A, std::array<int64_t, 3> BlockDim)
      : A(A), OfThread(A.M.Kernel->getBody(), A.Flow, A.Ctx,
                       Taint::Seed::ThreadIndex),
        Area(A.Flow, A.Ctx, BlockDim,
             [this](int64_t At, int64_t Bytes, bool Stores) {
               touch(At, Bytes, Stores);
             }) {
    for (int64_t Z = 0; Z < BlockDim[2]; ++Z)
      for (int64_t Y = 0; Y < BlockDim[1]; ++Y)
        for (int64_t X = 0; X < BlockDim[0]; ++X)
          Threads.emplace_back(Area, std::array<int64_t, 3>{X, Y, Z});
    Path.push_back(A.M.Header.LoopWithPragmas);
    while (const Stmt *Up = A.Parents.getParent(Path.back()))
      Path.push_back(Up);
    if (Path.size() > 1)
      Round = dyn_cast<CompoundStmt>(Path[1]);
  }

  std::optional<PlayedArea> keepApart();
  bool behindReadsOwn();
  std::optional<std::pair<uint64_t, uint64_t>> touchedByTrip();

private:
  void touch(int64_t At, int64_t Bytes, bool Stores);
  void play(const Stmt *S);
  void playAround(const Stmt *S);
  bool playFront();
  void playTrip();
  void playBehind();
  void start() {
    Stored.reset();
    MayBeStored.reset();
    Missing.reset();
  }
  /// What the loop changes is unknown in it and behind it.
  void forgetLoop() {
    const VarSet InLoop = Area.facts(A.M.Header.Loop).Writes;
    for (ThreadRun &Thread : Threads)
      Thread.forget(InLoop);
    start();
  }

  LoopAnalysis &A;
  /// What differs from thread to thread.
  Taint OfThread;
  RunArea Area;
  std::vector<ThreadRun> Threads;
  /// From the loop outwards.
  llvm::SmallVector<const Stmt *, 8> Path;
  /// The block around the loop, which may run again and again.
  const CompoundStmt *Round = nullptr;
  /// Bytes stored in this part, or under conditions that are not known, and
  /// bytes read that were not.
  llvm::BitVector Stored{unsigned(MaxAreaBytes)},
      MayBeStored{unsigned(MaxAreaBytes)}, Missing{unsigned(MaxAreaBytes)};
};

void ContentsCheck::touch(int64_t At, int64_t Bytes, bool Stores) {
  if (At < 0 || Bytes <= 0 || At + Bytes > MaxAreaBytes) {
    Area.Failed = true;
    return;
  }
  if (Stores) {
    (Area.MayBeLeftOut ? MayBeStored : Stored).set(At, At + Bytes);
    return;
  }
  for (int64_t I = At; I < At + Bytes; ++I)
    if (!Stored[I])
      Missing.set(I);
}

/// All threads make \p S before one goes on.
void ContentsCheck::play(const Stmt *S) {
  for (ThreadRun &Thread : Threads)
    if (!Area.Failed)
      Thread.run(S);
}

/// \p S stands beside the loop: it may leave the round.
void ContentsCheck::playAround(const Stmt *S) {
  const RunArea::Facts &Facts = Area.facts(S);
  if (!Facts.Exits)
    return play(S);
  // All threads leave, or none.
  const auto *If = dyn_cast<IfStmt>(S);
  if (Facts.Touches || !If || OfThread.reaches(If->getCond()))
    Area.Failed = true;
  for (ThreadRun &Thread : Threads)
    Thread.forget(Facts.Writes);
}

/// What comes before the loop, from the outermost block to the one that holds
/// it.
bool ContentsCheck::playFront() {
  for (size_t I = Path.size(); I-- > 1;) {
    const Stmt *Here = Path[I], *Inner = Path[I - 1];
    if (isa<ForStmt, WhileStmt, DoStmt>(Here))
      for (ThreadRun &Thread : Threads)
        Thread.forget(Area.facts(Here).Writes);
    else if (!isa<CompoundStmt, IfStmt, AttributedStmt>(Here))
      return false;
    const auto *Block = dyn_cast<CompoundStmt>(Here);
    if (!Block) {
      // Conditions and other branches are no part of the round.
      for (const Stmt *Part : Here->children())
        if (Part && Part != Inner && Area.facts(Part).Touches)
          return false;
      continue;
    }
    bool Behind = false;
    for (const Stmt *S : Block->body()) {
      Behind |= S == Inner;
      if (S == Inner)
        continue;
      // Outside of the round nobody uses the memory.
      if (Here != Round && Area.facts(S).Touches)
        return false;
      if (!Behind)
        playAround(S);
    }
  }
  return Round && !Area.Failed;
}

/// One trip, whichever it is.
void ContentsCheck::playTrip() {
  forgetLoop();
  for (const Stmt *S : A.M.Header.Body->body())
    play(S);
}

void ContentsCheck::playBehind() {
  forgetLoop();
  bool Behind = false;
  for (const Stmt *S : Round->body()) {
    if (Behind)
      playAround(S);
    Behind |= S == Path.front();
  }
}

std::optional<PlayedArea> ContentsCheck::keepApart() {
  if (!playFront())
    return std::nullopt;
  const llvm::BitVector Before = Missing;
  playTrip();
  if (Area.Failed || Missing.any())
    return std::nullopt;
  llvm::BitVector OfLoop = Stored;
  OfLoop |= MayBeStored;
  playBehind();
  if (Area.Failed || Before.anyCommon(OfLoop) || Missing.anyCommon(OfLoop) ||
      OfLoop.none())
    return std::nullopt;
  return PlayedArea{uint64_t(OfLoop.find_first()),
                    uint64_t(OfLoop.find_last()) + 1,
                    Before.none() && Missing.none()};
}

bool ContentsCheck::behindReadsOwn() {
  if (!playFront())
    return false;
  playBehind();
  return !Area.Failed && Missing.none();
}

std::optional<std::pair<uint64_t, uint64_t>> ContentsCheck::touchedByTrip() {
  if (!playFront())
    return std::nullopt;
  playTrip();
  llvm::BitVector All = Stored;
  All |= MayBeStored;
  All |= Missing;
  if (Area.Failed || All.none())
    return std::nullopt;
  return std::pair(uint64_t(All.find_first()), uint64_t(All.find_last()) + 1);
}

/// The size of a block, if there can be one such check.
std::optional<std::array<int64_t, 3>> blockToPlay(const LoopAnalysis &A) {
  std::array<int64_t, 3> BlockDim;
  int64_t Threads = 1;
  for (unsigned D = 0; D < 3; ++D) {
    if (!A.Facts.BlockDim[D] || *A.Facts.BlockDim[D] < 1)
      return std::nullopt;
    BlockDim[D] = *A.Facts.BlockDim[D];
    Threads *= BlockDim[D];
    if (Threads > MaxThreads)
      return std::nullopt;
  }
  return A.inDeviceFunction() ? std::nullopt : std::optional(BlockDim);
}

} // namespace

std::optional<PlayedArea> partsKeepApart(LoopAnalysis &A) {
  std::optional<std::array<int64_t, 3>> Block = blockToPlay(A);
  return Block ? ContentsCheck(A, *Block).keepApart() : std::nullopt;
}

bool readsOwnBehind(LoopAnalysis &A) {
  std::optional<std::array<int64_t, 3>> Block = blockToPlay(A);
  return Block && ContentsCheck(A, *Block).behindReadsOwn();
}

std::optional<std::pair<uint64_t, uint64_t>> bytesOfTrip(LoopAnalysis &A) {
  std::optional<std::array<int64_t, 3>> Block = blockToPlay(A);
  return Block ? ContentsCheck(A, *Block).touchedByTrip() : std::nullopt;
}

} // namespace cudapipe
