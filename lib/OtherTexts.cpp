//===- OtherTexts.cpp - Edits that may make a loop another matter ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All instantiations of a template have one text: what is not the same edit for
// each of them is none. rewriteText() tries them.
//
//===----------------------------------------------------------------------===//

#include "FileRewriter.h"
#include "cudapipe/Inline/InlineCalls.h"
#include "cudapipe/Inline/InlineValues.h"
#include "cudapipe/Inline/LoadFunctions.h"
#include "cudapipe/Inline/LoopBlock.h"
#include "cudapipe/Inline/SkippedTrips.h"
#include "cudapipe/Inline/TilePointers.h"

using namespace clang;

namespace cudapipe {

/// Sets what all instantiations may put in the place of their calls.
void FileRewriter::inlineInAll(llvm::ArrayRef<LoopCandidate> Instantiations,
                               LoopReport &Report) {
  // A header is not inlined into: others include it, too.
  if (Filter.scope().fileOf(Instantiations.front().Loop->getBeginLoc()) !=
      Filter.mainFile())
    return;
  std::optional<tooling::AtomicChange> Out;
  for (const LoopCandidate &Candidate : Instantiations) {
    std::optional<InlinedLoop> Next = inlineCalls(Candidate, Ctx);
    if (!Next ||
        (Out && Out->getReplacements() != Next->Change.getReplacements()))
      return;
    Out = std::move(Next->Change);
    Report.MeaningInlined.push_back(std::move(Next->Meaning));
  }
  Report.Inlining = std::move(Out);
}

/// Asynchronous copies are wanted in \p Loop, or any, and its text is ours: a
/// header is not edited for them, as others include it, too.
bool FileRewriter::mayShowLoads(const Stmt &Loop, bool IsRefused) const {
  bool IsWanted = (Options.Variant == VariantRequest::Auto ||
                   Options.Variant == VariantRequest::CpAsync) &&
                  Options.SmVersion >= 80;
  return (IsWanted || IsRefused) &&
         Filter.scope().fileOf(Loop.getBeginLoc()) == Filter.mainFile();
}

/// Sets what all instantiations may store in the place of calls that load it.
void FileRewriter::inlineLoadsInAll(
    llvm::ArrayRef<LoopCandidate> Instantiations, LoopReport &Report,
    bool IsRefused) {
  if (!mayShowLoads(*Instantiations.front().Loop, IsRefused))
    return;
  std::optional<tooling::AtomicChange> Out;
  for (const LoopCandidate &Candidate : Instantiations) {
    std::optional<InlinedLoop> Next = inlineLoads(Candidate, Ctx);
    if (!Next ||
        (Out && Out->getReplacements() != Next->Change.getReplacements()))
      return;
    Out = std::move(Next->Change);
    Report.MeaningOfLoads.push_back(std::move(Next->Meaning));
  }
  Report.Loads = std::move(Out);
}

/// What \p ChangeOf gives for all instantiations, if that is one change.
static std::optional<tooling::AtomicChange>
changeOfAll(llvm::ArrayRef<LoopCandidate> Instantiations,
            llvm::function_ref<
                std::optional<tooling::AtomicChange>(const LoopCandidate &)>
                ChangeOf) {
  std::optional<tooling::AtomicChange> Out;
  for (const LoopCandidate &One : Instantiations) {
    std::optional<tooling::AtomicChange> Next = ChangeOf(One);
    if (!Next || (Out && Out->getReplacements() != Next->getReplacements()))
      return std::nullopt;
    Out = std::move(Next);
  }
  return Out;
}

/// Sets what all instantiations may store without a variable in between.
void FileRewriter::inlineValuesInAll(
    llvm::ArrayRef<LoopCandidate> Instantiations, LoopReport &Report,
    bool PointersToo) {
  if (!mayShowLoads(*Instantiations.front().Loop, /*IsRefused=*/false) ||
      (PointersToo && !Options.Widen))
    return;
  if (auto Change = changeOfAll(Instantiations, [&](const LoopCandidate &One) {
        return inlineValues(One, Ctx, PointersToo);
      }))
    Report.Direct.push_back({std::move(*Change), PointersToo});
}

/// Sets at which barriers all instantiations meet in trips that they skip.
void FileRewriter::meetInAll(llvm::ArrayRef<LoopCandidate> Instantiations,
                             LoopReport &Report) {
  if (Filter.scope().fileOf(Instantiations.front().Loop->getBeginLoc()) !=
      Filter.mainFile())
    return;
  Report.Skipping = changeOfAll(Instantiations, [&](const LoopCandidate &One) {
    return meetInSkippedTrips(One, Ctx);
  });
}

/// Sets what gives the loop a block to stand in, in all instantiations.
void FileRewriter::giveBlockInAll(llvm::ArrayRef<LoopCandidate> Instantiations,
                                  LoopReport &Report) {
  if (Filter.scope().fileOf(Instantiations.front().Loop->getBeginLoc()) !=
      Filter.mainFile())
    return;
  Report.Block = changeOfAll(
      Instantiations,
      [&](const LoopCandidate &One) -> std::optional<tooling::AtomicChange> {
        std::optional<InlinedLoop> Block = putInBlock(One, Ctx);
        if (!Block)
          return std::nullopt;
        if (!Block->Meaning.empty())
          Report.MeaningInBlock.push_back(std::move(Block->Meaning));
        return std::move(Block->Change);
      });
}

/// Sets which names of tiles all instantiations may declare in each trip.
void FileRewriter::movePointersInAll(
    llvm::ArrayRef<LoopCandidate> Instantiations, LoopReport &Report) {
  if (Filter.scope().fileOf(Instantiations.front().Loop->getBeginLoc()) !=
      Filter.mainFile())
    return;
  Report.TilePointers =
      changeOfAll(Instantiations, [&](const LoopCandidate &One) {
        return moveTilePointers(One, Ctx);
      });
}

} // namespace cudapipe
