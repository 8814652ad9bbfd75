//===- RewriteText.cpp - The recipe: text in, text out --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextRound.h"
#include <set>

using namespace llvm;
using clang::tooling::AtomicChange;

namespace cudapipe {

Expected<TextRound> searchTexts(UnitTexts Texts,
                                const RewriteOptions &Options) {
  TextRound Out{std::move(Texts), {}, {}, Options.Round.Padded};
  Error Failure = Error::success();
  Error ParseFailure = Out.Texts.parse(
      [&](clang::ASTContext &Context, ArrayRef<ParseError> Found) {
        std::vector<clang::SourceLocation> Places;
        for (const ParseError &Error : Found)
          Places.push_back(Error.Location);
        Out.Errors = Found.vec();
        Expected<FileResult> Result = rewriteFile(Context, Options, Places);
        if (Result)
          Out.Result = std::move(*Result);
        else
          Failure = joinErrors(std::move(Failure), Result.takeError());
      });
  if (Error Any = joinErrors(std::move(Failure), std::move(ParseFailure)))
    return std::move(Any);
  return Out;
}

std::optional<TextRound> nextRound(const TextRound &Before,
                                   ArrayRef<AtomicChange> Changes,
                                   const RewriteOptions &Options) {
  Expected<UnitTexts> Texts = Before.Texts.with(Changes);
  Expected<TextRound> Next = Texts ? searchTexts(std::move(*Texts), Options)
                                   : Expected<TextRound>(Texts.takeError());
  if (Next)
    return std::move(*Next);
  consumeError(Next.takeError());
  return std::nullopt;
}

bool keepsLoops(const TextRound &After, const TextRound &Before) {
  return After.Result.Loops.size() == Before.Result.Loops.size() &&
         After.Errors.size() <= Before.Errors.size();
}

bool isSameForm(const LoopReport &New, const LoopReport &Old) {
  return New.Kernel == Old.Kernel &&
         New.Why.has_value() == Old.Why.has_value() && New.Form == Old.Form;
}

RewriteOptions withoutLines(RewriteOptions Options, const TextRound &First) {
  // The lines have moved; the order of the loops has not.
  RoundState &Round = Options.Round;
  if (!Round.HasMoved)
    for (const LoopReport &Loop : First.Result.Loops) {
      if (Loop.Why && Loop.Why->Kind == RejectionKind::FilesDisagree)
        Round.Denied[Loop.Ordinal] = Loop.Why->Detail;
      if (!Options.Loops.Lines.empty() || Options.Loops.HeaderLines)
        Round.Only.insert(Loop.Ordinal);
    }
  Round.HasMoved = true;
  return Options;
}

void keepPlaces(FileResult &Last, const FileResult &First) {
  for (auto [New, Old] : zip(Last.Loops, First.Loops)) {
    if (New.Why) {
      New = Old;
      continue;
    }
    New.Line = Old.Line;
    New.Column = Old.Column;
    New.Place = Old.Place;
    New.FunctionBegin = Old.FunctionBegin;
    New.FunctionEnd = Old.FunctionEnd;
  }
}

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
    size_t Before = Loop.Changes.size();
    erase_if(Loop.Changes,
             [&](const std::string &Key) { return Replaced.count(Key); });
    if (Loop.Changes.size() != Before)
      Loop.Changes.push_back(One.getKey());
  }
}

Error makeOneChangeOfEach(ArrayRef<std::string> Files, FileResult &Result,
                          const UnitTexts &Old, const UnitTexts &New) {
  for (const std::string &File : Files) {
    Expected<std::string> Before = Old.of(File);
    if (!Before)
      return Before.takeError();
    makeOneChange(Result, File, *Before, cantFail(New.of(File)));
  }
  return Error::success();
}

/// \p First after all other rounds; nothing if none helps.
static std::optional<TextRound> lastRound(TextRound &First,
                                          const RewriteOptions &Options) {
  std::optional<TextRound> Last = skippedText(First, Options);
  auto Go = [&](auto Text, auto... More) {
    if (std::optional<TextRound> Next =
            Text(Last ? *Last : First, Options, More...))
      Last = std::move(Next);
  };
  Go(pointersText);
  for (bool ForWideCopies : {false, true})
    Go(inlinedText, ForWideCopies);
  Go(loadText);
  Go(alignedText);
  Go(residentText);
  Go(paddedText);
  return Last;
}

Expected<TextResult> unreadResult(const UnitTexts &Texts,
                                  const RewriteOptions &Options) {
  Expected<TextRound> First = searchTexts(Texts, Options);
  if (!First)
    return First.takeError();
  if (Options.DumpAfter)
    return TextResult{First->Result, First->Errors};
  if (std::optional<TextResult> InBlocks = blockText(*First, Options))
    return std::move(*InBlocks);
  TextResult Out{First->Result, First->Errors};
  std::optional<TextRound> Second = lastRound(*First, Options);
  const TextRound &Last = Second ? *Second : *First;
  Out.Result = Last.Result;
  bool Skews = any_of(Out.Result.Loops, [](const LoopReport &Loop) {
    return !Loop.Why && !Loop.Skewed.empty();
  });
  if (!Second && !Skews)
    return Out;
  if (Second)
    keepPlaces(Out.Result, First->Result);
  Expected<UnitTexts> Edited = Last.Texts.with(Out.Result.Changes);
  if (!Edited)
    return Edited.takeError();
  std::optional<UnitTexts> Skewed =
      skewedText(*Edited, Out.Result.Loops, Options);
  // What was edited twice cannot be told by changes of the text as it was.
  std::vector<std::string> Twice = Last.Texts.changedSince(Texts);
  if (Skewed)
    append_range(Twice, Skewed->changedSince(*Edited));
  sort(Twice);
  Twice.erase(llvm::unique(Twice), Twice.end());
  if (Error Failed = makeOneChangeOfEach(Twice, Out.Result, Texts,
                                         Skewed ? *Skewed : *Edited))
    return std::move(Failed);
  return Out;
}

Expected<TextResult> rewriteText(const DeviceCommand &Command, StringRef Path,
                                 StringRef Text, const RewriteOptions &Options,
                                 StyleOf Style) {
  const UnitTexts Texts(Command, Path, Text, Style);
  RewriteOptions Now = Options;
  while (true) {
    Expected<TextResult> Out = unreadResult(Texts, Now);
    if (!Out || Options.DumpAfter)
      return Out;
    // Each time some more loops are left alone.
    size_t Before = Now.Round.Broken.size();
    Now.Round.Broken.merge(brokenLoops(*Out, Texts));
    if (Now.Round.Broken.size() == Before)
      return Out;
  }
}

} // namespace cudapipe
