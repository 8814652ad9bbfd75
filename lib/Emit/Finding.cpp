//===- Finding.cpp - A loop, for other programs ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Emit/Finding.h"
#include "cudapipe/Match/NoLint.h"

using namespace llvm;

#ifndef CUDAPIPE_DOCS_URL
#define CUDAPIPE_DOCS_URL "file:///usr/share/doc/cuda-pipeline-rewrite"
#endif

namespace cudapipe {

StringRef checkOf(const Finding &Found) {
  return Found.What == Finding::Race ? RaceCheck : LoopCheck;
}

StringRef ruleOf(const Finding &Found) {
  return Found.What == Finding::LeftAlone ? rejectionId(Found.Loop.Why->Kind)
                                          : checkOf(Found);
}

std::string helpUri(StringRef Rule) {
  StringRef Page = Rule == LoopCheck   ? "clang-tidy.md#cuda-pipeline-k-loop"
                   : Rule == RaceCheck ? "clang-tidy.md#cuda-pipeline-race"
                                       : "rejections.md#";
  std::string Out = (CUDAPIPE_DOCS_URL "/" + Page).str();
  return Page.ends_with("#") ? Out + Rule.str() : Out;
}

} // namespace cudapipe
