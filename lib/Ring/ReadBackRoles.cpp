//===- ReadBackRoles.cpp - Two roles, played against each other -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread of a block, the producer's warp included, runs through the text
// of the kernel and notes what it does that others may see:
//
//   Init, Arrive, Expect, Copy, Wait    at a stage of a barrier, or of a tile
//   Read                                of a stage of a tile
//   Meet                                the block, a warp, as many as are named
//
// Then all play together, in several orders: whoever is in front runs as far as
// it can, once the producer, once the first warp, once one lane of each. Copies
// land at once, or when nobody else can go on. A read that finds another tile
// than its trip's, a copy that does not find its stage free, a wait that nobody
// ends, bytes that do not add up are all faults, whatever the text looks like.
//
// Shares no code with writeRing().
//
//===----------------------------------------------------------------------===//

#include "StepWay.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/AsmText.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TransferStep.h"
#include "cudapipe/Analyze/TripCount.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "cudapipe/Ring/ReadBackRing.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Regex.h"
#include <set>

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

//===- The kernel, found again ------------------------------------------===//

/// The definitions called \p Name, in the order of the text.
std::vector<const FunctionDecl *> definitionsNamed(const ASTContext &Ctx,
                                                   StringRef Name) {
  std::vector<const FunctionDecl *> Out;
  auto Visit = [&](auto &&Self, const Decl *D) -> void {
    const FunctionDecl *F = dyn_cast<FunctionDecl>(D);
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
      F = Template->getTemplatedDecl();
    if (F) {
      if (F->doesThisDeclarationHaveABody() &&
          F->getQualifiedNameAsString() == Name)
        Out.push_back(F);
    } else if (const auto *Inner = dyn_cast<DeclContext>(D)) {
      for (const Decl *Child : Inner->decls())
        Self(Self, Child);
    }
  };
  for (const Decl *D : topLevelDecls(Ctx))
    if (!Ctx.getSourceManager().isInSystemHeader(D->getLocation()))
      Visit(Visit, D);
  return Out;
}

/// \p Written, or what is made of it.
std::vector<const FunctionDecl *> instancesOf(const FunctionDecl *Written) {
  const FunctionTemplateDecl *Template =
      Written->getDescribedFunctionTemplate();
  if (!Template)
    return {Written};
  std::vector<const FunctionDecl *> Out;
  for (const FunctionDecl *Made : Template->specializations())
    if (Made->getTemplateSpecializationKind() != TSK_ExplicitSpecialization)
      if (const FunctionDecl *Body = Made->getDefinition())
        Out.push_back(Body);
  return Out;
}

//===- What a thread does -----------------------------------------------===//

/// A stage of an array in shared memory.
struct StagePlace {
  const VarDecl *Array = nullptr;
  int64_t Stage = 0;
  auto operator<=>(const StagePlace &) const = default;
};

struct RoleEvent {
  enum KindTy { Init, Arrive, Expect, Copy, Wait, Read, Meet } Kind;
  /// The barrier; Read: the tile.
  StagePlace At = {};
  /// Init: arrivals; Expect: bytes; Wait: the parity; Copy and Read: the trip;
  /// Meet: threads, or MeetsBlock, or MeetsWarp.
  int64_t Value = 0;
  /// Copy: where to. Meet: the number of the barrier.
  StagePlace To = {};
  bool operator==(const RoleEvent &) const = default;
};
constexpr int64_t MeetsBlock = -1, MeetsWarp = -2;

/// What can be read of the text once for all threads.
struct RolesText {
  RolesText(const ASTContext &Ctx, const FunctionDecl &Kernel,
            const ProvedRing &Proved)
      : Ctx(Ctx), Kernel(Kernel), Proved(Proved) {}

  const std::vector<TransferStep> &stepsOf(const Stmt *S) {
    auto [It, IsNew] = Steps.try_emplace(S);
    if (IsNew)
      It->second = transferSteps(S, Ctx);
    return It->second;
  }
  std::string textOf(const Stmt *S) const {
    return Lexer::getSourceText(
               CharSourceRange::getTokenRange(S->getSourceRange()),
               Ctx.getSourceManager(), Ctx.getLangOpts())
        .str();
  }
  bool meets(const Stmt *S) {
    auto [It, IsNew] = Meets.try_emplace(S);
    if (IsNew)
      It->second = holds(S, [&](const Stmt &At) {
        if (const auto *Asm = dyn_cast<GCCAsmStmt>(&At))
          return StringRef(asmText(*Asm)).starts_with("bar.sync");
        const auto *Call = dyn_cast<CallExpr>(&At);
        const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
        return Callee && Callee->getIdentifier() &&
               (Callee->getName() == "__syncthreads" ||
                Callee->getName() == "__syncwarp");
      });
    return It->second;
  }

  const ASTContext &Ctx;
  const FunctionDecl &Kernel;
  const ProvedRing &Proved;
  /// The loop's bound, in its text, and the numbers of this play.
  std::string BoundText;
  int64_t Bound = 0, Start = 0, By = 1;
  unsigned Block = 0;
  std::string Failure;

private:
  std::map<const Stmt *, std::vector<TransferStep>> Steps;
  std::map<const Stmt *, bool> Meets;
};

