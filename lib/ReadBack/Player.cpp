//===- Player.cpp - Statements, played ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Player.h"
#include "cudapipe/Analyze/BlockVote.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace cudapipe {

/// Rounds that a loop of the prologue may take.
constexpr unsigned MostRounds = 64;

static const Stmt *bodyOf(const Stmt &Loop) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(&Loop))
    return While->getBody();
  if (const auto *Do = dyn_cast<DoStmt>(&Loop))
    return Do->getBody();
  return cast<CXXForRangeStmt>(Loop).getBody();
}

static const Expr *condOf(const Stmt &Loop) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return For->getCond();
  if (const auto *While = dyn_cast<WhileStmt>(&Loop))
    return While->getCond();
  if (const auto *Do = dyn_cast<DoStmt>(&Loop))
    return Do->getCond();
  return nullptr;
}

/// \p S is `if (...) break;`.
static const IfStmt *leaveOf(const Stmt *S) {
  const auto *If = dyn_cast<IfStmt>(S);
  const Stmt *Then = If && !If->getElse() ? If->getThen() : nullptr;
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(Then))
    Then = Block->size() == 1 ? Block->body_front() : nullptr;
  return isa_and_nonnull<BreakStmt>(Then) ? If : nullptr;
}

/// Braces in braces hold the same trip.
static const CompoundStmt *innermost(const CompoundStmt *Block) {
  while (Block && Block->size() == 1 && isa<CompoundStmt>(Block->body_front()))
    Block = cast<CompoundStmt>(Block->body_front());
  return Block;
}

Player::Player(ASTContext &Ctx, const ProvedPipeline &Proved,
               const SynchronizedLoops::Found &At)
    : Ctx(Ctx), Proved(Proved), At(At), Learned(Proved.Distances) {
  Read.Body = bodyOf(*At.Loop);
  Read.TestsLast = isa<DoStmt>(At.Loop);
  const Expr *Cond = condOf(*At.Loop);
  const CompoundStmt *Block = innermost(dyn_cast<CompoundStmt>(Read.Body));
  if ((!Cond || constantValue(Cond, Ctx)) && Block && !Block->body_empty())
    if (leaveOf(Block->body_front()) || leaveOf(Block->body_back())) {
      Read.TestsInBody = true;
      Read.TestsLast = !leaveOf(Block->body_front());
    }
  if (const auto *Bounds = At.Function->getAttr<CUDALaunchBoundsAttr>())
    if (std::optional<int64_t> Threads =
            constantValue(Bounds->getMaxThreads(), Ctx))
      Read.HasOneWarp = *Threads <= 32;
  auto Visit = [&](auto &&Self, const Stmt *S) -> void {
    if (!S)
      return;
    if (const auto *Call = dyn_cast<CallExpr>(S))
      if (const VarDecl *Lambda = calledLambda(*Call))
        Read.LambdasOfLoop.insert(Lambda);
    for (const Stmt *Child : S->children())
      Self(Self, Child);
  };
  Visit(Visit, At.Loop);
  findBlock();
}

/// The block that holds the loop, or where a lambda that does is called.
void Player::findBlock() {
  bool InLambda = false;
  for (const Stmt *S : llvm::reverse(At.Around)) {
    if (const auto *Compound = dyn_cast<CompoundStmt>(S)) {
      if (!Read.Block || InLambda)
        Read.Block = Compound;
      if (InLambda || !Proved.Steps.EachWidth)
        return;
    } else if (isa<LambdaExpr>(S)) {
      InLambda = true;
    } else if (InLambda && !isa<DeclStmt>(S) && !isa<Expr>(S)) {
      return;
    }
  }
}

Trace Player::Record::cut() const {
  const auto Front = Events.begin() + FrontEnd, End = Events.begin() + BodyEnd;
  return {{Events.begin(), Front}, {Front, End}, {End, Events.end()}};
}

llvm::Error Player::learn(int Trips) {
  Learns = true;
  Learned.Held.assign(Trips, {});
  llvm::Error Problem = play(Trips, /*IsWide=*/true).takeError();
  Learns = false;
  return Problem;
}

