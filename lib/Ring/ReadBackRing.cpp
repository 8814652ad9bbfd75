//===- ReadBackRing.cpp - What was written, read --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Ring/ReadBackRing.h"
#include "SharedPlace.h"
#include "StepWay.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TripCount.h"
#include "cudapipe/Match/KLoop.h"
#include "clang/AST/ExprCXX.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

ProvedRing::ProvedRing(const RingPlan &Plan, const RingLoop &Loop,
                       const RingRoles *Roles, const SynchronizedLoops &Loops,
                       const ASTContext &Ctx)
    : Place(Loops.placeOf(*Loop.Header.Loop).value_or(LoopIndex())),
      Stages(Plan.Stages) {
  for (const VarDecl *Tile : Loop.Tiles)
    Tiles.push_back(Tile->getNameAsString());
  for (const RingBarrier &B : Loop.Barriers)
    Barriers.push_back({B.Var->getNameAsString(), B.Offset});
  if (Roles)
    this->Roles = provedRoles(Loop, *Roles, Ctx);
  if (!Loop.Area)
    return;
  Area = Loop.Area->getNameAsString();
  const Type *Elements = Loop.Area->getType()->getPointeeOrArrayElementType();
  const int64_t Bytes = Loop.Area->getASTContext()
                            .getTypeSizeInChars(QualType(Elements, 0))
                            .getQuantity();
  AreaStride = Plan.AreaStride / Bytes;
  AreaAlign = Plan.Alignments.front();
  if (!AreaStride)
    AreaElement = Bytes;
}

namespace {

const VarDecl *variableIn(const Expr *E) {
  const auto *Ref =
      E ? dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()) : nullptr;
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// What one stage of all tiles holds.
struct StageState {
  int Tile = -1;
  /// Copies that were started into it.
  unsigned Uses = 0;
  /// Read since the last barrier of the block.
  bool IsBusy = false;
};

class RingPlayer {
public:
  RingPlayer(ASTContext &Ctx, const ProvedRing &Proved,
             const SynchronizedLoops::Found &At)
      : Ctx(Ctx), Proved(Proved), At(At), Loop(dyn_cast<ForStmt>(At.Loop)) {}

  /// Plays a loop of \p Trips trips, the last of which covers \p Missing less
  /// than the step.
  llvm::Error play(int Trips, bool IsRagged);

private:
  void fail(const llvm::Twine &Text) {
    if (Failure.empty())
      Failure = Text.str();
  }
  std::string textOf(const Expr *E) const {
    return Lexer::getSourceText(
               CharSourceRange::getTokenRange(E->getSourceRange()),
               Ctx.getSourceManager(), Ctx.getLangOpts())
        .str();
  }
  std::optional<int64_t> eval(const Expr *E);
  const Stmt *front(const CompoundStmt &Block);
  void runLoop(const BinaryOperator &Cond, const VarDecl &Counter);
  void runInits(const Stmt *S);
  void runPrologue(const ForStmt &For);
  bool namesStage(const LambdaExpr &Lambda) const;
  void declare(const DeclStmt &Decls);
  const LambdaExpr *lambdaOf(const Stmt *S) const;
  bool callsLambda(const Stmt *S) const {
    return holds(S, [&](const Stmt &Part) { return lambdaOf(&Part); });
  }
  void run(const Stmt *S);
  void runLoad(const CXXOperatorCallExpr &Call, const LambdaExpr &Load);
  void runUsers(const Stmt *S);
  void load(int Tile, int64_t Stage);
  void wait(const TransferStep &Step);
  /// The stage of a tile, or of a pointer to one, that \p E names.
  std::optional<int64_t> stageIn(const Expr *E) const {
    std::optional<int64_t> Out;
    forEach<DeclRefExpr>(E, [&](const DeclRefExpr &Ref) {
      const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
      if (!Var)
        return;
      if (auto It = PointsTo.find(Var); It != PointsTo.end())
        Out = It->second;
      else if (auto Of = StageOf.find(Var); Of != StageOf.end() && isTile(Var))
        Out = Of->second;
    });
    return Out;
  }
  bool isTile(const VarDecl *Var) const {
    return llvm::is_contained(Proved.Tiles, Var->getNameAsString());
  }
  bool isBarrier(const VarDecl *Var) const {
    return llvm::any_of(Proved.Barriers, [&](const ProvedRing::Barrier &B) {
      return B.first == Var->getNameAsString();
    });
  }
  /// The names in \p E of tiles, and of pointers into them.
  void addNames(const Expr *E, std::set<const VarDecl *> &To) const {
    forEach<DeclRefExpr>(E, [&](const DeclRefExpr &Ref) {
      const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
      if (Var && (PointsTo.count(Var) || (StageOf.count(Var) && isTile(Var))))
        To.insert(Var);
    });
  }
  void learnBarriers(const LambdaExpr &Load);
  bool isWaitedFor(const VarDecl *Var, unsigned Depth = 0) const;
  /// The barrier that \p E is, of the stage that its name stands for.
  std::optional<std::pair<ProvedRing::Barrier, int64_t>>
  barrierIn(const TransferStep &Step) const;
  std::optional<int64_t> stageFrom(const Expr *Init);

