//===- RewriteCandidate.cpp - The five calls for one loop -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analyze/Threads/FixedBlock.h"
#include "FileRewriter.h"
#include "cudapipe/Match/PlausibleInstance.h"
#include "cudapipe/Resources/LaunchShape.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Mangle.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {

static FormKey keyOf(const PipelinePlan &Plan) {
  FormKey Out;
  Out.Variant = Plan.Variant;
  Out.Stages = Plan.Stages;
  Out.HasRegisters = Plan.UsesAsync && Plan.UsesRegisters;
  Out.HasWideCopies = Plan.UsesWide;
  Out.LoadsOnly = Plan.LoadsOnly;
  Out.ScalesLaunch = Plan.Launches.Scales;
  Out.IsDynamic = !Plan.Launches.Scales && Plan.movesTiles();
  return Out;
}

static std::string formOf(const PipelinePlan &Plan) {
  std::string Out = Plan.Variant->Name.str();
  if (Plan.UsesAsync && Plan.UsesRegisters)
    Out += " and registers";
  if (Plan.UsesWide && !Plan.Variant->OfBlock)
    Out += " in wide copies";
  if (Plan.LoadsOnly)
    Out += ", loads only";
  Out += Plan.Stages > 1 ? llvm::formatv(", {0} stages", Plan.Stages).str()
                         : ", one buffer";
  if (Plan.Launches.Stage)
    return Out + ", " + std::to_string(Plan.Launches.Stage->Bytes) +
           " bytes apart in dynamic shared memory";
  if (Plan.Launches.Scales)
    return Out + ", launches ask for " +
           (Plan.Stages == 2 ? "twice"
                             : std::to_string(Plan.Stages) + " times") +
           " the dynamic shared memory";
  return Plan.movesTiles() ? Out + ", dynamic" : Out;
}

/// \p Lengthened is what longer rows have added to the memory before.
static std::string summarize(const PipelinePlan &Plan, uint64_t Lengthened) {
  std::string Out = formOf(Plan);
  if (Plan.Launches.Scales || !Plan.Shared.After)
    return Out;
  uint64_t Before = Plan.Shared.Before - Lengthened;
  Out += ", shared memory " + std::to_string(Before);
  if (Plan.Shared.After != Before)
    Out += " -> " + std::to_string(Plan.Shared.After);
  return Out + " bytes";
}

unsigned FileRewriter::stagesOf(const VarDecl &Tile) const {
  const SourceManager &SM = Ctx.getSourceManager();
  unsigned At = SM.getFileOffset(Tile.getLocation());
  for (const auto &[Place, Table] : Names) {
    SourceLocation Kernel = SourceLocation::getFromRawEncoding(Place);
    if (SM.getFileID(Kernel) == SM.getFileID(Tile.getLocation()))
      if (unsigned Stages = Table.stagesAt(At))
        return Stages;
  }
  return 0;
}

const OrRejection<LoopModel> &
FileRewriter::analyze(const LoopCandidate &Candidate) {
  std::pair Key(Candidate.Loop, std::set<const Stmt *>(Candidate.Others.begin(),
                                                       Candidate.Others.end()));
  auto It = Plain.find(Key);
  if (It == Plain.end())
    It = Plain
             .emplace(
                 std::move(Key),
                 buildLoopModel(
                     Candidate, Ctx, Filter.assumesNoAlias(*Candidate.Kernel),
                     [&](const FunctionDecl &Kernel) -> const LaunchSites & {
                       return Launches.launchesOf(Kernel);
                     }))
             .first;
  return It->second;
}

/// Lets loops have one tile where neither sees what the other left in it.
void FileRewriter::shareTiles(const LoopCandidate &Candidate,
                              LoopModel &Facts) {
  for (const auto &[Tile, Loop] : Facts.Staged.SharedWith) {
    LoopCandidate Other = Candidate;
    Other.Loop = Loop;
    std::erase(Other.Others, Loop);
    Other.Others.push_back(Candidate.Loop);
    // Without a model it is left alone, and this one tried again without it.
    const auto *Same = std::get_if<LoopModel>(&analyze(Other));
    if (Same && !Facts.Staged.SingleBufferOnly &&
        !storeSameElements(Facts, *Same, Tile, Ctx))
      Facts.Staged.SingleBufferOnly =
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
        !Known.Unstaged.count(Filter.placeOf(*Other.Loop)) &&
        !Contains(Other.Loop, Candidate.Loop) &&
        !Contains(Candidate.Loop, Other.Loop))
      Candidate.Others.push_back(Other.Loop);
}