llvm::Error Player::checkFetches() const {
  const Expr *Lost = Fetches.unused();
  if (!Lost)
    return llvm::Error::success();
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  Lost->printPretty(Out, nullptr, Ctx.getPrintingPolicy());
  return llvm::createStringError("what is fetched from '" + Text +
                                 "' is stored nowhere");
}

llvm::Expected<Trace> Player::play(int Trips, bool IsWide) {
  Now = State();
  Now.Trips = Trips;
  Now.IsWide = IsWide;
  run(Read.Block);
  if (!Now.Made.Reached)
    return llvm::createStringError("the loop is not reached");
  if (!Problem.empty())
    return llvm::createStringError(Problem);
  return Now.Made.cut();
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

Player::Flow Player::run(const Stmt *S) {
  if (!S)
    return Flow::Next;
  if (const auto *Compound = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Compound->body()) {
      // Nothing may lead to the loop; what it does is read all the same.
      if (Flow F = run(Child);
          F != Flow::Next &&
          (Now.Made.Reached || !llvm::is_contained(At.Around, S)))
        return F;
      // What stands in front of another pipeline is not of ours.
      if (Compound == Read.Block && !Now.Made.Reached && holdsLoop(Child))
        Now.Made.Events.clear();
    }
    return Flow::Next;
  }
  if (S == At.Loop)
    return runTarget();
  if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        declare(*Var);
    return Flow::Next;
  }
  if (const auto *E = dyn_cast<Expr>(S)) {
    const Value V = eval(E);
    // `atomicAdd(&n, A[i]);`
    if (isa<CallExpr>(E) && !isa<CXXOperatorCallExpr>(E))
      Fetches.use(V);
    return Flow::Next;
  }
  if (const auto *If = dyn_cast<IfStmt>(S))
    return runIf(*If);
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
    return runLoop(*S);
  if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    if (const Expr *E = Return->getRetValue()) {
      if (E->isGLValue()) {
        Now.ReturnedObject = objectOf(E);
        Now.Returned = addressOf(*Now.ReturnedObject);
      } else {
        // What a loop returned that may make no trip.
        Value Out = eval(E);
        Out.hangOn(Now.Returned);
        Now.Returned = Out;
      }
    }
    return Flow::Return;
  }
  if (isa<BreakStmt>(S))
    return Flow::Break;
  if (isa<ContinueStmt>(S))
    return Flow::Continue;
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return run(Attributed->getSubStmt());
  if (const auto *Label = dyn_cast<LabelStmt>(S))
    return run(Label->getSubStmt());
  if (const auto *Case = dyn_cast<SwitchCase>(S))
    return run(Case->getSubStmt());
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S)) {
    runAsm(*Asm);
    return Flow::Next;
  }
  if (const auto *Switch = dyn_cast<SwitchStmt>(S)) {
    const Value Cond = eval(Switch->getCond());
    runEither(
        Cond,
        [&] {
          if (const auto *Compound = dyn_cast<CompoundStmt>(Switch->getBody()))
            for (const Stmt *Child : Compound->body())
              run(Child);
        },
        [] {});
    return Flow::Next;
  }
  return Flow::Next;
}

void Player::runEither(const Value &Cond, llvm::function_ref<void()> Then,
                       llvm::function_ref<void()> Else) {
  ++Now.Depth;
  const size_t Mark = Now.Mem.mark();
  Then();
  auto InThen = Now.Mem.changes(Mark);
  Now.Mem.undo(Mark);
  Else();
  auto InElse = Now.Mem.changes(Mark);
  Now.Mem.undo(Mark);
  --Now.Depth;
  llvm::DenseMap<uint64_t, std::pair<const Value *, const Value *>> Both;
  llvm::SmallVector<uint64_t, 8> Order;
  for (auto &[Address, V] : InThen) {
    Both[Address].first = &V;
    Order.push_back(Address);
  }
  for (auto &[Address, V] : InElse) {
    if (!Both.count(Address))
      Order.push_back(Address);
    Both[Address].second = &V;
  }
  const uint64_t Print = std::min(Cond.Print, ~Cond.Print);
  for (uint64_t Address : Order) {
    auto [A, B] = Both[Address];
    const Value *Old = Now.Mem.find(Address);
    const Value Unset{mix(Address, 1)};
    A = A ? A : Old ? Old : &Unset;
    B = B ? B : Old ? Old : &Unset;
    Value New = *A;
    if (Cond.Known) {
      New = *Cond.Known ? *A : *B;
      New.pointLike(*A);
    } else if (A->Print != B->Print) {
      if (Print != Cond.Print)
        std::swap(A, B);
      New = Value{mix(Print, A->Print, B->Print)};
      New.pointLike(*A);
    }
    New.pointLike(*B);
    New.hangOn(Cond);
    Now.Mem.set(Address, New);
  }
}