  ASTContext &Ctx;
  const ProvedRing &Proved;
  const SynchronizedLoops::Found &At;
  const ForStmt *Loop;
  std::string Failure, BoundText;
  int64_t Bound = 0, Start = 0, By = 1;
  int Trips = 0, Trip = -1;
  int NextTile = 0;
  std::map<const VarDecl *, int64_t> Numbers;
  /// Names of a stage, and pointers into one.
  std::map<const VarDecl *, int64_t> StageOf, PointsTo;
  std::map<const VarDecl *, const LambdaExpr *> Lambdas;
  std::vector<StageState> Stages;
  /// Waits of the trip, by the barrier's name.
  std::set<ProvedRing::Barrier> Waited;
  std::map<ProvedRing::Barrier, unsigned> Inits;
  /// Pointers, and what they are made of.
  std::map<const VarDecl *, std::set<const VarDecl *>> MadeOf;
  /// By the name that copies go to: what counts them.
  std::map<std::string, std::set<ProvedRing::Barrier>> CountedAt;
  bool IsCounted = true;
  /// What the barriers of the ring are elements of.
  std::set<std::string> BarrierArrays;
};

/// The launch of a player gives so many times the least for a stage.
constexpr int64_t PlayedStage = 4;

std::optional<std::pair<ProvedRing::Barrier, int64_t>>
RingPlayer::barrierIn(const TransferStep &Step) const {
  const SharedPlace At =
      placeOf({Step.Barrier, Step.Calls}, Ctx,
              [&](const VarDecl *Var) { return StageOf.count(Var) != 0; });
  auto It = At.Var ? StageOf.find(At.Var) : StageOf.end();
  if (It == StageOf.end())
    return std::nullopt;
  for (const ProvedRing::Barrier &B : Proved.Barriers)
    if (B.first == At.Var->getNameAsString() && At.Offset == B.second)
      return std::pair(B, It->second);
  return std::nullopt;
}

std::optional<int64_t> RingPlayer::eval(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (!BoundText.empty() && textOf(E) == BoundText)
    return Bound;
  if (const VarDecl *Var = variableIn(E))
    if (auto It = Numbers.find(Var); It != Numbers.end())
      return It->second;
  if (!E->isValueDependent())
    if (std::optional<int64_t> Value = constantValue(E, Ctx))
      return Value;
  if (const auto *Step = dyn_cast<UnaryOperator>(E)) {
    const VarDecl *Var = variableIn(Step->getSubExpr());
    if (Step->getOpcode() == UO_LNot)
      if (std::optional<int64_t> Value = eval(Step->getSubExpr()))
        return !*Value;
    if (!Var || !Numbers.count(Var) || Step->getOpcode() != UO_PreInc)
      return std::nullopt;
    return ++Numbers[Var];
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    const std::optional<int64_t> Holds = eval(Choice->getCond());
    return Holds ? eval(*Holds ? Choice->getTrueExpr() : Choice->getFalseExpr())
                 : std::nullopt;
  }
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op)
    return std::nullopt;
  const std::optional<int64_t> R = eval(Op->getRHS());
  if (Op->isAssignmentOp()) {
    const VarDecl *Var = variableIn(Op->getLHS());
    if (!Var || !Numbers.count(Var) || !R)
      return std::nullopt;
    int64_t &To = Numbers[Var];
    switch (Op->getOpcode()) {
    case BO_Assign:
      return To = *R;
    case BO_XorAssign:
      return To ^= *R;
    case BO_AddAssign:
      return To += *R;
    default:
      return std::nullopt;
    }
  }
  const std::optional<int64_t> L = eval(Op->getLHS());
  if (Op->getOpcode() == BO_LAnd) // not to go on where the first says no
    return L && (!*L || R) ? std::optional<int64_t>(*L && *R) : std::nullopt;
  if (!L || !R)
    return std::nullopt;
  switch (Op->getOpcode()) {
  case BO_Add:
    return *L + *R;
  case BO_Sub:
    return *L - *R;
  case BO_Mul:
    return *L * *R;
  case BO_Div:
    return *R ? std::optional(*L / *R) : std::nullopt;
  case BO_Rem:
    return *R ? std::optional(*L % *R) : std::nullopt;
  case BO_Xor:
    return *L ^ *R;
  case BO_LT:
    return *L < *R;
  case BO_GT:
    return *L > *R;
  case BO_EQ:
    return *L == *R;
  case BO_NE:
    return *L != *R;
  case BO_And:
    return *L & *R;
  default:
    return std::nullopt;
  }
}

