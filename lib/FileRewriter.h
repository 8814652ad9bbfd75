//===- FileRewriter.h - The steps behind rewriteFile() ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The five calls for one candidate stand in RewriteCandidate.cpp, what makes a
// file of them in RewriteFile.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_FILEREWRITER_H
#define CUDAPIPE_LIB_FILEREWRITER_H

#include "KernelFilter.h"
#include "LaunchLedger.h"
#include "cudapipe/Analyze/BlockWaits.h"
#include "cudapipe/Analyze/BuildLoopModel.h"
#include "cudapipe/Plan/PlanPipeline.h"
#include "cudapipe/ReadBack/ReadBack.h"
#include "cudapipe/Rewrite/LoopRewrite.h"
#include "cudapipe/Rewrite/PadTiles.h"
#include "cudapipe/Rewrite/StageWords.h"
#include "cudapipe/RewriteFile.h"

namespace cudapipe {

/// Longer rows for the tiles of one candidate.
struct TileRows {
  std::optional<clang::tooling::AtomicChange> Change;
  std::map<std::string, PaddedRow> Rows;
  /// What to say where rows get longer, and where they stay.
  std::vector<std::string> Remarks, Stay;
  /// Tiles that are better skewed than padded.
  std::set<std::string> Skewed;
  /// Static tiles become dynamic for it, if they have to.
  bool MayMove = false;
  /// No access to a tile meets another in a bank then: a tenth at most.
  bool AreFree = false;
};

struct RowChoice;

/// What one candidate came to.
struct Outcome {
  OrRejection<LoopRewrite> Rewrite;
  std::string Summary = "";
  /// Static bytes; fewer where tiles become dynamic.
  int64_t SharedBytesAdded = 0;
  /// What the launches must provide, if more than now.
  std::optional<LaunchWish> Launch = std::nullopt;
  /// The tiles have stages now.
  bool IsStaged = false;
  /// The loops that must have the same stages.
  std::set<unsigned> ReliesOn = {};
  LoopForm Form = {};
  unsigned Stages = 1;
  /// As PipelinePlan::ThreadsOfTwoBlocks.
  unsigned ThreadsOfTwoBlocks = 0;
  /// Called functions make copies that might be wide in the loop itself, or
  /// macros some that might be asynchronous; or nothing but loads is moved.
  bool MayWidenInline = false;
  TileRows Rows = {};
  /// Rows with which more copies would be wide: another text.
  TileRows Aligned = {};
  /// What was chosen. Of instantiations that disagree in the stages alone, what
  /// all can have.
  std::optional<PipelineDecision> Decision = std::nullopt;
  /// printBudget().
  std::string Budget = "";
  /// LoopReport::Figures.
  std::shared_ptr<const PipelineBudget> Figures = nullptr;
  /// What the result must read as.
  std::shared_ptr<const ProvedPipeline> Proved = nullptr;
  std::shared_ptr<const ProvedRing> ProvedAsRing = nullptr;
  /// Branches of `if constexpr` that no instantiation in sight takes do what
  /// the loop depends on: no edit may rest on what these have.
  bool HangsOnUntaken = false;
  /// LoopReport::Costs and MadePipeline::Unsure.
  std::vector<KernelCost> Costs = {};
  std::string Unsure = "";
};

/// How a loop is tried.
struct Attempt {
  /// Null: the plan chooses.
  const Transport *Variant;
  /// Asynchronous copies may be wider than what the threads store now.
  bool MayWiden;
  /// It may be left alone because it will not pay.
  bool MayLeave;
  /// What all instantiations get.
  std::optional<PipelineDecision> Common = std::nullopt;
  /// As PlanRequest has it.
  bool LoadsAreConverted = false;