class ThreadReader {
public:
  ThreadReader(RolesText &Text, unsigned Thread)
      : Text(Text), Ctx(Text.Ctx), Thread(Thread) {}

  std::vector<RoleEvent> run() {
    exec(Text.Kernel.getBody());
    return std::move(Events);
  }

private:
  /// How a statement ends.
  enum class End { Next, Leaves };
  void fail(const llvm::Twine &Why) {
    if (Text.Failure.empty())
      Text.Failure = Why.str();
  }
  std::optional<int64_t> eval(const Expr *E);
  std::optional<StagePlace> stageOf(const Expr *E);
  bool isBarrier(const VarDecl *Var) const {
    return llvm::any_of(Text.Proved.Barriers,
                        [&](const ProvedRing::Barrier &B) {
                          return B.first == Var->getName();
                        });
  }
  bool isNamed(const VarDecl *Var, llvm::ArrayRef<std::string> Names) const {
    return llvm::is_contained(Names, Var->getNameAsString());
  }
  End exec(const Stmt *S);
  End execLoop(const ForStmt &For);
  bool isCounted(const ForStmt &For);
  void forget(const Stmt *S);
  void declare(const VarDecl &Var);
  void perform(const Stmt *S);
  void read(const Stmt *S);
  std::optional<StagePlace> stageOn(ExprOnWay At);
  std::optional<int64_t> counter() const;

  RolesText &Text;
  const ASTContext &Ctx;
  const unsigned Thread;
  std::map<const VarDecl *, int64_t> Numbers;
  std::map<const VarDecl *, StagePlace> Stages;
  /// The counters of the loops around, innermost last.
  std::vector<const VarDecl *> Counters;
  std::vector<RoleEvent> Events;
};

std::optional<int64_t> ThreadReader::eval(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (!Text.BoundText.empty() && Text.textOf(E) == Text.BoundText)
    return Text.Bound;
  // `threadIdx.x`
  const Expr *Syntax = E;
  if (const auto *Object = dyn_cast<PseudoObjectExpr>(Syntax))
    Syntax = Object->getSyntacticForm()->IgnoreParenImpCasts();
  const Expr *Base = nullptr;
  std::string Member;
  if (const auto *Property = dyn_cast<MSPropertyRefExpr>(Syntax)) {
    Base = Property->getBaseExpr();
    Member = Property->getPropertyDecl()->getNameAsString();
  } else if (const auto *Of = dyn_cast<MemberExpr>(Syntax)) {
    Base = Of->getBase();
    Member = Of->getMemberDecl()->getNameAsString();
  }
  if (const VarDecl *Of = Base ? ringVariable(Base) : nullptr) {
    if (Of->getName() == "threadIdx")
      return Member == "x" ? int64_t(Thread) : 0;
    if (Of->getName() == "blockDim")
      return Member == "x" ? int64_t(Text.Block) : 1;
  }
  if (const VarDecl *Var = ringVariable(E))
    if (auto It = Numbers.find(Var); It != Numbers.end())
      return It->second;
  if (!E->isValueDependent())
    if (std::optional<int64_t> Value = constantValue(E, Ctx))
      return Value;
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return Cast->getType()->isIntegerType() ? eval(Cast->getSubExpr())
                                            : std::nullopt;
  if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
    const VarDecl *Var = ringVariable(Op->getSubExpr());
    if (Op->getOpcode() == UO_LNot) {
      const std::optional<int64_t> Value = eval(Op->getSubExpr());
      return Value ? std::optional<int64_t>(!*Value) : std::nullopt;
    }
    if (!Var || !Numbers.count(Var) || !Op->isIncrementDecrementOp())
      return std::nullopt;
    const int64_t Before = Numbers[Var];
    const int64_t After = Numbers[Var] += Op->isIncrementOp() ? 1 : -1;
    return Op->isPrefix() ? After : Before;
  }
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op)
    return std::nullopt;
  if (Op->isAssignmentOp()) {
    const VarDecl *Var = ringVariable(Op->getLHS());
    const std::optional<int64_t> R = eval(Op->getRHS());
    if (!Var || !Numbers.count(Var))
      return std::nullopt;
    if (!R) {
      Numbers.erase(Var);
      return std::nullopt;
    }
    int64_t &To = Numbers[Var];
    switch (Op->getOpcode()) {
    case BO_Assign:
      return To = *R;
    case BO_XorAssign:
      return To ^= *R;
    case BO_AddAssign:
      return To += *R;
    default:
      Numbers.erase(Var);
      return std::nullopt;
    }
  }
  const std::optional<int64_t> L = eval(Op->getLHS());
  if (Op->getOpcode() == BO_LAnd && L && !*L)
    return 0;
  if (Op->getOpcode() == BO_LOr && L && *L)
    return 1;
  const std::optional<int64_t> R = L ? eval(Op->getRHS()) : std::nullopt;
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
  case BO_And:
    return *L & *R;
  case BO_Xor:
    return *L ^ *R;
  case BO_LT:
    return *L < *R;
  case BO_LE:
    return *L <= *R;
  case BO_GT:
    return *L > *R;
  case BO_GE:
    return *L >= *R;
  case BO_EQ:
    return *L == *R;
  case BO_NE:
    return *L != *R;
  case BO_LAnd:
    return *L && *R;
  case BO_LOr:
    return *L || *R;
  default:
    return std::nullopt;
  }
}