Player::Flow Player::runIf(const IfStmt &If) {
  if (Proved.OfBlock && !If.getElse() && isFirstThread(*If.getCond())) {
    const Value First = test(eval(If.getCond()));
    ++Now.OfBlock.InFirst;
    runEither(First, [&] { run(If.getThen()); }, [] {});
    --Now.OfBlock.InFirst;
    return Flow::Next;
  }
  run(If.getInit());
  if (const DeclStmt *Declared = If.getConditionVariableDeclStmt())
    run(Declared);
  const Stmt *Then = If.getThen(), *Else = If.getElse();
  const bool InThen = holdsTarget(Then), InElse = holdsTarget(Else);
  if (!InThen && !InElse && If.isConstexpr() &&
      !If.getCond()->isInstantiationDependent())
    if (std::optional<const Stmt *> Kept = If.getNondiscardedCase(Ctx))
      return run(*Kept);
  Value Cond = test(eval(If.getCond()));
  std::optional<bool> Holds;
  // What loads a tile loads it whatever the numbers are, and so is computed.
  if (!Now.InLoad && (holdsSteps(Then) || holdsSteps(Else)))
    Holds = Learns ? holdsSteps(Then) : decide(Cond, /*TableFirst=*/true);
  // One pipeline a width, or one in a branch.
  if (InThen || InElse)
    Holds = InThen && InElse ? Now.IsWide : InThen;
  const int Before = Now.Tile;
  if (Holds) {
    if (Cond.Tile >= 0)
      Now.Tile = Cond.Tile;
    Flow F = run(*Holds ? Then : Else);
    Now.Tile = Before;
    return F;
  }
  Flow OfThen = Flow::Next, OfElse = Flow::Next;
  runEither(
      Cond,
      [&] {
        if (Cond.Tile >= 0)
          Now.Tile = Cond.Tile;
        OfThen = run(Then);
        Now.Tile = Before;
      },
      [&] { OfElse = run(Else); });
  return !Cond.Known ? Flow::Next : *Cond.Known ? OfThen : OfElse;
}

/// Loops of the prologue make their rounds; of others one trip is played.
Player::Flow Player::runLoop(const Stmt &Loop) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    run(For->getInit());
  else if (const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop)) {
    run(Range->getRangeStmt());
    run(Range->getBeginStmt());
    run(Range->getEndStmt());
    run(Range->getLoopVarStmt());
  }
  const Expr *Cond = condOf(Loop);
  auto Advance = [&] {
    if (const auto *For = dyn_cast<ForStmt>(&Loop); For && For->getInc())
      eval(For->getInc());
  };
  if (Now.Trip < 0 && !Now.InLoad && Cond && holdsSteps(&Loop) &&
      !holdsLoop(&Loop)) {
    for (unsigned Round = 0; Round < MostRounds; ++Round) {
      if (!isa<DoStmt>(Loop) || Round > 0) {
        Value C = test(eval(Cond));
        std::optional<bool> Holds = decide(C, /*TableFirst=*/false);
        if (!Holds)
          break;
        if (!*Holds)
          return Flow::Next;
      }
      Flow F = run(bodyOf(Loop));
      if (F == Flow::Break)
        return Flow::Next;
      if (F == Flow::Return)
        return F;
      Advance();
    }
  }
  ++Now.Depth;
  const size_t Mark = Now.Mem.mark();
  Value C = Cond ? test(eval(Cond)) : Value{mix(3, 5)};
  auto Before = [&](uint64_t Address, const Memory &Old) {
    const Value *V = Old.find(Address);
    return V ? V->Print : mix(Address, 1);
  };
  const size_t First = Now.Elements.size();
  run(bodyOf(Loop));
  Advance();
  auto Changes = Now.Mem.changes(Mark);
  if (Now.InLoad)
    checkRegisters(bodyOf(Loop), First);
  llvm::SmallVector<uint64_t, 8> After;
  Now.Mem.undo(Mark);
  for (auto &[Address, V] : Changes) {
    Value New{mix(C.Print, Before(Address, Now.Mem), V.Print)};
    New.pointLike(V);
    if (const Value *Old = Now.Mem.find(Address))
      New.pointLike(*Old);
    Now.Mem.set(Address, New);
  }
  --Now.Depth;
  return Flow::Next;
}

