//===- AlignedText.cpp - Once more, with rows for wide copies -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row of `T + 1` elements is filled one element at a time. What auto chooses
// for the loop depends on that, so all of it is chosen again with longer rows.
//
//===----------------------------------------------------------------------===//

#include "TextRound.h"
#include <set>

using namespace llvm;
using clang::tooling::AtomicChange;

namespace cudapipe {

/// \p New has more wide copies than \p Old, and nothing else is lost.
static bool hasMoreWideCopies(const LoopReport &New, const LoopReport &Old) {
  StringRef Form = New.Form;
  // Dynamic memory is a larger edit, the launches too.
  return !New.Why && New.WideCopies > (Old.Why ? 0 : Old.WideCopies) &&
         !Form.contains("rows lost") &&
         (!Form.contains(", dynamic") ||
          Old.Form.find(", dynamic") != std::string::npos);
}

std::optional<TextRound> alignedText(const TextRound &Before,
                                     RewriteOptions Options) {
  ArrayRef<LoopReport> Old = Before.Result.Loops;
  std::set<size_t> Wanted;
  for (auto [I, Loop] : enumerate(Old))
    if (Loop.AlignedRows)
      Wanted.insert(I);
  Options = withoutLines(std::move(Options), Before);
  while (!Wanted.empty()) {
    std::vector<AtomicChange> Changes;
    Options.Round.Padded.clear();
    for (size_t I : Wanted) {
      Changes.push_back(*Old[I].AlignedRows);
      Options.Round.Padded.insert(Old[I].RowsAligned.begin(),
                                  Old[I].RowsAligned.end());
    }
    std::optional<TextRound> After = nextRound(Before, Changes, Options);
    if (!After || !keepsLoops(*After, Before))
      return std::nullopt;
    std::vector<LoopReport> &New = After->Result.Loops;
    const size_t Count = Wanted.size();
    std::erase_if(Wanted,
                  [&](size_t I) { return !hasMoreWideCopies(New[I], Old[I]); });
    if (Wanted.size() < Count)
      continue;
    // If others suffer, all do without.
    for (size_t I = 0; I < New.size(); ++I)
      if (!Wanted.count(I) && !isSameForm(New[I], Old[I]))
        return std::nullopt;
    for (size_t I : Wanted)
      append_range(Options.Pad.IsAsked ? New[I].Remarks : New[I].Details,
                   Old[I].AligningRemarks);
    return After;
  }
  return std::nullopt;
}

} // namespace cudapipe
