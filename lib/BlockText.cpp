//===- BlockText.cpp - Once more, with blocks around loops ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where there is no room for a pipeline, nothing else about the loop is known.
// So all rounds are made with the room there.
//
//===----------------------------------------------------------------------===//

#include "TextRound.h"
#include "cudapipe/Emit/ApplyChanges.h"
#include <set>

using namespace llvm;
using clang::tooling::AtomicChange;

namespace cudapipe {

/// \p Loop, refused for where it stands, is refused elsewhere for \p Next.
static void tellNext(LoopReport &Loop, const Rejection &Next) {
  if (Loop.Why && Loop.Why->Kind != Next.Kind)
    Loop.Why->Detail +=
        ("; in braces: " + Next.Detail + " [" + rejectionId(Next.Kind) + "]")
            .str();
}

/// \p Made, of \p Edited, as a result of \p First.
static Expected<TextResult> asOf(const TextRound &First, TextResult Made,
                                 StringRef Edited, StringRef Path,
                                 StringRef Style) {
  std::vector<AtomicChange> OfMain;
  for (const AtomicChange &Change : Made.Result.Changes)
    if (Change.getFilePath() == Made.Result.File)
      OfMain.push_back(Change);
  Expected<std::string> Text = applyChanges(Edited, Path, OfMain, Style);
  if (!Text)
    return Text.takeError();
  keepPlaces(Made.Result, First.Result);
  makeOneChange(Made.Result, First.Text, *Text);
  Made.ParseErrors = First.Errors;
  return Made;
}

std::optional<TextResult> blockText(TextRound &First,
                                    const DeviceCommand &Command,
                                    StringRef Path, RewriteOptions Options,
                                    StringRef Style) {
  ArrayRef<LoopReport> Then = First.Result.Loops;
  std::set<size_t> Wanted;
  for (auto [I, Loop] : enumerate(Then))
    if (Loop.Block)
      Wanted.insert(I);
  Options = withoutLines(std::move(Options), First);
  while (!Wanted.empty()) {
    std::vector<AtomicChange> Changes;
    for (size_t I : Wanted)
      Changes.push_back(*Then[I].Block);
    Expected<std::string> Text = applyChanges(First.Text, Path, Changes, Style);
    Expected<TextResult> Next =
        Text ? unreadResult(Command, Path, *Text, Options, Style)
             : Expected<TextResult>(Text.takeError());
    if (!Next) {
      consumeError(Next.takeError());
      return std::nullopt;
    }
    ArrayRef<LoopReport> Now = Next->Result.Loops;
    if (Now.size() != Then.size() ||
        Next->ParseErrors.size() > First.Errors.size())
      return std::nullopt;
    size_t Count = Wanted.size();
    for (size_t I : Wanted)
      if (Now[I].Why)
        tellNext(First.Result.Loops[I], *Now[I].Why);
    std::erase_if(Wanted, [&](size_t I) { return Now[I].Why.has_value(); });
    if (Wanted.size() < Count)
      continue;
    Expected<TextResult> Out =
        asOf(First, std::move(*Next), *Text, Path, Style);
    if (Out)
      return std::move(*Out);
    consumeError(Out.takeError());
    return std::nullopt;
  }
  return std::nullopt;
}

} // namespace cudapipe
