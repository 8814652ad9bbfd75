//===- Rule6NoEarlyExit.cpp - The header counts the trips -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analyze/Integers/LinearForm.h"
#include "Analyze/Tiles/CopyReader.h"
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

/// \p E holds something that is no constant: only a run knows it.
static bool readsData(const Effects &E, const LoopAnalysis &A) {
  return !E.MemoryReads.empty() ||
         llvm::any_of(E.Reads, [&](const VarDecl *Var) {
           const bool IsConstant =
               Var->isUsableInConstantExpressions(A.Ctx) ||
               (!isa<ParmVarDecl>(Var) && isNeverChanged(*Var) &&
                Var->getInit() && constantValue(Var->getInit(), A.Ctx));
           return !A.WrittenInLoop.count(Var) && !IsConstant;
         });
}

/// The loop has a bound, and it is no constant: something tells it how much
/// there is to load. What is counted down has it where it starts.
static bool hasBoundOfData(const LoopAnalysis &A) {
  if (A.M.Header.ConstantTrips || A.M.Header.TestsLast)
    return false;
  return readsData(A.CondEffects, A) ||
         llvm::any_of(A.CondEffects.Reads, [&](const VarDecl *Var) {
           return A.WrittenInLoop.count(Var) && Var->getInit() &&
                  declarationIn(A.M.Header.Init, Var) &&
                  readsData(effectsOf(Var->getInit(), A.Flow, A.Ctx), A);
         });
}

/// Which way the trips move \p Var: 1 up, -1 down, 0 if that is not plain.
static int directionOf(const VarDecl &Var, const LoopAnalysis &A) {
  bool Up = false, Down = false, Sets = false;
  auto IsVar = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == &Var;
  };
  forEach<UnaryOperator>(A.M.Header.Loop, [&](const UnaryOperator &Op) {
    if (Op.isIncrementDecrementOp() && IsVar(Op.getSubExpr()))
      (Op.isIncrementOp() ? Up : Down) = true;
    Sets |= Op.getOpcode() == UO_AddrOf && IsVar(Op.getSubExpr());
  });
  forEach<BinaryOperator>(A.M.Header.Loop, [&](const BinaryOperator &Op) {
    if (!Op.isAssignmentOp() || !IsVar(Op.getLHS()))
      return;
    const auto By = constantValue(Op.getRHS(), A.Ctx);
    if (Op.getOpcode() == BO_AddAssign && !(By && *By < 0))
      Up = true;
    else if (Op.getOpcode() == BO_SubAssign && !(By && *By < 0))
      Down = true;
    else
      Sets |= Op.isCompoundAssignmentOp() || !contains(A.M.Header.Init, &Op);
  });
  return Sets || Up == Down ? 0 : Up ? 1 : -1;
}

/// \p Test is \p Holds up to a trip, and in none behind it: `k + t < n`.
static bool endsWithTrips(const Expr *Test, bool Holds, const Definitions &Defs,
                          const LoopAnalysis &A) {
  Test = Test->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Test)) {
    auto Known = Defs.find(dyn_cast<VarDecl>(Ref->getDecl()));
    return Known != Defs.end() && Known->second &&
           endsWithTrips(Known->second, Holds, Defs, A);
  }
  if (const auto *Not = dyn_cast<UnaryOperator>(Test))
    return Not->getOpcode() == UO_LNot &&
           endsWithTrips(Not->getSubExpr(), !Holds, Defs, A);
  const auto *Op = dyn_cast<BinaryOperator>(Test);
  if (Op && Op->getOpcode() == (Holds ? BO_LAnd : BO_LOr))
    return endsWithTrips(Op->getLHS(), Holds, Defs, A) ||
           endsWithTrips(Op->getRHS(), Holds, Defs, A);
  if (!Op || !Op->isRelationalOp())
    return false;
  const bool IsLess = Op->getOpcode() == BO_LT || Op->getOpcode() == BO_LE;
  const Expr *Low = Op->getLHS(), *High = Op->getRHS();
  if (IsLess != Holds)
    std::swap(Low, High);
  // Low passes High if all that moves in their distance makes it larger.
  bool Moves = false;
  for (const auto &[Key, Term] :
       sum(linearForm(Low, Defs, A.Ctx), linearForm(High, Defs, A.Ctx), -1)
           .Terms)
    for (const VarDecl *Var : Term.Vars) {
      // Counters of copy loops start anew.
      if (!A.WrittenInLoop.count(Var) ||
          holds(A.M.Header.Body, [&](const Stmt &At) {
            const auto *For = dyn_cast<ForStmt>(&At);
            return For && declarationIn(For->getInit(), Var);
          }))
        continue;
      if (A.declaredInBody(Var) || Term.Quotient || Term.Remainder ||
          Term.Swizzled || Term.Factor * directionOf(*Var, A) <= 0)
        return false;
      Moves = true;
    }
  return Moves;
}

/// A load of \p S, from global memory, without a test that ends with the trips;
/// null if there is none.
static const Stmt *unguardedLoad(const Stmt *S, const Definitions &Defs,
                                 const LoopAnalysis &A) {
  if (isa_and_nonnull<CompoundStmt, AttributedStmt, ForStmt>(S)) {
    for (const Stmt *Child : S->children())
      if (const Stmt *Found = Child ? unguardedLoad(Child, Defs, A) : nullptr)
        return Found;
    return nullptr;
  }
  if (const auto *If = dyn_cast_or_null<IfStmt>(S);
      If && !If->getInit() && !If->getConditionVariable()) {
    const Stmt *Found = unguardedLoad(If->getCond(), Defs, A);
    for (bool Holds : {true, false}) {
      const Stmt *Branch = Holds ? If->getThen() : If->getElse();
      if (!Found && Branch && !endsWithTrips(If->getCond(), Holds, Defs, A))
        Found = unguardedLoad(Branch, Defs, A);
    }
    return Found;
  }
  OrRejection<std::vector<GuardedLoad>> Loads =
      guardedLoads(*S, effectsOf(S, A.Flow, A.Ctx), A.Flow, A.Ctx);
  if (std::holds_alternative<Rejection>(Loads))
    return S;
  for (const GuardedLoad &Load : std::get<0>(Loads))
    if (llvm::none_of(Load.Guards, [&](const auto &Guard) {
          return endsWithTrips(Guard.first, Guard.second, Defs, A);
        }))
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
        if (const Stmt *Found = unguardedLoad(Load.S, definitionsAt(A), A))
          return Rejection{
              RejectionKind::EarlyExit, Found->getSourceRange(),
              "a tile would be loaded that the loop never reaches; "
              "this load needs a test of its own that it stays in "
              "the array, such as `k + t < n`"};
  }
  return std::nullopt;
}

} // namespace cudapipe