  Attempt as(const Transport &Other) const {
    return {&Other, MayWiden, MayLeave, Common, LoadsAreConverted};
  }
};

class FileRewriter {
public:
  FileRewriter(clang::ASTContext &Ctx, const RewriteOptions &Options,
               const RoundState &Round,
               llvm::ArrayRef<clang::SourceLocation> ParseErrors)
      : Ctx(Ctx), Options(Options), Round(Round),
        Filter(Ctx, Options, Round, ParseErrors),
        Launches(Ctx, Options, Filter.scope()) {
    Helpers.Scope = &Filter.scope();
  }

  /// Functions in \p Shared are not edited in place.
  void share(const std::set<AsyncHelpers::Place> &Shared) {
    Helpers.Shared = Shared;
  }
  /// Loops at \p Places get no stages.
  void leaveUnstaged(const std::set<unsigned> &Places) {
    Known.Unstaged = Places;
  }
  llvm::Expected<FileRound> run();
  /// Loops without stages that others took to have some.
  std::set<unsigned> wronglyReliedOn() const {
    std::set<unsigned> Out;
    std::set_difference(Known.ReliedOn.begin(), Known.ReliedOn.end(),
                        Known.Staged.begin(), Known.Staged.end(),
                        std::inserter(Out, Out.end()));
    return Out;
  }
  /// Functions that were edited, and that others than pipelined loops call.
  std::set<AsyncHelpers::Place> wronglyEdited() const {
    return usedElsewhere(Helpers, Ctx);
  }

private:
  /// The five calls.
  llvm::Expected<Outcome> rewrite(const LoopCandidate &Candidate,
                                  const Attempt &Try,
                                  uint64_t SharedBytesAdded);
  /// \p Why, of a loop that copies into one buffer, leaves it to a ring.
  bool mayBeRing(const Rejection &Why, const Attempt &Try) const;
  /// The same for a loop that becomes a ring (RewriteRing.cpp).
  llvm::Expected<Outcome> rewriteRing(const LoopCandidate &Candidate,
                                      const Rejection &OneBuffer,
                                      const Attempt &Try,
                                      uint64_t SharedBytesAdded);
  /// One outcome for all instantiations of a template: the same edits, or none.
  llvm::Expected<Outcome> agree(llvm::ArrayRef<LoopCandidate> Instantiations,
                                const Attempt &Try);
  /// Where the text of the loops has no room for what auto chose, or each
  /// instantiation chose something else: the variants that need less of it.
  llvm::Error tryRegisters(llvm::ArrayRef<LoopCandidate> Instantiations,
                           const Attempt &First, Outcome &Agreed);
  /// The model of \p Candidate, built once for each set of other loops.
  const OrRejection<LoopModel> &analyze(const LoopCandidate &Candidate);
  struct Analyzed {
    OrRejection<LoopModel> Model = Rejection();
    TileRows Aligned = {};
  };
  /// The facts with other loops' and the wide copies, for all attempts.
  Analyzed analyzeOnce(const LoopCandidate &Candidate, const Attempt &Try);
  OrRejection<LoopModel> analyzeEarlyLoads(const LoopCandidate &Candidate) {
    return buildEarlyLoads(
        Candidate, Ctx, Filter.assumesNoAlias(*Candidate.Kernel),
        [&](const clang::FunctionDecl &Kernel) -> const LaunchSites & {
          return Launches.launchesOf(Kernel);
        },
        Round.BarriersMoved.count(
            Ordinals.at(Filter.placeOf(*Candidate.Loop))));
  }
  OrRejection<PipelinePlan> plan(const LoopCandidate &Candidate,
                                 const LoopModel &Facts, const Attempt &Try,
                                 uint64_t Added,
                                 PipelineBudget *Budget = nullptr);
  bool sharesWithPipeline(const LoopCandidate &Candidate);
  std::vector<KernelCost> costsOf(const LoopModel &Facts,
                                  const PipelinePlan &Plan,
                                  const PipelineBudget &Budget);
  OrRejection<PipelinePlan> planEarly(const LoopCandidate &Candidate,
                                      const OrRejection<LoopModel> &Early,
                                      const Attempt &Try, uint64_t Added,
                                      PipelineBudget *Budget) {
    if (const auto *Why = std::get_if<Rejection>(&Early))
      return *Why;
    return plan(Candidate, std::get<LoopModel>(Early), Try.as(ldgSingle()),
                Added, Budget);
  }
  /// Why the kernels that run the loop need as many blocks resident as now.
  std::optional<Rejection> whyNotFewerBlocksOf(const LoopModel &Facts);
  TileRows widen(LoopModel &Facts, const Attempt &Try);
  /// Longer rows that more tiles of \p Facts could be filled in by wide copies.
  TileRows alignRows(const LoopModel &Facts);
  unsigned stagesOf(const clang::VarDecl &Tile) const;
  RowChoice chooseRows(const LoopModel &Facts, const PipelinePlan &Plan,
                       bool MayMove);
  /// \p MayBeDynamicWith: whether there is the same plan with dynamic tiles if
  /// so many bytes come on top.
  TileRows planRows(const LoopModel &Facts, const PipelinePlan &Plan,
                    llvm::function_ref<bool(uint64_t)> MayBeDynamicWith);
  uint64_t bytesOfLongerRows(const LoopModel &Facts) const;
  bool rowsHold(const LoopModel &Facts, const PipelinePlan &Plan,
                uint64_t Added);
  void shareTiles(const LoopCandidate &Candidate, LoopModel &Facts);
  void addOthers(LoopCandidate &Candidate) const;
  llvm::Expected<Outcome>
  agreeOnStages(llvm::ArrayRef<LoopCandidate> Instantiations,
                const Attempt &Try);
  std::optional<Rejection>
  whyNotReached(llvm::ArrayRef<LoopCandidate> Instantiations) const;
  /// agreeOnStages(), with the widths and variants that all can have.
  llvm::Expected<Outcome>
  agreeOnAll(llvm::ArrayRef<LoopCandidate> Instantiations);
  /// Where branches of an `if constexpr` are each alive in another of \p
  /// Instantiations: the template as it stands has all of them, and each
  /// instantiation can become what it becomes.
  llvm::Expected<Outcome>
  agreeWithTemplate(llvm::ArrayRef<LoopCandidate> Instantiations,
                    const Attempt &Try, bool HangsOnUntaken);
  /// Looks at what none of \p Instantiations takes: \p Agreed becomes a
  /// rejection where the loop depends on that. True then.
  bool askUntaken(llvm::ArrayRef<LoopCandidate> Instantiations,
                  Outcome &Agreed) const;
  llvm::Error addLoop(llvm::ArrayRef<LoopCandidate> Instantiations);

