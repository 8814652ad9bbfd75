//===- PlanSkew.cpp - Columns that meet no bank twice ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Plan/PlanSkew.h"
#include "cudapipe/Plan/AccessCost.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace clang;

namespace cudapipe {

static constexpr unsigned Gaps[] = {4, 8, 16};

/// One way for each access, such that those that share a pointer or a name
/// agree about what is skewed in its address.
static bool chooseParts(const TileLayout &Layout, TileSkew &Out) {
  std::map<const Expr *, const Expr *> Decided;
  for (const TileAccess &Access : Layout.Accesses) {
    auto Agrees = [&](const GroupColumn &Group) {
      return llvm::all_of(Access.Moves, [&](const Expr *Move) {
        auto It = Decided.find(Move);
        return It == Decided.end() ||
               It->second == (Move == Group.Move ? Group.Part : nullptr);
      });
    };
    auto Chosen = llvm::find_if(Access.Groups, Agrees);
    if (Chosen == Access.Groups.end()) {
      Out.Where = Access.Where;
      Out.WhyNot = "it is not proved to stay in one group of " +
                   std::to_string(SkewGroupBytes) + " bytes";
      return false;
    }
    for (const Expr *Move : Access.Moves)
      Decided[Move] = Move == Chosen->Move ? Chosen->Part : nullptr;
    if (Chosen->Part && !llvm::is_contained(Out.Parts, Chosen->Part))
      Out.Parts.push_back(Chosen->Part);
  }
  return true;
}

static RowShape shapeOf(const TileLayout &Layout, unsigned Gap) {
  return {int64_t(Layout.rowBytes() + Layout.rowBytes() / SkewGroupBytes * Gap),
          Gap};
}

TileSkew planSkew(const TileLayout &Layout, uint64_t MaxBytes) {
  TileSkew Out{Layout.Tile};
  if (Layout.InTheWay) {
    Out.WhyNot = Layout.InTheWay->Why;
    Out.Where = Layout.InTheWay->Where;
    return Out;
  }
  Out.Before = Out.After = costOf(Layout, shapeOf(Layout, 0));
  Out.Least = leastCostOf(Layout, shapeOf(Layout, 0));
  if (Layout.rowBytes() <= SkewGroupBytes)
    return Out;
  uint64_t Best = Out.Before;
  unsigned Gap = 0;
  for (unsigned Bytes : Gaps) {
    uint64_t Cost = costOf(Layout, shapeOf(Layout, Bytes));
    bool Aligned = llvm::all_of(Layout.Accesses, [&](const TileAccess &Access) {
      return Bytes % Access.Alignment == 0 && Bytes % Access.RowUnit == 0;
    });
    // As for longer rows, see PlanPadding.cpp.
    if (Aligned && Bytes % Layout.ElementBytes == 0 && Cost < Best &&
        10 * Cost <= 9 * Out.Before) {
      Best = Cost;
      Gap = Bytes;
    }
  }
  if (Gap == 0 || !chooseParts(Layout, Out))
    return Out;
  if (Layout.Rows * (Layout.rowBytes() / SkewGroupBytes * Gap) > MaxBytes) {
    Out.WhyNot = "skewed they take more shared memory than there is left";
    return Out;
  }
  Out.Gap = Gap;
  Out.After = Best;
  Out.Least = leastCostOf(Layout, shapeOf(Layout, Gap));
  return Out;
}

llvm::Error verifySkew(const TileSkew &Skew, const TileLayout &Layout) {
  auto Fail = [&](const char *What) {
    return llvm::createStringError(
        llvm::formatv("unsound plan (columns of '{0}'): {1}",
                      Layout.Tile->getName(), What)
            .str());
  };
  if (Skew.Gap == 0)
    return llvm::Error::success();
  if (Layout.InTheWay)
    return Fail("an access is not understood");
  uint64_t Group = SkewGroupBytes / Layout.ElementBytes,
           Gap = Skew.Gap / Layout.ElementBytes;
  if (Group * Layout.ElementBytes != SkewGroupBytes ||
      Gap * Layout.ElementBytes != Skew.Gap)
    return Fail("a group ends within an element");
  RowShape Old{int64_t(Layout.rowBytes())},
      New{int64_t(Layout.rowBytes() + Skew.bytesOfRow(Layout)), Skew.Gap};
  for (const TileAccess &Access : Layout.Accesses)
    for (const std::vector<LaneAddress> &Warp : Access.Warps)
      for (const LaneAddress &Lane : Warp) {
        if (!Lane.Active || !Lane.Known)
          continue;
        int64_t Last = Lane.Byte + Access.Width - 1;
        if (Lane.Byte < 0 || Last >= Old.Pitch)
          return Fail("a thread leaves its row");
        if (Lane.Byte / SkewGroupBytes != Last / SkewGroupBytes)
          return Fail("a thread reads beyond the end of a group");
        for (int64_t Size = Access.Alignment; Size > 1; Size /= 2)
          if (Old.addressOf(Lane) % Size == 0 && New.addressOf(Lane) % Size)
            return Fail("a thread's access is no longer aligned");
      }
  return llvm::Error::success();
}

} // namespace cudapipe
