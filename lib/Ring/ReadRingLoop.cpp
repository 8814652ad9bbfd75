//===- ReadRingLoop.cpp - One buffer that can be a ring -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   The way from a step to the loop's own names
//   The header
//   Copies, and the barriers that count them
//   Waits, and their parity
//   What reads the tile, and when the stage is free
//   In front of the loop
//   What else the trip does
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TripCount.h"
#include "cudapipe/Match/KLoop.h"
#include "cudapipe/Ring/RingLoop.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

using Way = llvm::ArrayRef<const CallExpr *>;

//===- The way from a step to the loop's own names ----------------------===//

/// An expression, and the calls that lead to the function it stands in.
struct ExprOnWay {
  const Expr *E = nullptr;
  Way Calls;
};

const VarDecl *ringVariable(const Expr *E) {
  const auto *Ref =
      E ? dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()) : nullptr;
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// What a parameter was given, as far out as it is one.
ExprOnWay outermost(ExprOnWay At) {
  while (true) {
    const auto *Param = dyn_cast_or_null<ParmVarDecl>(ringVariable(At.E));
    if (!Param)
      return At;
    bool Found = false;
    for (size_t I = At.Calls.size(); I-- > 0 && !Found;) {
      const FunctionDecl *Callee = calledFunction(*At.Calls[I]);
      if (!Callee || Param->getFunctionScopeIndex() >= Callee->getNumParams() ||
          Callee->getParamDecl(Param->getFunctionScopeIndex()) != Param)
        continue;
      const Expr *Arg = argumentFor(*At.Calls[I], *Param);
      if (!Arg)
        return At;
      At = {Arg, At.Calls.take_front(I)};
      Found = true;
    }
    if (!Found)
      return At;
  }
}

/// The variable of shared memory whose address, or a number made of it, \p At
/// is; and in \p Through, another variable that holds it.
const VarDecl *sharedRootOf(ExprOnWay At, const VarDecl *&Through,
                            unsigned Depth = 0) {
  At = outermost(At);
  if (!At.E || Depth > 16)
    return nullptr;
  const Expr *E = At.E->IgnoreParenCasts();
  auto Of = [&](const Expr *Part) {
    return sharedRootOf({Part, At.Calls}, Through, Depth + 1);
  };
  if (const auto *Op = dyn_cast<UnaryOperator>(E))
    return Of(Op->getSubExpr());
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return Of(Element->getBase());
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return Of(Temporary->getSubExpr());
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    const VarDecl *Left = Of(Op->getLHS());
    return Left ? Left : Of(Op->getRHS());
  }
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
    return Of(Member->getImplicitObjectArgument());
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return Call->getNumArgs() ? Of(Call->getArg(0)) : nullptr;
  const VarDecl *Var = ringVariable(E);
  if (!Var)
    return nullptr;
  if (Var->hasAttr<CUDASharedAttr>())
    return Var;
  if (!Var->hasLocalStorage() || !Var->getInit() || isa<ParmVarDecl>(Var))
    return nullptr;
  const VarDecl *Root = Of(Var->getInit());
  // One that a called function has for itself goes with the call.
  if (Root && At.Calls.empty())
    Through = Var;
  return Root;
}

/// Where a statement stands in another that is run once.
enum class Reach { Always, Again, Perhaps };

/// How \p S, run once, leads to \p Target in it.
Reach reachOf(const Stmt *S, const Stmt *Target) {
  if (S == Target)
    return Reach::Always;
  const Stmt *Part = nullptr;
  for (const Stmt *Child : S->children())
    if (Child && contains(Child, Target))
      Part = Child;
  if (!Part)
    return Reach::Perhaps;
  const Reach Inner = reachOf(Part, Target);
  if (Inner == Reach::Perhaps)
    return Inner;
  if (const auto *If = dyn_cast<IfStmt>(S))
    return Part == If->getCond() || Part == If->getInit() ? Inner
                                                          : Reach::Perhaps;
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(S))
    return Part == Choice->getCond() ? Inner : Reach::Perhaps;
  if (const auto *Op = dyn_cast<BinaryOperator>(S); Op && Op->isLogicalOp())
    return Part == Op->getLHS() ? Inner : Reach::Perhaps;
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return Part == While->getCond() ? Reach::Again : Reach::Perhaps;
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    if (Part == For->getInit())
      return Inner;
    return Part == For->getCond() || !For->getCond() ? Reach::Again
                                                     : Reach::Perhaps;
  }
  if (isa<DoStmt>(S))
    return Reach::Again;
  if (isa<SwitchStmt, LambdaExpr>(S))
    return Reach::Perhaps;
  return Inner;
}

/// How \p Top leads to \p Step, through all functions.
Reach reachOf(const Stmt *Top, const TransferStep &Step) {
  Reach Out = Reach::Always;
  const Stmt *In = Top;
  for (size_t I = 0; I <= Step.Calls.size(); ++I) {
    const Stmt *Next = I < Step.Calls.size() ? Step.Calls[I] : Step.Where;
    const Reach Here = reachOf(In, Next);
    if (Here == Reach::Perhaps)
      return Here;
    if (Here == Reach::Again)
      Out = Here;
    if (I < Step.Calls.size()) {
      const FunctionDecl *Callee = calledFunction(*Step.Calls[I]);
      In = Callee ? Callee->getBody() : nullptr;
      if (!In)
        return Reach::Perhaps;
    }
  }
  return Out;
}

class RingLoopReader {
public:
  RingLoopReader(const LoopCandidate &Candidate, const Rejection &OneBuffer,
                 bool IsOneDimensional, const ASTContext &Ctx)
      : Candidate(Candidate), OneBuffer(OneBuffer),
        IsOneDimensional(IsOneDimensional), Ctx(Ctx), Flow(*Candidate.Kernel),
        KernelBody(Candidate.Kernel->getBody()) {
    Out.Kernel = Candidate.Kernel;
  }

