//===- RewriteFile.cpp - The recipe: AST in, edits out --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/RewriteFile.h"
#include "KernelFilter.h"
#include "LaunchLedger.h"
#include "cudapipe/Analyze/BuildLoopModel.h"
#include "cudapipe/Inline/InlineCalls.h"
#include "cudapipe/Plan/PlanPipeline.h"
#include "cudapipe/Rewrite/LoopRewrite.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {
namespace {

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
};

std::string summarize(const PipelinePlan &Plan) {
  std::string Out = variantName(Plan.Variant).str();
  if (Plan.Variant == VariantKind::CpAsync && Plan.UsesRegisters)
    Out += " and registers";
  if (Plan.LoadsOnly)
    Out += ", loads only";
  Out += Plan.Stages > 1 ? llvm::formatv(", {0} stages", Plan.Stages).str()
                         : ", one buffer";
  if (Plan.ScalesLaunch)
    return Out + ", launches ask for twice the dynamic shared memory";
  if (Plan.movesTiles())
    Out += ", dynamic";
  if (Plan.SharedBytesAfter)
    Out +=
        Plan.SharedBytesAfter != Plan.SharedBytesBefore
            ? llvm::formatv(", shared memory {0} -> {1} bytes",
                            Plan.SharedBytesBefore, Plan.SharedBytesAfter)
                  .str()
            : llvm::formatv(", shared memory {0} bytes", Plan.SharedBytesBefore)
                  .str();
  return Out;
}

/// \p Change with the names that its file has in all translation units.
tooling::AtomicChange forAllFiles(const tooling::AtomicChange &Change,
                                  const EditScope &Scope) {
  auto [Path, Offset] = llvm::StringRef(Change.getKey()).rsplit(':');
  std::string Canonical = Scope.canonical(Path);
  tooling::AtomicChange Out(Canonical, Canonical + ":" + Offset.str());
  Out.getReplacements() = Change.getReplacements();
  for (const std::string &Header : Change.getInsertedHeaders())
    Out.addHeader(Header);
  return Out;
}

class FileRewriter {
public:
  FileRewriter(ASTContext &Ctx, const RewriteOptions &Options,
               llvm::ArrayRef<SourceLocation> ParseErrors)
      : Ctx(Ctx), Options(Options), Filter(Ctx, Options, ParseErrors),
        Launches(Ctx, Options, Filter.scope()) {
    Helpers.Scope = &Filter.scope();
  }

  /// Functions in \p Shared are not edited in place.
  void share(const std::set<AsyncHelpers::Place> &Shared) {
    Helpers.Shared = Shared;
  }
  /// Loops at \p Places get no stages.
  void leaveUnstaged(const std::set<unsigned> &Places) { Unstaged = Places; }
  llvm::Expected<FileResult> run();
  /// Loops without stages that others took to have some.
  std::set<unsigned> wronglyReliedOn() const {
    std::set<unsigned> Out;
    std::set_difference(ReliedOn.begin(), ReliedOn.end(), Staged.begin(),
                        Staged.end(), std::inserter(Out, Out.end()));
    return Out;
  }
  /// Functions that were edited, and that others than pipelined loops call.
  std::set<AsyncHelpers::Place> wronglyEdited() const {
    return usedElsewhere(Helpers, Ctx);
  }

private:
  /// The five calls.
  llvm::Expected<Outcome> rewrite(const LoopCandidate &Candidate,
                                  VariantRequest Variant,
                                  uint64_t SharedBytesAdded);
  llvm::Expected<Outcome> agree(llvm::ArrayRef<LoopCandidate> Instantiations,
                                VariantRequest Variant);
  OrRejection<LoopModel> analyze(const LoopCandidate &Candidate) {
    return buildLoopModel(
        Candidate, Ctx, Filter.assumesNoAlias(*Candidate.Kernel),
        [&](const FunctionDecl &Kernel) -> const LaunchSites & {
          return Launches.launchesOf(Kernel);
        });
  }
  OrRejection<LoopModel> analyzeEarlyLoads(const LoopCandidate &Candidate) {
    return buildEarlyLoads(Candidate, Ctx,
                           Filter.assumesNoAlias(*Candidate.Kernel));
  }
  OrRejection<PipelinePlan> plan(const LoopCandidate &Candidate,
                                 const LoopModel &Facts, VariantRequest Variant,
                                 uint64_t Added);
  OrRejection<PipelinePlan> planEarly(const LoopCandidate &Candidate,
                                      const OrRejection<LoopModel> &Early,
                                      uint64_t Added) {
    if (const auto *Why = std::get_if<Rejection>(&Early))
      return *Why;
    return plan(Candidate, std::get<LoopModel>(Early),
                VariantRequest::LdgSingle, Added);
  }
  bool hasStages(const VarDecl &Tile) const;
  void shareTiles(const LoopCandidate &Candidate, LoopModel &Facts);
  void addOthers(LoopCandidate &Candidate) const;
  std::optional<tooling::AtomicChange>
  inlineInAll(llvm::ArrayRef<LoopCandidate> Instantiations);
  llvm::Error addLoop(llvm::ArrayRef<LoopCandidate> Instantiations);

