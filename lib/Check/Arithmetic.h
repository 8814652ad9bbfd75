//===- Arithmetic.h - Numbers as the device computes them -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_CHECK_ARITHMETIC_H
#define CUDAPIPE_LIB_CHECK_ARITHMETIC_H

#include "Program.h"
#include <cstring>

namespace cudapipe::check {

inline uint64_t lowBits(unsigned Bits) {
  return Bits >= 64 ? ~0ull : (1ull << Bits) - 1;
}
inline int64_t asSigned(uint64_t Value, unsigned Bits) {
  return Bits >= 64 ? int64_t(Value)
                    : int64_t(Value << (64 - Bits)) >> (64 - Bits);
}

/// The number that \p Value is in a float of \p Bits; BFloatBits: bfloat.
double asFloat(uint64_t Value, unsigned Bits);
uint64_t fromFloat(double Value, unsigned Bits);

/// What the operation \p Kind makes of \p A and \p B, with the widths and the
/// predicate of \p O.
uint64_t computed(OpKind Kind, const Op &O, uint64_t A, uint64_t B);

/// The same of integers of 65 to 128 bits, at \p A and \p B. False: it is not
/// known.
bool computeWide(const Op &O, const uint8_t *A, const uint8_t *B, uint8_t *To);

/// What the function Op::Variant makes.
uint64_t functionOf(const Op &O, uint64_t A, uint64_t B, uint64_t C);

} // namespace cudapipe::check

#endif // CUDAPIPE_LIB_CHECK_ARITHMETIC_H
