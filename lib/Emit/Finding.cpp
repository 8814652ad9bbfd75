//===- Finding.cpp - A loop, for other programs ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Emit/Finding.h"
#include "cudapipe/Match/NoLint.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace cudapipe {
namespace {

/// Where the documentation of an installation is: beside the program, wherever
/// that was put, or where Debian's package has it (for the clang-tidy module).
std::string installedDocsUrl() {
  constexpr StringLiteral Docs = "share/doc/cuda-pipeline-rewrite";
  SmallString<256> Beside(sys::path::parent_path(
      sys::path::parent_path(sys::fs::getMainExecutable(nullptr, nullptr))));
  sys::path::append(Beside, Docs);
  if (sys::fs::is_directory(Beside))
    return ("file://" + Beside).str();
  return ("file:///usr/" + Docs).str();
}

const std::string &docsUrl() {
  static const std::string Url = StringRef(CUDAPIPE_DOCS_URL).empty()
                                     ? installedDocsUrl()
                                     : CUDAPIPE_DOCS_URL;
  return Url;
}

} // namespace

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
  std::string Out = docsUrl() + "/" + Page.str();
  return Page.ends_with("#") ? Out + Rule.str() : Out;
}

} // namespace cudapipe