/// The load and who stores it name \p Array.
bool Player::isHandedOn(const VarDecl &Array) {
  unsigned Places = mentions(Read.Body, &Array);
  for (const VarDecl *Lambda : Read.LambdasOfLoop)
    if (const LambdaExpr *Body = lambdaOf(*Lambda))
      Places += mentions(Body->getBody(), &Array);
  return Places > 1;
}

void Player::checkRegisters(const Stmt *Body, size_t First) {
  const size_t Second = Now.Elements.size();
  const bool WasQuiet = std::exchange(Now.Quiet, true);
  run(Body);
  Now.Quiet = WasQuiet;
  const llvm::ArrayRef<ElementSet> All(Now.Elements);
  for (const ElementSet &Set : All.slice(First, Second - First))
    if (Set.IsFetched && isHandedOn(*Set.Array) &&
        llvm::any_of(All.drop_front(Second), [&](const ElementSet &Next) {
          return Next.Array == Set.Array && Next.Address == Set.Address;
        }))
      Problem = "two loads of a tile share an element of '" +
                Set.Array->getNameAsString() + "'";
  Now.Elements.resize(Second);
}

Player::Flow Player::runTarget() {
  Now.Made.Reached = true;
  Now.Made.FrontEnd = Now.Made.Events.size();
  const auto *For = dyn_cast<ForStmt>(At.Loop);
  if (For)
    run(For->getInit());
  const Expr *Cond = Read.TestsInBody ? nullptr : condOf(*At.Loop);
  for (Now.Trip = 0;; ++Now.Trip) {
    Now.Tile = Now.Trip;
    if (Cond && !Read.TestsLast)
      learnTest(test(eval(Cond)), Now.Trip, /*Negated=*/false);
    if (!(Read.TestsInBody && !Read.TestsLast) && Now.Trip >= Now.Trips)
      break;
    learnVariables();
    if (!runTrip(Read.Body))
      break;
    if (For && For->getInc())
      eval(For->getInc());
    if (Cond && Read.TestsLast)
      learnTest(test(eval(Cond)), Now.Trip + 1, /*Negated=*/false);
    if (!Problem.empty())
      break;
  }
  Now.Trip = -1;
  Now.Tile = Event::Unknown;
  Now.Made.BodyEnd = Now.Made.Events.size();
  return Flow::Next;
}

bool Player::runTrip(const Stmt *Body) {
  Now.Made.TripStart = Now.Made.Events.size();
  const CompoundStmt *Block = innermost(dyn_cast<CompoundStmt>(Body));
  if (!Block) {
    run(Body);
    return true;
  }
  for (const Stmt *S : Block->body()) {
    const IfStmt *Leave = Read.TestsInBody ? leaveOf(S) : nullptr;
    if (Leave &&
        S == (Read.TestsLast ? Block->body_back() : Block->body_front())) {
      const int Next = Read.TestsLast ? Now.Trip + 1 : Now.Trip;
      learnTest(test(eval(Leave->getCond())), Next, /*Negated=*/true);
      if (Next >= Now.Trips)
        return false;
      continue;
    }
    if (leavesByVote(S, Ctx)) {
      perform({Operation::Barrier});
      continue;
    }
    Flow F = run(S);
    if (!Read.Publish && Proved.Steps.StoresInPlace &&
        barriersOfTrip() > Proved.BarriersInFront)
      Read.Publish = S;
    if (F == Flow::Continue)
      return true;
    if (F != Flow::Next) {
      Problem = "the loop is left";
      return false;
    }
  }
  return true;
}

