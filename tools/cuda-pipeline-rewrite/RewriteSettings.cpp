//===- RewriteSettings.cpp - What is done to a loop -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SettingsGroups.h"
#include "cudapipe/Transport/Transport.h"

using namespace llvm;

namespace cudapipe {

cl::OptionCategory &rewritingOptions() {
  static cl::OptionCategory Rewriting("Rewriting");
  return Rewriting;
}

namespace {

cl::OptionCategory &Rewriting = rewritingOptions();

/// "How a tile travels: auto (default), cpasync (cp.async, sm_80), ..."
const std::string &variantHelp() {
  static const std::string Text = [] {
    std::string Out = "How a tile travels: auto (default)";
    for (const Transport *Variant : allTransports())
      Out += (", " + Variant->Name + " (" + Variant->Summary + ")").str();
    for (const Transport *Variant : {&ring(), &roles()})
      Out += (", " + Variant->Name + " (" + Variant->Summary + ")").str();
    return Out;
  }();
  return Text;
}

cl::opt<std::string>
    Style("style", cl::init("fast"), cl::cat(Rewriting), cl::value_desc("how"),
          cl::desc("fast (default), or simple: the shortest form, two stages "
                   "and nothing else that may pay"));
cl::opt<std::string> Variant("variant", cl::init("auto"), cl::cat(Rewriting),
                             cl::value_desc("name"), cl::desc(variantHelp()));
cl::opt<std::string>
    Stages("stages", cl::init("auto"), cl::cat(Rewriting), cl::value_desc("N"),
           cl::desc("Buffers per tile: auto (default), 2 to 8"));
cl::opt<std::string>
    Widen("widen", cl::init("auto"), cl::cat(Rewriting), cl::value_desc("how"),
          cl::desc("cp.async copies of more bytes than a thread stores now: "
                   "auto (default) or none"));
cl::opt<std::string>
    AssumeAligned("assume-aligned", cl::cat(Rewriting),
                  cl::value_desc("bytes[:param,...]"),
                  cl::desc("You assert that pointers and leading dimensions, "
                           "of these parameters or of all, are multiples of 4, "
                           "8 or 16 bytes"));
cl::opt<std::string>
    Pad("pad", cl::init("auto"), cl::cat(Rewriting),
        cl::value_desc("auto|none|bytes"),
        cl::desc("Longer rows for tiles: auto (default), none, or bytes"));
cl::opt<bool> Undo("undo", cl::cat(Rewriting),
                   cl::desc("The other way round: pipelined loops become the "
                            "plain loops that they were"));
cl::opt<bool> Force("force", cl::cat(Rewriting),
                    cl::desc("Rewrite loops too that will not pay"));
cl::opt<bool> NoCompile("no-compile", cl::cat(Rewriting),
                        cl::desc("auto asks no nvcc, and takes only what "
                                 "cannot lose whatever it would say"));
cl::opt<bool> Guess("guess", cl::cat(Rewriting),
                    cl::desc("auto takes what should be the fastest, without "
                             "nvcc: measure it"));
cl::opt<std::string>
    Verdicts("verdicts", cl::cat(Rewriting), cl::value_desc("json"),
             cl::desc("What nvcc has decided is kept in this file, and taken "
                      "from it where a kernel is the same, without nvcc, too"));
cl::opt<std::string> Kernel("kernel", cl::cat(Rewriting),
                            cl::value_desc("regex"),
                            cl::desc("Only kernels whose name matches"));
cl::opt<std::string>
    Lines("line-filter", cl::cat(Rewriting), cl::value_desc("json"),
          cl::desc("Only loops in these lines, as for clang-tidy: "
                   R"([{"name":"gemm.cu","lines":[[10,20]]}])"));
cl::opt<std::string>
    HeaderFilter("header-filter", cl::cat(Rewriting), cl::value_desc("regex"),
                 cl::desc("Rewrite included headers whose path matches"));
cl::opt<std::string>
    AssumeNoAlias("assume-no-alias", cl::ValueOptional, cl::cat(Rewriting),
                  cl::value_desc("regex"),
                  cl::desc("You assert that different pointers never overlap, "
                           "in kernels whose name matches or in all"));
cl::opt<bool> AssumeLaunchUpdated(
    "assume-launch-updated", cl::cat(Rewriting),
    cl::desc("You update launches that are not in the file"));

} // namespace

Error readRewriting(Settings &Result) {
  RewriteWords Words;
  Words.Style = Style;
  Words.Variant = Variant;
  Words.Stages = Stages;
  Words.Widen = Widen;
  if (Pad.getNumOccurrences() > 0)
    Words.Pad = Pad;
  Words.AssumeAligned = AssumeAligned;
  Words.Kernel = Kernel;
  Words.HeaderFilter = HeaderFilter;
  if (AssumeNoAlias.getNumOccurrences() > 0)
    Words.AssumeNoAlias = AssumeNoAlias;
  Words.Force = Force;
  Words.NoCompile = NoCompile;
  Words.Guess = Guess;
  Words.Verdicts = Verdicts;
  Words.AssumeLaunchUpdated = AssumeLaunchUpdated;
  if (Error Failure = readWords(Words, Result.Rewrite))
    return Failure;
  Result.Words = Words;
  Result.Rewrite.Undo = Undo;
  for (const cl::Option *Option : std::initializer_list<const cl::Option *>{
           &Style, &Variant, &Stages, &Widen, &Pad, &AssumeAligned, &Force,
           &NoCompile, &Guess, &Verdicts, &AssumeNoAlias, &AssumeLaunchUpdated,
           &HeaderFilter})
    if (Option->getNumOccurrences() > 0)
      Result.Given.insert(Option->ArgStr.str());
  if (Lines.empty())
    return Error::success();
  Expected<LineFilter> Filter = LineFilter::parse(Lines);
  if (!Filter)
    return Filter.takeError();
  Result.Lines = std::move(*Filter);
  return Error::success();
}

} // namespace cudapipe