/// The lambda of the text's own that \p S calls.
const LambdaExpr *RingPlayer::lambdaOf(const Stmt *S) const {
  const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(S);
  const VarDecl *Var = Call && Call->getOperator() == OO_Call
                           ? variableIn(Call->getArg(0))
                           : nullptr;
  auto It = Var ? Lambdas.find(Var) : Lambdas.end();
  return It == Lambdas.end() ? nullptr : It->second;
}

/// The stage that starts at \p Init: `stages[1]`, `memory + 1 * STAGE_BYTES`.
std::optional<int64_t> RingPlayer::stageFrom(const Expr *Init) {
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Init))
    return variableIn(Element->getBase()) ? eval(Element->getIdx())
                                          : std::nullopt;
  const auto *Sum = dyn_cast<BinaryOperator>(Init);
  const std::optional<int64_t> Behind =
      Sum && Sum->getOpcode() == BO_Add && variableIn(Sum->getLHS())
          ? eval(Sum->getRHS())
          : std::nullopt;
  const int64_t Stride =
      Proved.AreaStride ? Proved.AreaStride
                        : PlayedStage * Proved.AreaAlign / Proved.AreaElement;
  return Behind && *Behind % Stride == 0 ? std::optional(*Behind / Stride)
                                         : std::nullopt;
}

/// \p Lambda gives a tile or a barrier of this ring the name that it has in the
/// loop.
bool RingPlayer::namesStage(const LambdaExpr &Lambda) const {
  return holds(Lambda.getBody(), [&](const Stmt &S) {
    const auto *Decls = dyn_cast<DeclStmt>(&S);
    return Decls && llvm::any_of(Decls->decls(), [&](const Decl *D) {
             const auto *Var = dyn_cast<VarDecl>(D);
             return Var && (isTile(Var) || isBarrier(Var));
           });
  });
}

void RingPlayer::declare(const DeclStmt &Decls) {
  for (const Decl *D : Decls.decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var || !Var->getInit())
      continue;
    const Expr *Init = Var->getInit()->IgnoreParenImpCasts();
    if (const auto *Made = dyn_cast<ExprWithCleanups>(Init))
      Init = Made->getSubExpr()->IgnoreParenImpCasts();
    while (const auto *Copied = dyn_cast<CXXConstructExpr>(Init)) {
      if (Copied->getNumArgs() != 1)
        break;
      Init = Copied->getArg(0)->IgnoreParenImpCasts();
      if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Init))
        Init = Temporary->getSubExpr()->IgnoreParenImpCasts();
    }
    if (const auto *Lambda = dyn_cast<LambdaExpr>(Init)) {
      // Another ring of the kernel has its own.
      if (namesStage(*Lambda))
        Lambdas[Var] = Lambda;
    } else if (Var->getNameAsString() == Proved.Area ||
               (Var->getType()->isReferenceType() &&
                (isTile(Var) || isBarrier(Var)))) {
      const std::optional<int64_t> Index = stageFrom(Init);
      if (!Index || *Index < 0 || *Index >= int64_t(Proved.Stages))
        fail("'" + Var->getNameAsString() + "' is no stage");
      else
        StageOf[Var] = *Index;
      if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Init);
          Element && isBarrier(Var))
        if (const VarDecl *All = variableIn(Element->getBase()))
          BarrierArrays.insert(All->getNameAsString());
    } else if (const std::optional<int64_t> Of = stageIn(Init);
               Of && (Var->getType()->isPointerType() ||
                      Var->getType()->isReferenceType() ||
                      (Var->getType()->isIntegerType() &&
                       isPlainAddress(Var->getInit(), Ctx)))) {
      PointsTo[Var] = *Of;
      addNames(Init, MadeOf[Var]);
      MadeOf[Var].erase(Var);
    } else if (Var->getType()->isIntegerType() && Var->hasLocalStorage()) {
      if (std::optional<int64_t> Value = eval(Init))
        Numbers[Var] = *Value;
    }
  }
}

