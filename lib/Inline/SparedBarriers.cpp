//===- SparedBarriers.cpp - Barriers that all but one trip meet -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SparedBarriers.h"
#include "../Rewrite/SourceText.h"
#include "Analyze/Effects/WarpBarrier.h"
#include "Analyze/Integers/IndexForm.h"
#include "Analyze/Loop/LoopAnalysis.h"
#include "MeaningPrinter.h"
#include "WaitsAround.h"
#include "cudapipe/Analyze/ConstantInt.h"
#include "cudapipe/Analyze/LoopParts.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/Taint.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace cudapipe {

bool isSameForBlock(const Expr &Cond, const FunctionDecl &Kernel,
                    const PointerFlow &Flow, const ASTContext &Ctx,
                    const VarSet &PerThread) {
  Effects E = effectsOf(&Cond, Flow, Ctx);
  return E.Writes.empty() && E.MemoryWrites.empty() && E.Unknown.empty() &&
         E.Pinned.empty() && E.Barriers.empty() && E.AsyncCopies.empty() &&
         !Taint(Kernel.getBody(), Flow, Ctx, Taint::Seed::ThreadIndex,
                PerThread)
              .reaches(&Cond);
}

namespace {

/// The one trip that may go without a barrier.
enum class SparedTrip { None, First, Last };

} // namespace

/// \p S may touch shared memory, or wait.
static bool mayShare(const Stmt &S, const PointerFlow &Flow,
                     const ASTContext &Ctx) {
  Effects E = effectsOf(&S, Flow, Ctx);
  auto IsShared = [](const MemoryAccess &Access) {
    return Access.Root.Kind == MemoryRoot::Shared ||
           Access.Root.Kind == MemoryRoot::Unknown;
  };
  return !E.Barriers.empty() || !E.Unknown.empty() || !E.AsyncCopies.empty() ||
         llvm::any_of(E.MemoryReads, IsShared) ||
         llvm::any_of(E.MemoryWrites, IsShared);
}

/// Nothing in \p Body changes what \p Cond goes by, but for \p Counter, if any.
static bool isSteady(const Expr &Cond, const VarDecl *Counter, const Stmt &Body,
                     const PointerFlow &Flow, const ASTContext &Ctx) {
  Effects Asked = effectsOf(&Cond, Flow, Ctx),
          Made = effectsOf(&Body, Flow, Ctx);
  auto IsShared = [](const MemoryAccess &Access) {
    return Access.Root.Kind == MemoryRoot::Shared;
  };
  return llvm::none_of(Asked.Reads,
                       [&](const VarDecl *Var) {
                         return Var != Counter &&
                                (Made.Writes.count(Var) || Flow.isAliased(Var));
                       }) &&
         (Asked.MemoryReads.empty() ||
          (Made.Unknown.empty() && llvm::none_of(Asked.MemoryReads, IsShared) &&
           llvm::all_of(Made.MemoryWrites, IsShared)));
}

