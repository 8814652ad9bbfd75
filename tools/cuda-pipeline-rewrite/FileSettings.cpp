//===- FileSettings.cpp - What counts for one file ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileSettings.h"
#include "ConfigFile.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;

namespace cudapipe {
namespace {

std::vector<std::string> words(StringRef Text) {
  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  SmallVector<const char *> Words;
  cl::TokenizeGNUCommandLine(Text, Saver, Words);
  return {Words.begin(), Words.end()};
}

/// Those of the folder, then those of the command line, which come later.
void prepend(StringRef Flags, std::vector<std::string> &Out) {
  std::vector<std::string> Words = words(Flags);
  Out.insert(Out.begin(), Words.begin(), Words.end());
}

} // namespace

Expected<FileSettings> settingsFor(StringRef File, const Settings &Wanted) {
  FileSettings Out{
      Wanted.Rewrite, Wanted.FormatStyle, Wanted.Words.Verdicts, {}};
  std::string Config = findConfig(File);
  if (Config.empty())
    return Out;
  RewriteWords Words = Wanted.Words;
  if (Error Failure = readConfig(Config, Wanted.Given, Words))
    return std::move(Failure);
  if (Error Failure = readWords(Words, Out.Rewrite))
    return std::move(Failure);
  Out.Verdicts = Words.Verdicts;
  if (!Words.Verdicts.empty() && !Wanted.Given.count("verdicts")) {
    SmallString<256> Beside(Words.Verdicts);
    sys::path::make_absolute(sys::path::parent_path(Config), Beside);
    Out.Verdicts = std::string(Beside);
  }
  if (!Words.Folder.FormatStyle.empty())
    Out.FormatStyle = Words.Folder.FormatStyle;
  if (!Wanted.Output.OutputFile.empty())
    Out.Rewrite.Loops.HeaderRegex.clear(); // -o has one file.
  if (Words.Folder.Gpu.empty() && Words.Folder.GpuArch.empty() &&
      Words.Folder.ExtraArg.empty() && Words.Folder.ExtraArgBefore.empty())
    return Out;
  Out.Frontend = Wanted.Frontend;
  if (!Words.Folder.Gpu.empty())
    Out.Frontend->DefaultArch =
        "sm_" + std::to_string(Out.Rewrite.RunsOn->SmVersion);
  if (!Words.Folder.GpuArch.empty())
    Out.Frontend->GpuArch = Words.Folder.GpuArch;
  prepend(Words.Folder.ExtraArg, Out.Frontend->ExtraArgs);
  prepend(Words.Folder.ExtraArgBefore, Out.Frontend->ExtraArgsBefore);
  return Out;
}

std::string formatStyleOf(StringRef File, const Settings &Wanted) {
  Expected<FileSettings> Own = settingsFor(File, Wanted);
  if (Own)
    return Own->FormatStyle;
  consumeError(Own.takeError()); // processFile() has said it.
  return Wanted.FormatStyle;
}

} // namespace cudapipe