  OrRejection<RingLoop> read();

private:
  using Why = std::optional<Rejection>;
  Rejection reject(RejectionKind Kind, const Stmt *At,
                   const llvm::Twine &Text) {
    return {Kind, At->getSourceRange(), Text.str()};
  }
  Why readHeader();
  Why sortSteps();
  Why readCopies();
  void collectTokens();
  Why readLoads();
  Why checkBytes();
  Why readWaits();
  Why readParity(const TransferStep &Wait, size_t Item);
  Why readPhase(const VarDecl *Var, const TransferStep &Wait, size_t Item);
  Why readToken(const CallExpr &Wait, const Expr *Token);
  Why findBarrier();
  Why checkAsyncReaders();
  Why readFront();
  Why checkUses();
  Why checkEffects();

  std::optional<int64_t> valueOf(const Expr *E, Way Calls) const {
    const ExprOnWay At = outermost({E, Calls});
    return At.E && !At.E->isValueDependent() ? constantValue(At.E, Ctx)
                                             : std::nullopt;
  }
  bool changesInLoop(const VarDecl *Var) const {
    return InLoop.Writes.count(Var);
  }
  bool isConstantInLoop(const Expr *E) const {
    return !holds(E, [&](const Stmt &S) {
      const VarDecl *Var =
          isa<DeclRefExpr>(S) ? ringVariable(cast<Expr>(&S)) : nullptr;
      return (Var &&
              (changesInLoop(Var) || declarationIn(Out.Header.Body, Var) ||
               (Var->hasGlobalStorage() &&
                !Var->getType().isConstQualified()))) ||
             isa<CallExpr, ArraySubscriptExpr, AtomicExpr>(S);
    });
  }
  bool isTile(const VarDecl *Var) const {
    return llvm::is_contained(Out.Tiles, Var);
  }
  bool touchesTile(const Stmt *S) const {
    return llvm::any_of(Out.Tiles,
                        [&](const VarDecl *Tile) { return mentions(S, Tile); });
  }
  RingBarrier *barrierOf(const TransferStep &S) {
    const VarDecl *Through = nullptr;
    const VarDecl *Var = sharedRootOf({S.Barrier, S.Calls}, Through);
    for (RingBarrier &B : Out.Barriers)
      if (B.Var == Var)
        return &B;
    return nullptr;
  }
  /// \p S is what makes a step, or a call that leads there.
  bool isPartOfStep(const Stmt *S) const {
    for (const std::vector<TransferStep> &All : Steps)
      for (const TransferStep &Step : All)
        if (Step.Where == S || llvm::is_contained(Step.Calls, S))
          return true;
    return false;
  }
  bool isLoad(size_t Item) const {
    return llvm::is_contained(Out.Loads, Items[Item]);
  }

  const LoopCandidate &Candidate;
  const Rejection &OneBuffer;
  const bool IsOneDimensional;
  const ASTContext &Ctx;
  const PointerFlow Flow;
  const Stmt *KernelBody;
  RingLoop Out;
  /// The statements of the body, in order, and the steps of each.
  std::vector<const Stmt *> Items;
  std::vector<std::vector<TransferStep>> Steps;
  Effects InLoop;
  size_t FirstWait = 0, LastWait = 0;
};

//===- The header -------------------------------------------------------===//

RingLoopReader::Why RingLoopReader::readHeader() {
  auto Unsupported = [&](const Stmt *At, const char *Text) {
    return reject(RejectionKind::UnsupportedLoop, At, Text);
  };
  const auto *For = dyn_cast<ForStmt>(Candidate.Loop);
  if (!For || !For->getCond() || !For->getInc())
    return Unsupported(Candidate.Loop,
                       "a ring needs a 'for' loop that counts its tiles");
  RingHeader &H = Out.Header;
  H.Loop = For;
  H.Body = dyn_cast<CompoundStmt>(For->getBody());
  if (!H.Body)
    return Unsupported(For, "the body of the loop is no block");
  const auto *Cond =
      dyn_cast<BinaryOperator>(For->getCond()->IgnoreParenImpCasts());
  const auto *Decls = dyn_cast_or_null<DeclStmt>(For->getInit());
  H.Counter = Decls && Decls->isSingleDecl()
                  ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                  : nullptr;
  if (!H.Counter || !H.Counter->getInit() ||
      !H.Counter->getType()->isIntegerType())
    return Unsupported(For, "the loop does not declare one counter");
  if (!Cond || Cond->getOpcode() != BO_LT ||
      ringVariable(Cond->getLHS()) != H.Counter)
    return Unsupported(For->getCond(),
                       "the condition is not 'counter < bound'");
  H.Bound = Cond->getRHS();
  const Expr *Inc = For->getInc()->IgnoreParenImpCasts();
  if (const auto *Op = dyn_cast<UnaryOperator>(Inc);
      Op && Op->isIncrementOp() &&
      ringVariable(Op->getSubExpr()) == H.Counter) {
    H.StepValue = 1;
  } else if (const auto *Set = dyn_cast<BinaryOperator>(Inc);
             Set && Set->getOpcode() == BO_AddAssign &&
             ringVariable(Set->getLHS()) == H.Counter) {
    const std::optional<int64_t> Value = constantValue(Set->getRHS(), Ctx);
    if (!Value || *Value <= 0)
      return Unsupported(Inc, "the step of the counter is no constant");
    H.Step = Set->getRHS();
    H.StepValue = *Value;
  } else {
    return Unsupported(Inc, "the counter does not go up by a step");
  }
  H.Start = constantValue(H.Counter->getInit(), Ctx);
  if (!H.Start || *H.Start < 0)
    return Unsupported(H.Counter->getInit(),
                       "the counter does not start at a constant");
  InLoop = effectsOf(H.Body, Flow, Ctx);
  if (InLoop.Writes.count(H.Counter))
    return Unsupported(For, "the body changes the counter");
  if (!isConstantInLoop(H.Bound))
    return Unsupported(H.Bound, "the bound may change in the loop");
  // `K / BK` is less than the greatest number by far.
  const Expr *Bound = H.Bound->IgnoreParenImpCasts();
  if (const VarDecl *Var = ringVariable(Bound);
      Var && Var->getInit() && isNeverChanged(*Var))
    Bound = Var->getInit()->IgnoreParenImpCasts();
  const auto *Quotient = dyn_cast<BinaryOperator>(Bound);
  const std::optional<int64_t> Whole = constantValue(Bound, Ctx),
                               Divisor =
                                   Quotient && Quotient->getOpcode() == BO_Div
                                       ? constantValue(Quotient->getRHS(), Ctx)
                                       : std::nullopt;
  H.HasRoom = Ctx.getTypeSize(H.Counter->getType()) >= 32 &&
              Ctx.getTypeSize(Bound->getType()) <=
                  Ctx.getTypeSize(H.Counter->getType()) &&
              (Whole ? *Whole < (1 << 30)
                     : Divisor && *Divisor >= 2 && H.StepValue < (1 << 20));
  if (!InLoop.Exits.empty())
    return reject(RejectionKind::EarlyExit, InLoop.Exits.front(),
                  "who leaves here leaves copies in flight");
  // Another time round, the phases would not start at 0.
  const Stmt *Around = findStatement(KernelBody, [&](const Stmt &S) {
    return &S != For && isa<ForStmt, WhileStmt, DoStmt, LambdaExpr>(S) &&
           contains(&S, For);
  });
  if (Around)
    return reject(RejectionKind::BarrierPhase, Around,
                  "the loop runs again with the same barriers here");
  if (!Out.Kernel->hasAttr<CUDAGlobalAttr>())
    return Unsupported(For, "a ring is written where the barriers are "
                            "initialized, and a called function has none");
  return std::nullopt;
}