void Player::learnTest(const Value &Cond, int Tile, bool Negated) {
  if (!Learns)
    return;
  if (Cond.Known && (*Cond.Known != 0) != Negated)
    Learned.Certain.insert(Tile);
  auto [It, IsNew] =
      Learned.Exists.try_emplace(Negated ? ~Cond.Print : Cond.Print, Tile);
  if (!IsNew && It->second != Tile)
    Problem = "the condition of the loop is the same in two trips";
}

void Player::learnVariables() {
  if (!Learns || Now.Trip >= int(Learned.Held.size()))
    return;
  // What the loop's own condition names comes first: an earlier loop may have
  // counted by the same name.
  for (const VarDecl *Var : Learned.Variables)
    if (const Value *V = Now.Mem.find(token(Var))) {
      auto &Held = Learned.Held[Now.Trip][Var->getName()];
      const Expr *Cond = condOf(*At.Loop);
      Held.insert(Cond && mentions(Cond, Var) ? Held.begin() : Held.end(),
                  V->Print);
    }
}

/// \p Callee was passed what the loop's condition asks of, under its name, as
/// it is where the trip of \p Tile begins.
bool Player::startsWith(const FunctionDecl &Callee, int Tile) const {
  return llvm::any_of(Callee.parameters(), [&](const ParmVarDecl *Param) {
    const Expr *Cond = condOf(*At.Loop);
    auto IsParam = [&](const Stmt &S) {
      const auto *Ref = dyn_cast<DeclRefExpr>(&S);
      return Ref && isa<VarDecl>(Ref->getDecl()) &&
             Ref->getDecl()->getDeclName() == Param->getDeclName();
    };
    const Value *Passed = Now.Mem.find(token(Param));
    if (!Passed || !Cond || !holds(Cond, IsParam))
      return false;
    auto Names = Learned.Held[Tile].find(Param->getName());
    return Names != Learned.Held[Tile].end() &&
           Names->second.front() == Passed->Print;
  });
}

void Player::declare(const VarDecl &Var) {
  if (Var.isStaticLocal() || Var.hasExternalStorage())
    return;
  const Expr *Init = Var.getInit();
  if (Var.getType()->isReferenceType()) {
    if (!Init)
      return;
    Object O = objectOf(Init);
    if (tileNamed(Var) && Proved.Stages > 1)
      O.Places = buffersOf(Var, O);
    Now.Aliases[&Var] = O;
    return;
  }
  Now.Aliases.erase(&Var);
  Object O{token(&Var), &Var, true};
  if (!Init) {
    write(O, Value{mix(token(&Var), 1)});
    return;
  }
  Value V = eval(Init);
  if (llvm::is_contained(Proved.Others, Var.getName()))
    V.Places.clear(); // `scores = Bs + BK * BN` is behind the tile
  if (tileNamed(Var) && Proved.Stages > 1 && !Var.getType()->isArrayType())
    V.Places = buffersOf(Var, behind(V));
  write(O, V);
  // Its parts have been played; now what each member holds.
  if (Var.getType()->isRecordType()) {
    const bool WasQuiet = std::exchange(Now.Quiet, true);
    initMembers(O, *Init);
    Now.Quiet = WasQuiet;
  }
}

