//===- fuzz-rewrite.cpp - The whole tool, fed by libFuzzer ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An input is a line of two letters, the options, and a .cu file. What comes
// out must parse if the file did, and hold no more work. See
// docs/developers/testing.md.
//
//===----------------------------------------------------------------------===//

#include "CodeMutator.h"
#include "cudapipe/Emit/ApplyChanges.h"
#include "cudapipe/RewriteText.h"
#include <cstdio>
#include <cstdlib>

using namespace cudapipe;

namespace {

constexpr const char *Path = "/tmp/fuzzed.cu";

RewriteOptions optionsFrom(unsigned Bits) {
  RewriteOptions Out;
  Out.Variant = VariantRequest(Bits & 3);
  if ((Bits & 3) < 2 && Bits & 4)
    Out.Stages = 2 + (Bits >> 3 & 1);
  Out.Widen = !(Bits & 16);
  Out.Force = Bits & 32;
  Out.Assume.NoAlias = Bits & 64;
  Out.Assume.LaunchUpdated = Bits & 128;
  return Out;
}

std::string noStyle(llvm::StringRef) { return "none"; }

/// The text after the edits of \p Done to the file; nothing if there are none.
std::string edited(const std::string &Text, const TextResult &Done) {
  std::vector<clang::tooling::AtomicChange> Changes;
  for (const auto &Change : Done.Result.Changes)
    if (Change.getFilePath() == Done.Result.File)
      Changes.push_back(Change);
  if (Changes.empty())
    return "";
  llvm::Expected<std::string> New = applyChanges(Text, Path, Changes, "none");
  if (New)
    return std::move(*New);
  std::fprintf(stderr, "edits do not fit: %s\n",
               llvm::toString(New.takeError()).c_str());
  std::abort();
}

[[noreturn]] void stop(const char *Why, const std::string &Text) {
  std::fprintf(stderr, "%s\n%s", Why, Text.c_str());
  std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (Size < 4)
    return 0;
  std::string Text(reinterpret_cast<const char *>(Data) + 3, Size - 3);
  // `#pragma clang __debug crash` does what it says; the tool goes on with the
  // next file (internal_error_of_one_file_spares_the_others).
  if (Text.find("__debug") != std::string::npos)
    return 0;
  RewriteOptions Options = optionsFrom((Data[0] & 15) | (Data[1] & 15) << 4);
  FrontendOptions Frontend;
  Frontend.Headers = HeaderSource::Embedded;
  llvm::Expected<DeviceCommand> Command = makeDeviceCommand(Path, Frontend);
  if (!Command)
    stop("no command", llvm::toString(Command.takeError()));
  Options.SmVersion = Command->SmVersion;
  llvm::Expected<TextResult> Done =
      rewriteText(*Command, Path, Text, Options, noStyle);
  if (!Done) {
    std::string Why = llvm::toString(Done.takeError());
    if (llvm::StringRef(Why).contains("unsound"))
      stop("unsound", Why);
    return 0;
  }
  std::string New = edited(Text, *Done);
  if (New.empty() || !Done->ParseErrors.empty())
    return 0;
  llvm::Expected<TextResult> Again =
      rewriteText(*Command, Path, New, Options, noStyle);
  if (!Again)
    stop("the result fails", llvm::toString(Again.takeError()));
  if (!Again->ParseErrors.empty())
    stop(Again->ParseErrors.front().Message.c_str(), New);
  if (!edited(New, *Again).empty())
    stop("the result holds work", New);
  return 0;
}

extern "C" size_t LLVMFuzzerMutate(uint8_t *Data, size_t Size, size_t Max);

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size,
                                          size_t Max, unsigned Seed) {
  if (Seed % 32 == 0 || Size < 4)
    return LLVMFuzzerMutate(Data, Size, Max);
  std::string Text(reinterpret_cast<char *>(Data), Size);
  Text = CodeMutator(Seed).mutated(std::move(Text));
  Size = std::min(Text.size(), Max);
  std::copy_n(Text.begin(), Size, Data);
  return Size;
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *First, size_t Size,
                                            const uint8_t *Second,
                                            size_t SecondSize, uint8_t *Out,
                                            size_t Max, unsigned Seed) {
  std::string Text = CodeMutator(Seed).spliced(
      std::string(reinterpret_cast<const char *>(First), Size),
      std::string(reinterpret_cast<const char *>(Second), SecondSize));
  Size = std::min(Text.size(), Max);
  std::copy_n(Text.begin(), Size, Out);
  return Size;
}