//===- Copies, and the barriers that count them -------------------------===//

RingLoopReader::Why RingLoopReader::sortSteps() {
  for (const Stmt *S : Out.Header.Body->body()) {
    Items.push_back(S);
    Steps.push_back(transferSteps(S, Ctx));
  }
  for (size_t I = 0; I < Items.size(); ++I)
    for (const TransferStep &S : Steps[I])
      switch (S.Kind) {
      case TransferStep::TensorLoad:
      case TransferStep::BulkLoad:
        if (S.ToCluster)
          return reject(RejectionKind::ClusterCopy, S.outermost(),
                        "'" + S.Name +
                            "' goes to several blocks, whose "
                            "readers no barrier of this one waits for");
        break;
      case TransferStep::BarrierInit:
      case TransferStep::BarrierEnd:
        return reject(RejectionKind::BarrierNotReady, S.outermost(),
                      "the barrier is initialized anew in each trip");
      case TransferStep::Arrive:
      case TransferStep::ExpectBytes:
      case TransferStep::BarrierWait:
      case TransferStep::Prefetch:
      case TransferStep::ProxyFence:
      case TransferStep::Fence:
      case TransferStep::MmaFence:
      case TransferStep::AsyncMma:
      case TransferStep::MmaCommit:
      case TransferStep::MmaWait:
      case TransferStep::TileRead:
      case TransferStep::Mma:
      case TransferStep::Elect:
        break;
      case TransferStep::TileStore:
        return reject(RejectionKind::GenericWrite, S.outermost(),
                      "'" + S.Name + "' stores to shared memory");
      default:
        return reject(OneBuffer.Kind, S.outermost(),
                      "'" + S.Name + "' stands beside the copies");
      }
  return std::nullopt;
}

RingLoopReader::Why RingLoopReader::readCopies() {
  for (size_t I = 0; I < Items.size(); ++I)
    for (const TransferStep &S : Steps[I]) {
      if (!S.isCopy())
        continue;
      if (!Out.Copy.Where)
        Out.Copy = S;
      const VarDecl *Through = nullptr;
      const VarDecl *Tile = sharedRootOf({S.To, S.Calls}, Through);
      if (!Tile || Through)
        return reject(RejectionKind::TileAddressEscapes, S.outermost(),
                      Through ? "'" + Through->getNameAsString() +
                                    "' holds the address of the tile"
                              : std::string("where the copy goes cannot be "
                                            "followed"));
      if (Tile->hasExternalStorage() || Tile->hasAttr<CUDADeviceAttr>() ||
          !Tile->isLocalVarDecl() ||
          !Ctx.getAsConstantArrayType(Tile->getType()))
        return reject(RejectionKind::DynamicSharedMemory, S.outermost(),
                      "'" + Tile->getNameAsString() +
                          "' is no array of the kernel's own");
      if (!isTile(Tile))
        Out.Tiles.push_back(Tile);
      Through = nullptr;
      const VarDecl *Bar = sharedRootOf({S.Barrier, S.Calls}, Through);
      if (!Bar || Through || !Bar->isLocalVarDecl() ||
          Bar->getType()->isArrayType())
        return reject(RejectionKind::BarrierUsedElsewhere, S.outermost(),
                      "the barrier of this copy is no variable of the "
                      "kernel's own, or is one of several");
      if (!barrierOf(S))
        Out.Barriers.push_back({Bar});
      if (reachOf(Items[I], S) == Reach::Again)
        return reject(RejectionKind::UnsupportedLoop, S.outermost(),
                      "a loop makes the copies of a trip");
    }
  return std::nullopt;
}

