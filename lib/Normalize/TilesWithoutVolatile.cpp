//===- TilesWithoutVolatile.cpp - What barriers order anyway --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __shared__ volatile float tile[64];   ->   __shared__ float tile[64];
//
// Where the loop is pipelined without the word, nothing but the load phase
// stores to the tile, and a barrier stands between that and all who read it.
//
//===----------------------------------------------------------------------===//

#include "NormalizePass.h"
#include "cudapipe/Inline/PlainTiles.h"

using namespace llvm;

namespace cudapipe {
namespace {

struct TilesWithoutVolatile : NormalizePass {
  std::vector<Proposal> propose(const LoopInText &Loop) const override {
    if (!Loop.why() || Loop.why()->Kind != RejectionKind::VolatileAccess)
      return {};
    std::vector<Proposal> Out = Loop.inlined(dropVolatile);
    for (Proposal &One : Out)
      One.Also = {"tiles without volatile"};
    return Out;
  }
  bool accept(const LoopReport &, const LoopReport &After,
              const Proposal &) const override {
    // Where only loads are early, compute may store to the tile: warps may go
    // by that.
    return !After.Why && all_of(After.Form.Keys, [](const FormKey &Key) {
      return Key.Variant != nullptr;
    });
  }
  void refuse(LoopReport &Loop, const LoopReport *After,
              const RewriteOptions &) const override {
    addReason(Loop, "without volatile", After);
  }
};

} // namespace

const NormalizePass &tilesWithoutVolatile() {
  static const TilesWithoutVolatile Pass;
  return Pass;
}

} // namespace cudapipe
