//===- BuildLoopModel.cpp - Candidate to facts ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/BuildLoopModel.h"
#include "Analyze/Pointers/Callers.h"
#include "Analyze/Tiles/Pieces.h"
#include "Analyze/Tiles/TileContents.h"
#include "Analyze/Tiles/TileExtent.h"
#include "PipelineFinder.h"
#include "Rules/Rules.h"
#include "TransferReason.h"
#include "cudapipe/Effort.h"
#include "cudapipe/Match/PassedPointers.h"
#include "cudapipe/Plan/PlanPipeline.h"
#include "clang/AST/Attr.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudapipe {

LoopAnalysis::LoopAnalysis(const FunctionDecl &Kernel, const Stmt &Loop,
                           const ASTContext &Ctx, const LaunchFacts &Facts,
                           bool AssumeNoAlias, bool SplitRegions)
    : Ctx(Ctx), Facts(Facts), AssumeNoAlias(AssumeNoAlias),
      Flow(Kernel, SplitRegions), Parents(Kernel.getBody()) {
  M.Kernel = &Kernel;
  M.Header.Loop = &Loop;
  M.Header.LoopWithPragmas = &Loop;
  if (const auto *Attributed =
          dyn_cast_or_null<AttributedStmt>(Parents.getParent(&Loop)))
    M.Header.LoopWithPragmas = Attributed;
}

bool LoopAnalysis::inDeviceFunction() const {
  return !M.Kernel->hasAttr<CUDAGlobalAttr>();
}

void LoopAnalysis::askLaunches(
    llvm::function_ref<const LaunchSites &(const FunctionDecl &)> Launches) {
  if (!inDeviceFunction())
    PassedApart = [this, Launches](const ParmVarDecl &X, const ParmVarDecl &Y) {
      return passApart(Launches(*M.Kernel), X.getFunctionScopeIndex(),
                       Y.getFunctionScopeIndex(), Ctx);
    };
}

void LoopAnalysis::adoptCallers(const LoopAnalysis &Other) {
  M.Kernels = Other.M.Kernels;
  M.Around.CalledElsewhere = Other.M.Around.CalledElsewhere;
  Callers = Other.Callers;
  Flow.adoptBindings(Other.Flow);
}

bool LoopAnalysis::declaredInBody(const VarDecl *Var) const {
  const SourceManager &SM = Ctx.getSourceManager();
  SourceLocation Loc = SM.getExpansionLoc(Var->getLocation());
  SourceLocation Begin = SM.getExpansionLoc(M.Header.Body->getBeginLoc());
  SourceLocation End = SM.getExpansionLoc(M.Header.Body->getEndLoc());
  return !SM.isBeforeInTranslationUnit(Loc, Begin) &&
         SM.isBeforeInTranslationUnit(Loc, End);
}

bool LoopAnalysis::isInvariant(const Expr *E, const VarDecl *Except) const {
  Effects X = effectsOf(E, Flow, Ctx);
  // Shared memory that nothing in the loop stores to stays as it is.
  auto MayChange = [&](const MemoryAccess &R) {
    return R.Root.Kind != MemoryRoot::Shared || isStored(R.Root.Var);
  };
  if (!X.Writes.empty() || !X.MemoryWrites.empty() ||
      llvm::any_of(X.MemoryReads, MayChange) || !X.Unknown.empty() ||
      !X.Pinned.empty())
    return false;
  auto IsEarly = [&](const VarDecl *Var) {
    return llvm::any_of(M.Items, [&](const BodyItem &Item) {
      return Item.Early && Item.E.Writes.count(Var);
    });
  };
  return llvm::none_of(X.Reads, [&](const VarDecl *Var) {
    return Var != Except && WrittenInLoop.count(Var) && !IsEarly(Var);
  });
}

std::string quoted(const Stmt *S, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  CharSourceRange Range = CharSourceRange::getTokenRange(
      SM.getExpansionRange(S->getSourceRange()).getAsRange());
  std::string Text = Lexer::getSourceText(Range, SM, Ctx.getLangOpts()).str();
  std::string Line;
  for (char C : Text)
    if (!isWhitespace(C))
      Line += C;
    else if (!Line.empty() && Line.back() != ' ')
      Line += ' ';
  if (Line.size() > 60)
    Line = Line.substr(0, 57) + "...";
  return "'" + Line + "'";
}