/// `threadIdx.x`, or another \p Pseudo, or what a variable has of it.
bool isOfX(const Expr *E, StringRef Pseudo) {
  E = E->IgnoreParenImpCasts();
  if (const VarDecl *Var = ringVariable(E);
      Var && Var->hasLocalStorage() && Var->getInit() && isNeverChanged(*Var))
    return isOfX(Var->getInit(), Pseudo);
  if (const auto *Object = dyn_cast<PseudoObjectExpr>(E))
    E = Object->getSyntacticForm()->IgnoreParenImpCasts();
  const Expr *Base = nullptr;
  std::string Name;
  if (const auto *Property = dyn_cast<MSPropertyRefExpr>(E)) {
    Base = Property->getBaseExpr();
    Name = Property->getPropertyDecl()->getNameAsString();
  } else if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    Base = Member->getBase();
    Name = Member->getMemberDecl()->getNameAsString();
  }
  const VarDecl *Of = Base ? ringVariable(Base) : nullptr;
  return Of && Of->getName() == Pseudo && Name == "x";
}

/// One thread of a block in one dimension holds \p Cond.
bool isOneThread(const Expr *Cond, const ASTContext &Ctx) {
  const auto *Op = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
  return Op && Op->getOpcode() == BO_EQ &&
         ((isOfX(Op->getLHS(), "threadIdx") &&
           constantValue(Op->getRHS(), Ctx)) ||
          (isOfX(Op->getRHS(), "threadIdx") &&
           constantValue(Op->getLHS(), Ctx)));
}

/// Variables that are waited for: what arrival they stand for.
void RingLoopReader::collectTokens() {
  for (const std::vector<TransferStep> &All : Steps)
    for (const TransferStep &S : All)
      if (S.Kind == TransferStep::BarrierWait && S.Name == "wait" && S.Phase)
        forEach<DeclRefExpr>(S.Phase, [&](const DeclRefExpr &Ref) {
          const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
          if (Var && Var->hasLocalStorage() && !isa<ParmVarDecl>(Var) &&
              !llvm::is_contained(Out.Tokens, Var))
            Out.Tokens.push_back(Var);
        });
}

RingLoopReader::Why RingLoopReader::readLoads() {
  collectTokens();
  for (size_t I = 0; I < Items.size(); ++I) {
    bool Loads = false, Waits = false;
    for (const TransferStep &S : Steps[I]) {
      Loads |= S.isCopy() || S.Kind == TransferStep::ExpectBytes ||
               S.Kind == TransferStep::Arrive;
      Waits |= S.Kind == TransferStep::BarrierWait;
    }
    if (Loads && Waits)
      return reject(OneBuffer.Kind, Items[I],
                    "one statement starts copies and waits for them");
    if (Loads)
      Out.Loads.push_back(Items[I]);
  }
  // The branch of the others.
  for (const Stmt *Load : Out.Loads) {
    const auto *If = dyn_cast<IfStmt>(Load);
    if (!If || !If->getElse())
      continue;
    const std::vector<TransferStep> Then = transferSteps(If->getThen(), Ctx),
                                    Else = transferSteps(If->getElse(), Ctx);
    const bool ElseArrives =
        !Else.empty() && llvm::all_of(Else, [](const TransferStep &S) {
          return S.Kind == TransferStep::Arrive;
        });
    if (ElseArrives && Out.Loads.size() == 1 && !If->isConstexpr() &&
        !If->hasInitStorage() && !If->hasVarStorage() &&
        isOneThread(If->getCond(), Ctx) &&
        llvm::all_of(Out.Barriers, [&](const RingBarrier &B) {
          unsigned Arrivals = 0;
          for (const TransferStep &S : Then)
            if (barrierOf(S) == &B &&
                (S.Kind == TransferStep::Arrive ||
                 (S.Kind == TransferStep::ExpectBytes && S.Arrives)))
              ++Arrivals;
          return Arrivals == 1;
        }))
      Out.OthersArrive = If;
  }
  // What they need of the body.
  for (size_t I = Items.size(); I-- > 0;) {
    const auto *Decls = dyn_cast<DeclStmt>(Items[I]);
    if (!Decls)
      continue;
    auto Needs = [&](const Stmt *Other) {
      return llvm::any_of(Decls->decls(), [&](const Decl *D) {
        const auto *Var = dyn_cast<VarDecl>(D);
        return Var && mentions(Other, Var) &&
               !llvm::is_contained(Out.Tokens, Var);
      });
    };
    const bool ForLoads =
        llvm::any_of(Out.Loads, Needs) || llvm::any_of(Out.Slice, Needs);
    if (!ForLoads)
      continue;
    for (const Decl *D : Decls->decls()) {
      const auto *Var = dyn_cast<VarDecl>(D);
      if (!Var || Var->hasGlobalStorage())
        return reject(RejectionKind::TileDeclaredInLoop, Decls,
                      "declare it in front of the loop");
      for (const Stmt *Item : Items)
        if (Item != Decls && effectsOf(Item, Flow, Ctx).Writes.count(Var) &&
            !llvm::is_contained(Out.Loads, Item))
          return reject(RejectionKind::LoadDependsOnCompute, Item,
                        "'" + Var->getNameAsString() + "' changes here");
    }
    Out.Slice.insert(Out.Slice.begin(), Decls);
  }
  for (const Stmt *Decls : Out.Slice) {
    const bool ElsewhereToo = llvm::any_of(Items, [&](const Stmt *Item) {
      return Item != Decls && !llvm::is_contained(Out.Loads, Item) &&
             llvm::any_of(cast<DeclStmt>(Decls)->decls(), [&](const Decl *D) {
               return mentions(Item, cast<VarDecl>(D));
             });
    });
    if (!ElsewhereToo)
      Out.OfLoadsAlone.push_back(Decls);
  }
  // What they read must be there early.
  std::vector<const Stmt *> Early = Out.Loads;
  llvm::append_range(Early, Out.Slice);
  for (const Stmt *S : Early) {
    Why Found;
    forEach<DeclRefExpr>(S, [&](const DeclRefExpr &Ref) {
      const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
      if (Found || !Var || Var == Out.Header.Counter ||
          llvm::is_contained(Out.Tokens, Var) ||
          declarationIn(Out.Header.Body, Var))
        return;
      if (changesInLoop(Var))
        Found = reject(RejectionKind::LoadDependsOnCompute, &Ref,
                       "'" + Var->getNameAsString() +
                           "' changes from trip to trip");
      else if (Var->hasAttr<CUDASharedAttr>() && !isTile(Var) &&
               llvm::none_of(Out.Barriers, [&](const RingBarrier &B) {
                 return B.Var == Var;
               }))
        Found = reject(RejectionKind::LoadDependsOnCompute, &Ref,
                       "'" + Var->getNameAsString() +
                           "' may be another where the copy starts early");
    });
    if (Found)
      return Found;
    for (const MemoryAccess &Read : effectsOf(S, Flow, Ctx).MemoryReads)
      if ((Read.Root.Kind == MemoryRoot::Global ||
           Read.Root.Kind == MemoryRoot::Unknown) &&
          !isPartOfStep(Read.Where))
        return reject(RejectionKind::LoadDependsOnCompute, Read.Where,
                      "the copy needs what is read from memory here");
  }
  return std::nullopt;
}

