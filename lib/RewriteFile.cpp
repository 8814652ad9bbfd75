//===- RewriteFile.cpp - The recipe: AST in, edits out --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builds/UntakenBranches.h"
#include "FileRewriter.h"
#include "Normalize/LoopInText.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/PassedPointers.h"
#include "cudapipe/Analyze/ReachedLoop.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Inline/LoopMeaning.h"
#include "cudapipe/Match/PlausibleInstance.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace cudapipe {
/// Rows of \p Mine that are not the same in another instantiation, with \p
/// Other, stay as they are.
static void agreeOnRows(TileRows &Mine, const TileRows &Other) {
  Mine.Skewed.insert(Other.Skewed.begin(), Other.Skewed.end());
  Mine.AreFree &= Other.AreFree;
  for (const std::string &Remark : Other.Stay)
    if (!llvm::is_contained(Mine.Stay, Remark))
      Mine.Stay.push_back(Remark);
  if (Mine.Change.has_value() == Other.Change.has_value() &&
      (!Mine.Change ||
       Mine.Change->getReplacements() == Other.Change->getReplacements())) {
    for (const auto &Row : Other.Rows)
      Mine.Rows.insert(Row);
    return;
  }
  Mine = {std::nullopt, {}, {}, std::move(Mine.Stay), std::move(Mine.Skewed)};
  Mine.Stay.push_back("the rows of its tiles stay as they are: instantiations "
                      "disagree about them");
}

/// \p S stores to an array in shared memory.
static bool storesTile(const Stmt *S) {
  if (const auto *Op = dyn_cast_or_null<BinaryOperator>(S);
      Op && Op->isAssignmentOp()) {
    const Expr *To = Op->getLHS()->IgnoreParenImpCasts();
    while (const auto *Element = dyn_cast<ArraySubscriptExpr>(To))
      To = subscriptBase(*Element)->IgnoreParenImpCasts();
    const auto *Ref = dyn_cast<DeclRefExpr>(To);
    return Ref && Ref->getDecl()->hasAttr<CUDASharedAttr>();
  }
  return S && llvm::any_of(S->children(), storesTile);
}

/// An `if constexpr` in \p S that stores a tile, or null.
static const Stmt *constexprIfIn(const Stmt *S) {
  return findStatement(S, [](const Stmt &At) {
    const auto *If = dyn_cast<IfStmt>(&At);
    return If && If->isConstexpr() && storesTile(If);
  });
}

/// What the launches of all instantiations must provide, where \p Sum is asked
/// of some and \p Next of another.
static void addWish(std::optional<LaunchWish> &Sum,
                    const std::optional<LaunchWish> &Next) {
  if (!Sum || !Next) {
    Sum = Sum ? Sum : Next;
    return;
  }
  Sum->Alignment = std::max(Sum->Alignment, Next->Alignment);
  Sum->StaticBytes = std::max(Sum->StaticBytes, Next->StaticBytes);
  Sum->MinBlocks = std::max(Sum->MinBlocks, Next->MinBlocks);
}

