//===- Finding.cpp - A loop, for other programs ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Emit/Finding.h"
#include "cudapipe/Match/NoLint.h"

using namespace llvm;

namespace cudapipe {

StringRef checkOf(const Finding &Found) {
  return Found.What == Finding::Race ? RaceCheck : LoopCheck;
}

StringRef ruleOf(const Finding &Found) {
  return Found.What == Finding::LeftAlone ? rejectionId(Found.Loop.Why->Kind)
                                          : checkOf(Found);
}

} // namespace cudapipe