std::string quoted(const NamedDecl *D) {
  return "'" + D->getNameAsString() + "'";
}

/// Non-empty choices of \p Count arrays, the largest first; of many arrays only
/// the first to leave out one.
static std::vector<std::vector<bool>> selections(size_t Count) {
  std::vector<std::vector<bool>> Out;
  if (Count > 5) {
    Out.assign(Count + 1, std::vector<bool>(Count, true));
    for (size_t I = 0; I < Count; ++I)
      Out[I + 1][I] = false;
    return Out;
  }
  for (unsigned Bits = (1u << Count) - 1; Bits > 0; --Bits) {
    std::vector<bool> Chosen(Count);
    for (size_t I = 0; I < Count; ++I)
      Chosen[I] = Bits >> I & 1;
    Out.push_back(std::move(Chosen));
  }
  llvm::stable_sort(Out, [](const auto &A, const auto &B) {
    return llvm::count(A, true) > llvm::count(B, true);
  });
  if (Out.empty())
    Out.emplace_back(); // the rejection says what is missing
  return Out;
}

static OrRejection<LoopModel> buildModel(
    const LoopCandidate &Candidate, const ASTContext &Ctx, bool AssumeNoAlias,
    llvm::function_ref<const LaunchSites &(const FunctionDecl &)> Launches,
    const LaunchFacts &Facts, bool Split) {
  spend(Effort::LoopModels);
  const FunctionDecl &Kernel = *Candidate.Kernel;
  LoopAnalysis Read(Kernel, *Candidate.Loop, Ctx, Facts, AssumeNoAlias, Split);
  Read.IncludersKnown = Candidate.IncludersKnown;
  Read.askLaunches(Launches);
  for (auto *Step : {readCallers, readHeader})
    if (MaybeRejection Why = Step(Read))
      return *Why;
  for (auto *Step : {checkLambda, readItems, checkPassedMemory, checkRaces,
                     checkSharedNumbers})
    if (MaybeRejection Why = Step(Read))
      return findOwnPipeline(Read).value_or(*Why);
  const std::vector<const VarDecl *> Possible = possibleTiles(Read);

  // Which arrays are tiles shows in whether their stores can move; the more of
  // them the better. What is said if none can is about the best attempt.
  std::optional<Rejection> BestWhy;
  unsigned BestSteps = 0;
  for (const std::vector<bool> &Chosen : selections(Possible.size())) {
    LoopAnalysis A(Kernel, *Candidate.Loop, Ctx, Facts, AssumeNoAlias, Split);
    A.adoptCallers(Read);
    A.askLaunches(Launches);
    A.Others = Candidate.Others;
    A.IncludersKnown = Candidate.IncludersKnown;
    readHeader(A);
    readItems(A);
    A.M.Staged.Scratch = Read.M.Staged.Scratch;
    for (auto [I, Array] : llvm::enumerate(Possible))
      (Chosen[I] ? A.M.Staged.Tiles : A.M.Staged.Scratch).push_back(Array);
    unsigned Steps = 0;
    MaybeRejection Why;
    for (auto *Step : {readBarriers, sliceLoad, checkAsyncGroups, readCopies,
                       checkSources, checkBarriers, checkUniform}) {
      if ((Why = Step(A)))
        break;
      ++Steps;
    }
    if (!Why) {
      if (!A.M.Staged.Scratch.empty())
        if (MaybeRejection Own = PipelineFinder(A).findBesideTiles())
          return *Own;
      // Launches that pass dynamic memory are edited: all are in sight anyway.
      auto ReadFacts = [&] {
        if (!Kernel.hasAttr<CUDAGlobalAttr>())
          return LaunchFacts();
        const LaunchFacts Seen = readLaunchFacts(Kernel, Launches(Kernel), Ctx);
        return A.M.Staged.Dynamic ? Seen : Seen.proved();
      };
      checkSecondBuffer(A);
      if (A.M.Staged.Dynamic)
        readTileExtent(A, Launches(Kernel));
      checkShortTiles(A, ReadFacts);
      readSurroundings(A);
      if (MaybeRejection Leaves = checkVotes(A))
        return std::move(*Leaves);
      A.M.Proofs.EvenLoops = loopsAreEven(A, ReadFacts);
      // The rewrite asserts it where the kernel runs.
      A.M.Proofs.BlockDim = blockOfSteps(A, [&] {
        return Kernel.hasAttr<CUDAGlobalAttr>()
                   ? readLaunchFacts(Kernel, Launches(Kernel), Ctx,
                                     /*OnlyHere=*/true)
                   : LaunchFacts();
      });
      A.M.OwnPipeline = findOwnPipeline(A);
      A.M.Proofs.RelyOnLaunches = A.ReliesOnLaunches;
      A.M.Pointers = std::make_shared<PointerFlow>(A.Flow);
      return std::move(A.M);
    }
    if (!BestWhy || Steps > BestSteps) {
      BestWhy = std::move(Why);
      BestSteps = Steps;
    }
  }
  return findOwnPipeline(Read).value_or(std::move(*BestWhy));
}