/// Which trip alone \p Cond may fail in. In others it may be a mistake to leave
/// a barrier out.
static SparedTrip sparedTrip(const Expr &Cond, const Stmt &Loop,
                             const PointerFlow &Flow, const ASTContext &Ctx) {
  const Stmt *Body = bodyOf(Loop);
  const auto *For = dyn_cast<ForStmt>(&Loop);
  const auto *Test =
      For && For->getCond()
          ? dyn_cast<BinaryOperator>(For->getCond()->IgnoreParenImpCasts())
          : nullptr;
  const auto *Ref =
      Test ? dyn_cast<DeclRefExpr>(Test->getLHS()->IgnoreParenImpCasts())
           : nullptr;
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const auto *Decls =
      dyn_cast_or_null<DeclStmt>(For ? For->getInit() : nullptr);
  if (!Var || !Decls || !llvm::is_contained(Decls->decls(), Var) ||
      !Var->getInit() || Flow.isAliased(Var) ||
      effectsOf(Body, Flow, Ctx).Writes.count(Var) ||
      !isSteady(Cond, Var, *Body, Flow, Ctx))
    return SparedTrip::None;
  const auto *Step = dyn_cast_or_null<BinaryOperator>(For->getInc());
  const auto *Count = dyn_cast_or_null<UnaryOperator>(For->getInc());
  auto Constant = [&](const Expr *E) -> std::optional<int64_t> {
    Expr::EvalResult Value;
    if (E->isValueDependent() || !E->EvaluateAsInt(Value, Ctx))
      return std::nullopt;
    return clampedValue(Value.Val.getInt());
  };
  auto Names = [&](const Expr *E) {
    const auto *Other = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Other && Other->getDecl() == Var;
  };
  auto IsStep = [&](const Expr *E) {
    if (Count)
      return Count->isIncrementOp() && Constant(E) == 1;
    return Step && Step->getOpcode() == BO_AddAssign && Names(Step->getLHS()) &&
           sameExpression(E, Step->getRHS(), Ctx);
  };
  const bool GoesUp = Count
                          ? Count->isIncrementOp() && Names(Count->getSubExpr())
                          : Step && Step->getOpcode() == BO_AddAssign &&
                                Names(Step->getLHS()) &&
                                Constant(Step->getRHS()).value_or(0) > 0;
  const Expr *Asked = Cond.IgnoreParenImpCasts();
  if (Names(Asked))
    return GoesUp && Constant(Var->getInit()) == 0 ? SparedTrip::First
                                                   : SparedTrip::None;
  const auto *Op = dyn_cast<BinaryOperator>(Asked);
  if (!Op || !GoesUp)
    return SparedTrip::None;
  if (Names(Op->getLHS()) &&
      (Op->getOpcode() == BO_GT || Op->getOpcode() == BO_NE))
    return (Constant(Op->getRHS())
                ? Constant(Op->getRHS()) == Constant(Var->getInit())
                : sameExpression(Op->getRHS(), Var->getInit(), Ctx))
               ? SparedTrip::First
               : SparedTrip::None;
  const auto *Next =
      dyn_cast<BinaryOperator>(Op->getLHS()->IgnoreParenImpCasts());
  return Next && Next->getOpcode() == BO_Add && Names(Next->getLHS()) &&
                 IsStep(Next->getRHS()) &&
                 Op->getOpcode() == Test->getOpcode() &&
                 sameExpression(Op->getRHS(), Test->getRHS(), Ctx)
             ? SparedTrip::Last
             : SparedTrip::None;
}

/// No trip may need the barrier of \p If, in blocks of one warp; the first trip
/// needs none in front of all that the loop of \p Candidate shares, the last
/// none behind it: anywhere else its lack is a race. Nor if what stands beside
/// the loop has barriers of its own.
static bool mayBeSpared(const IfStmt &If, const LoopCandidate &Candidate,
                        const PointerFlow &Flow, const ASTContext &Ctx) {
  const auto &Body = *cast<CompoundStmt>(bodyOf(*Candidate.Loop));
  auto At = llvm::find(Body.body(), &If);
  auto Shares = [&](const Stmt *S) { return mayShare(*S, Flow, Ctx); };
  // Blocks that need no barrier, in no trip, lose nothing by one.
  if (isSteady(*If.getCond(), nullptr, *Candidate.Loop, Flow, Ctx))
    return true;
  switch (sparedTrip(*If.getCond(), *Candidate.Loop, Flow, Ctx)) {
  case SparedTrip::None:
    return false;
  case SparedTrip::First:
    return std::none_of(Body.body_begin(), At, Shares) &&
           waitsInFront(Candidate, Flow, Ctx);
  case SparedTrip::Last:
    return std::none_of(At + 1, Body.body_end(), Shares) &&
           waitsBehind(Candidate, Flow, Ctx);
  }
  llvm_unreachable("all trips are covered");
}

/// The one statement of \p Branch.
static const Stmt *soleStatement(const Stmt *Branch) {
  const auto *Block = dyn_cast_or_null<CompoundStmt>(Branch);
  return Block && Block->size() == 1 ? Block->body_front() : Branch;
}

/// \p If as it is written: where it is `if constexpr`, an instance of a
/// template has one branch.
static const IfStmt &asWritten(const IfStmt &If, const FunctionDecl &Kernel) {
  const FunctionDecl *Pattern = Kernel.getTemplateInstantiationPattern();
  const IfStmt *Written = &If;
  if (Pattern && If.isConstexpr())
    forEach<IfStmt>(Pattern->getBody(), [&](const IfStmt &Other) {
      if (Other.getIfLoc() == If.getIfLoc())
        Written = &Other;
    });
  return *Written;
}

/// `if (THREADS <= 32) __syncwarp(); else __syncthreads();`: its barrier of the
/// block, which may stand for the other, or null.
static const Stmt *barrierForBoth(const IfStmt &Made,
                                  const FunctionDecl &Kernel,
                                  const ASTContext &Ctx) {
  const IfStmt &If = asWritten(Made, Kernel);
  const Stmt *Both[] = {soleStatement(If.getThen()),
                        soleStatement(If.getElse())};
  const Stmt *OfBlock = nullptr;
  for (const Stmt *S : Both)
    if (!S || !(waitsForWarp(S) || isBlockBarrier(S, Kernel, Ctx)))
      return nullptr;
    else if (!waitsForWarp(S))
      OfBlock = S;
  return OfBlock;
}