/// The stage that \p E, `tile`, `&full`, `empty[stage]`, is or stands in.
std::optional<StagePlace> ThreadReader::stageOf(const Expr *E) {
  std::optional<StagePlace> Out;
  holds(E, [&](const Stmt &At) {
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(&At))
      if (const VarDecl *Array = ringVariable(Element->getBase());
          Array && Array->hasAttr<CUDASharedAttr>() && !Stages.count(Array))
        if (const std::optional<int64_t> Index = eval(Element->getIdx()))
          Out = StagePlace{Array, *Index};
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&At))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
        if (auto It = Stages.find(Var); It != Stages.end())
          Out = It->second;
    return Out.has_value();
  });
  return Out;
}

void ThreadReader::declare(const VarDecl &Var) {
  const Expr *Init = Var.getInit();
  if (!Init)
    return;
  const Expr *Value = Init->IgnoreParenImpCasts();
  if (const auto *Made = dyn_cast<ExprWithCleanups>(Value))
    Value = Made->getSubExpr()->IgnoreParenImpCasts();
  if (Var.getType()->isReferenceType()) {
    // `auto &tile = tile_stages[stage]`; what moved into dynamic memory is a
    // reference itself, and the array from then on.
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Value)) {
      const VarDecl *Array = ringVariable(Element->getBase());
      const std::optional<int64_t> Index = eval(Element->getIdx());
      const bool IsStage = isNamed(&Var, Text.Proved.Tiles) || isBarrier(&Var);
      if (IsStage && (!Array || !Index || *Index < 0 ||
                      *Index >= int64_t(Text.Proved.Stages)))
        return fail("'" + Var.getNameAsString() + "' is no stage");
      if (IsStage)
        Stages[&Var] = {Array, *Index};
    }
    return;
  }
  if (Var.getType()->isIntegerType() && Var.hasLocalStorage()) {
    if (std::optional<int64_t> Number = eval(Value))
      Numbers[&Var] = *Number;
    return read(Init);
  }
  if (const std::optional<StagePlace> Of = stageOf(Value);
      Of && Var.getType()->isPointerType()) {
    Stages[&Var] = *Of;
    return;
  }
  read(Init);
}

std::optional<int64_t> ThreadReader::counter() const {
  for (const VarDecl *Var : llvm::reverse(Counters))
    if (Var->getName() == Text.Proved.Roles->Counter)
      if (auto It = Numbers.find(Var);
          It != Numbers.end() && (It->second - Text.Start) % Text.By == 0)
        return (It->second - Text.Start) / Text.By;
  return std::nullopt;
}

/// The stage whose address, or a number made of it, \p At is, in a called
/// function perhaps.
std::optional<StagePlace> ThreadReader::stageOn(ExprOnWay At) {
  for (unsigned Depth = 0; At.E && Depth < 32; ++Depth) {
    At = outermost(At);
    if (!At.E)
      break;
    if (At.Calls.empty())
      return stageOf(At.E);
    const Expr *E = At.E->IgnoreParenCasts();
    if (const auto *Op = dyn_cast<UnaryOperator>(E))
      E = Op->getSubExpr();
    else if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
      E = Member->getImplicitObjectArgument();
    else if (const auto *Call = dyn_cast<CallExpr>(E))
      E = Call->getNumArgs() ? Call->getArg(0) : nullptr;
    else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      E = Element->getBase();
    else if (const VarDecl *Var = ringVariable(E); Var && Var->getInit())
      E = Var->getInit();
    else if (E == At.E)
      break;
    At.E = E;
  }
  return std::nullopt;
}

/// Reads of tiles in \p S, which does nothing else that others see.
void ThreadReader::read(const Stmt *S) {
  std::set<StagePlace> Seen;
  holds(S, [&](const Stmt &At) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&At))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
        if (auto It = Stages.find(Var); It != Stages.end() && !isBarrier(Var) &&
                                        Seen.insert(It->second).second) {
          const std::optional<int64_t> Trip = counter();
          if (!Trip)
            fail("a tile is read outside of the trips");
          else
            Events.push_back({RoleEvent::Read, It->second, *Trip});
        }
    return false;
  });
}