/// Each stage of each barrier is initialized once.
void RingPlayer::runInits(const Stmt *S) {
  if (!S)
    return;
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    if (const auto *Decls = dyn_cast_or_null<DeclStmt>(For->getInit()))
      declare(*Decls);
    for (int Round = 0; Round < 64; ++Round) {
      const std::optional<int64_t> More =
          For->getCond() ? eval(For->getCond()) : std::nullopt;
      if (!More || !*More)
        return;
      runInits(For->getBody());
      if (!For->getInc() || !eval(For->getInc()))
        return;
    }
    return;
  }
  if (isa<CompoundStmt, IfStmt>(S)) {
    for (const Stmt *Child : S->children())
      runInits(Child);
    return;
  }
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    return declare(*Decls);
  // What the launch gives, a little more than the stages take.
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S);
      Asm && Asm->getNumOutputs() == 1 && Asm->getNumInputs() == 0 &&
      StringRef(Asm->getAsmString()).contains("%dynamic_smem_size;"))
    if (const VarDecl *Var = variableIn(Asm->getOutputExpr(0)))
      Numbers[Var] = PlayedStage * Proved.AreaAlign * Proved.Stages + 8;
  bool IsInit = false;
  for (const TransferStep &Step : transferSteps(S, Ctx)) {
    if (Step.Kind != TransferStep::BarrierInit)
      continue;
    IsInit = true;
    // By the names of a stage.
    if (const auto Of = barrierIn(Step)) {
      if (Of->second == int64_t(Inits[Of->first]))
        ++Inits[Of->first];
      return;
    }
  }
  if (!IsInit)
    return;
  forEach<ArraySubscriptExpr>(S, [&](const ArraySubscriptExpr &Element) {
    const VarDecl *Of = variableIn(Element.getBase());
    const std::optional<int64_t> Index = eval(Element.getIdx());
    const ProvedRing::Barrier B{Of ? Of->getNameAsString() : "", 0};
    if (Of && Index && *Index == int64_t(Inits[B]))
      ++Inits[B];
  });
}

void RingPlayer::load(int Tile, int64_t Stage) {
  if (Tile != NextTile)
    return fail(llvm::formatv("tile {0} is copied, where it is the turn of {1}",
                              Tile, NextTile)
                    .str());
  if (Tile >= Trips)
    return fail(llvm::formatv("tile {0} of {1} is copied", Tile, Trips).str());
  ++NextTile;
  StageState &To = Stages[Stage];
  // Until it is waited for and read, and the block has met.
  if (To.IsBusy || To.Tile > Trip ||
      (To.Tile == Trip && Trip >= 0 && Waited.size() != Proved.Barriers.size()))
    return fail(llvm::formatv("the copy of tile {0} meets tile {1}, which may "
                              "be read still",
                              Tile, To.Tile)
                    .str());
  To.Tile = Tile;
  ++To.Uses;
}

