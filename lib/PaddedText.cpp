//===- PaddedText.cpp - Once more, with longer rows -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Longer rows are an edit of their own, made first: whatever copies, sizes and
// launches depend on the type of the tile is worked out from the new text.
//
//===----------------------------------------------------------------------===//

#include "TextRound.h"
#include <set>

using namespace llvm;
using clang::tooling::AtomicChange;

namespace cudapipe {

/// \p After is \p Before with longer rows: loops that are not pipelined as
/// before, but that some tiles may have become dynamic.
static std::set<size_t> changedLoops(const TextRound &After,
                                     const TextRound &Before) {
  auto FormOf = [](const LoopReport &Loop, bool MayMove) {
    StringRef Form = Loop.Form;
    if (MayMove)
      Form.consume_back(", dynamic");
    return Form;
  };
  std::set<size_t> Out;
  for (auto [I, New] : enumerate(After.Result.Loops)) {
    const LoopReport &Old = Before.Result.Loops[I];
    if (New.Kernel != Old.Kernel ||
        New.Why.has_value() != Old.Why.has_value() ||
        FormOf(New, Old.RowsMayMove) != FormOf(Old, Old.RowsMayMove))
      Out.insert(I);
  }
  return Out;
}

/// One change for the rows of each file.
using RowChanges = std::map<std::string, AtomicChange>;

/// Adds \p More to \p Changes; loops may have tiles in common.
static bool addTo(RowChanges &Changes, const AtomicChange &More) {
  const std::string &File = More.getFilePath();
  AtomicChange &All =
      Changes.try_emplace(File, AtomicChange(File, "rows of " + File))
          .first->second;
  AtomicChange Trial = All;
  for (const clang::tooling::Replacement &R : More.getReplacements()) {
    if (is_contained(All.getReplacements(), R))
      continue;
    if (Error Overlap = Trial.getReplacements().add(R)) {
      consumeError(std::move(Overlap));
      return false;
    }
  }
  All = std::move(Trial);
  return true;
}

/// Adds \p More to \p Rows, some of which are longer already.
static void addRows(std::map<std::string, PaddedRow> &Rows,
                    const std::map<std::string, PaddedRow> &More) {
  for (const auto &[Key, Row] : More)
    if (auto [It, IsNew] = Rows.insert({Key, Row}); !IsNew)
      It->second.Length = Row.Length;
}

std::optional<TextRound> paddedText(TextRound &Before, RewriteOptions Options) {
  std::vector<LoopReport> &Loops = Before.Result.Loops;
  std::set<size_t> Wanted;
  for (auto [I, Loop] : enumerate(Loops))
    if (!Loop.Why && Loop.Padding)
      Wanted.insert(I);
  Options = withoutLines(std::move(Options), Before);
  auto Told = Options.Pad.IsAsked ? &LoopReport::Remarks : &LoopReport::Details;
  Options.Round.RowsAreSet = true;
  for (const LoopReport &Loop : Loops)
    if (Loop.Decision)
      Options.Round.Decided[Loop.Ordinal] = *Loop.Decision;
  auto Drop = [&](size_t I) {
    if (Wanted.erase(I))
      (Loops[I].*Told)
          .push_back("the rows of its tiles stay as they are: with "
                     "longer ones it would have to be rewritten "
                     "in another way");
  };
  while (!Wanted.empty()) {
    RowChanges Longer;
    Options.Round.Padded = Before.Padded;
    for (size_t I : std::set<size_t>(Wanted)) {
      if (!addTo(Longer, *Loops[I].Padding)) {
        Drop(I);
        continue;
      }
      addRows(Options.Round.Padded, Loops[I].PaddedRows);
    }
    std::optional<TextRound> After =
        nextRound(Before, to_vector(make_second_range(Longer)), Options);
    bool Same = After && keepsLoops(*After, Before);
    std::set<size_t> Changed;
    if (Same)
      Changed = changedLoops(*After, Before);
    if (Same && Changed.empty()) {
      for (size_t I : Wanted)
        append_range(After->Result.Loops[I].*Told, Loops[I].PaddingRemarks);
      for (auto [I, Loop] : enumerate(After->Result.Loops)) {
        // Another tile of the loop may be skewed.
        Loop.Skewed = Loops[I].Skewed;
        for (auto Kind : {&LoopReport::Remarks, &LoopReport::Details})
          for (const std::string &Text : Loops[I].*Kind)
            if (!is_contained(Loop.*Kind, Text))
              (Loop.*Kind).push_back(Text);
      }
      return After;
    }
    // Those that are not as they were; if others suffer, all.
    size_t Size = Wanted.size();
    for (size_t I : Changed)
      Drop(I);
    if (Wanted.size() == Size)
      while (!Wanted.empty())
        Drop(*Wanted.begin());
  }
  return std::nullopt;
}

} // namespace cudapipe
