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
#include "cudapipe/Emit/ApplyChanges.h"
#include <map>
#include <set>

using namespace llvm;
using clang::tooling::AtomicChange;

namespace cudapipe {

static bool isAsync(const LoopReport &Loop) {
  return !Loop.Why && StringRef(Loop.Form).starts_with("cpasync");
}

/// More copies of \p New are asynchronous than of \p Old, or they are wide.
static bool isBetter(const LoopReport &New, const LoopReport &Old,
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

/// \p New, of a text in which other loops were edited, is what \p Old was.
static bool isSame(const LoopReport &New, const LoopReport &Old) {
  return New.Kernel == Old.Kernel &&
         New.Why.has_value() == Old.Why.has_value() && New.Form == Old.Form;
}

std::optional<TextRound> directText(const TextRound &Before,
                                    const DeviceCommand &Command,
                                    StringRef Path, RewriteOptions Options,
                                    StringRef Style) {
  ArrayRef<LoopReport> Loops = Before.Result.Loops;
  // How many of its edits to try, the last of which it gets.
  std::map<size_t, size_t> Wanted;
  for (auto [I, Loop] : enumerate(Loops))
    if (!Loop.Direct.empty())
      Wanted[I] = Loop.Direct.size();
  Options = withoutLines(std::move(Options), Before);
  while (!Wanted.empty()) {
    std::vector<AtomicChange> Changes;
    for (auto [I, Tries] : Wanted)
      Changes.push_back(Loops[I].Direct[Tries - 1].Change);
    Expected<std::string> Text =
        applyChanges(Before.Text, Path, Changes, Style);
    Expected<TextRound> After = Text ? searchText(Command, Path, *Text, Options)
                                     : Expected<TextRound>(Text.takeError());
    std::set<size_t> Worse;
    bool Comparable = After && After->Result.Loops.size() == Loops.size() &&
                      After->Errors.size() <= Before.Errors.size();
    if (!After)
      consumeError(After.takeError());
    for (size_t I = 0; Comparable && I < Loops.size(); ++I) {
      const LoopReport &New = After->Result.Loops[I];
      auto It = Wanted.find(I);
      if (It == Wanted.end())
        Comparable &= isSame(New, Loops[I]);
      else if (!isBetter(New, Loops[I],
                         Loops[I].Direct[It->second - 1].ForWideCopies))
        Worse.insert(I);
    }
    if (Comparable && Worse.empty())
      return std::move(*After);
    // One of those that are left is in the way of others.
    if (Worse.empty())
      Worse.insert(Wanted.rbegin()->first);
    for (size_t I : Worse)
      if (--Wanted[I] == 0)
        Wanted.erase(I);
  }
  return std::nullopt;
}

} // namespace cudapipe
