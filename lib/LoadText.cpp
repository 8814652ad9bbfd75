//===- LoadText.cpp - Once more, with loads in the place of calls ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Through registers, what a function returns does as well as any. So a loop
// keeps its calls, unless more of its copies are asynchronous or wide without,
// or it is refused with them: nobody sees where a view of a matrix points.
//
//===----------------------------------------------------------------------===//

#include "TextRound.h"
#include <set>

using namespace llvm;
using clang::tooling::AtomicChange;

namespace cudapipe {
namespace {

using Loops = std::set<size_t>;

/// Each reads the file again.
constexpr unsigned MaxTries = 32;

/// The text with loads in the place of the calls of some loops.
class Shown {
public:
  Shown(const TextRound &Before, RewriteOptions Options)
      : Before(Before), Options(withoutLines(std::move(Options), Before)) {}

  /// Replaces the calls of \p Wanted until there are none: loads stand in
  /// functions that call functions. Loops that mean something else then leave
  /// \p Wanted; nothing if there are such, or the file suffers.
  std::optional<TextRound> edit(Loops &Wanted) const;
  /// Those of \p Wanted that have nothing of it, or if there are none, of the
  /// others, which suffer.
  Loops worse(const TextRound &After, const TextRound &Without,
              const Loops &Wanted) const;
  std::optional<TextRound> direct(const TextRound &Round) const {
    return directText(Round, Options);
  }

private:
  const TextRound &Before;
  RewriteOptions Options;
};

} // namespace

std::optional<TextRound> Shown::edit(Loops &Wanted) const {
  std::optional<TextRound> Last;
  for (unsigned Depth = 0; Depth < 4; ++Depth) {
    const TextRound &From = Last ? *Last : Before;
    std::vector<AtomicChange> Changes;
    Loops Edited;
    for (size_t I : Wanted)
      if (const LoopReport &Loop = From.Result.Loops[I]; Loop.Loads) {
        Changes.push_back(*Loop.Loads);
        Edited.insert(I);
      }
    if (Changes.empty())
      break;
    std::optional<TextRound> Next = nextRound(From, Changes, Options);
    if (!Next || !keepsLoops(*Next, Before))
      return std::nullopt;
    size_t Count = Wanted.size();
    for (size_t I : Edited)
      if (From.Result.Loops[I].MeaningOfLoads != Next->Result.Loops[I].Meaning)
        Wanted.erase(I);
    if (Wanted.size() < Count)
      return std::nullopt;
    Last = std::move(Next);
  }
  return Last;
}

Loops Shown::worse(const TextRound &After, const TextRound &Without,
                   const Loops &Wanted) const {
  Loops Out;
  ArrayRef<LoopReport> New = After.Result.Loops, Old = Without.Result.Loops;
  for (size_t I : Wanted)
    if ((!Old[I].Why || New[I].Why) &&
        !hasBetterCopies(New[I], Old[I], /*ForWideCopies=*/false))
      Out.insert(I);
  for (size_t I = 0; Out.empty() && I < New.size(); ++I)
    if (!Wanted.count(I) &&
        (New[I].Kernel != Old[I].Kernel || (New[I].Why && !Old[I].Why)))
      Out.insert(*Wanted.rbegin());
  return Out;
}

/// \p Before with loads in the place of the calls. \p Without: \p Before with
/// loads where they are stored.
static std::optional<TextRound> shownText(const TextRound &Before,
                                          const Shown &Text,
                                          const TextRound &Without) {
  Loops Wanted;
  for (auto [I, Loop] : enumerate(Before.Result.Loops))
    if (Loop.Loads)
      Wanted.insert(I);
  bool TriedAlone = false;
  unsigned Tries = 0;
  while (!Wanted.empty() && Tries++ < MaxTries) {
    size_t Count = Wanted.size();
    std::optional<TextRound> After = Text.edit(Wanted);
    if (!After && Wanted.size() == Count && !std::exchange(TriedAlone, true)) {
      // One is in the way of the others.
      for (size_t I : Loops(Wanted))
        if (Loops Alone{I}; Tries++ >= MaxTries || !Text.edit(Alone))
          Wanted.erase(I);
      if (Wanted.size() < Count)
        continue;
    }
    if (After) {
      if (std::optional<TextRound> Direct = Text.direct(*After))
        After = std::move(Direct);
      Loops Worse = Text.worse(*After, Without, Wanted);
      if (Worse.empty())
        return After;
      for (size_t I : Worse)
        Wanted.erase(I);
    } else if (Wanted.size() == Count) {
      Wanted.erase(*Wanted.rbegin());
    }
  }
  return std::nullopt;
}

std::optional<TextRound> loadText(const TextRound &Before,
                                  const RewriteOptions &Options) {
  Shown Text(Before, Options);
  std::optional<TextRound> Without = directText(Before, Options);
  std::optional<TextRound> Out =
      shownText(Before, Text, Without ? *Without : Before);
  if (!Out)
    return Without;
  std::optional<TextRound> Direct = directText(*Out, Options);
  return Direct ? std::move(Direct) : std::move(Out);
}

} // namespace cudapipe