  clang::ASTContext &Ctx;
  const RewriteOptions &Options;
  const RoundState &Round;
  KernelFilter Filter;
  LaunchLedger Launches;
  FileResult Result;
  /// Of Result.Loops.
  std::vector<LoopProposals> Proposals;
  /// Shared memory that earlier loops took: by the kernel's place, as a
  /// template counts once, and of all device functions together.
  struct AddedBytes {
    std::map<unsigned, uint64_t> OfKernel;
    uint64_t InDevice = 0;
  } SharedAdded;
  std::map<unsigned, NameTable> Names;
  AsyncHelpers Helpers;
  /// By the loop's place: loops with stages, those that others took to have
  /// some, and those that are known to have none.
  struct StagedLoops {
    std::set<unsigned> Staged, ReliedOn, Unstaged;
  } Known;
  std::vector<LoopCandidate> Wanted;
  /// By the loop, and the others of its function.
  std::map<std::pair<const clang::Stmt *, std::set<const clang::Stmt *>>,
           OrRejection<LoopModel>>
      Plain;
  /// By the loop, and whether copies may be wider.
  std::map<std::pair<const clang::Stmt *, bool>, Analyzed> Models;
  /// Once a loop is rewritten.
  std::optional<SynchronizedLoops> AllLoops;
  /// By the loop's place: LoopReport::Ordinal.
  std::map<unsigned, unsigned> Ordinals;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_FILEREWRITER_H