/// The launches for which the copies stay narrow, where some may be out of
/// sight.
static std::string otherLaunches(const LoopModel &Facts) {
  for (const WideCopy &W : Facts.Wide.Copies)
    for (const WideTest &Test : W.Tests) {
      if (!W.Threads.IsGuess)
        continue;
      const std::array<int64_t, 3> &Block = W.Threads.BlockDim;
      std::string Size;
      if (Test.Kind == WideTest::Threads)
        Size = llvm::formatv("{0} threads", Test.Size);
      else if (Test.Kind != WideTest::BlockDim)
        continue;
      else if (W.Threads.IsAny)
        Size = llvm::formatv("{0} threads in x", Test.Size);
      else if (Block[1] > 1)
        Size = llvm::formatv("({0}, {1}) threads", Block[0], Block[1]);
      else
        Size = llvm::formatv("{0} threads", Block[0]);
      return "a launch with other blocks than " + Size +
             " takes the narrow copies; none in sight says how large they are";
    }
  return "";
}

/// Measured with bytes: where none of their copies is wide, the pipeline is
/// slower than the plain loop (docs/developers/performance-log.md).
static std::string slowSizes(const PipelinePlan &Plan, const LoopModel &Facts,
                             bool HasEachWidth) {
  if (HasEachWidth && Plan.Stages > 2)
    return "";
  unsigned Bytes = 0;
  std::string Tiles;
  for (const WideCopy &W : Facts.Wide.Copies)
    if (Plan.UsesWide && W.Box.ElementBytes * W.Box.Grain == 1 &&
        !W.isCertain()) {
      Tiles += (Bytes ? ", '" : "'") + W.Name->getNameAsString() + "'";
      Bytes = std::max(Bytes, W.Box.Bytes);
    }
  if (!Bytes)
    return "";
  return Tiles + llvm::formatv(
                     ": in sizes whose rows do not start at multiples of {0} "
                     "bytes, bytes are copied one by one, which is slower than "
                     "the plain loop; {1} is not",
                     Bytes,
                     HasEachWidth ? "--stages=3" : "--variant=ldg-single")
                     .str();
}

/// All launches give whole vectors of 16 bytes.
static bool giveWholeVectors(const LaunchSites &Launches,
                             const ASTContext &Ctx) {
  return Launches.allInSight() && !Launches.MoreElsewhere &&
         llvm::all_of(Launches.Sites, [&](const LaunchSite &Site) {
           return !Site.isLaunch() ||
                  llvm::all_of(Site.Sizes, [&](const Expr *Size) {
                    return isMultipleOf(Size, 16, Ctx);
                  });
         });
}

