//===- PlanPadding.cpp - Rows that meet no bank twice ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Plan/PlanPadding.h"
#include "cudapipe/Plan/BankConflicts.h"
#include "llvm/Support/FormatVariadic.h"
#include <tuple>

using namespace clang;

namespace cudapipe {
namespace {

/// Longer paddings meet the same banks once more.
constexpr unsigned Choices[] = {4, 8, 16, 32, 64};

template <typename CountTy>
uint64_t sumOver(const TileLayout &Layout, unsigned Bytes, CountTy Count) {
  uint64_t Out = 0;
  int64_t Pitch = Layout.rowBytes() + Bytes;
  for (const TileAccess &Access : Layout.Accesses)
    for (const std::vector<LaneAddress> &Warp : Access.Warps) {
      llvm::SmallVector<int64_t, 32> Addresses;
      for (const LaneAddress &Lane : Warp)
        Addresses.push_back(Lane.Active ? Lane.Row * Pitch + Lane.Byte
                                        : NoAddress);
      Out += Access.Weight * Count(Addresses, Access.Width);
    }
  return Out;
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
  if (Layout.Rows * uint64_t(Bytes) > MaxBytes)
    return {nullptr, llvm::formatv("rows {0} bytes longer take more shared "
                                   "memory than there is left",
                                   Bytes)};
  return {};
}

} // namespace

uint64_t costOf(const TileLayout &Layout, unsigned Bytes) {
  return sumOver(Layout, Bytes, wavefronts);
}

TilePadding planPadding(const TileLayout &Layout, const PadRequest &Request,
                        uint64_t MaxBytes) {
  TilePadding Out{Layout.Tile};
  if (Layout.InTheWay) {
    Out.WhyNot = Layout.InTheWay->Why;
    Out.Where = Layout.InTheWay->Where;
    return Out;
  }
  Out.Before = Out.After = costOf(Layout, 0);
  Out.Least = sumOver(Layout, 0, leastWavefronts);
  if (Layout.Rows < 2) {
    if (Request.Kind == PadRequest::Fixed)
      Out.WhyNot = "it has one row";
    return Out;
  }
  if (Request.Kind == PadRequest::Fixed) {
    std::tie(Out.Where, Out.WhyNot) = whyNot(Layout, Request.Bytes, MaxBytes);
    if (Out.WhyNot.empty()) {
      Out.Bytes = Request.Bytes;
      Out.After = costOf(Layout, Request.Bytes);
    }
    return Out;
  }
  uint64_t Best = Out.Before;
  for (unsigned Bytes : Choices) {
    uint64_t Cost = costOf(Layout, Bytes);
    // Measured (docs/performance.md): a tenth is not worth the registers.
    if (Cost >= Best || 5 * Cost > 4 * Out.Before)
      continue;
    auto [Where, Why] = whyNot(Layout, Bytes, MaxBytes);
    if (Why.empty()) {
      Out.Bytes = Bytes;
      Out.After = Best = Cost;
    } else if (Out.WhyNot.empty()) {
      Out.Where = Where;
      Out.WhyNot = Why;
    }
  }
  if (Out.Bytes) {
    Out.Where = nullptr;
    Out.WhyNot.clear();
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
