//===- LoopInText.cpp - A loop while its AST is there ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopInText.h"
#include "cudapipe/Listed.h"

using namespace clang;

namespace cudapipe {

std::vector<Proposal>
LoopInText::changed(llvm::function_ref<
                    std::optional<tooling::AtomicChange>(const LoopCandidate &)>
                        ChangeOf) const {
  std::optional<tooling::AtomicChange> Out;
  for (const LoopCandidate &One : Instantiations) {
    std::optional<tooling::AtomicChange> Next = ChangeOf(One);
    if (!Next || (Out && Out->getReplacements() != Next->getReplacements()))
      return {};
    Out = std::move(Next);
  }
  return {{Filter.forAllFiles(*Out)}};
}

std::vector<Proposal> LoopInText::inlined(
    llvm::function_ref<std::optional<InlinedLoop>(const LoopCandidate &,
                                                  ASTContext &)>
        Inline) const {
  std::vector<std::string> Meaning;
  std::vector<Proposal> Out = changed(
      [&](const LoopCandidate &One) -> std::optional<tooling::AtomicChange> {
        std::optional<InlinedLoop> Next = Inline(One, Ctx);
        if (!Next)
          return std::nullopt;
        Meaning.push_back(std::move(Next->Meaning));
        return std::move(Next->Change);
      });
  for (Proposal &One : Out)
    One.Meaning = std::move(Meaning);
  return Out;
}

std::vector<Proposal> LoopInText::lengthened(const TileRows &Rows) const {
  if (!Rows.Change)
    return {};
  Proposal Out{Filter.forAllFiles(*Rows.Change)};
  Out.Rows = Rows.Rows;
  std::vector<std::string> Tiles;
  for (const auto &[Key, Row] : Rows.Rows)
    if (std::string Tile = llvm::StringRef(Key).rsplit(':').second.str();
        !llvm::is_contained(Tiles, Tile))
      Tiles.push_back(std::move(Tile));
  Out.Also = {"longer rows of " + listed(Tiles)};
  (Options.Pad.IsAsked ? Out.Remarks : Out.Details) = Rows.Remarks;
  return {std::move(Out)};
}

} // namespace cudapipe