OrRejection<PipelinePlan> FileRewriter::plan(const LoopCandidate &Candidate,
                                             const LoopModel &Facts,
                                             const Attempt &Try, uint64_t Added,
                                             PipelineBudget *Budget) {
  const LaunchSites &Sites = Launches.launchesOf(
      Facts.Kernels.empty() ? *Facts.Kernel : *Facts.Kernels.front());
  KernelFigures Figures =
      readFigures(Facts, Sites,
                  findArchitecture(Options.RunsOn ? Options.RunsOn->SmVersion
                                                  : Options.SmVersion),
                  Options.Measured, Ctx);
  if (Options.RunsOn)
    Figures.Gpu = Options.RunsOn->Name;
  const unsigned Ordinal = Ordinals.at(Filter.placeOf(*Candidate.Loop));
  auto Before = Round.Decided.find(Ordinal);
  if (Budget)
    Budget->Figures = Figures;
  OrRejection<PipelinePlan> Plan = planPipeline(
      Facts,
      {Try.Variant, Options.Stages, Options.SmVersion, Options.sharedSm(),
       Added,
       llvm::any_of(Facts.Kernels,
                    [&](const FunctionDecl *Kernel) {
                      return Launches.isPromised(*Kernel);
                    }),
       [&](const VarDecl &Tile) { return stagesOf(Tile); },
       [&](const LaunchWish &Wish) {
         return Launches.whyNot(*Candidate.Kernel, Wish);
       },
       [&](uint64_t Least, unsigned Alignment) {
         return spellStageSize(Facts, Sites, Least, Alignment, Ctx);
       },
       &Figures,
       Before != Round.Decided.end() ? std::optional(Before->second)
                                     : Try.Common,
       Try.MayLeave, Options.Style == RewriteStyle::Simple,
       Try.LoadsAreConverted},
      Ctx, Budget);
  if (Budget)
    Budget->KnownThreads = Figures.Threads.Threads;
  if (auto *Done = std::get_if<PipelinePlan>(&Plan);
      Done && Done->Launches.Scales && sharesWithPipeline(Candidate))
    return Rejection{RejectionKind::SharedMemoryLimit,
                     Candidate.Loop->getSourceRange(),
                     "another loop of the kernel is a pipeline in the dynamic "
                     "shared memory already"};
  // Stages are as large as the launches' sizes: nothing has to be rounded.
  if (auto *Done = std::get_if<PipelinePlan>(&Plan);
      Done && Done->Launches.Scales && !Done->Launches.Stage &&
      Candidate.Kernel->hasAttr<CUDAGlobalAttr>() &&
      giveWholeVectors(Launches.launchesOf(*Candidate.Kernel), Ctx))
    Done->Launches.StageAlignment =
        std::max(Done->Launches.StageAlignment, 16u);
  return Plan;
}

/// Another loop of its function has stages in dynamic memory, by hand or by an
/// earlier run: what the launches give is not one tile's.
bool FileRewriter::sharesWithPipeline(const LoopCandidate &Candidate) {
  return llvm::any_of(Wanted, [&](const LoopCandidate &Other) {
    if (Other.Kernel != Candidate.Kernel || Other.Loop == Candidate.Loop)
      return false;
    const auto *Why = std::get_if<Rejection>(&analyze(Other));
    return Why && Why->Kind == RejectionKind::AlreadyPipelined;
  });
}

/// The block of which each thread has one element of \p Tile; nothing if that
/// cannot be one.
static std::optional<std::array<int64_t, 3>> blockOf(const VarDecl &Tile,
                                                     const ASTContext &Ctx) {
  const auto *Outer = Ctx.getAsConstantArrayType(Tile.getType());
  const auto *Inner =
      Outer ? Ctx.getAsConstantArrayType(Outer->getElementType()) : nullptr;
  if (!Outer)
    return std::nullopt;
  const uint64_t Rows = Inner ? Outer->getZExtSize() : 1,
                 Columns = (Inner ? Inner : Outer)->getZExtSize();
  if (Rows > 1024 || Columns > 1024 || Rows * Columns > 1024)
    return std::nullopt;
  return std::array<int64_t, 3>{int64_t(Columns), int64_t(Rows), 1};
}

/// The threads of the one block with which the copies of \p Facts fill their
/// tiles; 0: that may be any.
static unsigned threadsOfTile(const LoopModel &Facts, const ASTContext &Ctx) {
  for (const WideCopy &W : Facts.Wide.Copies)
    if (const std::array<int64_t, 3> &Block = W.Threads.BlockDim;
        !W.Threads.IsAny && Block[0] > 0)
      return Block[0] * std::max<int64_t>(1, Block[1]) *
             std::max<int64_t>(1, Block[2]);
  for (const VarDecl *Tile : Facts.Staged.Tiles)
    if (const auto Block = blockOf(*Tile, Ctx))
      if (const auto IsFixed = fixedDimensions(Facts, *Block, {}, Ctx);
          IsFixed[0] && (IsFixed[1] || (*Block)[1] == 1))
        return (*Block)[0] * (*Block)[1];
  return 0;
}

