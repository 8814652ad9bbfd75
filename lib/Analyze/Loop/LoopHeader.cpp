//===- LoopHeader.cpp - Headers and items of a K-loop ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analyze/Effects/StrangerCall.h"
#include "Analyze/Pointers/LocalElements.h"
#include "LoopAnalysis.h"
#include "Rules/Rules.h"
#include "cudapipe/Analyze/BlockVote.h"
#include "cudapipe/Analyze/DroppedWords.h"
#include "cudapipe/Analyze/LoopParts.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

/// `a, b, c` into its parts.
static void splitCommas(const Expr *E,
                        llvm::SmallVectorImpl<const Expr *> &Out) {
  if (!E)
    return;
  const auto *Op = dyn_cast<BinaryOperator>(E->IgnoreParens());
  if (!Op || Op->getOpcode() != BO_Comma) {
    Out.push_back(E->IgnoreParens());
    return;
  }
  splitCommas(Op->getLHS(), Out);
  splitCommas(Op->getRHS(), Out);
}

/// A goto somewhere in the kernel: loops and scopes are no longer what their
/// brackets say.
static const Stmt *findLabel(const Stmt *S) {
  return findStatement(S, [](const Stmt &At) {
    return isa<LabelStmt, GotoStmt, IndirectGotoStmt>(At);
  });
}

/// `n--` in \p Cond, if that is all that it changes, and where its value shows
/// nowhere else: at the next test n still has the value that it has in the
/// body.
static const UnaryOperator *stepOf(const Expr *Cond, const LoopAnalysis &A) {
  const UnaryOperator *Step = nullptr;
  unsigned Steps = 0;
  auto Visit = [&](auto &&Self, const Stmt *S) -> void {
    if (!S)
      return;
    if (const auto *Op = dyn_cast<UnaryOperator>(S);
        Op && Op->isIncrementDecrementOp() && ++Steps)
      Step = Op;
    for (const Stmt *Child : S->children())
      Self(Self, Child);
  };
  Visit(Visit, Cond);
  const auto *Ref =
      Steps == 1 && Step->isPostfix()
          ? dyn_cast<DeclRefExpr>(Step->getSubExpr()->IgnoreParens())
          : nullptr;
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  unsigned Uses = 0;
  auto Count = [&](auto &&Self, const Stmt *S) -> void {
    const auto *Use = dyn_cast_or_null<DeclRefExpr>(S);
    Uses += Use && Use->getDecl() == Var;
    if (S)
      for (const Stmt *Child : S->children())
        Self(Self, Child);
  };
  if (Var)
    Count(Count, A.M.Header.Loop);
  // `a && n--` does not count each time.
  const Expr *Bare = Cond->IgnoreParenImpCasts();
  if (const auto *Op = dyn_cast<BinaryOperator>(Bare);
      Op && Op->isComparisonOp())
    Bare = Op->getLHS()->IgnoreParenImpCasts();
  return Var && Bare == Step && Uses == 1 && Var->hasLocalStorage() &&
                 Var->getType()->isIntegerType() && !A.Flow.isAliased(Var)
             ? Step
             : nullptr;
}

/// \p E names what \p Body declares: a condition that the next trip's load
/// cannot be asked.
static bool holdsNameOf(const Expr *E, const CompoundStmt &Body) {
  llvm::SmallVector<const Decl *, 8> Declared;
  for (const Stmt *S : Body.body())
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      Declared.append(Decls->decl_begin(), Decls->decl_end());
  auto Names = [&](auto &&Self, const Stmt *S) -> bool {
    if (!S)
      return false;
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    return (Ref && llvm::is_contained(Declared, Ref->getDecl())) ||
           llvm::any_of(S->children(),
                        [&](const Stmt *Child) { return Self(Self, Child); });
  };
  return Names(Names, E);
}

/// `while (true) { .. if (C) break; }`: what the first or the last statement of
/// the body tests is the condition of the loop.
static void findLeave(LoopAnalysis &A, const CompoundStmt &Body,
                      bool HasIncrement) {
  LoopModel &M = A.M;
  std::optional<int64_t> Value = M.Header.Cond
                                     ? constantValue(M.Header.Cond, A.Ctx)
                                     : std::optional<int64_t>(1);
  if (!Value || *Value == 0 || Body.size() < 2)
    return;
  const IfStmt *First = leavesIf(Body.body_front());
  const IfStmt *Last = leavesIf(Body.body_back());
  // Nothing can be asked of a vote a trip early.
  if (leavesByVote(First, A.Ctx) || leavesByVote(Last, A.Ctx))
    return;
  // With a test at both ends the second is an exit. An increment would come
  // between the last test and the next trip; a do-while tests no more.
  if (First && Last)
    return;
  if (Last && HasIncrement)
    Last = nullptr;
  const IfStmt *Leave = First ? First : Last;
  if (!Leave || holdsNameOf(Leave->getCond(), Body))
    return;
  M.Header.TestsInBody = true;
  M.Header.Cond = Leave->getCond();
  M.Header.TestsLast = Last != nullptr;
}