/// What others see of \p S, in which nothing has to be decided.
void ThreadReader::perform(const Stmt *S) {
  if (!isa<Expr>(S))
    forget(S);
  for (const TransferStep &Step : Text.stepsOf(S)) {
    auto At = [&]() -> StagePlace {
      std::optional<StagePlace> Place = stageOn({Step.Barrier, Step.Calls});
      if (!Place)
        fail("the barrier of '" + Step.Name + "' cannot be read");
      return Place.value_or(StagePlace());
    };
    auto Amount = [&]() -> std::optional<int64_t> {
      if (Step.Bytes)
        return Step.Bytes;
      const ExprOnWay Of = outermost({Step.Amount, Step.Calls});
      return Of.E ? eval(Of.E) : std::nullopt;
    };
    switch (Step.Kind) {
    case TransferStep::BarrierInit:
      if (std::optional<int64_t> Count = Amount())
        Events.push_back({RoleEvent::Init, At(), *Count});
      else
        fail("how many arrive at a barrier cannot be read");
      break;
    case TransferStep::Arrive:
      Events.push_back({RoleEvent::Arrive, At()});
      break;
    case TransferStep::ExpectBytes:
      if (std::optional<int64_t> Bytes = Amount())
        Events.push_back({RoleEvent::Expect, At(), *Bytes});
      else
        fail("how many bytes are expected cannot be read");
      if (Step.Arrives)
        Events.push_back({RoleEvent::Arrive, At()});
      break;
    case TransferStep::BarrierWait: {
      const ExprOnWay Phase = outermost({Step.Phase, Step.Calls});
      const std::optional<int64_t> Parity =
          Phase.E ? eval(Phase.E) : std::nullopt;
      if (!Parity || *Parity < 0 || *Parity > 1)
        fail("what is waited for cannot be read");
      else
        Events.push_back({RoleEvent::Wait, At(), *Parity});
      break;
    }
    case TransferStep::TensorLoad:
    case TransferStep::BulkLoad: {
      const std::optional<StagePlace> Tile = stageOn({Step.To, Step.Calls});
      const std::optional<int64_t> Trip = counter();
      if (!Tile || !Trip)
        fail("where a copy goes, or of which trip it is, cannot be read");
      else
        Events.push_back({RoleEvent::Copy, At(), *Trip, *Tile});
      break;
    }
    default:
      break;
    }
  }
  const bool MovesTiles =
      llvm::any_of(Text.stepsOf(S), [](const TransferStep &Step) {
        return Step.isCopy() || Step.Kind == TransferStep::ExpectBytes;
      });
  if (!MovesTiles)
    read(S);
  if (!Text.meets(S))
    return;
  holds(S, [&](const Stmt &At) {
    if (const auto *Asm = dyn_cast<GCCAsmStmt>(&At)) {
      static const llvm::Regex Named("^bar\\.sync ([0-9]+), %0;?$");
      llvm::SmallVector<StringRef, 2> Parts;
      const std::string Said = asmText(*Asm);
      if (!StringRef(Said).starts_with("bar.sync"))
        return false;
      int64_t Id = 0;
      std::optional<int64_t> Count;
      if (Named.match(Said, &Parts) && Asm->getNumInputs() == 1 &&
          !Parts[1].getAsInteger(10, Id))
        Count = eval(Asm->getInputExpr(0));
      if (!Count)
        fail("a barrier cannot be read");
      else
        Events.push_back({RoleEvent::Meet, {nullptr, Id}, *Count});
      return false;
    }
    const auto *Call = dyn_cast<CallExpr>(&At);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (Callee && Callee->getIdentifier() &&
        Callee->getName() == "__syncthreads")
      Events.push_back({RoleEvent::Meet, {}, MeetsBlock});
    if (Callee && Callee->getIdentifier() && Callee->getName() == "__syncwarp")
      Events.push_back({RoleEvent::Meet, {}, MeetsWarp});
    return false;
  });
}

/// Numbers that \p S may change are not known behind it.
void ThreadReader::forget(const Stmt *S) {
  holds(S, [&](const Stmt &At) {
    const VarDecl *Var = nullptr;
    if (const auto *Op = dyn_cast<BinaryOperator>(&At);
        Op && Op->isAssignmentOp())
      Var = ringVariable(Op->getLHS());
    else if (const auto *Step = dyn_cast<UnaryOperator>(&At);
             Step &&
             (Step->isIncrementDecrementOp() || Step->getOpcode() == UO_AddrOf))
      Var = ringVariable(Step->getSubExpr());
    if (Var)
      Numbers.erase(Var);
    return false;
  });
}

/// The trips of \p For can be counted.
bool ThreadReader::isCounted(const ForStmt &For) {
  const auto Before = Numbers;
  if (const auto *Decls = dyn_cast_or_null<DeclStmt>(For.getInit()))
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        if (const Expr *Init = Var->getInit())
          if (std::optional<int64_t> Value = eval(Init))
            Numbers[Var] = *Value;
  const bool Out = For.getCond() && eval(For.getCond());
  Numbers = Before;
  return Out;
}

ThreadReader::End ThreadReader::execLoop(const ForStmt &For) {
  const auto *Decls = dyn_cast_or_null<DeclStmt>(For.getInit());
  if (Decls)
    exec(Decls);
  const auto *Counter = Decls && Decls->isSingleDecl()
                            ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                            : nullptr;
  if (Counter)
    Counters.push_back(Counter);
  End Out = End::Next;
  for (int Round = 0; Out == End::Next; ++Round) {
    const std::optional<int64_t> More =
        For.getCond() ? eval(For.getCond()) : std::nullopt;
    if (!More || Round > 256) {
      fail("how often a loop runs cannot be read");
      break;
    }
    if (!*More || !Text.Failure.empty())
      break;
    Out = exec(For.getBody());
    if (!For.getInc() || !eval(For.getInc())) {
      fail("how a loop goes on cannot be read");
      break;
    }
  }
  if (Counter)
    Counters.pop_back();
  return Out;
}

