//===- RewriteText.cpp - The recipe: text in, text out --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/TextRound.h"
#include <set>

using namespace llvm;
using clang::tooling::AtomicChange;

namespace cudapipe {

/// Makes one change, from \p Old to \p New, of all that concern \p File.
static void makeOneChange(FileResult &Result, const std::string &File,
                          StringRef Old, StringRef New) {
  size_t Shorter = std::min(Old.size(), New.size()), Head = 0, Tail = 0;
  while (Head < Shorter && Old[Head] == New[Head])
    ++Head;
  while (Head > 0 && Old[Head - 1] != '\n')
    --Head;
  while (Tail < Shorter - Head &&
         Old[Old.size() - 1 - Tail] == New[New.size() - 1 - Tail])
    ++Tail;
  AtomicChange One(File, "all of " + File);
  cantFail(One.getReplacements().add(
      clang::tooling::Replacement(File, Head, Old.size() - Head - Tail,
                                  New.slice(Head, New.size() - Tail))));
  std::set<std::string> Replaced;
  erase_if(Result.Changes, [&](const AtomicChange &Change) {
    bool IsOfFile = Change.getFilePath() == File;
    if (IsOfFile)
      Replaced.insert(Change.getKey());
    return IsOfFile;
  });
  Result.Changes.insert(Result.Changes.begin(), One);
  for (LoopReport &Loop : Result.Loops) {
    size_t Before = Loop.Made.Changes.size();
    erase_if(Loop.Made.Changes,
             [&](const std::string &Key) { return Replaced.count(Key); });
    if (Loop.Made.Changes.size() != Before)
      Loop.Made.Changes.push_back(One.getKey());
  }
}

/// Makes one change, from \p Old to \p New, of all of \p Result that concern
/// one of \p Files: what was edited twice cannot be told by changes of the text
/// as it was.
static Error makeOneChangeOfEach(ArrayRef<std::string> Files,
                                 FileResult &Result, const UnitTexts &Old,
                                 const UnitTexts &New) {
  for (const std::string &File : Files) {
    Expected<std::string> Before = Old.of(File);
    if (!Before)
      return Before.takeError();
    makeOneChange(Result, File, *Before, cantFail(New.of(File)));
  }
  return Error::success();
}

namespace {

/// What rewriteText() gives, but that nobody has read the result.
struct UnreadResult {
  TextResult Text;
  /// The texts that come of it; nothing where there are none.
  std::optional<UnitTexts> Edited = std::nullopt;
};

} // namespace

static Expected<UnreadResult> unreadResult(const UnitTexts &Texts,
                                           const RewriteOptions &Options,
                                           const RoundState &Round) {
  Expected<TextRound> First = searchTexts(Texts, Options, Round);
  if (!First)
    return First.takeError();
  std::optional<TextRound> Settled;
  if (!Options.DumpAfter)
    Settled = settleAll(*First, Options, Round);
  TextRound &Last = Settled ? *Settled : *First;
  if (Options.DumpAfter || Last.File.Result.Changes.empty())
    return UnreadResult{
        {std::move(Last.File.Result), std::move(First->Errors)}};
  bool Skews = any_of(Last.loops(), [](const LoopReport &Loop) {
    return !Loop.Why && !Loop.Form.Skewed.empty();
  });
  Expected<UnitTexts> Edited = Last.edited();
  if (!Edited) {
    if (Settled || Skews)
      return Edited.takeError();
    consumeError(Edited.takeError()); // Who writes the files says so.
    return UnreadResult{
        {std::move(Last.File.Result), std::move(First->Errors)}};
  }
  std::optional<UnitTexts> Skewed;
  if (Skews)
    Skewed = skewedText(Last, Last.loops(), Options);
  UnreadResult Out{{std::move(Last.File.Result), std::move(First->Errors)},
                   Skewed ? *Skewed : *Edited};
  std::vector<std::string> Twice = Last.Texts.changedSince(Texts);
  if (Skewed)
    append_range(Twice, Skewed->changedSince(*Edited));
  sort(Twice);
  Twice.erase(llvm::unique(Twice), Twice.end());
  if (Error Failed =
          makeOneChangeOfEach(Twice, Out.Text.Result, Texts, *Out.Edited))
    return std::move(Failed);
  return Out;
}

Expected<TextResult> rewriteText(const DeviceCommand &Command, StringRef Path,
                                 StringRef Text, const RewriteOptions &Options,
                                 StyleOf Style, RoundState Round) {
  const UnitTexts Texts(Command, Path, Text, Style, Options.Loops.HeaderRegex);
  while (true) {
    Expected<UnreadResult> Out = unreadResult(Texts, Options, Round);
    if (!Out)
      return Out.takeError();
    if (!Out->Edited)
      return std::move(Out->Text);
    // Each time some more loops are made otherwise, or left alone.
    Expected<bool> IsBroken =
        addBrokenLoops(Out->Text, *Out->Edited, Round.Broken);
    if (!IsBroken)
      return IsBroken.takeError();
    if (*IsBroken)
      continue;
    FileResult &Result = Out->Text.Result;
    Result.NewText = cantFail(Out->Edited->of(Result.File));
    for (const std::string &File : Out->Edited->changedSince(Texts))
      if (File != Result.File)
        Result.NewOthers[File] = cantFail(Out->Edited->of(File));
    return std::move(Out->Text);
  }
}

} // namespace cudapipe