/// The bytes that are expected are those that are copied, as far as constants
/// tell.
RingLoopReader::Why RingLoopReader::checkBytes() {
  for (const RingBarrier &B : Out.Barriers) {
    std::optional<int64_t> Expected = 0, Copied = 0;
    uint64_t Room = 0;
    const Stmt *At = nullptr;
    unsigned Expects = 0;
    bool HasTensor = false;
    llvm::SmallPtrSet<const VarDecl *, 4> Of;
    for (const std::vector<TransferStep> &All : Steps)
      for (const TransferStep &S : All) {
        if (barrierOf(S) != &B)
          continue;
        if (S.Kind == TransferStep::ExpectBytes) {
          At = S.outermost();
          ++Expects;
          const std::optional<int64_t> Bytes = valueOf(S.Amount, S.Calls);
          Expected = Expected && Bytes ? std::optional(*Expected + *Bytes)
                                       : std::nullopt;
        } else if (S.isCopy()) {
          const VarDecl *Through = nullptr;
          const VarDecl *Tile = sharedRootOf({S.To, S.Calls}, Through);
          if (Of.insert(Tile).second)
            Room += Ctx.getTypeSizeInChars(Tile->getType()).getQuantity();
          HasTensor |= S.Kind == TransferStep::TensorLoad;
          const std::optional<int64_t> Bytes = S.Kind == TransferStep::BulkLoad
                                                   ? valueOf(S.Amount, S.Calls)
                                                   : std::nullopt;
          Copied =
              Copied && Bytes ? std::optional(*Copied + *Bytes) : std::nullopt;
        }
      }
    const std::string Name = B.Var->getNameAsString();
    if (!Expects)
      return reject(RejectionKind::BarrierCount, Out.Copy.outermost(),
                    "no bytes are expected at '" + Name + "' in the trip");
    if (Expected && Copied && !HasTensor && *Expected != *Copied)
      return reject(RejectionKind::BarrierCount, At,
                    "'" + Name + "' expects " + llvm::Twine(*Expected) +
                        " bytes, and " + llvm::Twine(*Copied) + " are copied");
    if (!Expected || (!Copied && !HasTensor))
      return reject(RejectionKind::BarrierCount, At,
                    "how many bytes '" + Name +
                        "' expects, or are copied, is "
                        "no constant");
    if (uint64_t(*Expected) > Room)
      return reject(RejectionKind::BarrierCount, At,
                    "'" + Name + "' expects " + llvm::Twine(*Expected) +
                        " bytes, and the tiles have " + llvm::Twine(Room));
  }
  return std::nullopt;
}

//===- Waits, and their parity ------------------------------------------===//

RingLoopReader::Why RingLoopReader::readWaits() {
  std::map<const VarDecl *, const TransferStep *> Seen;
  FirstWait = Items.size();
  for (size_t I = 0; I < Items.size(); ++I)
    for (const TransferStep &S : Steps[I]) {
      if (S.Kind != TransferStep::BarrierWait)
        continue;
      const RingBarrier *B = barrierOf(S);
      if (!B)
        return reject(RejectionKind::OtherBarrier, S.outermost(),
                      "'" + S.Name +
                          "' waits at a barrier that no copy of "
                          "the loop counts at");
      if (!Seen.try_emplace(B->Var, &S).second)
        return reject(RejectionKind::BarrierPhase, S.outermost(),
                      "the trip waits twice at '" + B->Var->getNameAsString() +
                          "'");
      const Reach How = reachOf(Items[I], S);
      if (How == Reach::Perhaps)
        return reject(RejectionKind::BarrierPhase, S.outermost(),
                      "not all threads wait here in each trip");
      if (S.MayFail && How != Reach::Again)
        return reject(RejectionKind::BarrierPhase, S.outermost(),
                      "'" + S.Name +
                          "' is not asked again until the phase is "
                          "over");
      if (S.Name == "arrive_and_wait" ||
          S.Name.find("_for") != std::string::npos ||
          S.Name.find("_until") != std::string::npos)
        return reject(OneBuffer.Kind, S.outermost(),
                      "'" + S.Name + "' does more than wait");
      if (FirstWait == Items.size())
        FirstWait = I;
      LastWait = I;
      if (Why Not = readParity(S, I))
        return Not;
    }
  if (Seen.size() != Out.Barriers.size())
    return reject(RejectionKind::BarrierPhase, Out.Copy.outermost(),
                  "the trip does not wait for all of its copies");
  for (size_t I = FirstWait; I < Items.size(); ++I)
    if (isLoad(I))
      return reject(OneBuffer.Kind, Items[I],
                    "copies start behind the wait of the trip");
  return std::nullopt;
}