ThreadReader::End ThreadReader::exec(const Stmt *S) {
  if (!S || !Text.Failure.empty())
    return End::Next;
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body())
      if (exec(Child) == End::Leaves)
        return End::Leaves;
    return End::Next;
  }
  if (const auto *With = dyn_cast<AttributedStmt>(S))
    return exec(With->getSubStmt());
  if (isa<ReturnStmt>(S))
    return End::Leaves;
  if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D)) {
        if (Var->getInit() && (!Text.stepsOf(Var->getInit()).empty() ||
                               Text.meets(Var->getInit())))
          perform(Var->getInit());
        declare(*Var);
      }
    return End::Next;
  }
  const bool IsSeen = !Text.stepsOf(S).empty() || Text.meets(S);
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    const bool Returns = holdsA<ReturnStmt>(S);
    if (const std::optional<int64_t> Holds = eval(If->getCond()))
      return exec(*Holds ? If->getThen() : If->getElse());
    if (IsSeen || Returns) {
      // All threads of the block go the same way there.
      if (Returns && !IsSeen)
        return End::Next;
      if (Text.stepsOf(S).empty()) {
        perform(S);
        return End::Next;
      }
      fail("whether '" + StringRef(Text.textOf(If->getCond())).take_front(40) +
           "' holds cannot be read");
      return End::Next;
    }
  }
  if (const auto *For = dyn_cast<ForStmt>(S);
      For && IsSeen && (!Text.stepsOf(S).empty() || isCounted(*For)))
    return execLoop(*For);
  if (const auto *E = dyn_cast<Expr>(S); E && !IsSeen) {
    const Expr *Plain = E->IgnoreParenImpCasts();
    if (isa<UnaryOperator, BinaryOperator>(Plain)) {
      const VarDecl *Var =
          isa<UnaryOperator>(Plain)
              ? ringVariable(cast<UnaryOperator>(Plain)->getSubExpr())
              : ringVariable(cast<BinaryOperator>(Plain)->getLHS());
      if (Var && Numbers.count(Var))
        eval(Plain);
    }
  }
  perform(S);
  return End::Next;
}

//===- All together -----------------------------------------------------===//

/// Threads that do the same, and are played as one.
struct RolePlayer {
  unsigned First = 0, Many = 1;
  std::vector<RoleEvent> Events;
  size_t Next = 0;
  bool IsWaiting = false;
};

class RolesPlay {
public:
  RolesPlay(const ProvedRing &Proved, std::vector<RolePlayer> Players,
            unsigned Block, bool LandsLate)
      : Proved(Proved), Players(std::move(Players)), Block(Block),
        LandsLate(LandsLate) {}

  /// Who comes first in \p Order runs first.
  std::string run(llvm::ArrayRef<unsigned> Order, int64_t Trips);

private:
  struct BarrierState {
    int64_t Count = 0, Pending = 0, Phase = 0;
    /// Bytes and copies of this phase.
    int64_t Bytes = 0;
    unsigned Started = 0, Landed = 0;
    std::vector<RoleEvent> Copies;
    const VarDecl *Var = nullptr;
  };
  struct MeetState {
    unsigned Arrived = 0, Phase = 0;
  };
  using MeetKey = std::pair<int64_t, int64_t>;

  void fail(const llvm::Twine &Why) {
    if (Failure.empty())
      Failure = Why.str();
  }
  bool step(RolePlayer &P);
  bool meet(RolePlayer &P, const RoleEvent &E);
  bool isFull(const StagePlace &At, const BarrierState &B) const;
  void finishPhase(const StagePlace &At, BarrierState &B);
  bool land();
  /// The place of \p Var, an alias or the array itself, in Proved.Barriers.
  std::optional<size_t> fullOf(const StagePlace &At) const {
    auto It = Fulls.find(At.Array);
    return It == Fulls.end() ? std::nullopt : std::optional(It->second);
  }

public:
  /// Which array has the stages of which barrier of the loop.
  std::map<const VarDecl *, size_t> Fulls;

private:
  const ProvedRing &Proved;
  std::vector<RolePlayer> Players;
  const unsigned Block;
  const bool LandsLate;
  std::map<StagePlace, BarrierState> Barriers;
  /// The trip whose tile a stage has; -1: none, -2: a copy is on its way.
  std::map<StagePlace, int64_t> Tiles;
  std::map<MeetKey, MeetState> Meetings;
  std::vector<std::pair<StagePlace, RoleEvent>> InFlight;
  std::map<size_t, unsigned> Since;
  std::string Failure;
  int64_t Copied = 0, ReadTrips = 0;
};