llvm::Expected<Outcome>
FileRewriter::agree(llvm::ArrayRef<LoopCandidate> Instantiations,
                    const Attempt &Try) {
  unsigned Place = Filter.placeOf(*Instantiations.front().Kernel);
  std::optional<Outcome> Agreed, Left;
  for (const LoopCandidate &Candidate : Instantiations) {
    // A device function's arrays count in every kernel that leads to it.
    uint64_t Added = SharedAdded.OfKernel[Place] + SharedAdded.InDevice;
    if (!Candidate.Kernel->hasAttr<CUDAGlobalAttr>())
      for (const auto &Entry : SharedAdded.OfKernel)
        Added += Entry.first == Place ? 0 : Entry.second;
    llvm::Expected<Outcome> Next = rewrite(Candidate, Try, Added);
    if (!Next)
      return Next.takeError();
    auto *Rewrite = std::get_if<LoopRewrite>(&Next->Rewrite);
    if (!Rewrite &&
        std::get<Rejection>(Next->Rewrite).Kind == RejectionKind::WillNotPay &&
        !Round.Left.count(Ordinals.at(Filter.placeOf(*Candidate.Loop)))) {
      Left = std::move(*Next);
      continue;
    }
    if (!Rewrite)
      return std::move(*Next);
    if (!Agreed) {
      Agreed = std::move(*Next);
      continue;
    }
    const auto &Before = std::get<LoopRewrite>(Agreed->Rewrite);
    if (Before.Change.getReplacements() != Rewrite->Change.getReplacements() ||
        !(Before.Functions == Rewrite->Functions)) {
      // An instantiation without the branch has nothing there.
      const Stmt *Dropped = nullptr;
      for (const LoopCandidate &Each : Instantiations)
        if (!Dropped)
          Dropped = constexprIfIn(Each.Loop);
      Outcome Out{Rejection{
          RejectionKind::InstantiationsDisagree,
          (Dropped ? Dropped : Candidate.Loop)->getSourceRange(),
          Dropped ? "of this 'if constexpr', each has another branch and none "
                    "has both; write a plain 'if'"
          : Try.Variant
              ? "what one becomes is not what another becomes"
              : "choose one --variant that suits all instantiations"}};
      if (Agreed->Decision && Next->Decision &&
          Agreed->Decision->Variant == Next->Decision->Variant &&
          Agreed->Decision->Stages != Next->Decision->Stages)
        Out.Decision = Agreed->Decision->Stages < Next->Decision->Stages
                           ? Agreed->Decision
                           : Next->Decision;
      return Out;
    }
    Agreed->SharedBytesAdded =
        std::max(Agreed->SharedBytesAdded, Next->SharedBytesAdded);
    if (Agreed->ThreadsOfTwoBlocks != Next->ThreadsOfTwoBlocks)
      Agreed->ThreadsOfTwoBlocks = 0;
    addWish(Agreed->Launch, Next->Launch);
    llvm::append_range(Agreed->Costs, Next->Costs);
    if (Agreed->Unsure.empty())
      Agreed->Unsure = Next->Unsure;
    agreeOnRows(Agreed->Rows, Next->Rows);
    agreeOnRows(Agreed->Aligned, Next->Aligned);
    if (Agreed->Form.Keys != Next->Form.Keys)
      llvm::append_range(Agreed->Form.Keys, Next->Form.Keys);
  }
  if (!Agreed)
    return std::move(*Left);
  // Each was asked for itself.
  if (Agreed->Launch && Instantiations.size() > 1)
    if (std::optional<Rejection> Why =
            Launches.whyNot(*Instantiations.front().Kernel, *Agreed->Launch))
      return Outcome{*Why};
  if (!Left)
    return std::move(*Agreed);
  // It pays for some.
  Attempt Stay = Try;
  Stay.MayLeave = false;
  return agree(Instantiations, Stay);
}

/// agree(); where instantiations choose different numbers of stages, with the
/// smaller one for all.
llvm::Expected<Outcome>
FileRewriter::agreeOnStages(llvm::ArrayRef<LoopCandidate> Instantiations,
                            const Attempt &Try) {
  llvm::Expected<Outcome> Agreed = agree(Instantiations, Try);
  if (!Agreed || !Agreed->Decision ||
      !std::holds_alternative<Rejection>(Agreed->Rewrite))
    return Agreed;
  Attempt Same = Try;
  Same.Common = Agreed->Decision;
  return agree(Instantiations, Same);
}

std::optional<Rejection> FileRewriter::whyNotReached(
    llvm::ArrayRef<LoopCandidate> Instantiations) const {
  if (llvm::any_of(Instantiations, [&](const LoopCandidate &Loop) {
        return Filter.parseErrorIn(*Loop.Kernel) || Filter.isSilenced(Loop) ||
               isReached(Loop, Filter.isOursAlone(*Loop.Loop), Ctx);
      }))
    return std::nullopt;
  return Rejection{RejectionKind::NotReached,
                   Instantiations.front().Loop->getSourceRange(),
                   "on sm_" + std::to_string(Options.SmVersion) +
                       ", with these macros, no path leads to it; read the "
                       "file with the --gpu-arch, or the -D, of what runs it"};
}

/// The template of \p Instance as it stands, if its loop is in sight there.
static std::optional<LoopCandidate> inTemplate(const LoopCandidate &Instance) {
  const FunctionDecl *Pattern =
      Instance.Kernel->getTemplateInstantiationPattern();
  const FunctionDecl *Body = nullptr;
  const Stmt *Loop =
      Pattern && Pattern->hasBody(Body)
          ? findStatement(
                Body->getBody(),
                [&](const Stmt &At) {
                  return At.getStmtClass() == Instance.Loop->getStmtClass() &&
                         At.getBeginLoc() == Instance.Loop->getBeginLoc();
                })
          : nullptr;
  if (!Loop)
    return std::nullopt;
  return LoopCandidate{Body, Loop, {}, Instance.IncludersKnown};
}