MaybeRejection checkLambda(LoopAnalysis &A) {
  for (const Stmt *S = A.M.Header.Loop; S; S = A.Parents.getParent(S))
    if (isa<LambdaExpr>(S))
      return Rejection{RejectionKind::UnsupportedLoop,
                       A.M.Header.Loop->getSourceRange(),
                       "the loop stands in a lambda whose text cannot take "
                       "the place of one call, a statement of its own; write "
                       "it in the kernel, or in a function"};
  return std::nullopt;
}

MaybeRejection readHeader(LoopAnalysis &A) {
  LoopModel &M = A.M;
  if (const Stmt *Label = findLabel(M.Kernel->getBody()))
    return Rejection{RejectionKind::UnsupportedLoop, Label->getSourceRange(),
                     "the kernel has a label or a goto"};
  const Stmt *Body = bodyOf(*M.Header.Loop);
  if (const auto *For = dyn_cast<ForStmt>(M.Header.Loop)) {
    M.Header.Init = For->getInit();
    M.Header.Cond = For->getCond();
    if (For->getConditionVariable())
      M.Header.Cond = nullptr;
    splitCommas(For->getInc(), A.Increments);
    A.IncEffects = effectsOf(For->getInc(), A.Flow, A.Ctx);
    if (const auto *Decls = dyn_cast_or_null<DeclStmt>(M.Header.Init))
      for (const Decl *D : Decls->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D))
          A.DeclaredInHeader.insert(Var);
  } else if (const auto *While = dyn_cast<WhileStmt>(M.Header.Loop)) {
    M.Header.Init = nullptr;
    M.Header.Cond = While->getConditionVariable() ? nullptr : While->getCond();
  } else {
    const auto *Do = cast<DoStmt>(M.Header.Loop);
    M.Header.Init = nullptr;
    M.Header.Cond = Do->getCond();
    M.Header.TestsLast = true;
    if (constantValue(M.Header.Cond, A.Ctx) == 0)
      return Rejection{RejectionKind::UnsupportedLoop,
                       M.Header.Loop->getSourceRange(), "it has one trip"};
  }
  const auto *Declares = dyn_cast<ForStmt>(M.Header.Loop);
  if (const auto *Block = dyn_cast<CompoundStmt>(Body);
      Block && !(Declares && Declares->getConditionVariable()))
    findLeave(A, *Block, !A.Increments.empty());
  if (!M.Header.Cond)
    return endsInBody(A, *Body);
  M.Header.Body = dyn_cast<CompoundStmt>(Body);
  if (!M.Header.Body)
    return Rejection{RejectionKind::UnsupportedLoop,
                     M.Header.Loop->getSourceRange(),
                     "the loop body is a single statement"};
  const Stmt *Parent = A.Parents.getParent(M.Header.LoopWithPragmas);
  if (!isa_and_nonnull<CompoundStmt>(Parent))
    return Rejection{RejectionKind::UnsupportedLoop,
                     M.Header.Loop->getSourceRange(),
                     "the loop is the only statement of a branch without "
                     "braces"};
  // A later case would jump over what we declare.
  if (isa_and_nonnull<SwitchStmt>(A.Parents.getParent(Parent)))
    return Rejection{RejectionKind::UnsupportedLoop,
                     M.Header.Loop->getSourceRange(),
                     "put braces around the case that holds the loop"};

  A.CondEffects = effectsOf(M.Header.Cond, A.Flow, A.Ctx);
  const Effects &C = A.CondEffects;
  M.Header.CondStep = C.Writes.size() == 1 ? stepOf(M.Header.Cond, A) : nullptr;
  // Behind the body n has another value than in front of the next test.
  if (M.Header.TestsLast || M.Header.TestsInBody)
    M.Header.CondStep = nullptr;
  if (!C.Unknown.empty() || !A.IncEffects.Unknown.empty())
    return Rejection{
        RejectionKind::UnknownEffects, M.Header.Cond->getSourceRange(),
        "the loop header makes " +
            (C.Unknown.empty() ? A.IncEffects.Unknown : C.Unknown)[0].What};
  if ((!C.Writes.empty() && !M.Header.CondStep) || !C.MemoryWrites.empty() ||
      !C.Pinned.empty())
    return Rejection{RejectionKind::UnsupportedLoop,
                     M.Header.Cond->getSourceRange(),
                     "the loop condition has side effects; count in the body "
                     "or in the header of a for loop"};
  for (const VarDecl *Var : C.Writes)
    A.WrittenInLoop.insert(Var);
  if (!A.IncEffects.MemoryWrites.empty() || !A.IncEffects.Pinned.empty())
    return Rejection{RejectionKind::UnsupportedLoop,
                     M.Header.Loop->getSourceRange(),
                     "the loop increment writes memory"};
  for (const VarDecl *Var : A.IncEffects.Writes)
    A.WrittenInLoop.insert(Var);

  if (const auto *For = dyn_cast<ForStmt>(M.Header.Loop))
    if (auto Counted = countedLoop(*For, A.Ctx))
      M.Header.ConstantTrips = Counted->ConstantStart;
  return std::nullopt;
}

