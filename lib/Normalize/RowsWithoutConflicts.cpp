//===- RowsWithoutConflicts.cpp - Rows that meet no bank twice ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __shared__ half As[64][32];    ->    __shared__ half As[64][32 + 8];
//
// Longer rows are an edit of their own, made first: whatever copies, sizes and
// launches depend on the type of the tile is worked out from the new text.
// Loops that are not pipelined there as before keep their rows.
//
//===----------------------------------------------------------------------===//

#include "NormalizePass.h"

using namespace llvm;

namespace cudapipe {
namespace {

struct RowsWithoutConflicts : NormalizePass {
  std::vector<Proposal> propose(const LoopInText &Loop) const override {
    return Loop.why() ? std::vector<Proposal>()
                      : Loop.lengthened(Loop.Agreed.Rows);
  }
  /// It is what it was, but that some tiles may have become dynamic.
  bool spares(const LoopReport &Before,
              const LoopReport &After) const override {
    auto FormOf = [&](std::vector<FormKey> Form) {
      for (FormKey &One : Form)
        One.IsDynamic &= !Before.Form.RowsMayMove;
      return Form;
    };
    return After.Kernel == Before.Kernel &&
           After.Why.has_value() == Before.Why.has_value() &&
           FormOf(After.Form.Keys) == FormOf(Before.Form.Keys);
  }
  bool accept(const LoopReport &Before, const LoopReport &After,
              const Proposal &) const override {
    return spares(Before, After);
  }
  /// Loops may have tiles in common.
  std::optional<std::vector<clang::tooling::AtomicChange>>
  merge(std::vector<clang::tooling::AtomicChange> Changes) const override {
    std::map<std::string, clang::tooling::AtomicChange> Out;
    for (const clang::tooling::AtomicChange &Change : Changes) {
      const std::string &File = Change.getFilePath();
      auto &All = Out.try_emplace(File, File, "rows of " + File)
                      .first->second.getReplacements();
      for (const clang::tooling::Replacement &R : Change.getReplacements()) {
        if (is_contained(All, R))
          continue;
        if (Error Overlap = All.add(R)) {
          consumeError(std::move(Overlap));
          return std::nullopt;
        }
      }
    }
    auto Each = make_second_range(Out);
    return std::vector(Each.begin(), Each.end());
  }
  void refuse(LoopReport &Loop, const LoopReport *,
              const RewriteOptions &Options) const override {
    (Options.Pad.IsAsked ? Loop.Remarks : Loop.Details)
        .push_back("the rows of its tiles stay as they are: with longer ones "
                   "it would have to be rewritten in another way");
  }
  void keep(TextRound &After, const TextRound &Before) const override {
    for (auto [New, Old] : zip(After.loops(), Before.loops())) {
      New.Form.Skewed = Old.Form.Skewed; // another tile of the loop may be
      for (auto Kind : {&LoopReport::Remarks, &LoopReport::Details})
        for (const std::string &Text : Old.*Kind)
          if (!is_contained(New.*Kind, Text))
            (New.*Kind).push_back(Text);
    }
  }
};

} // namespace

const NormalizePass &rowsWithoutConflicts() {
  static const RowsWithoutConflicts Pass;
  return Pass;
}

} // namespace cudapipe
