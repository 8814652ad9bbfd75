//===- Settings.cpp - The command line, read ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Settings.h"
#include "SettingsGroups.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cudapipe {
namespace {

constexpr StringLiteral Overview =
    "Turns the K-loops of CUDA kernels into software pipelines: the next tile "
    "travels\nwhile this one is computed. Prints a diff; writes nothing unless "
    "asked.\n";

const cl::extrahelp Examples(R"(
Examples:
  cuda-pipeline-rewrite gemm.cu                      show what would change
  cuda-pipeline-rewrite gemm.cu --variant=cpasync | git apply
  cuda-pipeline-rewrite -i src/*.cu -p build         rewrite in place
  cuda-pipeline-rewrite gemm.cu --explain            why was a loop left alone?
  cuda-pipeline-rewrite gemm.cu -- -Iinclude -DBK=32 with flags of your own
  cuda-pipeline-rewrite --check src/*.cu             in CI

Exit codes:
  0  ran, even if there was nothing to do
  1  only when asked: --check would change a file, --warnings-as-errors
  2  could not do the job: bad flag, no such file, a kernel does not parse, ...
)");

/// LLVM's parser says
///   tool: Unknown command line argument '--varient'.  Try: 'tool --help'
///   tool: Did you mean '--variant'?
/// We say: Unknown command line argument '--varient'. Did you mean '--variant'?
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

/// LLVM's parser takes whatever starts with `--he` for --help.
Error checkHelp(ArrayRef<const char *> Args) {
  const auto &Known = cl::getRegisteredOptions();
  for (StringRef Arg : Args) {
    StringRef Name = Arg.split('=').first;
    if (!Name.consume_front("--") && !Name.consume_front("-"))
      continue;
    if (!Name.starts_with("he") || Name.starts_with("help") ||
        Known.count(Name))
      continue;
    std::pair<unsigned, StringRef> Nearest(Name.edit_distance("help"), "help");
    for (const auto &[Option, Handler] : Known)
      if (Handler->getOptionHiddenFlag() == cl::NotHidden)
        Nearest = std::min(Nearest, {Name.edit_distance(Option), Option});
    return createStringError("Unknown command line argument '" + Arg +
                             "'. Did you mean '--" + Nearest.second + "'?");
  }
  return Error::success();
}

} // namespace

Expected<Settings> readCommandLine(int Argc, const char *const *Argv) {
  Expected<std::vector<std::string>> Words = expandArguments(Argc, Argv);
  if (!Words)
    return Words.takeError();
  SmallVector<const char *> Arguments;
  for (const std::string &Word : *Words)
    Arguments.push_back(Word.c_str());
  // What follows "--" is the compiler's.
  const char *const *End = Arguments.end();
  const char *const *Dashes = find(Arguments, StringRef("--"));
  Settings Result;
  if (Dashes != End)
    Result.Frontend.InlineFlags.assign(Dashes + 1, End);

  cl::HideUnrelatedOptions(
      {&rewritingOptions(), &outputOptions(), &readingOptions()});
  cl::SetVersionPrinter(printVersion);
  if (Error Failure = checkHelp(ArrayRef(Arguments.begin() + 1, Dashes)))
    return Failure;
  std::string Message;
  raw_string_ostream Errors(Message);
  if (!cl::ParseCommandLineOptions(Dashes - Arguments.begin(), Arguments.data(),
                                   Overview, &Errors))
    return createStringError(inOneLine(Message));

  for (auto *Read :
       {readFiles, readRewriting, readOutput, readReading, readGpu})
    if (Error Failure = Read(Result))
      return Failure;
  if (Error Failure = readShardChoice(ArrayRef(*Words).drop_front(), Result))
    return Failure;
  return Result;
}

} // namespace cudapipe