/// Which barrier counts what goes where.
void RingPlayer::learnBarriers(const LambdaExpr &Load) {
  for (const TransferStep &Step : transferSteps(Load.getBody(), Ctx)) {
    if (!Step.isCopy())
      continue;
    const auto Bar = barrierIn(Step);
    const ExprOnWay To = outermost({Step.To, Step.Calls});
    std::set<const VarDecl *> Names;
    if (To.E && To.Calls.empty())
      addNames(To.E, Names);
    if (Bar && Names.size() == 1)
      CountedAt[(*Names.begin())->getNameAsString()].insert(Bar->first);
    else
      IsCounted = false;
  }
}

/// The trip has waited for all that may be behind \p Var.
bool RingPlayer::isWaitedFor(const VarDecl *Var, unsigned Depth) const {
  if (Waited.size() == Proved.Barriers.size())
    return true;
  if (!IsCounted || Depth > 8)
    return false;
  if (auto It = CountedAt.find(Var->getNameAsString()); It != CountedAt.end())
    return std::includes(Waited.begin(), Waited.end(), It->second.begin(),
                         It->second.end());
  auto It = MadeOf.find(Var);
  return It != MadeOf.end() && !It->second.empty() &&
         llvm::all_of(It->second, [&](const VarDecl *Of) {
           return isWaitedFor(Of, Depth + 1);
         });
}

/// \p Call starts the copies of one tile.
void RingPlayer::runLoad(const CXXOperatorCallExpr &Call,
                         const LambdaExpr &Load) {
  const CXXMethodDecl *Body = Load.getCallOperator();
  std::optional<int64_t> Counter;
  for (unsigned I = 0; I < Body->getNumParams() && I + 1 < Call.getNumArgs();
       ++I) {
    const std::optional<int64_t> Value = eval(Call.getArg(I + 1));
    if (!Value)
      return fail("what is copied cannot be read");
    Numbers[Body->getParamDecl(I)] = *Value;
    if (I == 0)
      Counter = Value;
  }
  const auto Outer = StageOf;
  std::optional<int64_t> Stage;
  std::set<std::string> Named, Wanted(Proved.Tiles.begin(), Proved.Tiles.end());
  for (const ProvedRing::Barrier &B : Proved.Barriers)
    Wanted.insert(B.first);
  for (const Stmt *S : cast<CompoundStmt>(Load.getBody())->body()) {
    const auto *Decls = dyn_cast<DeclStmt>(S);
    if (!Decls)
      continue;
    declare(*Decls);
  }
  for (const auto &[Var, Index] : StageOf)
    if (!Outer.count(Var)) {
      if (Stage && *Stage != Index)
        fail("the copies of one tile go to several stages");
      Stage = Index;
      Named.insert(Var->getNameAsString());
    }
  learnBarriers(Load);
  StageOf = Outer;
  if (!Counter || !Stage || Named != Wanted || (*Counter - Start) % By)
    return fail("the stage of a copy cannot be read");
  load(int((*Counter - Start) / By), *Stage);
}

void RingPlayer::wait(const TransferStep &Step) {
  const auto Bar = barrierIn(Step);
  if (!Bar)
    return fail("a wait cannot be read");
  if (!Waited.insert(Bar->first).second)
    return fail("a trip waits twice");
  const ExprOnWay Said = outermost({Step.Phase, Step.Calls});
  const std::optional<int64_t> Parity =
      Said.E && Said.Calls.empty() ? eval(Said.E) : std::nullopt;
  const StageState &Of = Stages[Bar->second];
  if (Of.Tile != Trip)
    return fail(llvm::formatv("trip {0} waits for a stage that holds tile {1}",
                              Trip, Of.Tile)
                    .str());
  if (!Parity || (*Parity & 1) != int64_t((Of.Uses - 1) & 1) || *Parity > 1)
    return fail(
        llvm::formatv("trip {0} waits for the wrong phase", Trip).str());
}