/// Takes \p Var away with its line, where nothing names it but \p Gone, in no
/// build.
static void dropUnread(const VarDecl &Var, llvm::ArrayRef<const Expr *> Gone,
                       const FunctionDecl &Kernel, const SourceText &Text,
                       tooling::AtomicChange &Change) {
  const llvm::SmallVector<const Stmt *, 4> Except(Gone.begin(), Gone.end());
  const DeclStmt *Declared = declarationIn(Kernel.getBody(), &Var);
  const std::optional<TextRange> Whole = Text.range(Kernel.getBody());
  std::optional<TextRange> R =
      Whole && !Text.hasConditionals(*Whole) && Declared &&
              Declared->isSingleDecl() && Var.isLocalVarDecl() &&
              !mentions(Kernel.getBody(), &Var, Except) &&
              !(Var.getInit() &&
                Var.getInit()->HasSideEffects(Kernel.getASTContext()))
          ? Text.statement(Declared)
          : std::nullopt;
  if (!R)
    return;
  const unsigned Begin = Text.lineStart(R->Begin);
  const size_t Line = Text.code().find('\n', R->End);
  if (Line == llvm::StringRef::npos ||
      !Text.text({Begin, R->Begin}).trim().empty() ||
      !Text.text({R->End, unsigned(Line)}).trim().empty())
    return;
  const SourceManager &SM = Kernel.getASTContext().getSourceManager();
  llvm::consumeError(Change.replace(
      SM, SM.getLocForStartOfFile(Text.file()).getLocWithOffset(Begin),
      unsigned(Line) + 1 - Begin, ""));
}

std::optional<InlinedLoop> meetInEveryTrip(const LoopCandidate &Candidate,
                                           const ASTContext &Ctx) {
  const FunctionDecl &Kernel = *Candidate.Kernel;
  const Stmt &Loop = *Candidate.Loop;
  const auto *Body = dyn_cast_or_null<CompoundStmt>(bodyOf(Loop));
  if (!Body || !Kernel.hasAttr<CUDAGlobalAttr>())
    return std::nullopt;
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceText Text(SM.getFileID(SM.getExpansionLoc(Loop.getBeginLoc())),
                        Ctx);
  const PointerFlow Flow(Kernel);
  tooling::AtomicChange Change(SM, Loop.getBeginLoc());
  MeaningPrinter Meaning(Kernel, Ctx);
  llvm::SmallVector<const Expr *, 4> Gone;
  for (const Stmt *S : Body->body()) {
    const auto *If = dyn_cast<IfStmt>(S);
    if (!If || If->getInit() || If->getConditionVariable())
      continue;
    const Stmt *ForBoth = barrierForBoth(*If, Kernel, Ctx);
    const Stmt *Barrier = ForBoth ? ForBoth : soleStatement(If->getThen());
    if (!ForBoth && (If->getElse() || !isBlockBarrier(Barrier, Kernel, Ctx)))
      continue;
    std::optional<TextRange> Whole = Text.statement(If),
                             Kept = Text.statement(Barrier);
    if (!isSameForBlock(*If->getCond(), Kernel, Flow, Ctx) ||
        !(ForBoth || mayBeSpared(*If, Candidate, Flow, Ctx)) || !Whole ||
        !Kept || Text.hasConditionals(*Whole) ||
        Text.text(*Whole).contains("//") || Text.text(*Whole).contains("/*"))
      return std::nullopt;
    llvm::Error Failed = Change.replace(
        SM, SM.getLocForStartOfFile(Text.file()).getLocWithOffset(Whole->Begin),
        Whole->End - Whole->Begin, Text.text(*Kept));
    if (Failed) {
      llvm::consumeError(std::move(Failed));
      return std::nullopt;
    }
    Meaning.replace(If, Barrier);
    Gone.push_back(If->getCond());
  }
  if (Gone.empty())
    return std::nullopt;
  llvm::SmallSetVector<const VarDecl *, 4> Read;
  for (const Expr *Cond : Gone)
    forEach<DeclRefExpr>(Cond, [&](const DeclRefExpr &Ref) {
      if (const auto *Var = dyn_cast<VarDecl>(Ref.getDecl()))
        Read.insert(Var);
    });
  for (const VarDecl *Var : Read)
    dropUnread(*Var, Gone, Kernel, Text, Change);
  return InlinedLoop{std::move(Change), Meaning.print(Loop)};
}

} // namespace cudapipe
