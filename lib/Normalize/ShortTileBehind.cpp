//===- ShortTileBehind.cpp - The last tile, behind the loop ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   while (k > 0) {                          while (k >= T) {
//     As[t] = A[t];                            As[t] = A[t];
//     __syncthreads();                         __syncthreads();
//     if (k < T)                    ->         ...
//       break;                               }
//     ...                                    if (k > 0) {
//   }                                          As[t] = A[t]; ...
//
// A trip that is left amid has loaded a tile for who stands behind the loop.
// The load of the next one must not be made then: so the condition of the loop
// tells, and that tile is loaded where it is used. Calls may be in the way,
// too.
//
//===----------------------------------------------------------------------===//

#include "NormalizePass.h"
#include "cudapipe/Inline/ShortTile.h"

using namespace llvm;

namespace cudapipe {
namespace {

struct ShortTileBehind : NormalizePass {
  std::vector<Proposal> propose(const LoopInText &Loop) const override {
    if (!Loop.why() || Loop.why()->Kind != RejectionKind::EarlyExit)
      return {};
    return Loop.changed([&](const LoopCandidate &One) {
      return loadShortTileBehind(One, Loop.Ctx);
    });
  }
  bool accept(const LoopReport &, const LoopReport &After,
              const Proposal &) const override {
    return !After.Why;
  }
  void refuse(LoopReport &Loop, const LoopReport *After,
              const RewriteOptions &) const override {
    addReason(Loop, "with the last tile behind the loop", After);
  }
};

} // namespace

const NormalizePass &shortTileBehind() {
  static const ShortTileBehind Pass;
  return Pass;
}

} // namespace cudapipe
