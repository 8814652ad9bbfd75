//===- PlanPadding.cpp - Rows that meet no bank twice ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Plan/PlanPadding.h"
#include "cudapipe/Plan/AccessCost.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>
#include <tuple>

using namespace clang;

namespace cudapipe {
namespace {

/// What rows may be longer by. Longer paddings meet the same banks once more;
/// rows of one element more than 16 bytes fit are read by whole vectors if they
/// are filled up to the next.
llvm::SmallVector<unsigned, 8> choices(const TileLayout &Layout) {
  llvm::SmallVector<unsigned, 8> Out = {4, 8, 16, 32, 64};
  const unsigned Fill =
      llvm::offsetToAlignment(Layout.rowBytes(), llvm::Align(16));
  if (Fill && !llvm::is_contained(Out, Fill))
    Out.insert(llvm::lower_bound(Out, Fill), Fill);
  return Out;
}

/// Rows of \p Layout, \p Bytes longer.
RowShape longer(const TileLayout &Layout, unsigned Bytes) {
  return {int64_t(Layout.rowBytes() + Bytes)};
}

/// An access that would be aligned otherwise if rows were \p Bytes longer, or
/// null.
const TileAccess *misaligned(const TileLayout &Layout, int64_t Bytes) {
  for (const TileAccess &Access : Layout.Accesses)
    // The next stage starts where this one ends.
    if (Bytes % Access.RowUnit ||
        Access.RowMultiple * Bytes % Access.Alignment ||
        Layout.Rows * Bytes % Access.Alignment)
      return &Access;
  return nullptr;
}

/// What the end of the tile is a multiple of, as far as anybody may rely on it:
/// arrays follow each other in shared memory, and types ask for less than
/// vectors do.
uint64_t keptAlignment(const TileLayout &Layout) {
  return std::gcd(Layout.Rows * Layout.rowBytes(), uint64_t(32));
}

/// Why rows cannot be \p Bytes longer; null and empty if they can.
std::pair<const Stmt *, std::string> whyNot(const TileLayout &Layout,
                                            unsigned Bytes, uint64_t MaxBytes) {
  if (Bytes % Layout.ElementBytes)
    return {nullptr, llvm::formatv("{0} bytes are no whole elements of {1}",
                                   Bytes, Layout.ElementBytes)};
  if (const TileAccess *Access = misaligned(Layout, Bytes))
    return {Access->Where,
            llvm::formatv("with rows {0} bytes longer it would no longer be "
                          "aligned to {1} bytes",
                          Bytes, Access->Alignment)};
  if (uint64_t Kept = keptAlignment(Layout); Layout.Rows * Bytes % Kept)
    return {nullptr,
            llvm::formatv("with rows {0} bytes longer what lies behind "
                          "it would no longer be aligned to {1} bytes",
                          Bytes, Kept)};
  if (Layout.Rows * uint64_t(Bytes) > MaxBytes)
    return {nullptr, llvm::formatv("rows {0} bytes longer take more shared "
                                   "memory than there is left",
                                   Bytes)};
  return {};
}

} // namespace

TilePadding planPadding(const TileLayout &Layout, const PadRequest &Request,
                        uint64_t MaxBytes) {
  TilePadding Out{Layout.Tile};
  if (Layout.InTheWay) {
    Out.WhyNot = Layout.InTheWay->Why;
    Out.Where = Layout.InTheWay->Where;
    return Out;
  }
  Out.Before = Out.After = costOf(Layout, longer(Layout, 0));
  Out.Least = leastCostOf(Layout, longer(Layout, 0));
  if (Layout.Rows < 2) {
    if (Request.Kind == PadRequest::Fixed)
      Out.WhyNot = "it has one row";
    return Out;
  }
  if (Request.Kind == PadRequest::Fixed) {
    std::tie(Out.Where, Out.WhyNot) = whyNot(Layout, Request.Bytes, MaxBytes);
    if (Out.WhyNot.empty()) {
      Out.Bytes = Request.Bytes;
      Out.After = costOf(Layout, longer(Layout, Request.Bytes));
      Out.Least = leastCostOf(Layout, longer(Layout, Request.Bytes));
    }
    return Out;
  }
  uint64_t Best = Out.Before;
  for (unsigned Bytes : choices(Layout)) {
    uint64_t Cost = costOf(Layout, longer(Layout, Bytes));
    // A twentieth is not worth the registers
    // (docs/developers/performance-log.md).
    if (Cost >= Best || 10 * Cost > 9 * Out.Before)
      continue;
    std::string Why = whyNot(Layout, Bytes, MaxBytes).second;
    if (Why.empty()) {
      Out.Bytes = Bytes;
      Out.After = Best = Cost;
    } else if (Out.WhyNot.empty() &&
               whyNot(Layout, Bytes, ~0ull).second.empty()) {
      Out.WhyNot = Why; // but for the memory, it would be this one
    }
  }
  if (Out.Bytes) {
    Out.Least = leastCostOf(Layout, longer(Layout, Out.Bytes));
    Out.WhyNot.clear();
  }
  return Out;
}

TilePadding planAlignedRows(const TileLayout &Layout, unsigned Unit,
                            uint64_t MaxBytes) {
  TilePadding Out{Layout.Tile};
  Out.Unit = Unit;
  Out.Before = costOf(Layout, longer(Layout, 0));
  const uint64_t Row = Layout.rowBytes();
  for (unsigned Bytes = llvm::alignTo(Row, Unit) - Row; Bytes < SkewGroupBytes;
       Bytes += Unit) {
    const uint64_t Cost = costOf(Layout, longer(Layout, Bytes));
    if (Cost > Out.Before || !whyNot(Layout, Bytes, MaxBytes).second.empty())
      continue;
    Out.Bytes = Bytes;
    Out.After = Cost;
    Out.Least = leastCostOf(Layout, longer(Layout, Bytes));
    return Out;
  }
  return Out;
}

llvm::Error verifyPadding(const TilePadding &Padding,
                          const TileLayout &Layout) {
  auto Fail = [&](const char *What) {
    return llvm::createStringError(
        llvm::formatv("unsound plan (padding of '{0}'): {1}",
                      Layout.Tile->getName(), What)
            .str());
  };
  if (Padding.Bytes == 0)
    return llvm::Error::success();
  if (Layout.InTheWay)
    return Fail("an access is not understood");
  uint64_t Old = Layout.rowBytes(), New = Old + Padding.Bytes;
  if (New % Layout.ElementBytes)
    return Fail("a row ends within an element");
  for (uint64_t Size = 32; Size > 1; Size /= 2)
    if (Layout.Rows * Old % Size == 0 && Layout.Rows * New % Size)
      return Fail("what lies behind the tile is no longer aligned");
  for (const TileAccess &Access : Layout.Accesses) {
    if (Old % Access.RowUnit == 0 && New % Access.RowUnit)
      return Fail("a leading dimension is no longer aligned");
    for (const std::vector<LaneAddress> &Warp : Access.Warps)
      for (const LaneAddress &Lane : Warp) {
        if (!Lane.Active)
          continue;
        if (Lane.Known &&
            (Lane.Byte < 0 || Lane.Byte + Access.Width > int64_t(Old)))
          return Fail("a thread leaves its row");
        for (int64_t Size = Lane.Aligned ? Access.Alignment : 1; Size > 1;
             Size /= 2)
          if ((Lane.Row * int64_t(Old) + Lane.Byte) % Size == 0 &&
              (Lane.Row * int64_t(New) + Lane.Byte) % Size)
            return Fail("a thread's access is no longer aligned");
      }
  }
  return llvm::Error::success();
}

} // namespace cudapipe
