//===- Ring.cpp - Copies of the copy engine, some stages ahead ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   wait(&full[stage], phase);                   what the user waits for
//   ...
//   load(k + STAGES, stage);                     what the user copies, earlier
//
// The copies and waits are the user's own, so nothing is spelled here: lib/Ring
// makes it, of loops that have them, and no other loop can have it.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Transport/Transport.h"

namespace cudapipe {
namespace {

struct Ring : Transport {
  Ring() : Transport("ring", "the user's TMA and bulk copies, sm_90", 8) {
    Instruction = "cp.async.bulk";
    LeastSm = 90;
    KeepsAsyncCopies = true;
  }
};

} // namespace

const Transport &ring() {
  static const Ring It;
  return It;
}

} // namespace cudapipe
