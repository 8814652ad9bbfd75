//===- DirectText.cpp - Once more, with loads where they are stored -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Through registers, the user's variables do as well as any. So a loop keeps
// them, unless more of its copies are asynchronous without.
//
//===----------------------------------------------------------------------===//

#include "TextRound.h"
#include <map>
#include <set>

using namespace llvm;
using clang::tooling::AtomicChange;

namespace cudapipe {

static bool isAsync(const LoopReport &Loop) {
  return !Loop.Why && StringRef(Loop.Form).starts_with("cpasync");
}

bool hasBetterCopies(const LoopReport &New, const LoopReport &Old,
                     bool ForWideCopies) {
  auto InRegisters = [](const LoopReport &Loop) {
    return StringRef(Loop.Form).contains("and registers");
  };
  if (ForWideCopies)
    return isAsync(New) && New.WideCopies > Old.WideCopies;
  if (!isAsync(New) || !isAsync(Old))
    return isAsync(New);
  return New.AsyncCopies > Old.AsyncCopies || New.WideCopies > Old.WideCopies ||
         (InRegisters(Old) && !InRegisters(New));
}

using Tries = std::map<size_t, size_t>;

namespace {

/// The text with the edits of some loops, and what came of it.
class Direct {
public:
  Direct(const TextRound &Before, RewriteOptions Options)
      : Before(Before), Options(withoutLines(std::move(Options), Before)) {}

  /// Edits the loops of \p Wanted. False if the other loops, or the file,
  /// suffer.
  bool edit(const Tries &Wanted);
  /// Those of \p Wanted that bring nothing.
  std::set<size_t> worse(const Tries &Wanted) const;
  TextRound take() { return std::move(*After); }

private:
  const TextRound &Before;
  RewriteOptions Options;
  std::optional<TextRound> After;
};

} // namespace

bool Direct::edit(const Tries &Wanted) {
  ArrayRef<LoopReport> Loops = Before.Result.Loops;
  std::vector<AtomicChange> Changes;
  for (auto [I, Count] : Wanted)
    Changes.push_back(Loops[I].Direct[Count - 1].Change);
  After = nextRound(Before, Changes, Options);
  if (!After || !keepsLoops(*After, Before))
    return false;
  for (auto [I, Old] : enumerate(Loops))
    if (!Wanted.count(I) && !isSameForm(After->Result.Loops[I], Old))
      return false;
  return true;
}

std::set<size_t> Direct::worse(const Tries &Wanted) const {
  std::set<size_t> Out;
  for (auto [I, Count] : Wanted) {
    const LoopReport &Old = Before.Result.Loops[I];
    if (!hasBetterCopies(After->Result.Loops[I], Old,
                         Old.Direct[Count - 1].ForWideCopies))
      Out.insert(I);
  }
  return Out;
}

std::optional<TextRound> directText(const TextRound &Before,
                                    RewriteOptions Options) {
  // How many of its edits to try, the last of which it gets.
  Tries Wanted;
  for (auto [I, Loop] : enumerate(Before.Result.Loops))
    if (!Loop.Direct.empty())
      Wanted[I] = Loop.Direct.size();
  Direct Text(Before, std::move(Options));
  bool TriedAlone = false;
  while (!Wanted.empty()) {
    std::set<size_t> Worse;
    if (Text.edit(Wanted)) {
      Worse = Text.worse(Wanted);
      if (Worse.empty())
        return Text.take();
    } else if (!TriedAlone && Wanted.size() > 1) {
      // One is in the way of the others.
      TriedAlone = true;
      for (const auto &One : Wanted)
        if (!Text.edit({One}))
          Worse.insert(One.first);
    }
    if (Worse.empty())
      Worse.insert(Wanted.rbegin()->first);
    for (size_t I : Worse)
      if (--Wanted[I] == 0)
        Wanted.erase(I);
  }
  return std::nullopt;
}

} // namespace cudapipe
