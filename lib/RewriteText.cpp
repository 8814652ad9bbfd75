//===- RewriteText.cpp - The recipe: text in, text out --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextRound.h"
#include "cudapipe/Emit/ApplyChanges.h"
#include <set>

using namespace llvm;
using clang::tooling::AtomicChange;

namespace cudapipe {
Expected<TextRound> searchText(const DeviceCommand &Command, StringRef Path,
                               StringRef Text, const RewriteOptions &Options) {
  TextRound Out{Text.str(), {}, {}, Options.Padded};
  Error Failure = Error::success();
  Error ParseFailure = parseFile(
      Command, Path, Text,
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

RewriteOptions withoutLines(RewriteOptions Options, const TextRound &First) {
  // The lines have moved; the order of the loops has not.
  for (const LoopReport &Loop : First.Result.Loops)
    if (Loop.Why && Loop.Why->Kind == RejectionKind::FilesDisagree)
      Options.DeniedOrdinals[Loop.Ordinal] = Loop.Why->Detail;
  std::erase_if(Options.Denied, [&](const auto &Entry) {
    return StringRef(Entry.first).rsplit(':').first == First.Result.File;
  });
  if (!Options.Lines.empty())
    for (const LoopReport &Loop : First.Result.Loops)
      Options.Only.insert(Loop.Ordinal);
  Options.Lines.clear();
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

void makeOneChange(FileResult &Result, StringRef Old, StringRef New) {
  size_t Shorter = std::min(Old.size(), New.size()), Head = 0, Tail = 0;
  while (Head < Shorter && Old[Head] == New[Head])
    ++Head;
  while (Head > 0 && Old[Head - 1] != '\n')
    --Head;
  while (Tail < Shorter - Head &&
         Old[Old.size() - 1 - Tail] == New[New.size() - 1 - Tail])
    ++Tail;
  AtomicChange One(Result.File, "all of " + Result.File);
  cantFail(One.getReplacements().add(
      clang::tooling::Replacement(Result.File, Head, Old.size() - Head - Tail,
                                  New.slice(Head, New.size() - Tail))));
  std::set<std::string> Replaced;
  erase_if(Result.Changes, [&](const AtomicChange &Change) {
    bool Main = Change.getFilePath() == Result.File;
    if (Main)
      Replaced.insert(Change.getKey());
    return Main;
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

using Round = TextRound;

Expected<TextResult> unreadResult(const DeviceCommand &Command, StringRef Path,
                                  StringRef Text, const RewriteOptions &Options,
                                  StringRef Style) {
  Expected<Round> First = searchText(Command, Path, Text, Options);
  if (!First)
    return First.takeError();
  if (Options.DumpAfter)
    return TextResult{First->Result, First->Errors};
  if (std::optional<TextResult> InBlocks =
          blockText(*First, Command, Path, Options, Style))
    return std::move(*InBlocks);
  TextResult Out{First->Result, First->Errors};
  std::optional<Round> Second =
      skippedText(*First, Command, Path, Options, Style);
  if (std::optional<Round> Moved = pointersText(Second ? *Second : *First,
                                                Command, Path, Options, Style))
    Second = std::move(Moved);
  for (bool ForWideCopies : {false, true})
    if (std::optional<Round> More =
            inlinedText(Second ? *Second : *First, Command, Path, Options,
                        Style, ForWideCopies))
      Second = std::move(More);
  if (std::optional<Round> Shown =
          loadText(Second ? *Second : *First, Command, Path, Options, Style))
    Second = std::move(Shown);
  if (std::optional<Round> Aligned =
          alignedText(Second ? *Second : *First, Command, Path, Options, Style))
    Second = std::move(Aligned);
  Round &Before = Second ? *Second : *First;
  if (std::optional<Round> Padded =
          paddedText(Before, Command, Path, Options, Style))
    Second = std::move(Padded);
  Round &Last = Second ? *Second : *First;
  Out.Result = Last.Result;
  bool Skews = any_of(Out.Result.Loops, [](const LoopReport &Loop) {
    return !Loop.Why && !Loop.Skewed.empty();
  });
  if (!Second && !Skews)
    return Out;
  if (Second)
    keepPlaces(Out.Result, First->Result);
  std::vector<AtomicChange> OfMain;
  for (const AtomicChange &Change : Out.Result.Changes)
    if (Change.getFilePath() == Out.Result.File)
      OfMain.push_back(Change);
  Expected<std::string> Edited = applyChanges(Last.Text, Path, OfMain, Style);
  if (!Edited)
    return Edited.takeError();
  std::optional<std::string> Skewed =
      skewedText(*Edited, Out.Result.Loops, Command, Path, Options, Style);
  if (Second || Skewed)
    makeOneChange(Out.Result, Text, Skewed ? *Skewed : *Edited);
  return Out;
}

Expected<TextResult> rewriteText(const DeviceCommand &Command, StringRef Path,
                                 StringRef Text, const RewriteOptions &Options,
                                 StringRef Style) {
  RewriteOptions Now = Options;
  while (true) {
    Expected<TextResult> Out = unreadResult(Command, Path, Text, Now, Style);
    if (!Out || Options.DumpAfter)
      return Out;
    // Each time some more loops are left alone.
    size_t Before = Now.Broken.size();
    Now.Broken.merge(brokenLoops(*Out, Command, Path, Text, Style));
    if (Now.Broken.size() == Before)
      return Out;
  }
}

} // namespace cudapipe