/// The text has a barrier that one of \p Instantiations has not, as it drops
/// the branch of an `if constexpr`: no schedule is that of the text.
static bool dropsBarrier(llvm::ArrayRef<LoopCandidate> Instantiations,
                         const ASTContext &Ctx) {
  const std::optional<LoopCandidate> Whole = inTemplate(Instantiations.front());
  if (!Whole || !findStatement(Whole->Loop, [](const Stmt &At) {
        const auto *If = dyn_cast<IfStmt>(&At);
        return If && If->isConstexpr();
      }))
    return false;
  auto Barriers = [&](const LoopCandidate &Each) {
    return effectsOf(Each.Loop, pointersOf(Each, Ctx), Ctx).Barriers.size();
  };
  return llvm::any_of(Instantiations, [&](const LoopCandidate &Each) {
    return Barriers(Each) < Barriers(*Whole);
  });
}

llvm::Expected<Outcome>
FileRewriter::agreeOnAll(llvm::ArrayRef<LoopCandidate> Instantiations) {
  if (std::optional<Rejection> Why = whyNotReached(Instantiations))
    return Outcome{std::move(*Why)};
  if (dropsBarrier(Instantiations, Ctx))
    return Outcome{Rejection{
        RejectionKind::InstantiationsDisagree,
        Instantiations.front().Loop->getSourceRange(),
        "a barrier stands in a branch of 'if constexpr' that not all have"}};
  const bool IsAuto = !Options.Variant;
  const Attempt First{Options.Variant, Options.Widen,
                      /*MayLeave=*/!Options.Force && IsAuto &&
                          !Options.areStagesAsked()};
  llvm::Expected<Outcome> Agreed = agreeOnStages(Instantiations, First);
  // What is wide in one instantiation may not be in another.
  if (auto *Why = Agreed ? std::get_if<Rejection>(&Agreed->Rewrite) : nullptr;
      Why && First.MayWiden &&
      (Why->Kind == RejectionKind::InstantiationsDisagree ||
       Why->Kind == RejectionKind::TemplateDependent)) {
    Attempt Narrow = First;
    Narrow.MayWiden = false;
    Agreed = agreeOnStages(Instantiations, Narrow);
  }
  if (Agreed && IsAuto)
    if (llvm::Error Failed = tryRegisters(Instantiations, First, *Agreed))
      return std::move(Failed);
  // What one keeps as it is stored, another keeps as it is loaded.
  if (auto *Why = Agreed ? std::get_if<Rejection>(&Agreed->Rewrite) : nullptr;
      Why && Why->Kind == RejectionKind::InstantiationsDisagree) {
    Attempt AsLoaded = First;
    AsLoaded.MayWiden = false;
    AsLoaded.LoadsAreConverted = true;
    llvm::Expected<Outcome> Other = agreeOnStages(Instantiations, AsLoaded);
    if (Other && IsAuto)
      if (llvm::Error Failed = tryRegisters(Instantiations, AsLoaded, *Other))
        return std::move(Failed);
    if (!Other)
      return Other;
    if (std::holds_alternative<LoopRewrite>(Other->Rewrite))
      Agreed = std::move(Other);
  }
  const bool HangsOnUntaken = Agreed && askUntaken(Instantiations, *Agreed);
  if (auto *Why = Agreed ? std::get_if<Rejection>(&Agreed->Rewrite) : nullptr;
      Why && Why->Kind == RejectionKind::InstantiationsDisagree) {
    llvm::Expected<Outcome> Whole =
        agreeWithTemplate(Instantiations, First, HangsOnUntaken);
    if (!Whole || std::holds_alternative<LoopRewrite>(Whole->Rewrite)) {
      if (Whole)
        Whole->HangsOnUntaken = HangsOnUntaken;
      return Whole;
    }
  }
  return Agreed;
}