/// Sets the members of \p O, a whole object, to what \p Init gives them.
void Player::initMembers(const Object &O, const Expr &Init) {
  auto Set = [&](const FieldDecl &Field, const Expr &To) {
    Object Member = O;
    Member.Address = mix(O.Address, token(&Field));
    Member.IsWhole = false;
    if (Field.getType()->isRecordType())
      initMembers(Member, To);
    else if (!Field.getType()->isReferenceType())
      write(Member, eval(&To));
  };
  const Expr *Plain = Init.IgnoreUnlessSpelledInSource();
  if (const auto *List = dyn_cast<InitListExpr>(Plain)) {
    if (const InitListExpr *Whole = List->getSemanticForm())
      List = Whole;
    const RecordDecl *Class = List->getType()->getAsRecordDecl();
    if (!Class || Class->isUnion())
      return;
    // What stands in front of the members are those of the bases.
    const auto *Derived = dyn_cast<CXXRecordDecl>(Class);
    size_t I = Derived ? Derived->getNumBases() : 0;
    for (const FieldDecl *Field : Class->fields())
      if (!Field->isUnnamedBitField() && I < List->getNumInits())
        Set(*Field, *List->getInit(I++));
  } else if (const auto *Made = dyn_cast<CXXConstructExpr>(Plain)) {
    const FunctionDecl *Body = nullptr;
    if (!Made->getConstructor()->hasBody(Body) || Now.Calls >= MostCalls)
      return;
    pass(*Body, {Made->getArgs(), Made->getNumArgs()});
    Now.This.push_back(O);
    ++Now.Calls;
    for (const CXXCtorInitializer *Member :
         cast<CXXConstructorDecl>(Body)->inits())
      if (const FieldDecl *Field = Member->getMember();
          Field && !isa<CXXDefaultInitExpr>(Member->getInit()))
        Set(*Field, *Member->getInit());
    run(Body->getBody());
    --Now.Calls;
    Now.This.pop_back();
  }
}

void Player::runAsm(const GCCAsmStmt &Asm) {
  std::optional<Operation> Op = readOperation(&Asm, Ctx);
  if (Op && Op->Kind != Operation::Copy)
    return perform(*Op);
  std::string Text = Asm.getAsmString();
  llvm::StringRef Code = Text;
  Value All{mix(7, llvm::hash_value(Code))};
  bool IsCopy = Op || Code.contains("cp.async.c");
  bool Stores = Code.contains("st.shared");
  for (const Expr *Input : Asm.inputs()) {
    Value V = eval(Input);
    All.Print = mix(All.Print, V.Print);
    if (V.Places.empty()) {
      All.hangOn(V);
    } else if (IsCopy) {
      load(V.Places, V, /*IsAsync=*/true);
    } else if (Stores) {
      load(V.Places, All, /*IsAsync=*/false);
    } else if (Code.contains("cvta")) {
      All.pointLike(V);
    } else {
      use(V.Places);
    }
  }
  if (Asm.getNumOutputs() == 0)
    Fetches.use(All);
  if (Code.contains("ld.global"))
    fetch(All, nullptr);
  unsigned Index = 0;
  for (const Expr *Output : Asm.outputs()) {
    Value V = All;
    V.Print = mix(All.Print, ++Index);
    write(objectOf(Output), V);
  }
}

/// The loop that is read stands in \p S, or in a lambda that \p S calls.
bool Player::holdsTarget(const Stmt *S) {
  if (!S)
    return false;
  if (S == At.Loop)
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(S))
    if (const VarDecl *Lambda = calledLambda(*Call))
      if (llvm::is_contained(At.Around, lambdaOf(*Lambda)))
        return true;
  if (isa<LambdaExpr>(S))
    return false;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return holdsTarget(Child); });
}

/// A commit, or the call of a lambda that the loop calls, stands in \p S.
bool Player::holdsSteps(const Stmt *S) {
  if (!S)
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const VarDecl *Lambda = calledLambda(*Call);
    if (Lambda && Read.LambdasOfLoop.count(Lambda))
      return true;
  }
  if (isa<CallExpr, GCCAsmStmt>(S))
    if (std::optional<Operation> Op = readOperation(S, Ctx);
        Op && (Op->Kind == Operation::Commit ||
               (Op->Kind == Operation::Arrive && Proved.OfBlock)))
      return true;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return holdsSteps(Child); });
}

/// A loop with a barrier or a wait stands in \p S, or in a lambda that \p S
/// calls.
bool Player::holdsLoop(const Stmt *S, bool InLoop) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (std::optional<Operation> Op = readOperation(S, Ctx);
      Op && InLoop && Op->synchronizes())
    return true;
  InLoop |= isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  if (const auto *Call = dyn_cast<CallExpr>(S))
    if (const VarDecl *Lambda = calledLambda(*Call);
        Lambda && holdsLoop(lambdaOf(*Lambda)->getBody(), InLoop))
      return true;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return holdsLoop(Child, InLoop);
  });
}