/// A statement of the user's: what it waits for, and what it reads.
void RingPlayer::runUsers(const Stmt *S) {
  std::vector<const Stmt *> Waits;
  for (const TransferStep &Step : transferSteps(S, Ctx)) {
    if (Step.Kind == TransferStep::BarrierWait) {
      Waits.push_back(Step.outermost());
      wait(Step);
    }
    if (Step.isCopy() || Step.Kind == TransferStep::ExpectBytes ||
        Step.Kind == TransferStep::Arrive)
      fail("a copy stands beside the load");
  }
  forEach<DeclRefExpr>(S, [&](const DeclRefExpr &Ref) {
    const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
    auto It = Var ? PointsTo.find(Var) : PointsTo.end();
    // Who waits names what the barrier lies in.
    if (llvm::any_of(Waits,
                     [&](const Stmt *Wait) { return contains(Wait, &Ref); }))
      return;
    if (It == PointsTo.end()) {
      It = Var ? StageOf.find(Var) : StageOf.end();
      if (It == StageOf.end() || !isTile(Var))
        return;
    }
    if (Stages[It->second].Tile != Trip)
      fail(llvm::formatv("trip {0} reads tile {1}", Trip,
                         Stages[It->second].Tile)
               .str());
    if (!isWaitedFor(Var))
      fail("a tile is read that was not waited for");
    Stages[It->second].IsBusy = true;
  });
  if (Waits.empty() &&
      !ast_matchers::match(ast_matchers::stmt(blockBarrier()), *S, Ctx).empty())
    for (StageState &Stage : Stages)
      Stage.IsBusy = false;
}

void RingPlayer::run(const Stmt *S) {
  if (!S || !Failure.empty())
    return;
  if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
    declare(*Decls);
    // What is declared may read a tile, too.
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D);
          Var && Var->getInit() && !StageOf.count(Var) && !PointsTo.count(Var))
        runUsers(Var->getInit());
    return;
  }
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(S))
    if (const LambdaExpr *Load = lambdaOf(S))
      return runLoad(*Call, *Load);
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body())
      run(Child);
    return;
  }
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (const std::optional<int64_t> Holds = eval(If->getCond())) {
      run(*Holds ? If->getThen() : If->getElse());
      return;
    }
    if (callsLambda(S))
      return fail("whether a tile is copied cannot be read");
  }
  if (callsLambda(S))
    return fail("a copy in a statement that cannot be read");
  if (const auto *E = dyn_cast<Expr>(S);
      E && isa<UnaryOperator, BinaryOperator>(E->IgnoreParenImpCasts()) &&
      eval(E))
    return;
  runUsers(S);
}

void RingPlayer::runPrologue(const ForStmt &For) {
  if (const auto *Decls = dyn_cast_or_null<DeclStmt>(For.getInit()))
    declare(*Decls);
  for (int Round = 0; Round < 64; ++Round) {
    const std::optional<int64_t> More =
        For.getCond() ? eval(For.getCond()) : std::nullopt;
    if (!More)
      return fail("how many tiles are copied in front cannot be read");
    if (!*More)
      return;
    run(For.getBody());
    if (!For.getInc() || !eval(For.getInc()))
      return fail("how many tiles are copied in front cannot be read");
  }
  fail("the copies in front do not end");
}

/// What stands in \p Block in front of what holds the loop; returns that.
const Stmt *RingPlayer::front(const CompoundStmt &Block) {
  for (const Stmt *S : Block.body()) {
    if (contains(S, Loop)) {
      // Braces, and the branch that a template takes, are not around it.
      const Stmt *Inner = S;
      if (const auto *If = dyn_cast<IfStmt>(S); If && If->isConstexpr())
        Inner = contains(If->getThen(), Loop) ? If->getThen() : If->getElse();
      if (const auto *In = dyn_cast<CompoundStmt>(Inner))
        return front(*In);
      const auto *Attributed = dyn_cast<AttributedStmt>(S);
      return Attributed ? Attributed->getSubStmt() : S;
    }
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      declare(*Decls);
    else if (const auto *For = dyn_cast<ForStmt>(S); For && callsLambda(S))
      runPrologue(*For);
    else if (callsLambda(S))
      fail("a copy in front cannot be read");
    else
      runInits(S);
  }
  return nullptr;
}

/// The loop, once.
void RingPlayer::runLoop(const BinaryOperator &Cond, const VarDecl &Counter) {
  Numbers[&Counter] = Start;
  for (Trip = 0; Trip < Trips && Failure.empty(); ++Trip) {
    if (eval(&Cond) != 1)
      fail("the loop makes too few trips");
    Waited.clear();
    run(Loop->getBody());
    if (Waited.size() != Proved.Barriers.size())
      fail("a trip does not wait for its copies");
    Numbers[&Counter] += By;
  }
  if (Failure.empty() && NextTile != Trips)
    fail(llvm::formatv("{0} of {1} tiles are copied", NextTile, Trips).str());
}

