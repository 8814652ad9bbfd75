//===- Rule6NoEarlyExit.cpp - The header counts the trips -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules/Rules.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/BlockVote.h"
#include "cudapipe/Analyze/GuardedLoads.h"
#include "cudapipe/Analyze/LoopParts.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TripCount.h"

using namespace clang;

namespace cudapipe {

Rejection endsInBody(const LoopAnalysis &A, const Stmt &Body) {
  auto Unsupported = [](const Stmt &At, const char *Why) {
    return Rejection{RejectionKind::UnsupportedLoop, At.getSourceRange(), Why};
  };
  const Stmt *Drawn = nullptr;
  const auto *For = dyn_cast<ForStmt>(A.M.Header.Loop);
  if (const auto *Block = dyn_cast<CompoundStmt>(&Body))
    for (const Stmt *S : Block->body()) {
      if (const IfStmt *Leave = leavesIf(S);
          Leave && S == Block->body_back() && For && For->getInc())
        return Unsupported(*Leave,
                           "the 'if' that ends the loop stands in front "
                           "of the increment: it is no condition of "
                           "the next trip");
      if (const IfStmt *Leave = leavesIf(S))
        return Drawn ? Unsupported(*Drawn,
                                   "the test that ends the loop stands behind "
                                   "this atomic operation: to ask for the next "
                                   "tile early is to make it once too often")
                     : Unsupported(*Leave,
                                   "the loop ends by an 'if' amid its body; as "
                                   "the first or the last statement, of "
                                   "variables from outside the body, that "
                                   "would be its condition");
      Effects E = effectsOf(S, A.Flow, A.Ctx);
      for (const Occurrence &Pinned : E.Pinned)
        if (Pinned.Observes && !Drawn)
          Drawn = Pinned.Where;
    }
  return Unsupported(*A.M.Header.Loop,
                     "the loop has no condition, or one that declares a "
                     "variable");
}

MaybeRejection checkExits(const BodyItem &Item) {
  if (Item.E.Exits.empty())
    return std::nullopt;
  return Rejection{RejectionKind::EarlyExit, Item.E.Exits[0]->getSourceRange(),
                   "a tile would be loaded that the loop never reaches"};
}

//===- A block that votes to leave --------------------------------------===//
//
//   for (int i = 0; i < rounds; ++i) {
//     if (__syncthreads_count(done) == THREADS)
//       break;
//     tile[t] = A[i * THREADS + t];
//     __syncthreads();
//
// The vote is the barrier at the top of the trip: all copies have landed in
// front of it, and the next starts behind it. One at the end of the trip stays
// there, and what registers hold is forgotten. One tile is then loaded for
// nothing. That it lies in the array nobody can tell from a bound of the loop,
// which the vote may always undercut: each load must have its own test of how
// far it may go.

bool isVote(const BodyItem &Item, const ASTContext &Ctx) {
  const Effects &E = Item.E;
  return leavesByVote(Item.S, Ctx) && E.Barriers.size() == 1 &&
         E.Exits.size() == 1 && E.Writes.empty() && E.MemoryWrites.empty() &&
         E.MemoryReads.empty() && E.AsyncCopies.empty() && E.Pinned.empty() &&
         E.Unknown.empty() && E.BlockWaits.empty();
}

/// The loop has a bound, and it is no constant: something tells it how much
/// there is to load.
static bool hasBoundOfData(const LoopAnalysis &A) {
  return !A.M.Header.ConstantTrips && !A.M.Header.TestsLast &&
         (!A.CondEffects.MemoryReads.empty() ||
          llvm::any_of(A.CondEffects.Reads, [&](const VarDecl *Var) {
            const bool IsConstant =
                Var->isUsableInConstantExpressions(A.Ctx) ||
                (!isa<ParmVarDecl>(Var) && isNeverChanged(*Var) &&
                 Var->getInit() && constantValue(Var->getInit(), A.Ctx));
            return !A.WrittenInLoop.count(Var) && !IsConstant;
          }));
}

/// A load of \p S, from global memory, that no test guards which the trips move
/// on: `k + t < n`. Null if there is none.
static const Stmt *unguardedLoad(const Stmt *S, const LoopAnalysis &A) {
  auto MovesOn = [&](const Expr *Test) {
    return llvm::any_of(
        effectsOf(Test, A.Flow, A.Ctx).Reads,
        [&](const VarDecl *Var) { return A.WrittenInLoop.count(Var); });
  };
  if (isa_and_nonnull<CompoundStmt, AttributedStmt, ForStmt>(S)) {
    for (const Stmt *Child : S->children())
      if (const Stmt *Found = Child ? unguardedLoad(Child, A) : nullptr)
        return Found;
    return nullptr;
  }
  if (const auto *If = dyn_cast_or_null<IfStmt>(S);
      If && !If->getInit() && !If->getConditionVariable()) {
    const Stmt *Found = unguardedLoad(If->getCond(), A);
    if (!Found && !MovesOn(If->getCond()))
      Found = unguardedLoad(If->getThen(), A);
    return Found           ? Found
           : If->getElse() ? unguardedLoad(If->getElse(), A)
                           : nullptr;
  }
  OrRejection<std::vector<GuardedLoad>> Loads =
      guardedLoads(*S, effectsOf(S, A.Flow, A.Ctx), A.Flow, A.Ctx);
  if (std::holds_alternative<Rejection>(Loads))
    return S;
  for (const GuardedLoad &Load : std::get<0>(Loads))
    if (llvm::none_of(Load.Guards,
                      [&](const auto &Guard) { return MovesOn(Guard.first); }))
      return Load.Load;
  return nullptr;
}

/// Where the loop is left, someone may ask for \p Var, which belongs to the
/// load: in a loop around it, or behind it.
static bool isNeededBehind(const VarDecl *Var, const LoopAnalysis &A) {
  const SourceManager &SM = A.Ctx.getSourceManager();
  auto At = [&](SourceLocation Loc) { return SM.getExpansionLoc(Loc); };
  const Stmt *Around = A.M.Header.LoopWithPragmas;
  do
    Around = A.Parents.getParent(Around);
  while (Around && !isa<ForStmt, WhileStmt, DoStmt>(Around));
  if (Around && SM.isBeforeInTranslationUnit(At(Var->getLocation()),
                                             At(Around->getBeginLoc())))
    return true;
  bool Behind = false;
  forEach<DeclRefExpr>(A.M.Kernel->getBody(), [&](const DeclRefExpr &Ref) {
    Behind |= Ref.getDecl() == Var &&
              SM.isBeforeInTranslationUnit(At(A.M.Header.Loop->getEndLoc()),
                                           At(Ref.getLocation()));
  });
  return Behind;
}

MaybeRejection checkVotes(const LoopAnalysis &A) {
  const LoopModel &M = A.M;
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    const BodyItem &Item = M.Items[I];
    if (Item.R != Role::Barrier || !isVote(Item, A.Ctx))
      continue;
    auto Reject = [&](std::string Detail) {
      return Rejection{RejectionKind::EarlyExit,
                       Item.E.Exits[0]->getSourceRange(), std::move(Detail)};
    };
    const bool IsFirst =
        M.Barriers.Votes && llvm::all_of(llvm::ArrayRef(M.Items).take_front(I),
                                         [](const BodyItem &Before) {
                                           return Before.R == Role::Declaration;
                                         });
    if (I != M.Barriers.Reuse || !(IsFirst || M.Barriers.VotesLast))
      return Reject("a tile would be loaded that the loop never reaches; a "
                    "vote may end the loop in front of all other statements "
                    "of the trip, or behind them");
    if (!hasBoundOfData(A))
      return Reject("a tile would be loaded that the loop never reaches, and "
                    "nothing but this vote says how far its loads may go: the "
                    "loop has no bound that is known only at run time");
    if (M.Groups.Wait || M.Groups.Commit)
      return Reject(
          "where the block votes to leave, asynchronous copies of the "
          "loop's own would be in flight");
    for (const VarDecl *Var : M.Variables.LoadState)
      if (isNeededBehind(Var, A))
        return Reject("behind the loop, " + quoted(Var) +
                      " would be that of a tile which the loop never reaches");
    const MaybeRejection &Single = M.Staged.SingleBufferOnly;
    const bool Moves = Single && Single->Kind == RejectionKind::FootprintMoves;
    if (!M.Staged.UsedAfter.empty() || (Single && !Moves) ||
        (Moves && (M.Around.Nested || A.inDeviceFunction())) ||
        (M.Staged.Dynamic && !M.Staged.Dynamic->NamesAfter.empty()))
      return Reject("behind the loop, " + quoted(M.Staged.Tiles.front()) +
                    " may be found with a tile which the loop never reaches");
    for (const BodyItem &Load : M.Items)
      if (Load.R == Role::Load || Load.R == Role::Both)
        if (const Stmt *Found = unguardedLoad(Load.S, A))
          return Rejection{
              RejectionKind::EarlyExit, Found->getSourceRange(),
              "a tile would be loaded that the loop never reaches; "
              "this load needs a test of its own that it stays in "
              "the array, such as `k + t < n`"};
  }
  return std::nullopt;
}

} // namespace cudapipe
