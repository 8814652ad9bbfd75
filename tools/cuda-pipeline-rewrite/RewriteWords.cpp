//===- RewriteWords.cpp - What is done to a loop, in words ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteWords.h"
#include "Choice.h"
#include "cudapipe/Frontend/DeviceCommand.h"
#include "cudapipe/Transport/Transport.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

namespace cudapipe {
namespace {

Error readStages(StringRef Stages, RewriteOptions &Rewrite) {
  if (Stages == "auto")
    return Error::success();
  unsigned Count;
  if (Stages.getAsInteger(10, Count) || Count < 2 || Count > 8)
    return createStringError("--stages: '" + Stages +
                             "' is neither auto nor a number from 2 to 8");
  if (const Transport *Variant = Rewrite.Variant;
      Variant && Count > Variant->MostStages)
    return createStringError(
        "--stages=" + Stages + ": " + Variant->Name +
        (Variant->MostStages == 1
             ? " has one buffer per tile"
             : " has two buffers per tile, more take --variant=cpasync"));
  Rewrite.Stages = Count;
  return Error::success();
}

Expected<PadRequest> readPad(StringRef Value) {
  if (Value == "none")
    return PadRequest{PadRequest::None};
  if (Value == "auto")
    return PadRequest{PadRequest::Auto};
  unsigned Bytes = 0;
  if (Value.getAsInteger(10, Bytes) || Bytes % 4 != 0 || Bytes > 1024)
    return createStringError("--pad=" + Value +
                             ": it is auto, none or a number of bytes, a "
                             "multiple of 4 up to 1024");
  return Bytes ? PadRequest{PadRequest::Fixed, Bytes}
               : PadRequest{PadRequest::None};
}

Error readAligned(StringRef AssumeAligned, RewriteOptions &Rewrite) {
  if (AssumeAligned.empty())
    return Error::success();
  auto [Bytes, Names] = AssumeAligned.split(':');
  if (Bytes != "4" && Bytes != "8" && Bytes != "16")
    return createStringError("--assume-aligned=" + AssumeAligned +
                             ": give 4, 8 or 16 bytes");
  Bytes.getAsInteger(10, Rewrite.Assume.Aligned);
  SmallVector<StringRef, 4> Each;
  Names.split(Each, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Name : Each)
    Rewrite.Assume.AlignedNames.insert(Name.str());
  return Error::success();
}

Error checkRegex(StringRef Option, StringRef Pattern) {
  std::string Reason;
  if (Pattern.empty() || Regex(Pattern).isValid(Reason))
    return Error::success();
  return createStringError("--" + Option + ": '" + Pattern +
                           "' is not a regular expression: " + Reason);
}

} // namespace

Error readWords(const RewriteWords &Words, RewriteOptions &Rewrite) {
  SmallVector<std::pair<StringRef, const Transport *>> Variants = {
      {"auto", nullptr}};
  for (const Transport *Variant : allTransports())
    Variants.push_back({Variant->Name, Variant});
  for (const Transport *Variant : {&ring(), &roles()})
    Variants.push_back({Variant->Name, Variant});
  Expected<const Transport *> Request =
      choose<const Transport *>("variant", Words.Variant, Variants);
  if (!Request)
    return Request.takeError();
  Rewrite.Variant = *Request;
  Expected<RewriteStyle> Style = choose<RewriteStyle>(
      "style", Words.Style,
      {{"fast", RewriteStyle::Fast}, {"simple", RewriteStyle::Simple}});
  if (!Style)
    return Style.takeError();
  Rewrite.Style = *Style;
  const bool IsSimple = *Style == RewriteStyle::Simple;
  // Those of another style go with it.
  if (std::exchange(Rewrite.StagesAreOfStyle, false))
    Rewrite.Stages.reset();
  if (Error Failure = readStages(Words.Stages, Rewrite))
    return Failure;
  Expected<bool> Wide =
      choose<bool>("widen", Words.Widen, {{"auto", true}, {"none", false}});
  if (!Wide)
    return Wide.takeError();
  Rewrite.Widen = *Wide && !IsSimple;
  // More is asked for in words.
  if (IsSimple && !Rewrite.Stages &&
      (!Rewrite.Variant || Rewrite.Variant->MostStages > 1)) {
    Rewrite.Stages = 2;
    Rewrite.StagesAreOfStyle = true;
  }
  if (Error Failure = readAligned(Words.AssumeAligned, Rewrite))
    return Failure;
  Expected<PadRequest> Rows =
      readPad(Words.Pad.value_or(IsSimple ? "none" : "auto"));
  if (!Rows)
    return Rows.takeError();
  Rewrite.Pad = *Rows;
  Rewrite.Pad.IsAsked = Words.Pad.has_value();
  std::string NoAlias = Words.AssumeNoAlias.value_or("");
  for (auto [Option, Pattern] :
       {std::pair<StringRef, StringRef>("kernel", Words.Kernel),
        {"header-filter", Words.HeaderFilter},
        {"assume-no-alias", NoAlias}})
    if (Error Failure = checkRegex(Option, Pattern))
      return Failure;
  if (!Words.Folder.Gpu.empty()) {
    Expected<Gpu> Chosen = chooseGpu(Words.Folder.Gpu);
    if (!Chosen)
      return createStringError("--gpu: " + toString(Chosen.takeError()));
    Rewrite.RunsOn = std::move(*Chosen);
  }
  if (!Words.Folder.GpuArch.empty() && !smVersion(Words.Folder.GpuArch))
    return createStringError("--gpu-arch: '" + Words.Folder.GpuArch +
                             "' is not a GPU architecture such as sm_80");
  Rewrite.Force = Words.Force;
  Rewrite.Sure = Words.Guess       ? SureBy::Nobody
                 : Words.NoCompile ? SureBy::Rules
                                   : SureBy::Compiler;
  Rewrite.Loops.KernelRegex = Words.Kernel;
  Rewrite.Loops.HeaderRegex = Words.HeaderFilter;
  Rewrite.Assume.NoAlias = Words.AssumeNoAlias.has_value();
  Rewrite.Assume.NoAliasRegex = NoAlias;
  Rewrite.Assume.LaunchUpdated = Words.AssumeLaunchUpdated;
  return Error::success();
}

} // namespace cudapipe