/// A statement that declares __shared__ variables and nothing else.
static bool declaresShared(const Stmt *S) {
  const auto *Decls = dyn_cast<DeclStmt>(S);
  return Decls && llvm::all_of(Decls->decls(), [](const Decl *D) {
           const auto *Var = dyn_cast<VarDecl>(D);
           return Var && isShared(*Var) && !Var->hasExternalStorage();
         });
}

MaybeRejection readItems(LoopAnalysis &A) {
  // What empty statements read in other builds: the compute phase does.
  VarSet Dropped;
  for (const Stmt *S : A.M.Header.Body->body()) {
    if (isa<NullStmt>(S) || S == A.M.Header.leave()) {
      const VarSet Reads = droppedReads(*S, *A.M.Kernel, A.Ctx);
      Dropped.insert(Reads.begin(), Reads.end());
      continue;
    }
    BodyItem Item{S, effectsOf(S, A.Flow, A.Ctx)};
    const Effects &E = Item.E;
    if (MaybeRejection Why = readAsyncItem(A, Item))
      return Why;
    const bool Votes = isVote(Item, A.Ctx);
    if (!Votes)
      if (MaybeRejection Why = checkExits(Item))
        return Why;
    if (declaresShared(S)) {
      Item.R = Role::Declaration;
    } else if (Votes || isBlockBarrier(S, *A.M.Kernel, A.Ctx)) {
      Item.R = Role::Barrier;
    } else {
      const auto *O = llvm::find_if(E.Unknown, [&](const Occurrence &O) {
        return !O.IsStranger || A.inDeviceFunction();
      });
      if (O != E.Unknown.end())
        return Rejection{RejectionKind::UnknownEffects,
                         O->Where->getSourceRange(), O->What};
      admitStrangers(Item.E);
    }
    if (MaybeRejection Why = checkObserves(Item))
      return Why;
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Decls->decls())
        if (!isa<VarDecl>(D))
          return Rejection{RejectionKind::UnsupportedLoop, S->getSourceRange(),
                           "declare types in front of the loop"};
    for (const MemoryAccess &Write : E.MemoryWrites)
      if (Write.Root.Kind == MemoryRoot::Unknown ||
          Write.Root.Kind == MemoryRoot::Param)
        return Rejection{RejectionKind::UnknownEffects,
                         Write.Where->getSourceRange(),
                         "a store through a pointer that cannot be followed"};
    for (const VarDecl *Var : E.Writes)
      A.WrittenInLoop.insert(Var);
    A.M.Items.push_back(std::move(Item));
  }
  if (!Dropped.empty())
    for (BodyItem &Item : llvm::reverse(A.M.Items)) {
      if (!isa<Expr, ForStmt, WhileStmt, DoStmt, IfStmt, CompoundStmt>(
              Item.S) ||
          Item.R == Role::Barrier || !Item.E.AsyncCopies.empty() ||
          llvm::any_of(Item.E.MemoryWrites, [](const MemoryAccess &Write) {
            return Write.Root.Kind == MemoryRoot::Shared;
          }))
        continue;
      Item.E.Reads.insert(Dropped.begin(), Dropped.end());
      Item.E.UpwardReads.insert(Dropped.begin(), Dropped.end());
      break;
    }
  refineLocalArrays(A);
  return std::nullopt;
}

} // namespace cudapipe