RingLoopReader::Why RingLoopReader::readParity(const TransferStep &Wait,
                                               size_t Item) {
  auto Wrong = [&](const Stmt *At) {
    return reject(RejectionKind::BarrierPhase, At,
                  "the parity is not seen to be that of the trip: 0, 1, 0, 1");
  };
  if (Wait.Name == "wait" && isa<CXXMemberCallExpr>(Wait.Where)) {
    if (!Wait.Calls.empty())
      return Wrong(Wait.outermost());
    return readToken(*cast<CallExpr>(Wait.Where), Wait.Phase);
  }
  const ExprOnWay At = outermost({Wait.Phase, Wait.Calls});
  if (!At.E || !At.Calls.empty())
    return Wrong(Wait.outermost());
  const Expr *E = At.E->IgnoreParenImpCasts();
  if (const VarDecl *Var = ringVariable(E))
    return readPhase(Var, Wait, Item);
  const auto *Op = dyn_cast<BinaryOperator>(E);
  const std::optional<int64_t> Right =
      Op ? constantValue(Op->getRHS(), Ctx) : std::nullopt;
  if (!Op || !((Op->getOpcode() == BO_And && Right == 1) ||
               (Op->getOpcode() == BO_Rem && Right == 2)))
    return Wrong(E);
  const Expr *Trip = Op->getLHS()->IgnoreParenImpCasts();
  int64_t By = 1;
  if (const auto *Quotient = dyn_cast<BinaryOperator>(Trip);
      Quotient && Quotient->getOpcode() == BO_Div) {
    By = constantValue(Quotient->getRHS(), Ctx).value_or(0);
    Trip = Quotient->getLHS()->IgnoreParenImpCasts();
  }
  const RingHeader &H = Out.Header;
  if (ringVariable(Trip) != H.Counter || By != H.StepValue ||
      *H.Start % (2 * By) != 0)
    return Wrong(E);
  Out.Waits.push_back({nullptr, At.E});
  return std::nullopt;
}

/// `phase`, which is 0 in front of the loop and turned once a trip.
RingLoopReader::Why RingLoopReader::readPhase(const VarDecl *Var,
                                              const TransferStep &Wait,
                                              size_t Item) {
  auto Wrong = [&](const Stmt *At, const llvm::Twine &Text) {
    return reject(RejectionKind::BarrierPhase, At,
                  "'" + Var->getNameAsString() + "' " + Text);
  };
  if (Out.Phase && Out.Phase != Var)
    return Wrong(Wait.outermost(), "is a second parity");
  if (!Var->hasLocalStorage() || isa<ParmVarDecl>(Var) || !Var->getInit() ||
      constantValue(Var->getInit(), Ctx) != 0 ||
      declarationIn(Out.Header.Body, Var))
    return Wrong(Wait.outermost(), "does not start at 0 in front of the loop");
  for (size_t I = 0; I < Items.size(); ++I) {
    if (!effectsOf(Items[I], Flow, Ctx).Writes.count(Var))
      continue;
    const Expr *E = dyn_cast<Expr>(Items[I]);
    const auto *Set =
        E ? dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts()) : nullptr;
    bool Turns = false;
    if (Set && ringVariable(Set->getLHS()) == Var) {
      const Expr *Value = Set->getRHS()->IgnoreParenImpCasts();
      if (Set->getOpcode() == BO_XorAssign)
        Turns = constantValue(Value, Ctx) == 1;
      else if (const auto *Not = dyn_cast<UnaryOperator>(Value))
        Turns = Set->getOpcode() == BO_Assign && Not->getOpcode() == UO_LNot &&
                ringVariable(Not->getSubExpr()) == Var;
      else if (const auto *Op = dyn_cast<BinaryOperator>(Value))
        Turns =
            Set->getOpcode() == BO_Assign &&
            ((Op->getOpcode() == BO_Xor && ringVariable(Op->getLHS()) == Var &&
              constantValue(Op->getRHS(), Ctx) == 1) ||
             (Op->getOpcode() == BO_Sub &&
              constantValue(Op->getLHS(), Ctx) == 1 &&
              ringVariable(Op->getRHS()) == Var));
    }
    if (!Turns || I <= Item || (Out.Toggle && Out.Toggle != Items[I]))
      return Wrong(Items[I],
                   "is not turned once a trip, behind the wait, and no more");
    Out.Toggle = Items[I];
  }
  if (!Out.Toggle)
    return Wrong(Wait.outermost(), "is not turned in the trip");
  // It is another in the middle of a turn of the ring.
  unsigned Uses = 0, Known = 0;
  forEach<DeclRefExpr>(KernelBody, [&](const DeclRefExpr &Ref) {
    Uses += Ref.getDecl() == Var;
  });
  auto Count = [&](const Stmt *S) {
    forEach<DeclRefExpr>(
        S, [&](const DeclRefExpr &Ref) { Known += Ref.getDecl() == Var; });
  };
  Count(Out.Toggle);
  for (const std::vector<TransferStep> &All : Steps)
    for (const TransferStep &S : All)
      if (S.Kind == TransferStep::BarrierWait &&
          ringVariable(outermost({S.Phase, S.Calls}).E) == Var)
        ++Known;
  if (Uses != Known)
    return Wrong(Wait.outermost(), "is used for something else, too");
  Out.Phase = Var;
  Out.Waits.push_back({});
  return std::nullopt;
}