std::vector<KernelCost> FileRewriter::costsOf(const LoopModel &Facts,
                                              const PipelinePlan &Plan,
                                              const PipelineBudget &Budget) {
  KernelCost Cost;
  Cost.DynamicBefore = Cost.DynamicAfter = Budget.Figures.DynamicShared;
  if (Cost.DynamicAfter)
    *Cost.DynamicAfter =
        Plan.dynamicBytes(*Cost.DynamicAfter) + Plan.Shared.Moved;
  Cost.TileBytes = Budget.TileBytes;
  Cost.Ahead = Plan.ahead();
  Cost.Stages = Plan.Stages;
  Cost.IsAsync = Plan.UsesAsync && !Plan.UsesRegisters;
  Cost.IsWide = Cost.IsAsync && Budget.AllWide;
  Cost.IsNarrow = Plan.UsesAsync && Budget.NarrowLoses;
  if (Plan.UsesAsync)
    Cost.SectorFetches = Budget.Figures.SectorFetches;
  llvm::SmallVector<const FunctionDecl *, 1> Kernels = Facts.Kernels;
  if (Kernels.empty())
    Kernels.push_back(Facts.Kernel);
  std::vector<KernelCost> Out;
  for (const FunctionDecl *Kernel : Kernels)
    if (!Kernel->isTemplated()) {
      Cost.MangledName = ASTNameGenerator(Ctx).getName(Kernel);
      Cost.Instance = plausibleInstance(*Kernel, Ctx);
      Cost.IsBounded = Kernel->hasAttr<CUDALaunchBoundsAttr>();
      Cost.Threads =
          blockThreads(*Kernel, Launches.launchesOf(*Kernel), Ctx).Threads;
      if (!Cost.Threads)
        Cost.Threads = Budget.KnownThreads;
      Cost.IsByTile = !Cost.Threads;
      if (!Cost.Threads)
        Cost.Threads = threadsOfTile(Facts, Ctx);
      const unsigned Carried =
          Plan.UsesRegisters && Cost.Threads
              ? llvm::divideCeil(Cost.TileBytes, 4 * Cost.Threads)
              : 0;
      Cost.LikelyRegisters = Budget.LikelyRegisters + Carried;
      Cost.MostRegisters = Budget.MostRegisters + Carried;
      Out.push_back(Cost);
    }
  return Out;
}

