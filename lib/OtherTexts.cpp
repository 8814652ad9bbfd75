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
#include "cudapipe/Inline/ResidentBlocks.h"
#include "cudapipe/Inline/SkippedTrips.h"
#include "cudapipe/Inline/TilePointers.h"

using namespace clang;

namespace cudapipe {

/// No other text of the loop is looked at.
static bool isFinal(RejectionKind Kind) {
  return Kind == RejectionKind::ParseError ||
         Kind == RejectionKind::FilesDisagree ||
         Kind == RejectionKind::ResultDoesNotCompile ||
         Kind == RejectionKind::NoLint;
}

namespace {

/// The other texts of one loop.
class TextFinder {
public:
  TextFinder(llvm::ArrayRef<LoopCandidate> Instantiations, ASTContext &Ctx,
             const KernelFilter &Filter, LoopReport &Report)
      : Instantiations(Instantiations), Ctx(Ctx), Filter(Filter),
        Report(Report) {}

  /// What all instantiations may put in the place of their calls.
  void inlineAllCalls() {
    Report.Inlining = inlinedInAll(inlineCalls, Report.MeaningInlined);
  }
  /// What all may store in the place of calls that load it.
  void inlineAllLoads() {
    Report.Loads = inlinedInAll(inlineLoads, Report.MeaningOfLoads);
  }
  /// What all may store without a variable in between.
  void inlineAllValues(bool PointersToo) {
    if (auto Change = changeOfAll([&](const LoopCandidate &One) {
          return inlineValues(One, Ctx, PointersToo);
        }))
      Report.Direct.push_back({std::move(*Change), PointersToo});
  }
  /// At which barriers all meet in trips that they skip.
  void meetInAll() {
    Report.Skipping =
        inlinedInAll(meetInSkippedTrips, Report.MeaningOfSkipping);
  }
  /// What gives all a block to stand in; no meaning where that shows.
  void giveBlockInAll() {
    Report.Block = inlinedInAll(putInBlock, Report.MeaningInBlock);
    llvm::erase(Report.MeaningInBlock, "");
  }
  /// Which names of tiles all may declare in each trip.
  void movePointersInAll() {
    Report.TilePointers = changeOfAll(
        [&](const LoopCandidate &One) { return moveTilePointers(One, Ctx); });
  }
  /// What leaves the registers of all room for two blocks of \p Threads.
  void keepBlocksOfAll(unsigned Threads) {
    Report.TwoBlocks = changeOfAll([&](const LoopCandidate &One) {
      return keepTwoBlocks(One, Threads, Ctx);
    });
  }

private:
  /// What \p ChangeOf gives for all instantiations, if that is one change.
  std::optional<tooling::AtomicChange>
  changeOfAll(llvm::function_ref<
              std::optional<tooling::AtomicChange>(const LoopCandidate &)>
                  ChangeOf) const {
    std::optional<tooling::AtomicChange> Out;
    for (const LoopCandidate &One : Instantiations) {
      std::optional<tooling::AtomicChange> Next = ChangeOf(One);
      if (!Next || (Out && Out->getReplacements() != Next->getReplacements()))
        return std::nullopt;
      Out = std::move(Next);
    }
    return Filter.forAllFiles(*Out);
  }
  /// The same, and what each of them means then.
  std::optional<tooling::AtomicChange> inlinedInAll(
      llvm::function_ref<std::optional<InlinedLoop>(const LoopCandidate &,
                                                    ASTContext &)>
          Inline,
      std::vector<std::string> &Meanings) const {
    return changeOfAll(
        [&](const LoopCandidate &One) -> std::optional<tooling::AtomicChange> {
          std::optional<InlinedLoop> Next = Inline(One, Ctx);
          if (!Next)
            return std::nullopt;
          Meanings.push_back(std::move(Next->Meaning));
          return std::move(Next->Change);
        });
  }

  llvm::ArrayRef<LoopCandidate> Instantiations;
  ASTContext &Ctx;
  const KernelFilter &Filter;
  LoopReport &Report;
};

} // namespace

void FileRewriter::addOtherTexts(llvm::ArrayRef<LoopCandidate> Instantiations,
                                 const Outcome &Agreed, LoopReport &Report) {
  const LoopCandidate &First = Instantiations.front();
  const auto *Why = std::get_if<Rejection>(&Agreed.Rewrite);
  if ((Why && isFinal(Why->Kind)) ||
      !Filter.mayHaveOtherText(*First.Kernel, *First.Loop))
    return;
  TextFinder Texts(Instantiations, Ctx, Filter, Report);
  const bool WantsAsync = Options.mayCopyAsync();
  if (WantsAsync)
    Texts.inlineAllValues(/*PointersToo=*/false);
  if (WantsAsync && Options.Widen)
    Texts.inlineAllValues(/*PointersToo=*/true);
  if (WantsAsync || Why)
    Texts.inlineAllLoads();
  if (Agreed.Aligned.Change)
    Report.AlignedRows = Filter.forAllFiles(*Agreed.Aligned.Change);
  Report.RowsAligned = Agreed.Aligned.Rows;
  Report.AligningRemarks = Agreed.Aligned.Remarks;
  if (Why ? Why->Kind != RejectionKind::WillNotPay : Agreed.MayWidenInline)
    Texts.inlineAllCalls();
  if (Why && (Why->Kind == RejectionKind::EarlyExit ||
              Why->Kind == RejectionKind::BarrierInBranch))
    Texts.meetInAll();
  if (Why && Why->Kind == RejectionKind::UnsupportedLoop)
    Texts.giveBlockInAll();
  if (Why ? Why->Kind == RejectionKind::TileUsedOutsideLoop
          : Agreed.Stages == 1 && !Options.Variant)
    Texts.movePointersInAll();
  if (!Why && Agreed.ThreadsOfTwoBlocks && Agreed.Rows.AreFree &&
      !Options.Stages)
    Texts.keepBlocksOfAll(Agreed.ThreadsOfTwoBlocks);
}

} // namespace cudapipe