void RolesPlay::finishPhase(const StagePlace &At, BarrierState &B) {
  if (B.Pending > 0 || B.Landed < B.Started)
    return;
  if (const std::optional<size_t> Full = fullOf(At)) {
    if (B.Started < Proved.Roles->Copies[*Full])
      return; // others follow
    if (B.Bytes != Proved.Roles->Expected[*Full])
      return fail(llvm::formatv("{0} bytes are expected, where {1} come",
                                B.Bytes, Proved.Roles->Expected[*Full]));
  }
  B.Pending = B.Count;
  ++B.Phase;
  B.Bytes = 0;
  B.Started = B.Landed = 0;
}

/// One copy on its way lands.
bool RolesPlay::land() {
  if (InFlight.empty())
    return false;
  const auto [At, Copy] = InFlight.front();
  InFlight.erase(InFlight.begin());
  Tiles[Copy.To] = Copy.Value;
  BarrierState &B = Barriers[At];
  ++B.Landed;
  finishPhase(At, B);
  return true;
}

/// True if \p P may go on.
bool RolesPlay::meet(RolePlayer &P, const RoleEvent &E) {
  const bool OfWarp = E.Value == MeetsWarp, OfBlock = E.Value == MeetsBlock;
  MeetState &M = Meetings[OfWarp ? MeetKey{MeetsWarp, P.First / 32}
                                 : MeetKey{E.Value, E.At.Stage}];
  const size_t Who = &P - Players.data();
  if (!P.IsWaiting) {
    P.IsWaiting = true;
    Since[Who] = M.Phase;
    M.Arrived += P.Many;
    unsigned Wanted = OfWarp ? 32 : OfBlock ? Block : unsigned(E.Value);
    if (OfWarp || OfBlock)
      for (const RolePlayer &Other : Players)
        if (Other.Next >= Other.Events.size() &&
            (OfBlock || Other.First / 32 == P.First / 32))
          Wanted -= Other.Many; // it has left
    if (M.Arrived == Wanted) {
      M.Arrived = 0;
      ++M.Phase;
    }
  }
  if (M.Phase == Since[Who])
    return false;
  P.IsWaiting = false;
  return true;
}

/// \p P does what comes next; false if it has to wait.
bool RolesPlay::step(RolePlayer &P) {
  const RoleEvent &E = P.Events[P.Next];
  auto Known = [&]() -> BarrierState * {
    auto It = Barriers.find(E.At);
    if (It == Barriers.end() || It->second.Count <= 0) {
      fail("a barrier is used that nobody has initialized");
      return nullptr;
    }
    return &It->second;
  };
  switch (E.Kind) {
  case RoleEvent::Init:
    if (Barriers.count(E.At))
      fail("a barrier is initialized twice");
    Barriers[E.At].Count = Barriers[E.At].Pending = E.Value;
    break;
  case RoleEvent::Arrive:
    if (BarrierState *B = Known()) {
      B->Pending -= P.Many;
      if (B->Pending < 0)
        fail("more arrive at a barrier than it counts");
      finishPhase(E.At, *B);
    }
    break;
  case RoleEvent::Expect:
    if (BarrierState *B = Known())
      B->Bytes += E.Value * P.Many;
    break;
  case RoleEvent::Copy: {
    BarrierState *B = Known();
    if (!B)
      break;
    const std::optional<size_t> Full = fullOf(E.At);
    if (!Full || P.Many != 1) {
      fail("a copy is made by many, or counted by no barrier of the loop");
      break;
    }
    ++B->Started;
    Tiles[E.To] = -2;
    ++Copied;
    InFlight.push_back({E.At, E});
    if (!LandsLate)
      while (land()) {
      }
    break;
  }
  case RoleEvent::Wait: {
    BarrierState *B = Known();
    // Phase p has ended: the one that goes on has the other parity.
    if (B && (B->Phase & 1) == E.Value)
      return false;
    break;
  }
  case RoleEvent::Read: {
    auto It = Tiles.find(E.At);
    if (It == Tiles.end() || It->second != E.Value)
      fail(llvm::formatv("trip {0} reads {1}", E.Value,
                         It == Tiles.end() || It->second == -1
                             ? "a stage without a tile"
                         : It->second == -2 ? "a stage that is filled meanwhile"
                                            : "the tile of trip " +
                                                  std::to_string(It->second)));
    ++ReadTrips;
    break;
  }
  case RoleEvent::Meet:
    if (!meet(P, E))
      return false;
    break;
  }
  ++P.Next;
  return true;
}

std::string RolesPlay::run(llvm::ArrayRef<unsigned> Order, int64_t Trips) {
  while (Failure.empty()) {
    bool Moved = false;
    for (unsigned I : Order) {
      RolePlayer &P = Players[I];
      if (P.Next < P.Events.size() && step(P)) {
        Moved = true;
        break; // whoever is in front may go on now
      }
      if (!Failure.empty())
        break;
    }
    if (!Moved && Failure.empty() && !land())
      break;
  }
  if (!Failure.empty())
    return Failure;
  for (const RolePlayer &P : Players)
    if (P.Next < P.Events.size())
      return llvm::formatv("thread {0} waits for ever", P.First).str();
  int64_t Copies = 0;
  for (unsigned Each : Proved.Roles->Copies)
    Copies += Each * Trips;
  if (Copied != Copies)
    return llvm::formatv("{0} copies are made in {1} trips, {2} before", Copied,
                         Trips, Copies)
        .str();
  if (Trips > 0 && ReadTrips == 0)
    return "no trip reads a tile";
  if (!InFlight.empty())
    return "a copy is on its way when the block ends";
  return "";
}