/// The parameter that \p Test is about, or about a field of, if it holds all
/// along what was passed.
static const ParmVarDecl *passedTo(const WideTest &Test, const LoopModel &Facts,
                                   const Effects &All) {
  const VarDecl *Var = Test.Var;
  if (Test.E) {
    const Expr *E = Test.E->IgnoreParenImpCasts();
    while (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase()->IgnoreParenImpCasts();
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  }
  const auto *Param = dyn_cast_or_null<ParmVarDecl>(Var);
  return Param && !All.Writes.count(Param) && !Facts.Pointers->isAliased(Param)
             ? Param
             : nullptr;
}

/// Finds what wider copies need, less what the user asserts; and the rows that
/// would give them to more tiles.
TileRows FileRewriter::widen(LoopModel &Facts, const Attempt &Try) {
  if (!Try.MayWiden || !Options.mayCopyAsync())
    return {};
  // Another file may instantiate it for tiles that are no rows of 16 bytes.
  if (Facts.Kernel->getTemplateInstantiationPattern() &&
      !Filter.isOursAlone(*Facts.Header.Loop))
    return {};
  TileRows Aligned;
  if (Filter.mayHaveOtherText(*Facts.Kernel, *Facts.Header.Loop))
    Aligned = alignRows(Facts);
  Facts.Wide = findWideCopies(Facts, Launches.launchesOf(*Facts.Kernel), Ctx,
                              Options.Variant && Options.Variant->OfBlock
                                  ? WideFor::Block
                                  : WideFor::Threads);
  if (!Options.Assume.Aligned)
    return Aligned;
  const Effects All = effectsOf(Facts.Kernel->getBody(), *Facts.Pointers, Ctx);
  for (WideCopy &W : Facts.Wide.Copies)
    llvm::erase_if(W.Tests, [&](const WideTest &Test) {
      if (Test.Kind == WideTest::BlockDim || Test.Kind == WideTest::Threads)
        return false;
      const ParmVarDecl *Param = passedTo(Test, Facts, All);
      uint64_t Bytes = Test.Kind == WideTest::Pointer
                           ? Test.Value
                           : Test.Value * W.Box.ElementBytes;
      return Param && Bytes <= Options.Assume.Aligned &&
             (Options.Assume.AlignedNames.empty() ||
              Options.Assume.AlignedNames.count(Param->getNameAsString()));
    });
  return Aligned;
}

FileRewriter::Analyzed FileRewriter::analyzeOnce(const LoopCandidate &Candidate,
                                                 const Attempt &Try) {
  auto [It, IsNew] = Models.try_emplace({Candidate.Loop, Try.MayWiden});
  if (IsNew) {
    It->second.Model = analyze(Candidate);
    if (auto *Facts = std::get_if<LoopModel>(&It->second.Model)) {
      shareTiles(Candidate, *Facts);
      It->second.Aligned = widen(*Facts, Try);
    }
  }
  return It->second;
}

std::optional<Rejection>
FileRewriter::whyNotFewerBlocksOf(const LoopModel &Facts) {
  llvm::SmallVector<const FunctionDecl *, 1> Kernels = Facts.Kernels;
  if (Kernels.empty())
    Kernels.push_back(Facts.Kernel);
  for (const FunctionDecl *Kernel : Kernels)
    if (std::optional<Rejection> Why = Launches.whyNotFewerBlocks(*Kernel))
      return Why;
  return std::nullopt;
}

/// What the stages take of static shared memory.
static int64_t addedBytes(const PipelinePlan &Plan) {
  return int64_t(Plan.Shared.After - Plan.Shared.Moved) -
         int64_t(Plan.Shared.Before);
}

llvm::Expected<Outcome> FileRewriter::rewrite(const LoopCandidate &Candidate,
                                              const Attempt &Try,
                                              uint64_t Added) {
  if (std::optional<Rejection> Why = Filter.parseErrorIn(*Candidate.Kernel))
    return Outcome{*Why};
  if (std::optional<Rejection> Why = Filter.whyNotForOthers(
          Candidate, Ordinals.at(Filter.placeOf(*Candidate.Loop)), Try.Variant))
    return Outcome{*Why};

  PipelineBudget Budget;
  auto [Model, Aligned] = analyzeOnce(Candidate, Try);
  if (Filter.isSilenced(Candidate)) {
    auto *Why = std::get_if<Rejection>(&Model);
    // A race is another matter.
    if (Why && Why->Other.isValid())
      return Outcome{*Why};
    return Outcome{
        Rejection{RejectionKind::NoLint, Candidate.Loop->getSourceRange(), ""}};
  }
  if (const auto *Why = std::get_if<Rejection>(&Model);
      Why && mayBeRing(*Why, Try))
    return rewriteRing(Candidate, *Why, Try, Added);
  if ((Try.Variant == &ring() || Try.Variant == &roles()) &&
      std::holds_alternative<LoopModel>(Model))
    return Outcome{Rejection{RejectionKind::UnsupportedLoop,
                             Candidate.Loop->getSourceRange(),
                             "a ring is made of copies of the copy engine, "
                             "which the loop does not have; other variants "
                             "make a pipeline of it"}};
  OrRejection<PipelinePlan> Plan = std::visit(
      llvm::makeVisitor(
          [](const Rejection &Why) -> OrRejection<PipelinePlan> { return Why; },
          [&](LoopModel &Facts) {
            if (Options.DumpAfter == Phase::Analyze)
              Result.Dump += dumpModel(Facts, Ctx);
            return plan(Candidate, Facts, Try, Added, &Budget);
          }),
      Model);
  // Where the tile cannot move, its loads may still be made a trip early.
  if (auto *Why = std::get_if<Rejection>(&Plan); Why && leavesLoads(*Why)) {
    OrRejection<LoopModel> Early = analyzeEarlyLoads(Candidate);
    OrRejection<PipelinePlan> EarlyPlan =
        planEarly(Candidate, Early, Try, Added, &Budget);
    bool Done = std::holds_alternative<PipelinePlan>(EarlyPlan);
    if (Done && (!Try.Variant || Try.Variant->MostStages == 1)) {
      Model = std::move(Early);
      Plan = std::move(EarlyPlan);
    } else if (Done) {
      Why->Detail += "; --variant=ldg-single makes its loads early";
    } else if (auto &Other = std::get<Rejection>(EarlyPlan);
               Why->Kind == RejectionKind::BarrierNotUniform
                   ? Other.Kind == Why->Kind
                   : Other.Kind == RejectionKind::SourceMayChange) {
      Plan = std::move(Other); // the one that the user can do something about
    }
  }
  if (std::holds_alternative<PipelinePlan>(Plan))
    if (std::optional<Rejection> Why =
            whyNotFewerBlocksOf(std::get<LoopModel>(Model))) {
      Plan = std::move(*Why);
      Budget = {};
    }
  if (auto Left = Round.Left.find(Ordinals.at(Filter.placeOf(*Candidate.Loop)));
      Left != Round.Left.end() && std::holds_alternative<PipelinePlan>(Plan))
    Plan = Rejection{Left->second.Kind, Candidate.Loop->getSourceRange(),
                     Left->second.Why};
  if (auto *Why = std::get_if<Rejection>(&Plan)) {
    if (const auto *Facts = std::get_if<LoopModel>(&Model);
        Facts && Facts->OwnPipeline &&
        (Why->Kind == RejectionKind::CopyNotAsync ||
         Why->Kind == RejectionKind::UnsupportedStatement))
      *Why = *Facts->OwnPipeline;
    Outcome Left{*Why};
    Left.Budget = printBudget(Budget);
    if (!Left.Budget.empty())
      Left.Figures = std::make_shared<const PipelineBudget>(std::move(Budget));
    Left.Aligned = std::move(Aligned);
    return Left;
  }
  const LoopModel &Facts = std::get<LoopModel>(Model);
  const PipelinePlan &Decisions = std::get<PipelinePlan>(Plan);
  if (llvm::Error Unsound = verifyPlan(Decisions, Facts))
    return std::move(Unsound);
  if (Options.DumpAfter == Phase::Plan)
    Result.Dump += dumpPlan(Decisions, Facts, Ctx);

  // Every instantiation writes the same names.
  unsigned Place = Filter.placeOf(*Candidate.Kernel);
  auto It = Names.find(Place);
  if (It == Names.end())
    It =
        Names
            .emplace(Place, NameTable(Filter.mainFile(), Ctx, Candidate.Kernel))
            .first;
  NameTable Trial = It->second;
  AsyncHelpers TrialHelpers = Helpers;
  OrRejection<LoopRewrite> Rewrite =
      rewriteLoop(Decisions, Facts, Trial, TrialHelpers, Ctx);
  if (auto *Done = std::get_if<LoopRewrite>(&Rewrite)) {
    if (Decisions.UsesAsync)
      for (const auto &[Tile, Reason] : Facts.Wide.WhyNot)
        Done->Remarks.push_back("'" + Tile +
                                "' is copied element by element: " + Reason);
    if (Decisions.UsesWide)
      if (std::string Others = otherLaunches(Facts); !Others.empty())
        Done->Remarks.push_back(Others);
    if (const int64_t More =
            Facts.Around.CalledElsewhere ? addedBytes(Decisions) : 0;
        More > 0)
      Done->Remarks.push_back(
          llvm::formatv("{0} more bytes of shared memory in each kernel that "
                        "calls '{1}', those that are not in sight, too",
                        More, Facts.Kernel->getName()));
    if (Facts.Proofs.RelyOnLaunches)
      Done->Remarks.push_back("that its pointers do not overlap is read from "
                              "the launches in this file, and what is "
                              "allocated there");
    if (const std::optional<Rejection> &Why = Facts.Around.Disagreement)
      Done->Remarks.push_back(
          "every barrier stays where it is, and only loads are early: " +
          Why->Detail + "; cuda-pipeline-check finds out whether they do");
    if (Facts.Barriers.Votes || Facts.Barriers.VotesLast)
      Done->Remarks.push_back("where the block votes to leave, one tile more "
                              "has been fetched, as far as the tests of "
                              "its loads allow");
    if (std::string Slow = slowSizes(Decisions, Facts, Done->HasEachWidth);
        !Slow.empty())
      Done->Remarks.push_back(Slow);
    Done->Names = std::move(Trial);
    Done->Helpers = std::move(TrialHelpers);
    if (!Decisions.Remark.empty())
      Done->Remarks.push_back(Decisions.Remark);
  }
  const bool HasEachWidth = std::holds_alternative<LoopRewrite>(Rewrite) &&
                            std::get<LoopRewrite>(Rewrite).HasEachWidth;
  Outcome Out{
      std::move(Rewrite), summarize(Decisions, bytesOfLongerRows(Facts)),
      addedBytes(Decisions), Decisions.Launches.Wish, Decisions.Stages > 1};
  Out.Form.Keys = {keyOf(Decisions)};
  Out.Form.AsyncCopies = llvm::count(Decisions.Travels, Travel::Async);
  Out.Form.WideCopies = Decisions.UsesWide ? Facts.Wide.Copies.size() : 0;
  Out.Stages = Decisions.Stages;
  Out.ThreadsOfTwoBlocks = Decisions.ThreadsOfTwoBlocks;
  Out.MayWidenInline = Decisions.LoadsOnly ||
                       (Decisions.UsesAsync && Options.Widen &&
                        llvm::any_of(Facts.Copies, [](const TileCopy &Copy) {
                          return !Copy.Path.Calls.empty() && Copy.Bytes < 16;
                        }));
  Out.Costs = costsOf(Facts, Decisions, Budget);
  Out.Unsure = Budget.Unsure;
  Out.Budget = printBudget(Budget);
  if (!Out.Budget.empty())
    Out.Figures = std::make_shared<const PipelineBudget>(std::move(Budget));
  Out.Aligned = std::move(Aligned);
  if (std::holds_alternative<LoopRewrite>(Out.Rewrite)) {
    if (!AllLoops)
      AllLoops.emplace(Ctx);
    ProvedPipeline Proved(Decisions, Facts, *AllLoops);
    Proved.Steps.EachWidth = HasEachWidth;
    Out.Proved = std::make_shared<const ProvedPipeline>(std::move(Proved));
  }
  if (!Decisions.LoadsOnly)
    Out.Decision = {Decisions.Variant, Decisions.Stages, Decisions.Reason};
  Out.Form.Keys.front().RowsLost = !rowsHold(Facts, Decisions, Added);
  if (std::holds_alternative<LoopRewrite>(Out.Rewrite))
    Out.Rows = planRows(Facts, Decisions, [&](uint64_t More) {
      OrRejection<PipelinePlan> Other =
          plan(Candidate, Facts, Try.as(*Decisions.Variant), Added + More);
      const auto *Same = std::get_if<PipelinePlan>(&Other);
      return Same && Same->Variant == Decisions.Variant &&
             Same->Stages == Decisions.Stages && Same->movesTiles();
    });
  if (Out.IsStaged)
    for (const auto &Share : Facts.Staged.SharedWith)
      Out.ReliesOn.insert(Filter.placeOf(*Share.second));
  return Out;
}

llvm::Error
FileRewriter::tryRegisters(llvm::ArrayRef<LoopCandidate> Instantiations,
                           const Attempt &First, Outcome &Agreed) {
  for (const Transport *Common : {&ldg(), &ldgSingle(), &cpAsync()}) {
    auto *Why = std::get_if<Rejection>(&Agreed.Rewrite);
    if (!Why)
      return llvm::Error::success();
    bool Disagree = Why->Kind == RejectionKind::InstantiationsDisagree,
         Breaks = Why->Kind == RejectionKind::ResultDoesNotCompile;
    if ((!Disagree && !Breaks && !Agreed.Decision) ||
        (!Breaks && Common->isAsync()))
      return llvm::Error::success();
    llvm::Expected<Outcome> Other = agree(Instantiations, First.as(*Common));
    if (!Other)
      return Other.takeError();
    if (!std::holds_alternative<LoopRewrite>(Other->Rewrite))
      continue;
    std::string Reason = Disagree
                             ? "the instantiations have this one in common"
                             : "cp.async is not possible here: " + Why->Detail;
    if (Other->Decision) {
      std::string Asked = "> " + Other->Decision->Reason;
      if (size_t At = Other->Budget.find(Asked); At != std::string::npos)
        Other->Budget.replace(At + 2, Asked.size() - 2, Reason);
      Other->Decision->Reason = std::move(Reason);
    }
    Other->MayWidenInline = Why->Kind == RejectionKind::MacroLoop;
    Agreed = std::move(*Other);
  }
  return llvm::Error::success();
}

} // namespace cudapipe