//===----------------------------------------------------------------------===//
// Buffers and events
//===----------------------------------------------------------------------===//

std::optional<unsigned> Player::tileNamed(const ValueDecl &Var) const {
  if (!Var.getDeclName().isIdentifier())
    return std::nullopt;
  for (unsigned I = 0; I < Proved.Tiles.size(); ++I)
    if (Var.getName() == Proved.Tiles[I])
      return I;
  return std::nullopt;
}

BufferPlaces Player::buffersOf(const VarDecl &Var, const Object &O) {
  const unsigned Tile = *tileNamed(Var);
  int Buffer = Event::Unknown;
  if (O.Index) {
    Buffer = int(*O.Index);
    if (O.Root)
      Learned.StagesOf[O.Root] = Tile;
  } else if (!Learned.First[Tile] || *Learned.First[Tile] == O.Address) {
    Learned.First[Tile] = O.Address;
    Buffer = 0;
  } else {
    const uint64_t From = O.Address - *Learned.First[Tile];
    if (!Learned.Distance[Tile])
      Learned.Distance[Tile] = From;
    for (unsigned B = 1; B < Proved.Stages; ++B)
      if (B * *Learned.Distance[Tile] == From)
        Buffer = int(B);
  }
  return {{Tile, Buffer}};
}

void Player::emit(Event E) {
  if (Now.Quiet)
    return;
  if (E.Kind == Event::Barrier)
    Now.OfBlock.meet();
  E.InLoad = Now.InLoad;
  Now.Made.Events.push_back(E);
}

void Player::use(const BufferPlaces &Places) {
  for (const BufferPlace &Place : Places)
    emit({Event::Use, 0, Place.Buffer});
}

/// Data of value \p V goes to \p Places. In its own trip that is the user's
/// own matter, but for what was fetched ahead.
void Player::load(const BufferPlaces &Places, const Value &V, bool IsAsync) {
  Fetches.use(V);
  int Of = Now.HasOtherValues ? Event::Unknown : Now.Tile;
  const bool InTrip = Now.Trip >= 0 && Now.Tile == Now.Trip && !IsAsync;
  const bool IsFetched = V.Fetch >= 0 && V.Fetch < int(Now.Made.Events.size());
  // What was fetched for the trip is stored here, if anywhere.
  const bool StoresInPlace = InTrip && Proved.Steps.StoresInPlace &&
                             barriersOfTrip() == Proved.BarriersInFront;
  // The user may keep what earlier tiles had.
  if (IsFetched &&
      (InTrip && !StoresInPlace ? Now.Made.Events[V.Fetch].Tile > Now.Tile
                                : Now.Made.Events[V.Fetch].Tile != Now.Tile))
    Of = Event::Unknown;
  const bool IsOwn = InTrip && !StoresInPlace && Of == Now.Tile;
  for (const BufferPlace &Place : Places)
    if (IsOwn)
      emit({Event::Use, 0, Place.Buffer});
    else
      emit({Event::Write, Of, Place.Buffer});
}

/// Barriers that the trip has made so far.
unsigned Player::barriersOfTrip() const {
  return llvm::count_if(
      llvm::ArrayRef(Now.Made.Events).drop_front(Now.Made.TripStart),
      [](const Event &E) { return E.Kind == Event::Barrier; });
}

/// \p V is read from global memory: of interest in the load of a tile ahead.
void Player::fetch(Value &V, const Expr *At) {
  if (Now.Quiet && At)
    V.Sites |= Fetches.find(At);
  if (Now.Quiet || !Now.InLoad || (Now.Trip >= 0 && Now.Tile == Now.Trip))
    return;
  const int Of = Now.HasOtherValues ? Event::Unknown : Now.Tile;
  if (Now.Made.Events.empty() || Now.Made.Events.back().Kind != Event::Fetch ||
      Now.Made.Events.back().Tile != Of)
    emit({Event::Fetch, Of});
  V.Fetch = int(Now.Made.Events.size()) - 1;
  if (At)
    V.Sites |= Fetches.add(At);
}

} // namespace cudapipe