/// `bar.wait(std::move(token))`, of a token that the loads have set.
RingLoopReader::Why RingLoopReader::readToken(const CallExpr &Wait,
                                              const Expr *Token) {
  const VarDecl *Var = nullptr;
  forEach<DeclRefExpr>(Token, [&](const DeclRefExpr &Ref) {
    if (const auto *Of = dyn_cast<VarDecl>(Ref.getDecl()))
      Var = Of;
  });
  if (!Var || !Var->hasLocalStorage())
    return reject(RejectionKind::BarrierPhase, &Wait,
                  "it arrives and waits at once");
  // Used by the loads that set it, and here.
  unsigned Uses = 0;
  forEach<DeclRefExpr>(KernelBody, [&](const DeclRefExpr &Ref) {
    Uses +=
        Ref.getDecl() == Var && llvm::none_of(Out.Loads, [&](const Stmt *Load) {
          return contains(Load, &Ref);
        });
  });
  if (Uses != 1)
    return reject(RejectionKind::BarrierPhase, &Wait,
                  "'" + Var->getNameAsString() + "' is used elsewhere, too");
  Out.Waits.push_back({&Wait, nullptr});
  return std::nullopt;
}

//===- What reads the tile, and when the stage is free ------------------===//

RingLoopReader::Why RingLoopReader::findBarrier() {
  size_t First = Items.size(), Last = 0;
  for (size_t I = 0; I < Items.size(); ++I) {
    if (isLoad(I))
      continue;
    const bool Reads = touchesTile(Items[I]) ||
                       llvm::any_of(Steps[I], [](const TransferStep &S) {
                         return S.Kind == TransferStep::AsyncMma ||
                                S.Kind == TransferStep::MmaCommit ||
                                S.Kind == TransferStep::MmaWait ||
                                S.Kind == TransferStep::TileRead;
                       });
    if (!Reads)
      continue;
    if (touchesTile(Items[I]) && I <= LastWait)
      return reject(RejectionKind::MissingBarrier, Items[I],
                    "the tile is used in front of the wait for it");
    First = std::min(First, I);
    Last = std::max(Last, I);
  }
  if (First == Items.size())
    return reject(RejectionKind::TileAddressEscapes, Out.Header.Loop,
                  "nothing in the loop names the tile");
  for (size_t I = LastWait + 1; I < Items.size(); ++I) {
    if (ast_matchers::match(ast_matchers::stmt(blockBarrier()), *Items[I],
                            const_cast<ASTContext &>(Ctx))
            .empty())
      continue;
    if (I > Last) {
      Out.Barrier = Items[I];
      Out.IsBehind = true;
      return std::nullopt;
    }
    if (I < First)
      Out.Barrier = Items[I];
  }
  if (!Out.Barrier)
    return reject(RejectionKind::StageInUse, Items[Last],
                  "no barrier of the block separates what reads the tile from "
                  "the copy of the next");
  return std::nullopt;
}

/// No product is in flight where the stage is taken to be free.
RingLoopReader::Why RingLoopReader::checkAsyncReaders() {
  const TransferStep *Running = nullptr;
  for (size_t I = 0; I < Items.size(); ++I) {
    if (Running && Out.IsBehind && Items[I] == Out.Barrier)
      break;
    for (const TransferStep &S : Steps[I]) {
      if (StringRef(S.Name).starts_with("tcgen05"))
        return reject(RejectionKind::AsyncReader, S.outermost(),
                      "'" + S.Name + "' is not followed to its end");
      if (S.Kind == TransferStep::AsyncMma)
        Running = &S;
      if (S.Kind == TransferStep::MmaWait && S.Pending == 0 &&
          reachOf(Items[I], S) == Reach::Always)
        Running = nullptr;
    }
  }
  if (Running)
    return reject(RejectionKind::StageInUse, Running->outermost(),
                  "'" + Running->Name +
                      "' may still read the tile where its stage is filled "
                      "again: no 'wait_group 0' is in front of that");
  return std::nullopt;
}

//===- In front of the loop ---------------------------------------------===//

/// The statement in \p Block, or in a branch in it, that is or holds \p S as a
/// whole.
const Stmt *statementOf(const Stmt *Block, const Stmt *S) {
  for (const Stmt *Child : Block->children()) {
    if (!Child || !contains(Child, S))
      continue;
    if (isa<CompoundStmt, IfStmt>(Child))
      return statementOf(Child, S);
    return Child;
  }
  return Block;
}

RingLoopReader::Why RingLoopReader::readFront() {
  const auto *Body = cast<CompoundStmt>(KernelBody);
  // The statements in front of the loop, in the order of the text.
  std::vector<const Stmt *> Front;
  for (const Stmt *S : Body->body()) {
    if (contains(S, Out.Header.Loop))
      break;
    Front.push_back(S);
  }
  if (!llvm::is_contained(Body->body(), Out.Header.Loop))
    return reject(RejectionKind::UnsupportedLoop, Out.Header.Loop,
                  "the loop does not stand in the kernel's own block");
  for (RingBarrier &B : Out.Barriers) {
    const std::string Name = "'" + B.Var->getNameAsString() + "' ";
    std::optional<TransferStep> Init;
    bool IsFenced = false, IsPublished = false;
    for (const Stmt *S : Front) {
      for (const TransferStep &Step : transferSteps(S, Ctx)) {
        if (Step.Kind == TransferStep::BarrierInit && barrierOf(Step) == &B) {
          if (Init)
            return reject(RejectionKind::BarrierNotReady, Step.outermost(),
                          Name + "is initialized twice");
          Init = Step;
        }
        IsFenced |= Init && (Step.Kind == TransferStep::ProxyFence ||
                             Step.Kind == TransferStep::InitFence);
      }
      IsPublished |=
          IsFenced && !ast_matchers::match(ast_matchers::stmt(blockBarrier()),
                                           *S, const_cast<ASTContext &>(Ctx))
                           .empty();
    }
    if (!Init)
      return reject(RejectionKind::BarrierNotReady, Out.Copy.outermost(),
                    Name + "is not initialized in front of the loop");
    if (!IsFenced)
      return reject(RejectionKind::BarrierNotReady, Init->outermost(),
                    "no fence shows the copy engine that " + Name +
                        "is initialized");
    if (!IsPublished)
      return reject(RejectionKind::BarrierNotReady, Init->outermost(),
                    "no barrier of the block stands between this and the "
                    "first copy");
    B.Init = statementOf(KernelBody, Init->outermost());
    const ExprOnWay Count = outermost({Init->Amount, Init->Calls});
    if (!Count.E || !Count.Calls.empty() || !contains(B.Init, Count.E))
      return reject(RejectionKind::BarrierCount, Init->outermost(),
                    "how many arrive at " + Name + "cannot be told");
    B.Count = Count.E;
    // `blockDim.x` arrivals of all threads are those of one dimension.
    if (!IsOneDimensional && !isOfX(Count.E, "blockDim"))
      Out.OthersArrive = nullptr;
    // Where one thread arrives, nobody else may be waited for.
    unsigned Arrivals = 0;
    bool AllArrive = false;
    for (size_t I = 0; I < Items.size(); ++I)
      for (const TransferStep &S : Steps[I]) {
        if (barrierOf(S) != &B ||
            !(S.Kind == TransferStep::Arrive ||
              (S.Kind == TransferStep::ExpectBytes && S.Arrives)))
          continue;
        ++Arrivals;
        AllArrive |= reachOf(Items[I], S) == Reach::Always;
      }
    if (Arrivals == 0 ||
        (Arrivals == 1 && !AllArrive && constantValue(Count.E, Ctx) != 1))
      return reject(RejectionKind::BarrierCount, B.Init,
                    Name + "waits for other arrivals than those of the trip");
  }
  return std::nullopt;
}

