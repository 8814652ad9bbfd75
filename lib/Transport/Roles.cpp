//===- Roles.cpp - Copies of the copy engine, by a warp of their own ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   wait(&empty[stage], phase);                  the producer, a warp more
//   copy(tile, &full, k);                        what the user copies
//
//   wait(&full, phase);                          all others
//   ...
//   arrive(&empty[stage]);
//
// As for rings, lib/Ring makes it.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Transport/Transport.h"

namespace cudapipe {
namespace {

struct Roles : Transport {
  Roles()
      : Transport("roles", "the same, copied by a warp behind the block", 8) {
    Instruction = "cp.async.bulk";
    LeastSm = 90;
    KeepsAsyncCopies = true;
  }
};

} // namespace

const Transport &roles() {
  static const Roles It;
  return It;
}

} // namespace cudapipe
