//===- cudapipe/Plan/BankConflicts.h - How long an access takes -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared memory has 32 banks of 4 bytes, and each delivers one word at a time:
//
//   float As[32][32];  As[lane][0]    all lanes in bank 0        32 wavefronts
//   float As[32][33];  As[lane][0]    lane n in bank n            1
//   float As[32][32];  As[0][0]       one word, for all lanes     1
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_PLAN_BANKCONFLICTS_H
#define CUDAPIPE_PLAN_BANKCONFLICTS_H

#include <cstdint>
#include <span>

namespace cudapipe {

/// A lane that takes no part.
inline constexpr int64_t NoAddress = INT64_MIN;

/// How often shared memory must be read or written for the lanes of a warp,
/// each at its byte \p Addresses[lane], \p Width bytes wide: 1, 2, 4, 8 or 16.
/// Lanes that touch the same word share it. 8 bytes are served a half-warp at a
/// time, 16 bytes a quarter-warp.
unsigned wavefronts(std::span<const int64_t> Addresses, unsigned Width);

/// The same, if no two lanes met in a bank.
unsigned leastWavefronts(std::span<const int64_t> Addresses, unsigned Width);

} // namespace cudapipe

#endif // CUDAPIPE_PLAN_BANKCONFLICTS_H
