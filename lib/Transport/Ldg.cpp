//===- Ldg.cpp - Through registers, into the other buffer -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   next_As = A[k_next + tx];           in front of the math
//   ...
//   As_stages[stage ^ 1][tx] = next_As; behind it
//
// Registers hold one tile: further stages would stay empty.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Transport/Transport.h"

namespace cudapipe {
namespace {

struct Ldg : Transport {
  Ldg() : Transport("ldg", "registers, two buffers", /*MostStages=*/2) {}
};

} // namespace

const Transport &ldg() {
  static const Ldg It;
  return It;
}

} // namespace cudapipe
