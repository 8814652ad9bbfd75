//===- LdgSingle.cpp - Through registers, into the one buffer -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   next_As = A[k_next + tx];           in front of the math
//   ...
//   __syncthreads();                   all have read the tile
//   As[tx] = next_As;
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Transport/Transport.h"

namespace cudapipe {
namespace {

struct LdgSingle : Transport {
  LdgSingle()
      : Transport("ldg-single", "registers, the original buffer",
                  /*MostStages=*/1) {}
};

} // namespace

const Transport &ldgSingle() {
  static const LdgSingle It;
  return It;
}

} // namespace cudapipe
