//===- Settings.cpp - The command line, read ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Settings.h"
#include "CommandWords.h"
#include "SettingsGroups.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cudapipe {
namespace {

/// LLVM's parser says "tool: for the -x option: ..." in lines of its own.
std::string inOneLine(StringRef Message) {
  std::string Result;
  SmallVector<StringRef> Lines;
  Message.trim().split(Lines, '\n');
  for (StringRef Line : Lines) {
    Line = Line.split("  Try: ").first;
    Line.consume_front("cuda-pipeline-rewrite: ");
    Result += (Result.empty() ? "" : " ") + Line.str();
  }
  return Result;
}

/// Flags for a compiler, typed among options and behind `--`.
Error readFlags(CommandWords &Words, FrontendOptions &Frontend) {
  Frontend.TypedFlags = std::move(Words.Flags);
  Frontend.InlineFlags = std::move(Words.Behind);
  if (!Frontend.Database || Frontend.InlineFlags.empty())
    return Error::success();
  if (namesCompiler(Frontend.InlineFlags))
    return createStringError("-p has the compile commands; behind -- there may "
                             "be more flags, but not another command");
  append_range(Frontend.TypedFlags, std::exchange(Frontend.InlineFlags, {}));
  return Error::success();
}

} // namespace

Expected<Settings> readCommandLine(int Argc, const char *const *Argv) {
  Expected<std::vector<std::string>> Typed = expandArguments(Argc, Argv);
  if (!Typed)
    return Typed.takeError();
  cl::HideUnrelatedOptions(optionGroups());
  Expected<CommandWords> Words = sortWords(*Typed);
  if (!Words)
    return Words.takeError();
  Settings Result;
  Result.AsksHelp = Words->AsksHelp;
  Result.AsksVersion = Words->AsksVersion;
  if (Result.AsksHelp || Result.AsksVersion)
    return Result;

  SmallVector<const char *> Arguments;
  for (const std::string &Word : Words->Ours)
    Arguments.push_back(Word.c_str());
  std::string Message;
  raw_string_ostream Errors(Message);
  if (!cl::ParseCommandLineOptions(Arguments.size(), Arguments.data(), "",
                                   &Errors))
    return createStringError(inOneLine(Message));
  if (Error Failure = readAskedRule(Result))
    return Failure;
  readAskedGpus(Result);
  if (!Result.AsksRule.empty() || Result.AsksGpus)
    return Result;
  for (auto *Read :
       {readFiles, readRewriting, readOutput, readReading, readGpu})
    if (Error Failure = Read(Result))
      return Failure;
  if (Error Failure = readFlags(*Words, Result.Frontend))
    return Failure;
  if (Error Failure = readShardChoice(ArrayRef(*Typed).drop_front(), Result))
    return Failure;
  return Result;
}

} // namespace cudapipe