  ASTContext &Ctx;
  const RewriteOptions &Options;
  KernelFilter Filter;
  LaunchLedger Launches;
  FileResult Result;
  /// By the kernel's place: a template counts once.
  std::map<unsigned, uint64_t> SharedBytesAdded;
  /// Of all device functions together.
  uint64_t SharedBytesAddedInDevice = 0;
  std::map<unsigned, NameTable> Names;
  AsyncHelpers Helpers;
  /// By the loop's place: loops with stages, those that others took to have
  /// some, and those that are known to have none.
  std::set<unsigned> Staged, ReliedOn, Unstaged;
  std::vector<LoopCandidate> Wanted;
  /// By the loop's place: its number in the file.
  std::map<unsigned, unsigned> Ordinals;
};

bool FileRewriter::hasStages(const VarDecl &Tile) const {
  const SourceManager &SM = Ctx.getSourceManager();
  unsigned At = SM.getFileOffset(Tile.getLocation());
  return llvm::any_of(Names, [&](const auto &Entry) {
    SourceLocation Kernel = SourceLocation::getFromRawEncoding(Entry.first);
    return SM.getFileID(Kernel) == SM.getFileID(Tile.getLocation()) &&
           Entry.second.hasStages(At);
  });
}

/// Lets loops have one tile where neither sees what the other left in it.
void FileRewriter::shareTiles(const LoopCandidate &Candidate,
                              LoopModel &Facts) {
  for (const auto &[Tile, Loop] : Facts.SharedWith) {
    LoopCandidate Other = Candidate;
    Other.Loop = Loop;
    std::erase(Other.Others, Loop);
    Other.Others.push_back(Candidate.Loop);
    OrRejection<LoopModel> Model = analyze(Other);
    // Without a model it is left alone, and this one tried again without it.
    auto *Same = std::get_if<LoopModel>(&Model);
    if (Same && !Facts.SingleBufferOnly &&
        !storeSameElements(Facts, *Same, Tile, Ctx))
      Facts.SingleBufferOnly =
          Rejection{RejectionKind::TileUsedOutsideLoop, Loop->getSourceRange(),
                    "this loop has '" + Tile->getNameAsString() +
                        "' too, and may store other elements of it"};
  }
}

/// The loops of the function of \p Candidate that do not stand in it or
/// around it.
void FileRewriter::addOthers(LoopCandidate &Candidate) const {
  auto Contains = [&](const Stmt *Outer, const Stmt *Inner) {
    const SourceManager &SM = Ctx.getSourceManager();
    return !SM.isBeforeInTranslationUnit(Inner->getBeginLoc(),
                                         Outer->getBeginLoc()) &&
           !SM.isBeforeInTranslationUnit(Outer->getEndLoc(),
                                         Inner->getEndLoc());
  };
  for (const LoopCandidate &Other : Wanted)
    if (Other.Kernel == Candidate.Kernel && Other.Loop != Candidate.Loop &&
        !Unstaged.count(Filter.placeOf(*Other.Loop)) &&
        !Contains(Other.Loop, Candidate.Loop) &&
        !Contains(Candidate.Loop, Other.Loop))
      Candidate.Others.push_back(Other.Loop);
}

OrRejection<PipelinePlan> FileRewriter::plan(const LoopCandidate &Candidate,
                                             const LoopModel &Facts,
                                             VariantRequest Variant,
                                             uint64_t Added) {
  return planPipeline(Facts,
                      {Variant, Options.SmVersion, Added,
                       llvm::any_of(Facts.Kernels,
                                    [&](const FunctionDecl *Kernel) {
                                      return Launches.isPromised(*Kernel);
                                    }),
                       [&](const VarDecl &Tile) { return hasStages(Tile); },
                       [&](const LaunchWish &Wish) {
                         return Launches.whyNot(*Candidate.Kernel, Wish);
                       }},
                      Ctx);
}