llvm::Error RingPlayer::play(int Wanted, bool IsRagged) {
  const auto *Cond =
      Loop ? dyn_cast<BinaryOperator>(Loop->getCond()->IgnoreParenImpCasts())
           : nullptr;
  const auto *Decls =
      Loop ? dyn_cast_or_null<DeclStmt>(Loop->getInit()) : nullptr;
  const auto *Counter = Decls && Decls->isSingleDecl()
                            ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                            : nullptr;
  if (!Cond || !Counter || !Counter->getInit())
    return llvm::createStringError("the loop is not found again");
  Start = constantValue(Counter->getInit(), Ctx).value_or(0);
  if (const auto *Set =
          dyn_cast<BinaryOperator>(Loop->getInc()->IgnoreParenImpCasts()))
    By = constantValue(Set->getRHS(), Ctx).value_or(1);
  Trips = Wanted;
  BoundText = textOf(Cond->getRHS()->IgnoreParenImpCasts());
  Bound = Start + By * Trips - (IsRagged && Trips ? By - 1 : 0);
  // A bound that is a number makes as many trips as it makes.
  if (std::optional<int64_t> Fixed = constantValue(Cond->getRHS(), Ctx)) {
    Bound = *Fixed;
    Trips = Bound <= Start ? 0 : int((Bound - Start + By - 1) / By);
  }
  Stages.assign(Proved.Stages, {});
  const Stmt *Holds = front(*cast<CompoundStmt>(At.Function->getBody()));
  if (Holds == Loop) {
    runLoop(*Cond, *Counter);
  } else {
    const auto *For = dyn_cast_or_null<ForStmt>(Holds);
    const auto *While = dyn_cast_or_null<WhileStmt>(Holds);
    const auto *Body = dyn_cast_or_null<CompoundStmt>(For     ? For->getBody()
                                                      : While ? While->getBody()
                                                              : nullptr);
    if (!Body)
      fail("what is around the loop cannot be read");
    // A loop around goes on with the stages as they are.
    for (unsigned Round = 0; Round < 4 && Failure.empty(); ++Round) {
      NextTile = 0;
      Trip = -1;
      for (StageState &Stage : Stages) {
        if (Stage.IsBusy)
          fail("a stage may be read still where the loop around goes on");
        Stage.Tile = -1;
      }
      if (front(*Body) != Loop)
        fail("what is around the loop cannot be read");
      runLoop(*Cond, *Counter);
    }
  }
  unsigned Ready = 0;
  for (const auto &[Name, Count] : Inits)
    Ready +=
        Count == Proved.Stages && (llvm::is_contained(Proved.Barriers, Name) ||
                                   BarrierArrays.count(Name.first));
  // Without a trip nobody says which they are.
  if (Failure.empty() && Trips > 0 && Ready != Proved.Barriers.size())
    fail("not each stage of each barrier is initialized");
  if (Failure.empty())
    return llvm::Error::success();
  return llvm::createStringError(
      llvm::formatv(
          "the ring does not read as it was made: with {0} trips, {1}", Trips,
          Failure)
          .str());
}

} // namespace

llvm::Error readBackRings(ASTContext &Ctx, llvm::ArrayRef<ProvedRing> Rings) {
  if (Rings.empty())
    return llvm::Error::success();
  const SynchronizedLoops All(Ctx);
  for (const ProvedRing &Proved : Rings) {
    if (Proved.Roles) {
      if (llvm::Error E = readBackRoles(Ctx, Proved))
        return E;
      continue;
    }
    const std::vector<SynchronizedLoops::Found> At = All.at(Proved.Place);
    if (At.empty())
      return llvm::createStringError("a ring is not found in its text");
    for (const SynchronizedLoops::Found &Each : At)
      for (int Trips = 0; Trips <= 3 * int(Proved.Stages) + 1; ++Trips)
        for (bool IsRagged : {false, true})
          if (llvm::Error E =
                  RingPlayer(Ctx, Proved, Each).play(Trips, IsRagged))
            return E;
  }
  return llvm::Error::success();
}

} // namespace cudapipe
