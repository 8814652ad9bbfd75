//===- cudapipe/Analyze/ConstantInt.h - Constants of any width --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_CONSTANTINT_H
#define CUDAPIPE_ANALYZE_CONSTANTINT_H

#include "llvm/ADT/APSInt.h"
#include <cstdint>
#include <limits>

namespace cudapipe {

/// \p Value, or the nearest number that fits: `~0ull` is the greatest.
inline int64_t clampedValue(const llvm::APSInt &Value) {
  if (Value.isRepresentableByInt64())
    return Value.getExtValue();
  return Value.isNegative() ? std::numeric_limits<int64_t>::min()
                            : std::numeric_limits<int64_t>::max();
}

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_CONSTANTINT_H