//===- The kernel, for some trips ---------------------------------------===//

const ForStmt *consumerLoop(const FunctionDecl &Kernel, StringRef Counter) {
  // The last one of the kernel's own block that has the counter.
  const ForStmt *Out = nullptr;
  for (const Stmt *S : cast<CompoundStmt>(Kernel.getBody())->body()) {
    const auto *For = dyn_cast<ForStmt>(S);
    const auto *Decls =
        For ? dyn_cast_or_null<DeclStmt>(For->getInit()) : nullptr;
    const auto *Var = Decls && Decls->isSingleDecl()
                          ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                          : nullptr;
    if (Var && Var->getName() == Counter)
      if (holds(For->getBody(), [](const Stmt &At) {
            const auto *Ref = dyn_cast<DeclStmt>(&At);
            const auto *Alias = Ref && Ref->isSingleDecl()
                                    ? dyn_cast<VarDecl>(Ref->getSingleDecl())
                                    : nullptr;
            return Alias && Alias->getType()->isReferenceType();
          }))
        Out = For;
  }
  return Out;
}

class RolesChecker {
public:
  RolesChecker(const ASTContext &Ctx, const FunctionDecl &Kernel,
               const ProvedRing &Proved)
      : Proved(Proved), Text(Ctx, Kernel, Proved) {}

  std::string run();

private:
  std::string play(int64_t Trips, bool IsRagged);
  std::string together(std::vector<RolePlayer> Players, int64_t Trips);

  const ProvedRing &Proved;
  RolesText Text;
  /// Threads, one for all that do the same in their warp.
  std::vector<std::pair<unsigned, unsigned>> Alike;
  std::map<const VarDecl *, size_t> Fulls;
};

std::string RolesChecker::together(std::vector<RolePlayer> Players,
                                   int64_t Trips) {
  std::vector<unsigned> Up, Down, Lanes, Rest;
  for (unsigned I = 0; I < Players.size(); ++I)
    (Players[I].First % 32 == 0 ? Lanes : Rest).push_back(I);
  for (unsigned I = 0; I < Players.size(); ++I)
    Up.push_back(I);
  Down = {Up.rbegin(), Up.rend()};
  const unsigned Producer = Text.Block / 32 - 1;
  // The producer and one other, which it may leave behind.
  std::vector<unsigned> Ahead, Behind = Up;
  for (unsigned I : Down)
    if (Players[I].First / 32 == Producer)
      Ahead.push_back(I);
  for (unsigned I : Up)
    if (Players[I].First / 32 != Producer)
      Ahead.push_back(I);
  std::vector<unsigned> FirstLanes = Lanes;
  llvm::append_range(FirstLanes, Rest);
  std::vector<unsigned> OneWarp;
  for (unsigned Warp : {0u, Producer})
    for (unsigned I : Up)
      if (Players[I].First / 32 == Warp)
        OneWarp.push_back(I);
  for (unsigned I : Down)
    if (!llvm::is_contained(OneWarp, I))
      OneWarp.push_back(I);
  for (const std::vector<unsigned> &Order :
       {Up, Down, Ahead, FirstLanes, OneWarp})
    for (bool LandsLate : {false, true}) {
      RolesPlay Play(Proved, Players, Text.Block, LandsLate);
      Play.Fulls = Fulls;
      if (std::string Why = Play.run(Order, Trips); !Why.empty())
        return Why;
    }
  return "";
}