RingLoopReader::Why RingLoopReader::checkUses() {
  Why Found;
  forEach<DeclRefExpr>(KernelBody, [&](const DeclRefExpr &Ref) {
    const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
    if (Found || !Var || contains(Out.Header.Body, &Ref))
      return;
    if (isTile(Var))
      Found = reject(RejectionKind::TileUsedOutsideLoop, &Ref,
                     "'" + Var->getNameAsString() + "' is named here");
    for (const RingBarrier &B : Out.Barriers)
      if (B.Var == Var && !contains(B.Init, &Ref))
        Found = reject(RejectionKind::BarrierUsedElsewhere, &Ref,
                       "'" + Var->getNameAsString() + "' is named here");
  });
  if (Found)
    return Found;
  // In the loop: loads and waits name barriers, nobody else.
  for (size_t I = 0; I < Items.size(); ++I)
    for (const RingBarrier &B : Out.Barriers)
      if (!isLoad(I) && mentions(Items[I], B.Var) &&
          llvm::none_of(Steps[I], [&](const TransferStep &S) {
            return S.Kind == TransferStep::BarrierWait && barrierOf(S) == &B;
          }))
        return reject(RejectionKind::BarrierUsedElsewhere, Items[I],
                      "'" + B.Var->getNameAsString() + "' is named here");
  return std::nullopt;
}

//===- What else the trip does ------------------------------------------===//

RingLoopReader::Why RingLoopReader::checkEffects() {
  for (size_t I = 0; I < Items.size(); ++I) {
    if (isLoad(I))
      continue;
    const Effects E = effectsOf(Items[I], Flow, Ctx);
    // Of a step it is known: assembly, or a loop that asks for a phase.
    auto IsKnown = [&](const Stmt *Where) {
      return llvm::any_of(Steps[I], [&](const TransferStep &S) {
        return contains(Where, S.Where) ||
               llvm::any_of(S.Calls, [&](const CallExpr *Call) {
                 return contains(Where, Call);
               });
      });
    };
    for (const Occurrence &What : E.Unknown)
      if (!IsKnown(What.Where))
        return reject(RejectionKind::UnknownEffects, What.Where, What.What);
    for (const Occurrence &What : E.Pinned)
      if (What.Observes && !IsKnown(What.Where))
        return reject(RejectionKind::SourceMayChange, What.Where,
                      "the trip looks at what others have stored: " +
                          What.What);
    for (const BlockWait &Wait : E.BlockWaits)
      if (!IsKnown(Wait.Where))
        return reject(RejectionKind::SourceMayChange, Wait.Where, Wait.What);
    for (const MemoryAccess &Write : E.MemoryWrites) {
      if (Write.Root.Kind == MemoryRoot::Local)
        continue;
      if (Write.Root.Kind == MemoryRoot::Shared) {
        if (isTile(Write.Root.Var))
          return reject(RejectionKind::GenericWrite, Write.Where,
                        "a thread stores to '" +
                            Write.Root.Var->getNameAsString() + "'");
        continue;
      }
      return reject(RejectionKind::SourceMayChange, Write.Where,
                    "it may store to what is copied, which is read earlier "
                    "now");
    }
  }
  if (Out.Kernel->hasAttr<CUDAClusterDimsAttr>())
    return reject(RejectionKind::ClusterCopy, Out.Header.Loop,
                  "the kernel runs in clusters");
  return std::nullopt;
}

OrRejection<RingLoop> RingLoopReader::read() {
  for (auto Step :
       {&RingLoopReader::readHeader, &RingLoopReader::sortSteps,
        &RingLoopReader::readCopies, &RingLoopReader::readLoads,
        &RingLoopReader::checkBytes, &RingLoopReader::readWaits,
        &RingLoopReader::findBarrier, &RingLoopReader::checkAsyncReaders,
        &RingLoopReader::readFront, &RingLoopReader::checkUses,
        &RingLoopReader::checkEffects})
    if (Why Not = (this->*Step)())
      return *Not;
  return std::move(Out);
}

} // namespace

OrRejection<RingLoop> readRingLoop(const LoopCandidate &Candidate,
                                   const Rejection &OneBuffer,
                                   bool IsOneDimensional,
                                   const ASTContext &Ctx) {
  return RingLoopReader(Candidate, OneBuffer, IsOneDimensional, Ctx).read();
}

} // namespace cudapipe
