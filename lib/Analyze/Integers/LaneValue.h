//===- LaneValue.h - An index, as one thread computes it --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   threadIdx.x / 8 + i          thread 17, first trip of the loop over i:  2
//
// For the model of bank conflicts only: what is not known counts as zero, as it
// mostly is the same for all threads of a warp. Proves nothing.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_LANEVALUE_H
#define CUDAPIPE_LIB_ANALYZE_LANEVALUE_H

#include "Analyze/Threads/LaunchFacts.h"
#include "IndexForm.h"
#include <array>

namespace cudapipe {

class LaneValue {
public:
  LaneValue(std::array<int64_t, 3> Thread, std::array<int64_t, 3> BlockDim,
            const Definitions &Defs, const LaunchFacts &Facts,
            const clang::ASTContext &Ctx)
      : Thread(Thread), BlockDim(BlockDim), Defs(Defs), Facts(Facts), Ctx(Ctx) {
  }

  /// \p E in the first trip of all loops around it.
  int64_t of(const clang::Expr *E) {
    Known = true;
    return value(E, 0);
  }
  /// The last value was computed from nothing but known numbers.
  bool isKnown() const { return Known; }

private:
  int64_t value(const clang::Expr *E, unsigned Depth);
  int64_t binary(const clang::BinaryOperator &Op, unsigned Depth);
  int64_t unknown() {
    Known = false;
    return 0;
  }

  std::array<int64_t, 3> Thread, BlockDim;
  const Definitions &Defs;
  const LaunchFacts &Facts;
  const clang::ASTContext &Ctx;
  bool Known = true;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_LANEVALUE_H