bool FileRewriter::askUntaken(llvm::ArrayRef<LoopCandidate> Instantiations,
                              Outcome &Agreed) const {
  const std::optional<LoopCandidate> Whole = inTemplate(Instantiations.front());
  if (!Whole)
    return false;
  for (const UntakenBranch &One :
       untakenBranches(*Whole, Instantiations, Ctx)) {
    if (One.NamesTiles)
      for (TileRows *Rows : {&Agreed.Rows, &Agreed.Aligned})
        if (Rows->Change)
          *Rows = {std::nullopt, {}, {}, std::move(Rows->Stay), {}};
    if (One.Does.empty())
      continue;
    Agreed.HangsOnUntaken = true;
    if (std::holds_alternative<LoopRewrite>(Agreed.Rewrite))
      Agreed.Rewrite = Rejection{
          RejectionKind::InstantiationsDisagree, One.Branch->getSourceRange(),
          "this branch of 'if constexpr', which no instantiation here takes, " +
              One.Does + "; write a plain 'if', or instantiate it here"};
  }
  return Agreed.HangsOnUntaken;
}

llvm::Expected<Outcome>
FileRewriter::agreeWithTemplate(llvm::ArrayRef<LoopCandidate> Instantiations,
                                const Attempt &Try, bool HangsOnUntaken) {
  const std::optional<LoopCandidate> Whole = inTemplate(Instantiations.front());
  if (!Whole || !(HangsOnUntaken || constexprIfIn(Whole->Loop)))
    return Outcome{Rejection{RejectionKind::InstantiationsDisagree,
                             Instantiations.front().Loop->getSourceRange(),
                             ""}};
  llvm::Expected<Outcome> Agreed = agreeOnAll({*Whole});
  if (!Agreed || !std::holds_alternative<LoopRewrite>(Agreed->Rewrite))
    return Agreed;
  // What is believed of calls that only an instantiation resolves is known
  // there.
  Attempt Same = Try;
  Same.MayWiden = Same.MayLeave = false;
  Same.Common = Agreed->Decision;
  for (const LoopCandidate &Each : Instantiations) {
    llvm::Expected<Outcome> One = agree({Each}, Same);
    if (!One || std::holds_alternative<Rejection>(One->Rewrite))
      return One;
  }
  return Agreed;
}

/// What the launches must pass; \p Kernels are all instantiations.
static DynamicNeed needOf(const LaunchWish &Wish, const ASTContext &Ctx,
                          size_t Kernels) {
  if (Wish.Kind == LaunchWish::Scale)
    return {Wish.Stages, Wish.Alignment, 0};
  if (Wish.Kind == LaunchWish::Extend)
    return {1, 1, Wish.More, Wish.Least};
  if (Wish.Kind == LaunchWish::Keep)
    return {};
  DynamicNeed Out;
  for (const DynamicTile &Tile : Wish.Tiles) {
    QualType Type = Tile.Tile->getType();
    if (Kernels > 1 || Type->isDependentType())
      return {1, 1, std::nullopt};
    *Out.Plus += Wish.Stages * Ctx.getTypeSizeInChars(Type).getQuantity();
    *Out.Plus = llvm::alignTo(*Out.Plus, Wish.Alignment);
  }
  return Out;
}

