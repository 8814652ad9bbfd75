//===- VerifyPlan.cpp - Does the schedule keep its promises? --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two threads suffice: one runs as far ahead as barriers let it, one as far
// behind. Instead of running both, each buffer remembers in which barrier
// interval it was last read and written; two accesses by different threads are
// ordered only if a barrier lies between them.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Plan/PlanPipeline.h"
#include "llvm/Support/FormatVariadic.h"

namespace cudapipe {
namespace {

/// One buffer of one tile array, as the block sees it.
struct Buffer {
  int Tile = -1;       ///< What the last write put there.
  int Group = -1;      ///< Commit group that writes it; -1: written at once.
  bool Arrived = true; ///< The group has been waited for.
  int WrittenAt = -2;  ///< Barrier interval of the write or of its wait.
  int ReadAt = -2;     ///< Barrier interval of the last read.
};

class Simulation {
public:
  Simulation(const PipelinePlan &Plan, int Tiles)
      : Plan(Plan), Tiles(Tiles), Async(Plan.Stages), Staged(Plan.Stages) {}

  llvm::Error run() {
    if (llvm::Error E = play(Plan.Prologue, 0))
      return E;
    for (int Tile = 0; Tile < Tiles; ++Tile) {
      Computed = false;
      if (llvm::Error E = play(Plan.Body, Tile))
        return E;
      if (!Computed)
        return fail("tile {0} is never computed", Tile);
    }
    return llvm::Error::success();
  }

private:
  template <typename... Ts> llvm::Error fail(const char *Format, Ts... Values) {
    return llvm::createStringError(llvm::formatv(Format, Values...).str());
  }

  llvm::Error write(std::vector<Buffer> &Buffers, int Tile, int Group) {
    Buffer &B = Buffers[Tile % Plan.Stages];
    if (!B.Arrived)
      return fail("tile {0} overwrites tile {1} while it is in flight", Tile,
                  B.Tile);
    if (B.ReadAt == Interval)
      return fail("tile {0} overwrites tile {1} while it may be read", Tile,
                  B.Tile);
    if (B.Tile > LastComputed && B.Tile >= 0 && B.Tile != Tile)
      return fail("tile {0} overwrites tile {1}, not yet computed", Tile,
                  B.Tile);
    B = Buffer{Tile, Group, Group < 0, Interval, B.ReadAt};
    return llvm::Error::success();
  }

  llvm::Error read(std::vector<Buffer> &Buffers, int Tile) {
    Buffer &B = Buffers[Tile % Plan.Stages];
    if (B.Tile != Tile)
      return fail("compute of tile {0} finds tile {1}", Tile, B.Tile);
    if (!B.Arrived)
      return fail("compute of tile {0} does not wait for it", Tile);
    if (B.WrittenAt == Interval)
      return fail("no barrier publishes tile {0} before its compute", Tile);
    B.ReadAt = Interval;
    return llvm::Error::success();
  }

  llvm::Error play(const std::vector<Step> &Steps, int Current) {
    for (const Step &S : Steps) {
      int Tile = Current + S.Tile;
      bool Exists = Tile < Tiles;
      switch (S.Kind) {
      case Step::Load:
        if (!Exists)
          break;
        if (Plan.UsesAsync)
          if (llvm::Error E = write(Async, Tile, NextGroup))
            return E;
        if (Plan.UsesRegisters) {
          if (InRegisters >= 0)
            return fail("tile {0} is fetched over tile {1}", Tile, InRegisters);
          InRegisters = Tile;
        }
        break;
      case Step::Store:
        if (!Exists)
          break;
        if (InRegisters != Tile && Plan.UsesRegisters)
          return fail("tile {0} is stored but tile {1} was fetched", Tile,
                      InRegisters);
        InRegisters = -1;
        if (llvm::Error E = write(Staged, Tile, -1))
          return E;
        break;
      case Step::Commit:
        ++NextGroup;
        break;
      case Step::Wait:
        for (Buffer &B : Async)
          if (!B.Arrived && B.Group < NextGroup - int(S.Pending)) {
            B.Arrived = true;
            B.WrittenAt = Interval; // seen by others after the next barrier
          }
        break;
      case Step::Barrier:
        ++Interval;
        break;
      case Step::Compute:
        if (Plan.UsesAsync)
          if (llvm::Error E = read(Async, Tile))
            return E;
        if (Plan.UsesRegisters)
          if (llvm::Error E = read(Staged, Tile))
            return E;
        Computed = true;
        LastComputed = Tile;
        break;
      }
    }
    return llvm::Error::success();
  }

  const PipelinePlan &Plan;
  int Tiles;
  std::vector<Buffer> Async, Staged;
  int Interval = 0, NextGroup = 0, InRegisters = -1, LastComputed = -1;
  bool Computed = false;
};

} // namespace

llvm::Error verifyPlan(const PipelinePlan &Plan) {
  for (int Tiles = 0; Tiles <= 3 * int(Plan.Stages) + 1; ++Tiles)
    if (llvm::Error E = Simulation(Plan, Tiles).run())
      return llvm::createStringError(
          llvm::formatv("unsound plan ({0}, {1} tiles): {2}",
                        variantName(Plan.Variant), Tiles,
                        llvm::toString(std::move(E)))
              .str());
  return llvm::Error::success();
}

} // namespace cudapipe