/// \p Why is about where the tile is stored and read, not about the loads.
static bool leavesLoads(const Rejection &Why) {
  switch (Why.Kind) {
  case RejectionKind::AlreadyPipelined:
  case RejectionKind::LoadDependsOnCompute:
  case RejectionKind::PreviousTile:
  case RejectionKind::SharedWriteInCompute:
  case RejectionKind::StatePassedAround:
    return !Why.Other.isValid();
  default:
    return false;
  }
}

llvm::Expected<Outcome> FileRewriter::rewrite(const LoopCandidate &Candidate,
                                              VariantRequest Variant,
                                              uint64_t Added) {
  if (std::optional<Rejection> Why = Filter.parseErrorIn(*Candidate.Kernel))
    return Outcome{*Why};
  if (std::optional<Rejection> Why = Filter.whyNotForOthers(
          Candidate, Ordinals.at(Filter.placeOf(*Candidate.Loop))))
    return Outcome{*Why};

  OrRejection<LoopModel> Model = analyze(Candidate);
  OrRejection<PipelinePlan> Plan = std::visit(
      llvm::makeVisitor(
          [](const Rejection &Why) -> OrRejection<PipelinePlan> { return Why; },
          [&](LoopModel &Facts) {
            shareTiles(Candidate, Facts);
            if (Options.DumpAfter == Phase::Analyze)
              Result.Dump += dumpModel(Facts, Ctx);
            return plan(Candidate, Facts, Variant, Added);
          }),
      Model);
  // Where the tile cannot move, its loads may still be made a trip early.
  if (auto *Why = std::get_if<Rejection>(&Plan); Why && leavesLoads(*Why)) {
    OrRejection<LoopModel> Early = analyzeEarlyLoads(Candidate);
    OrRejection<PipelinePlan> EarlyPlan = planEarly(Candidate, Early, Added);
    bool Done = std::holds_alternative<PipelinePlan>(EarlyPlan);
    if (Done && (Variant == VariantRequest::Auto ||
                 Variant == VariantRequest::LdgSingle)) {
      Model = std::move(Early);
      Plan = std::move(EarlyPlan);
    } else if (Done) {
      Why->Detail += "; --variant=ldg-single makes its loads early";
    } else if (auto &Other = std::get<Rejection>(EarlyPlan);
               Other.Kind == RejectionKind::SourceMayChange) {
      Plan = std::move(Other); // the one that the user can do something about
    }
  }
  if (auto *Why = std::get_if<Rejection>(&Plan))
    return Outcome{*Why};
  const LoopModel &Facts = std::get<LoopModel>(Model);
  const PipelinePlan &Decisions = std::get<PipelinePlan>(Plan);
  if (llvm::Error Unsound = verifyPlan(Decisions))
    return std::move(Unsound);
  if (Options.DumpAfter == Phase::Plan)
    Result.Dump += dumpPlan(Decisions, Facts, Ctx);

  // Every instantiation writes the same names.
  unsigned Place = Filter.placeOf(*Candidate.Kernel);
  auto It = Names.find(Place);
  if (It == Names.end())
    It = Names.emplace(Place, NameTable(Filter.mainFile(), Ctx)).first;
  NameTable Trial = It->second;
  AsyncHelpers TrialHelpers = Helpers;
  OrRejection<LoopRewrite> Rewrite =
      rewriteLoop(Decisions, Facts, Trial, TrialHelpers, Ctx);
  if (auto *Done = std::get_if<LoopRewrite>(&Rewrite)) {
    Done->Names = std::move(Trial);
    Done->Helpers = std::move(TrialHelpers);
  }
  Outcome Out{std::move(Rewrite), summarize(Decisions),
              int64_t(Decisions.SharedBytesAfter - Decisions.MovedBytes) -
                  int64_t(Decisions.SharedBytesBefore),
              Decisions.Launch, Decisions.Stages > 1};
  if (Out.IsStaged)
    for (const auto &Share : Facts.SharedWith)
      Out.ReliesOn.insert(Filter.placeOf(*Share.second));
  return Out;
}

