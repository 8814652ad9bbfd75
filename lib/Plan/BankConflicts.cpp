//===- BankConflicts.cpp - How long an access takes -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources: CUDA C++ Programming Guide 13.0, "Shared Memory" of compute
// capability 5.x and later (32 banks, successive words in successive banks,
// same word: no conflict). That wider accesses are served in halves and
// quarters of a warp is how the profiler counts them from sm_70 on.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Plan/BankConflicts.h"
#include <algorithm>
#include <array>
#include <set>

namespace cudapipe {

static constexpr int64_t Banks = 32, WordBytes = 4;

/// Lanes that are served together.
static size_t lanesTogether(unsigned Width) {
  return Width >= 16 ? 8 : Width >= 8 ? 16 : 32;
}

/// The words of each bank that \p Lanes touch.
static std::array<std::set<int64_t>, Banks>
wordsOf(std::span<const int64_t> Lanes, unsigned Width) {
  std::array<std::set<int64_t>, Banks> Out;
  auto Word = [](int64_t Byte) {
    return (Byte - ((Byte % WordBytes) + WordBytes) % WordBytes) / WordBytes;
  };
  for (int64_t Address : Lanes)
    if (Address != NoAddress)
      for (int64_t W = Word(Address); W <= Word(Address + Width - 1); ++W)
        Out[((W % Banks) + Banks) % Banks].insert(W);
  return Out;
}

template <typename FunctionTy>
static unsigned sumOfParts(std::span<const int64_t> Addresses, unsigned Width,
                           FunctionTy CountOf) {
  unsigned Out = 0;
  while (!Addresses.empty()) {
    size_t Part = std::min(lanesTogether(Width), Addresses.size());
    Out += CountOf(wordsOf(Addresses.first(Part), Width));
    Addresses = Addresses.subspan(Part);
  }
  return Out;
}

unsigned wavefronts(std::span<const int64_t> Addresses, unsigned Width) {
  return sumOfParts(Addresses, Width, [](const auto &Words) {
    size_t Most = 0;
    for (const auto &Bank : Words)
      Most = std::max(Most, Bank.size());
    return Most;
  });
}

unsigned leastWavefronts(std::span<const int64_t> Addresses, unsigned Width) {
  return sumOfParts(Addresses, Width, [](const auto &Words) {
    size_t All = 0;
    for (const auto &Bank : Words)
      All += Bank.size();
    return (All + Banks - 1) / Banks;
  });
}

} // namespace cudapipe
