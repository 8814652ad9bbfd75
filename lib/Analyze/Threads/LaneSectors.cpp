//===- LaneSectors.cpp - What copies ask L2 for ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/LaneSectors.h"
#include "CopyTrace.h"
#include <set>

using namespace clang;

namespace cudapipe {
namespace {

constexpr int64_t SectorBytes = 32, CopyBytes = 16;
constexpr unsigned WarpSize = 32, Quarter = 8;

/// The sectors of one warp.
class WarpSectors {
public:
  /// The \p Trip-th copy \p Copy of \p Lane reads at \p From.
  void add(unsigned Copy, unsigned Trip, unsigned Lane,
           const TraceValue &From) {
    // Places that are apart by a number lie in one row.
    size_t Row = 0;
    while (Row < Rows.size() &&
           !(Rows[Row].startsWith(From) && (From.P - Rows[Row].P).isConstant()))
      ++Row;
    if (Row == Rows.size())
      Rows.push_back(From);
    const int64_t Byte = (From.P - Rows[Row].P).constant();
    Asked.insert({{Copy, Trip, Lane / Quarter}, {Row, Byte}});
  }

  double fetches() const {
    // A row begins where its first byte lies.
    std::vector<int64_t> Least(Rows.size(), INT64_MAX);
    for (const auto &[_, Place] : Asked)
      Least[Place.first] = std::min(Least[Place.first], Place.second);
    std::set<std::pair<Group, Sector>> Fetched;
    std::set<Sector> All;
    for (const auto &[Of, Place] : Asked) {
      const auto [Row, Byte] = Place;
      const Sector Mine{Row, (Byte - Least[Row]) / SectorBytes};
      Fetched.insert({Of, Mine});
      All.insert(Mine);
    }
    return All.empty() ? 1 : double(Fetched.size()) / double(All.size());
  }

private:
  /// Copy, trip, quarter of the warp.
  using Group = std::tuple<unsigned, unsigned, unsigned>;
  /// A row, and which of its sectors.
  using Sector = std::pair<size_t, int64_t>;
  std::vector<TraceValue> Rows;
  std::set<std::pair<Group, std::pair<size_t, int64_t>>> Asked;
};

} // namespace

double fetchesOfSectors(const LoopModel &M, const ASTContext &Ctx) {
  auto IsWide = [](const TileCopy &Copy) {
    return Copy.Kind == TileCopy::Copy && Copy.Bytes == CopyBytes &&
           !Copy.From.IsAsync && (Copy.From.Source || Copy.From.SourcePointer);
  };
  if (M.Kernel->isDependentContext() || llvm::none_of(M.Copies, IsWide))
    return 1;
  std::array<int64_t, 3> BlockDim{WarpSize, 1, 1};
  const BlockShape &Known = M.Proofs.BlockDim;
  if (Known[0])
    for (unsigned D = 0; D < 3; ++D)
      BlockDim[D] = Known[D].value_or(1);
  const Taint PerThread(M.Kernel->getBody(), *M.Pointers, Ctx,
                        Taint::Seed::ThreadIndex);
  CopyTrace Trace(M, PerThread, Ctx);
  WarpSectors Warp;
  bool Good = true;
  const int64_t Threads = BlockDim[0] * BlockDim[1] * BlockDim[2];
  for (int64_t Lane = 0; Lane < std::min<int64_t>(WarpSize, Threads); ++Lane) {
    std::vector<unsigned> Trips(M.Copies.size());
    auto Store = [&](const TileCopy &Copy) {
      if (!IsWide(Copy))
        return;
      const unsigned Index = &Copy - M.Copies.data();
      const TraceValue From = Copy.From.SourcePointer
                                  ? Trace.evaluate(Copy.From.SourcePointer)
                                  : Trace.addressOf(Copy.From.Source);
      if (From.Kind == TraceValue::Pointer && From.P.isValid())
        Warp.add(Index, Trips[Index]++, Lane, From);
      else
        Good = false;
    };
    const std::array<int64_t, 3> Thread{Lane % BlockDim[0],
                                        Lane / BlockDim[0] % BlockDim[1],
                                        Lane / BlockDim[0] / BlockDim[1]};
    if (!Trace.run(Thread, BlockDim, Store) || !Good)
      return 1;
  }
  return Warp.fetches();
}

} // namespace cudapipe