std::string RolesChecker::play(int64_t Trips, bool IsRagged) {
  const ForStmt *Loop = consumerLoop(Text.Kernel, Proved.Roles->Counter);
  const auto *Cond =
      Loop && Loop->getCond()
          ? dyn_cast<BinaryOperator>(Loop->getCond()->IgnoreParenImpCasts())
          : nullptr;
  if (!Cond || !Loop->getInc())
    return "the loop of those who compute is not found";
  const auto *Counter =
      cast<VarDecl>(cast<DeclStmt>(Loop->getInit())->getSingleDecl());
  Text.Start = constantValue(Counter->getInit(), Text.Ctx).value_or(0);
  if (const auto *Set =
          dyn_cast<BinaryOperator>(Loop->getInc()->IgnoreParenImpCasts()))
    Text.By = constantValue(Set->getRHS(), Text.Ctx).value_or(1);
  Text.BoundText = Text.textOf(Cond->getRHS()->IgnoreParenImpCasts());
  Text.Bound =
      Text.Start + Text.By * Trips - (IsRagged && Trips ? Text.By - 1 : 0);
  if (std::optional<int64_t> Fixed = constantValue(Cond->getRHS(), Text.Ctx)) {
    Text.Bound = *Fixed;
    Trips = Text.Bound <= Text.Start
                ? 0
                : (Text.Bound - Text.Start + Text.By - 1) / Text.By;
  }
  std::vector<RolePlayer> Players;
  if (Alike.empty()) {
    for (unsigned T = 0; T < Text.Block; ++T) {
      std::vector<RoleEvent> Events = ThreadReader(Text, T).run();
      if (!Text.Failure.empty())
        return Text.Failure;
      // Beside lane 0, those of a warp that do the same are one.
      if (T % 32 > 1 && Players.back().Events == Events)
        ++Players.back().Many;
      else
        Players.push_back({T, 1, std::move(Events)});
    }
    if (Trips >= 2)
      for (const RolePlayer &P : Players)
        Alike.push_back({P.First, P.Many});
  } else {
    for (auto [First, Many] : Alike) {
      Players.push_back({First, Many, ThreadReader(Text, First).run()});
      if (!Text.Failure.empty())
        return Text.Failure;
    }
  }
  // Copies tell which array has the stages of which barrier.
  if (Fulls.empty()) {
    std::map<const VarDecl *, unsigned> Copies;
    for (const RolePlayer &P : Players)
      for (const RoleEvent &E : P.Events)
        if (E.Kind == RoleEvent::Copy)
          Copies.try_emplace(E.At.Array, Copies.size());
    for (const auto &[Array, Place] : Copies)
      for (size_t I = 0; I < Proved.Barriers.size(); ++I)
        if (StringRef(Array->getName()).starts_with(Proved.Barriers[I].first) &&
            (!Fulls.count(Array) ||
             Proved.Barriers[I].first.size() >
                 Proved.Barriers[Fulls[Array]].first.size()))
          Fulls[Array] = I;
  }
  return together(std::move(Players), Trips);
}

std::string RolesChecker::run() {
  const ProvedRoles &Roles = *Proved.Roles;
  Text.Block = 96;
  const auto *Bounds = Text.Kernel.getAttr<CUDALaunchBoundsAttr>();
  const std::optional<int64_t> Most =
      Bounds ? constantValue(Bounds->getMaxThreads(), Text.Ctx) : std::nullopt;
  if (Roles.BoundsAreBlock)
    Text.Block = unsigned(Most.value_or(0));
  else if (Roles.Consumers)
    Text.Block = *Roles.Consumers + ProducerThreads;
  if (Text.Block <= ProducerThreads || Text.Block % 32 || Text.Block > 1024)
    return "how many threads a block has cannot be read";
  if (Most && *Most < int64_t(Text.Block))
    return "__launch_bounds__ has no room for the producer";
  // Once with trips, which tell lanes apart.
  const int S = Proved.Stages;
  for (int Trips :
       {2, 0, 1, S - 1, S, S + 1, 2 * S - 1, 2 * S, 2 * S + 1, 3 * S + 1})
    for (bool IsRagged : {false, true})
      if (std::string Why = play(Trips, IsRagged); !Why.empty())
        return llvm::formatv("with {0} trips, {1}", Trips, Why).str();
  return "";
}

} // namespace

ProvedRoles provedRoles(const RingLoop &Loop, const RingRoles &Roles,
                        const ASTContext &Ctx) {
  ProvedRoles Out;
  Out.Kernel = Loop.Kernel->getQualifiedNameAsString();
  const FunctionDecl *Written = Loop.Kernel->getTemplateInstantiationPattern();
  const FunctionDecl *Definition = Written ? Written : Loop.Kernel;
  Definition->hasBody(Definition);
  const std::vector<const FunctionDecl *> All =
      definitionsNamed(Ctx, Out.Kernel);
  Out.Ordinal = llvm::find(All, Definition) - All.begin();
  Out.Consumers = Roles.Consumers;
  Out.BoundsAreBlock = Roles.BoundsAreBlock;
  Out.Counter = Loop.Header.Counter->getNameAsString();
  Out.Expected = Roles.Expected;
  for (const RingBarrier &B : Loop.Barriers) {
    unsigned Copies = 0;
    for (const Stmt *S : Loop.Loads)
      for (const TransferStep &Step : transferSteps(S, Ctx)) {
        const VarDecl *Through = nullptr;
        Copies += Step.isCopy() &&
                  sharedRootOf({Step.Barrier, Step.Calls}, Through) == B.Var;
      }
    Out.Copies.push_back(Copies);
  }
  return Out;
}

llvm::Error readBackRoles(ASTContext &Ctx, const ProvedRing &Proved) {
  const std::vector<const FunctionDecl *> All =
      definitionsNamed(Ctx, Proved.Roles->Kernel);
  if (Proved.Roles->Ordinal >= All.size())
    return llvm::createStringError("a kernel with roles is not found again");
  for (const FunctionDecl *Kernel : instancesOf(All[Proved.Roles->Ordinal]))
    if (std::string Why = RolesChecker(Ctx, *Kernel, Proved).run();
        !Why.empty())
      return llvm::createStringError(
          "the roles do not read as they were made: " + Why);
  return llvm::Error::success();
}

} // namespace cudapipe