llvm::Error
FileRewriter::addLoop(llvm::ArrayRef<LoopCandidate> Instantiations) {
  const LoopCandidate &First = Instantiations.front();
  if (Options.DumpAfter == Phase::Match)
    Result.Dump += dumpCandidate(First, Ctx);
  LoopReport Report = Filter.report(First);
  Report.PlausibleInstance = plausibleInstance(*First.Kernel, Ctx);
  Report.Ordinal = Ordinals.at(Filter.placeOf(*First.Loop));
  unsigned Place = Filter.placeOf(*First.Kernel);
  LoopWatch::Scope Watched(Options.Watch.get(), Report.Ordinal);
  llvm::Expected<Outcome> Agreed = agreeOnAll(Instantiations);
  if (!Agreed)
    return Agreed.takeError();
  if (Round.RowsStay.count(Report.Ordinal))
    Agreed->Rows = {};
  // What does not parse has no types.
  for (const LoopCandidate &Loop : Instantiations)
    Agreed->Form.Meaning.push_back(
        Filter.parseErrorIn(*Loop.Kernel) ? "" : meaningOf(Loop, Ctx));
  if (Round.ShowFunctions)
    for (const LoopCandidate &Loop : Instantiations)
      Agreed->Form.MeaningOfFunction.push_back(
          Filter.parseErrorIn(*Loop.Kernel) ? ""
                                            : meaningOfFunction(Loop, Ctx));
  Proposals.push_back(
      proposeAll({Instantiations, Ctx, Options, Filter, *Agreed}));
  if (auto *Why = std::get_if<Rejection>(&Agreed->Rewrite)) {
    Filter.explain(Report, *Why);
    Report.Budget = Agreed->Budget;
    Report.Figures = Agreed->Figures;
  } else {
    auto &Rewrite = std::get<LoopRewrite>(Agreed->Rewrite);
    Report.Made.Summary = Agreed->Summary;
    Report.Remarks = Rewrite.Remarks;
    Report.Made.Also = std::move(Rewrite.Also);
    Report.Made.Stages = Agreed->Stages;
    Report.Made.Proved = std::move(Agreed->Proved);
    Report.Made.ProvedAsRing = std::move(Agreed->ProvedAsRing);
    Report.Made.Decision = std::move(Agreed->Decision);
    Report.Budget = std::move(Agreed->Budget);
    Report.Figures = std::move(Agreed->Figures);
    Report.Costs = std::move(Agreed->Costs);
    Report.Made.Unsure = std::move(Agreed->Unsure);
    Agreed->Form.RowsMayMove = Agreed->Rows.MayMove;
    llvm::append_range(Options.Pad.IsAsked ? Report.Remarks : Report.Details,
                       Agreed->Rows.Stay);
    Agreed->Form.Skewed = std::move(Agreed->Rows.Skewed);
    if (Agreed->Launch) {
      llvm::append_range(Report.Remarks,
                         Launches.promise(*First.Kernel, *Agreed->Launch));
      Report.Made.Changes = Launches.keysOf(*First.Kernel);
      Report.Made.Dynamic = needOf(*Agreed->Launch, Ctx, Instantiations.size());
    }
    (First.Kernel->hasAttr<CUDAGlobalAttr>() ? SharedAdded.OfKernel[Place]
                                             : SharedAdded.InDevice) +=
        Agreed->SharedBytesAdded;
    Names.at(Place) = std::move(*Rewrite.Names);
    Helpers = std::move(*Rewrite.Helpers);
    if (Agreed->IsStaged)
      Known.Staged.insert(Filter.placeOf(*First.Loop));
    Known.ReliedOn.insert(Agreed->ReliesOn.begin(), Agreed->ReliesOn.end());
    Rewrite.Functions.insert(Rewrite.Functions.begin(),
                             std::move(Rewrite.Change));
    for (const tooling::AtomicChange &Change : Rewrite.Functions) {
      Result.Changes.push_back(Filter.forAllFiles(Change));
      Report.Made.Changes.push_back(Result.Changes.back().getKey());
    }
  }
  Report.Form = std::move(Agreed->Form);
  if (Options.DumpAfter == Phase::Rewrite)
    Result.Dump += dumpReport(Report);
  Result.Loops.push_back(std::move(Report));
  return llvm::Error::success();
}

llvm::Expected<FileRound> FileRewriter::run() {
  llvm::MapVector<unsigned, std::vector<LoopCandidate>> ByLoop;
  for (LoopCandidate &Candidate : findLoops(Ctx)) {
    bool InMain = Filter.scope().fileOf(Candidate.Loop->getBeginLoc()) ==
                  Filter.mainFile();
    unsigned Ordinal =
        Ordinals.try_emplace(Filter.placeOf(*Candidate.Loop), Ordinals.size())
            .first->second;
    if (!Filter.wants(Candidate) ||
        (!Round.Only.empty() && !Round.Only.count(Ordinal)))
      continue;
    Candidate.IncludersKnown = Options.Program.IsKnown && !InMain;
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
        Twice.SmVersion = Options.sharedSm();
        Result.Dump += dumpEdits(editLaunches(Found, Twice, Kernel, Ctx));
      }
    }
  }
  llvm::append_range(Result.Changes, Launches.changes());
  Result.File = Filter.scope().pathOf(Filter.mainFile()).str();
  return FileRound{std::move(Result), std::move(Proposals)};
}

llvm::Expected<FileRound>
rewriteFile(ASTContext &Ctx, const RewriteOptions &Options,
            const RoundState &Round,
            llvm::ArrayRef<SourceLocation> ParseErrors) {
  // Which loops are rewritten decides whether a function that loads tiles may
  // be edited, and whether another loop may have stages of the same tile, so
  // each one that may not sends us round again.
  std::set<AsyncHelpers::Place> Shared;
  std::set<unsigned> Unstaged;
  while (true) {
    FileRewriter Rewriter(Ctx, Options, Round, ParseErrors);
    Rewriter.share(Shared);
    Rewriter.leaveUnstaged(Unstaged);
    llvm::Expected<FileRound> Result = Rewriter.run();
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
