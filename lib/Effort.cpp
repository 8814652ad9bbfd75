//===- Effort.cpp - What a run has done -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Effort.h"
#include <array>
#include <atomic>

namespace cudapipe {

static std::array<std::atomic<uint64_t>, 5> Spent;

void spend(Effort Of) {
  Spent[unsigned(Of)].fetch_add(1, std::memory_order_relaxed);
}

void printEffort(llvm::raw_ostream &Out) {
  for (auto [Of, Name] : {std::pair(Effort::LoopModels, "loop models"),
                          std::pair(Effort::LongProofs, "long proofs"),
                          std::pair(Effort::PlayedThreads, "played threads"),
                          std::pair(Effort::FormattedTexts, "formatted texts"),
                          std::pair(Effort::ThreadSearches, "thread searches")})
    Out << Name << ": " << Spent[unsigned(Of)] << '\n';
}

} // namespace cudapipe