/// One outcome for all instantiations of a template: the same edits, or none.
llvm::Expected<Outcome>
FileRewriter::agree(llvm::ArrayRef<LoopCandidate> Instantiations,
                    VariantRequest Variant) {
  unsigned Place = Filter.placeOf(*Instantiations.front().Kernel);
  std::optional<Outcome> Agreed;
  for (const LoopCandidate &Candidate : Instantiations) {
    // A device function's arrays count in every kernel that leads to it.
    uint64_t Added = SharedBytesAdded[Place] + SharedBytesAddedInDevice;
    if (!Candidate.Kernel->hasAttr<CUDAGlobalAttr>())
      for (const auto &Entry : SharedBytesAdded)
        Added += Entry.first == Place ? 0 : Entry.second;
    llvm::Expected<Outcome> Next = rewrite(Candidate, Variant, Added);
    if (!Next)
      return Next.takeError();
    auto *Rewrite = std::get_if<LoopRewrite>(&Next->Rewrite);
    if (!Rewrite)
      return std::move(*Next);
    if (!Agreed) {
      Agreed = std::move(*Next);
      continue;
    }
    const auto &Before = std::get<LoopRewrite>(Agreed->Rewrite);
    if (Before.Change.getReplacements() != Rewrite->Change.getReplacements() ||
        !(Before.Functions == Rewrite->Functions))
      return Outcome{Rejection{RejectionKind::InstantiationsDisagree,
                               Candidate.Loop->getSourceRange(),
                               "choose one --variant that suits all "
                               "instantiations"}};
    Agreed->SharedBytesAdded =
        std::max(Agreed->SharedBytesAdded, Next->SharedBytesAdded);
  }
  return std::move(*Agreed);
}

/// What all instantiations may put in the place of their calls.
std::optional<tooling::AtomicChange>
FileRewriter::inlineInAll(llvm::ArrayRef<LoopCandidate> Instantiations) {
  std::optional<tooling::AtomicChange> Out;
  for (const LoopCandidate &Candidate : Instantiations) {
    std::optional<tooling::AtomicChange> Next = inlineCalls(Candidate, Ctx);
    if (!Next || (Out && Out->getReplacements() != Next->getReplacements()))
      return std::nullopt;
    Out = std::move(Next);
  }
  return Out;
}

llvm::Error
FileRewriter::addLoop(llvm::ArrayRef<LoopCandidate> Instantiations) {
  const LoopCandidate &First = Instantiations.front();
  if (Options.DumpAfter == Phase::Match)
    Result.Dump += dumpCandidate(First, Ctx);
  LoopReport Report = Filter.report(First);
  Report.Ordinal = Ordinals.at(Filter.placeOf(*First.Loop));
  unsigned Place = Filter.placeOf(*First.Kernel);
  llvm::Expected<Outcome> Agreed = agree(Instantiations, Options.Variant);
  // Left to choose, each instantiation may choose another variant.
  for (VariantRequest Common :
       {VariantRequest::Ldg, VariantRequest::LdgSingle}) {
    auto *Why = Agreed ? std::get_if<Rejection>(&Agreed->Rewrite) : nullptr;
    if (!Why || Why->Kind != RejectionKind::InstantiationsDisagree ||
        Options.Variant != VariantRequest::Auto)
      break;
    llvm::Expected<Outcome> Other = agree(Instantiations, Common);
    if (!Other)
      return Other.takeError();
    if (std::holds_alternative<LoopRewrite>(Other->Rewrite))
      *Agreed = std::move(*Other);
  }
  if (!Agreed)
    return Agreed.takeError();
  if (auto *Why = std::get_if<Rejection>(&Agreed->Rewrite)) {
    Filter.explain(Report, *Why);
    // A header is not inlined into: others include it, too.
    if (Why->Kind != RejectionKind::ParseError &&
        Why->Kind != RejectionKind::FilesDisagree &&
        Filter.scope().fileOf(First.Loop->getBeginLoc()) == Filter.mainFile())
      Report.Inlining = inlineInAll(Instantiations);
  } else {
    auto &Rewrite = std::get<LoopRewrite>(Agreed->Rewrite);
    Report.Summary = Agreed->Summary;
    Report.Remarks = Rewrite.Remarks;
    if (Agreed->Launch) {
      llvm::append_range(Report.Remarks,
                         Launches.promise(*First.Kernel, *Agreed->Launch));
      Report.Changes = Launches.keysOf(*First.Kernel);
    }
    (First.Kernel->hasAttr<CUDAGlobalAttr>() ? SharedBytesAdded[Place]
                                             : SharedBytesAddedInDevice) +=
        Agreed->SharedBytesAdded;
    Names.at(Place) = std::move(*Rewrite.Names);
    Helpers = std::move(*Rewrite.Helpers);
    if (Agreed->IsStaged)
      Staged.insert(Filter.placeOf(*First.Loop));
    ReliedOn.insert(Agreed->ReliesOn.begin(), Agreed->ReliesOn.end());
    Rewrite.Functions.insert(Rewrite.Functions.begin(),
                             std::move(Rewrite.Change));
    for (const tooling::AtomicChange &Change : Rewrite.Functions) {
      Result.Changes.push_back(forAllFiles(Change, Filter.scope()));
      Report.Changes.push_back(Result.Changes.back().getKey());
    }
  }
  if (Options.DumpAfter == Phase::Rewrite)
    Result.Dump += dumpReport(Report);
  Result.Loops.push_back(std::move(Report));
  return llvm::Error::success();
}