/// Both are rewritten alike: dynamic shared memory has stages as a whole.
static bool haveOneForm(const LoopModel &A, const LoopModel &B) {
  auto StaticTiles = [](const LoopModel &M) {
    VarSet Out;
    for (const VarDecl *Tile : M.Staged.Tiles)
      if (!isDynamicShared(*Tile))
        Out.insert(Tile);
    return Out;
  };
  return A.Staged.Dynamic && B.Staged.Dynamic && !A.Staged.SingleBufferOnly &&
         !B.Staged.SingleBufferOnly &&
         llvm::equal(StaticTiles(A), StaticTiles(B)) &&
         llvm::equal(A.Items, B.Items,
                     [](const BodyItem &X, const BodyItem &Y) {
                       return X.R == Y.R && X.Early == Y.Early;
                     }) &&
         llvm::equal(A.Copies, B.Copies,
                     [](const TileCopy &X, const TileCopy &Y) {
                       return X.Store == Y.Store && X.Kind == Y.Kind;
                     });
}

static OrRejection<LoopModel> buildOfPieces(
    const LoopCandidate &Candidate, const ASTContext &Ctx, bool AssumeNoAlias,
    llvm::function_ref<const LaunchSites &(const FunctionDecl &)> Launches) {
  const FunctionDecl &Kernel = *Candidate.Kernel;
  if (!usesDynamicShared(Kernel, Ctx))
    return buildModel(Candidate, Ctx, AssumeNoAlias, Launches, LaunchFacts(),
                      /*Split=*/false);
  LaunchFacts Facts;
  if (Kernel.hasAttr<CUDAGlobalAttr>())
    Facts = readLaunchFacts(Kernel, Launches(Kernel), Ctx);
  const PieceRelation Pieces = relationOfPieces(Kernel, Facts, Ctx);
  const bool Apart = Pieces == PieceRelation::Apart;
  OrRejection<LoopModel> Out =
      buildModel(Candidate, Ctx, AssumeNoAlias, Launches, Facts,
                 Apart || (Pieces == PieceRelation::Unknown && AssumeNoAlias));
  // Often it is right for one memory, too, whose pieces may meet: only
  // asynchronous copies then rely on the numbers.
  if (auto *M = std::get_if<LoopModel>(&Out); M && Apart) {
    OrRejection<LoopModel> Whole = buildModel(Candidate, Ctx, AssumeNoAlias,
                                              Launches, Facts, /*Split=*/false);
    const auto *One = std::get_if<LoopModel>(&Whole);
    if (!One || One->Proofs.HoldsForNumbers || !haveOneForm(*M, *One))
      M->Proofs.HoldsForNumbers = true;
    else
      for (auto [Copy, Same] : llvm::zip_equal(M->Copies, One->Copies))
        Copy.Overlap.IsApartForNumbers |=
            Same.Overlap.WithItself || Same.Overlap.IsApartForNumbers;
  }
  return Out;
}

OrRejection<LoopModel> buildLoopModel(
    const LoopCandidate &Candidate, const ASTContext &Ctx, bool AssumeNoAlias,
    llvm::function_ref<const LaunchSites &(const FunctionDecl &)> Launches) {
  OrRejection<LoopModel> Out =
      buildOfPieces(Candidate, Ctx, AssumeNoAlias, Launches);
  if (auto *Why = std::get_if<Rejection>(&Out))
    return toldByTransfers(Candidate, Ctx, std::move(*Why));
  return Out;
}

} // namespace cudapipe
