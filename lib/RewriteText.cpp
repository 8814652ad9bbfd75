//===- RewriteText.cpp - The recipe: text in, text out --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/RewriteText.h"
#include "cudapipe/Emit/ApplyChanges.h"

using namespace llvm;
using clang::tooling::AtomicChange;

namespace cudapipe {
namespace {

/// One text, parsed and searched once.
struct Round {
  std::string Text;
  FileResult Result;
  std::vector<ParseError> Errors;
};

Expected<Round> search(const DeviceCommand &Command, StringRef Path,
                       StringRef Text, const RewriteOptions &Options) {
  Round Out{Text.str(), {}, {}};
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

/// \p After is \p Before with bodies in the place of calls: the same loops, and
/// none lost that was pipelined.
bool isBetter(const Round &After, const Round &Before) {
  ArrayRef<LoopReport> Now = After.Result.Loops, Then = Before.Result.Loops;
  if (Now.size() != Then.size() || After.Errors.size() > Before.Errors.size())
    return false;
  return all_of(zip(Now, Then), [](const auto &Pair) {
    const auto &[New, Old] = Pair;
    return New.Kernel == Old.Kernel && (Old.Why || !New.Why);
  });
}

/// Puts bodies into the loops \p Wanted of \p First until these are pipelined
/// or call nothing more: macros stand in macros. Loops that are still refused
/// leave \p Wanted.
std::optional<Round> putBodies(const Round &First, std::vector<size_t> &Wanted,
                               const DeviceCommand &Command, StringRef Path,
                               const RewriteOptions &Options, StringRef Style) {
  std::optional<Round> Last;
  for (unsigned Depth = 0; Depth < 4; ++Depth) {
    const Round &Before = Last ? *Last : First;
    std::vector<AtomicChange> Changes;
    for (size_t I : Wanted)
      if (const LoopReport &Loop = Before.Result.Loops[I]; Loop.Inlining)
        Changes.push_back(*Loop.Inlining);
    if (Changes.empty())
      break;
    Expected<std::string> Text =
        applyChanges(Before.Text, Path, Changes, Style);
    Expected<Round> Next = Text ? search(Command, Path, *Text, Options)
                                : Expected<Round>(Text.takeError());
    if (!Next) {
      consumeError(Next.takeError());
      return std::nullopt;
    }
    if (!isBetter(*Next, First))
      return std::nullopt;
    Last = std::move(*Next);
  }
  erase_if(Wanted,
           [&](size_t I) { return Last->Result.Loops[I].Why.has_value(); });
  return Last;
}

/// The loops of \p First that need the bodies of what they call, and the text
/// with those; nothing if that helps none.
std::optional<Round> inlined(const Round &First, const DeviceCommand &Command,
                             StringRef Path, RewriteOptions Options,
                             StringRef Style) {
  ArrayRef<LoopReport> Loops = First.Result.Loops;
  std::vector<size_t> Wanted;
  for (auto [I, Loop] : enumerate(Loops))
    if (Loop.Why && Loop.Inlining)
      Wanted.push_back(I);
  // The lines have moved; the order of the loops has not.
  if (!Options.Lines.empty())
    for (const LoopReport &Loop : Loops)
      Options.Only.insert(Loop.Ordinal);
  Options.Lines.clear();
  while (!Wanted.empty()) {
    size_t Before = Wanted.size();
    std::optional<Round> Last =
        putBodies(First, Wanted, Command, Path, Options, Style);
    if (!Last || Wanted.size() == Before)
      return Last;
  }
  return std::nullopt;
}

/// Reports of \p Last under the places of \p First.
void keepPlaces(FileResult &Last, const FileResult &First) {
  for (auto [New, Old] : zip(Last.Loops, First.Loops)) {
    if (New.Why) {
      New = Old;
      continue;
    }
    New.Line = Old.Line;
    New.Column = Old.Column;
  }
}

} // namespace

Expected<TextResult> rewriteText(const DeviceCommand &Command, StringRef Path,
                                 StringRef Text, const RewriteOptions &Options,
                                 StringRef Style) {
  Expected<Round> First = search(Command, Path, Text, Options);
  if (!First)
    return First.takeError();
  TextResult Out{First->Result, First->Errors, Text.str()};
  Round *Last = &*First;
  std::optional<Round> Second;
  if (!Options.DumpAfter)
    Second = inlined(*First, Command, Path, Options, Style);
  if (Second) {
    Last = &*Second;
    Out.Result = Second->Result;
    keepPlaces(Out.Result, First->Result);
  }
  if (Options.DumpAfter || Last->Result.Changes.empty())
    return Out;
  Expected<std::string> Edited =
      applyChanges(Last->Text, Path, Last->Result.Changes, Style);
  if (!Edited)
    return Edited.takeError();
  Out.NewText = std::move(*Edited);
  return Out;
}

} // namespace cudapipe