llvm::Expected<FileResult> FileRewriter::run() {
  llvm::MapVector<unsigned, std::vector<LoopCandidate>> ByLoop;
  for (LoopCandidate &Candidate : findLoops(Ctx)) {
    bool InMain = Filter.scope().fileOf(Candidate.Loop->getBeginLoc()) ==
                  Filter.mainFile();
    unsigned Ordinal =
        Ordinals.try_emplace(Filter.placeOf(*Candidate.Loop), Ordinals.size())
            .first->second;
    if (!Filter.wants(Candidate) ||
        (!Options.Only.empty() && !Options.Only.count(Ordinal)))
      continue;
    Candidate.IncludersKnown = Options.ProgramIsKnown && !InMain;
    Wanted.push_back(Candidate);
  }
  for (LoopCandidate Candidate : Wanted) {
    addOthers(Candidate);
    ByLoop[Filter.placeOf(*Candidate.Loop)].push_back(std::move(Candidate));
  }
  for (const auto &Entry : ByLoop)
    if (llvm::Error E = addLoop(Entry.second))
      return std::move(E);
  if (Options.DumpAfter == Phase::Match) {
    std::set<unsigned> Dumped;
    for (const auto &Entry : ByLoop) {
      const FunctionDecl &Kernel = *Entry.second.front().Kernel;
      if (Kernel.hasAttr<CUDAGlobalAttr>() &&
          Dumped.insert(Filter.placeOf(Kernel)).second) {
        const LaunchSites &Found = Launches.launchesOf(Kernel);
        Result.Dump += dumpLaunches(Found, Kernel.getNameAsString(), Ctx);
        LaunchWish Twice;
        Twice.SmVersion = Options.SmVersion;
        Result.Dump += dumpEdits(editLaunches(Found, Twice, Kernel, Ctx));
      }
    }
  }
  llvm::append_range(Result.Changes, Launches.changes());
  Result.File = Filter.scope().pathOf(Filter.mainFile()).str();
  return std::move(Result);
}

} // namespace

llvm::Expected<FileResult>
rewriteFile(ASTContext &Ctx, const RewriteOptions &Options,
            llvm::ArrayRef<SourceLocation> ParseErrors) {
  // Which loops are rewritten decides whether a function that loads tiles may
  // be edited, and whether another loop may have stages of the same tile, so
  // each one that may not sends us round again.
  std::set<AsyncHelpers::Place> Shared;
  std::set<unsigned> Unstaged;
  while (true) {
    FileRewriter Rewriter(Ctx, Options, ParseErrors);
    Rewriter.share(Shared);
    Rewriter.leaveUnstaged(Unstaged);
    llvm::Expected<FileResult> Result = Rewriter.run();
    std::set<AsyncHelpers::Place> More;
    std::set<unsigned> Fewer;
    if (Result) {
      More = Rewriter.wronglyEdited();
      Fewer = Rewriter.wronglyReliedOn();
    }
    if (More.empty() && Fewer.empty())
      return Result;
    Shared.insert(More.begin(), More.end());
    Unstaged.insert(Fewer.begin(), Fewer.end());
  }
}

} // namespace cudapipe
