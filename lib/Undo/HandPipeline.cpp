//===- HandPipeline.cpp - Two stages, by hand -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HandPipeline.h"
#include "../ReadBack/Operations.h"
#include "Assigned.h"
#include "Canonical.h"
#include "OrderedWork.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace cudapipe {
namespace {

using Statements = llvm::ArrayRef<const Stmt *>;

std::vector<const Stmt *> partsOf(const Stmt *S) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    return {Block->body_begin(), Block->body_end()};
  return S ? std::vector<const Stmt *>{S} : std::vector<const Stmt *>();
}

/// `As[s]` in `As[s][r][c]`.
struct StageUse {
  const VarDecl *Tile;
  const ArraySubscriptExpr *Element;
};

std::vector<StageUse> stageUses(const Stmt *In) {
  std::vector<StageUse> Out;
  forEach<ArraySubscriptExpr>(In, [&](const ArraySubscriptExpr &Element) {
    const auto *Ref =
        dyn_cast<DeclRefExpr>(Element.getBase()->IgnoreParenImpCasts());
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (Var && Var->hasAttr<CUDASharedAttr>())
      Out.push_back({Var, &Element});
  });
  return Out;
}

/// What a statement changes at its top.
struct Change {
  const VarDecl *Var = nullptr;
  const Expr *E = nullptr;
};

Change changeOf(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  E = E ? E->IgnoreImplicit() : nullptr;
  const Expr *To = nullptr;
  if (const auto *Op = dyn_cast_or_null<BinaryOperator>(E);
      Op && Op->isAssignmentOp())
    To = Op->getLHS();
  else if (const auto *Op = dyn_cast_or_null<UnaryOperator>(E);
           Op && Op->isIncrementDecrementOp())
    To = Op->getSubExpr();
  const auto *Ref =
      To ? dyn_cast<DeclRefExpr>(To->IgnoreParenImpCasts()) : nullptr;
  return {Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr, E};
}

/// Numbers of variables, as far as they are known.
class Numbers {
public:
  explicit Numbers(const ASTContext &Ctx) : Ctx(Ctx) {}
  std::map<const VarDecl *, int64_t> Of;

  std::optional<int64_t> value(const Expr *E) const {
    E = E->IgnoreParenCasts();
    Expr::EvalResult Constant;
    if (!E->isValueDependent() && E->EvaluateAsInt(Constant, Ctx))
      return Constant.Val.getInt().getExtValue();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      auto It = Of.find(dyn_cast<VarDecl>(Ref->getDecl()));
      return It == Of.end() ? std::nullopt : std::optional(It->second);
    }
    if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
      std::optional<int64_t> In = value(Op->getSubExpr());
      if (In && Op->getOpcode() == UO_LNot)
        return !*In;
      return In && Op->getOpcode() == UO_Minus ? std::optional(-*In)
                                               : std::nullopt;
    }
    if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
      std::optional<int64_t> Cond = value(Choice->getCond());
      return Cond
                 ? value(*Cond ? Choice->getTrueExpr() : Choice->getFalseExpr())
                 : std::nullopt;
    }
    if (const auto *Op = dyn_cast<BinaryOperator>(E);
        Op && !Op->isAssignmentOp())
      return compute(Op->getOpcode(), value(Op->getLHS()), value(Op->getRHS()));
    return std::nullopt;
  }
  /// Makes the change of \p C; false: it is not known.
  bool apply(const Change &C) {
    auto It = Of.find(C.Var);
    if (It == Of.end())
      return false;
    if (const auto *Op = dyn_cast<UnaryOperator>(C.E)) {
      It->second += Op->isIncrementOp() ? 1 : -1;
      return true;
    }
    const auto *Op = cast<BinaryOperator>(C.E);
    std::optional<int64_t> New = value(Op->getRHS());
    if (Op->isCompoundAssignmentOp())
      New = compute(BinaryOperator::getOpForCompoundAssignment(Op->getOpcode()),
                    It->second, New);
    if (!New)
      return false;
    It->second = *New;
    return true;
  }

private:
  static std::optional<int64_t> compute(BinaryOperatorKind Kind,
                                        std::optional<int64_t> L,
                                        std::optional<int64_t> R) {
    if (!L || !R)
      return std::nullopt;
    switch (Kind) {
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
    case BO_And:
      return *L & *R;
    case BO_EQ:
      return *L == *R;
    case BO_NE:
      return *L != *R;
    default:
      return std::nullopt;
    }
  }
  const ASTContext &Ctx;
};

class HandReader {
public:
  HandReader(const FunctionDecl &Function, const ForStmt &Loop,
             const CompoundStmt &Block, const Stmt &Target, ASTContext &Ctx)
      : Ctx(Ctx), Block(Block), Target(Target) {
    Out.Function = &Function;
    Out.Loop = &Loop;
  }
  std::optional<OrRejection<HandPipeline>> run() {
    if (!looksLikeOne() && !looksLikeRegisters())
      return std::nullopt;
    const bool IsAsync = Out.Registers.empty();
    if (!readHeader() || !(IsAsync ? readSteps() : readRegisterSteps()) ||
        !(IsAsync ? readFront() : readRegisterFront()) ||
        !(IsAsync ? checkOrder() : checkRegisterOrder()) || !checkUses() ||
        !checkTurns() || !checkGuards() || !checkTypes() || !checkBetween() ||
        !dropSpareBarriers())
      return OrRejection<HandPipeline>(*Why);
    return OrRejection<HandPipeline>(std::move(Out));
  }

private:
  bool refuse(const Stmt *S, llvm::StringRef Detail) {
    Why = Rejection{RejectionKind::PipelineNotRead,
                    (S ? S : Out.Loop)->getSourceRange(), Detail.str()};
    return false;
  }
  std::optional<Operation> operation(const Stmt *S) const {
    const auto *E = dyn_cast_or_null<Expr>(S);
    return S ? readOperation(E ? E->IgnoreImplicit() : S, Ctx) : std::nullopt;
  }
  bool holdsCopy(const Stmt *S) const {
    return holds(S, [&](const Stmt &In) {
      std::optional<Operation> Op = readOperation(&In, Ctx);
      return Op && Op->Kind == Operation::Copy;
    });
  }
  bool looksLikeOne();
  bool looksLikeRegisters();
  bool readRegisterSteps();
  bool readRegisterFront();
  bool checkRegisterOrder();
  bool storesTile(const Stmt *S) const;
  bool isNamedBy(const VarDecl *Var) const;
  const Expr *conditionOf(const IfStmt &If) const;
  bool readHeader();
  bool readSteps();
  bool readFront();
  bool checkOrder();
  bool checkUses();
  bool checkTurns();
  bool checkGuards();
  bool checkBetween();
  bool checkTypes();
  bool dropSpareBarriers();
  StatementList inFrontOf(const Stmt *S) const;
  StatementList behind(const Stmt *S) const;
  bool stays(const Stmt *S) const { return !llvm::is_contained(Out.Gone, S); }
  bool isBarrier(const Stmt *S) const {
    std::optional<Operation> Op = operation(S);
    return Op && Op->Kind == Operation::Barrier;
  }
  const OrderedWork &work();
  bool checkStable(llvm::function_ref<const Stmt *(
                       const Stmt *, llvm::function_ref<bool(const VarDecl *)>)>
                       Changes);

  ASTContext &Ctx;
  const CompoundStmt &Block;
  const Stmt &Target;
  HandPipeline Out;
  const Stmt *FrontGuard = nullptr;
  /// Arrays that are stored from registers, of one stage or two.
  std::set<const VarDecl *> Stored;
  /// The events of a trip: 'L', 'C'ommit, 'W'ait for all, 'w'ait for all but
  /// one, 'B'arrier, 'U'se.
  std::string Events;
  bool CommitsInNext = false;
  std::optional<Rejection> Why;
  /// Of the tiles; known once these are.
  std::optional<OrderedWork> Work;
  /// That publishes the first tile; those behind the last read.
  const Stmt *FrontBarrier = nullptr;
  std::vector<const Stmt *> EndBarriers;
};

const OrderedWork &HandReader::work() {
  if (!Work) {
    std::set<const VarDecl *> All = Out.Tiles;
    All.insert(Stored.begin(), Stored.end());
    Work.emplace(*Out.Function, All, Ctx);
  }
  return *Work;
}

/// Copies in the loop and in front of it go to arrays of two stages.
bool HandReader::looksLikeOne() {
  const auto *Body = dyn_cast<CompoundStmt>(Out.Loop->getBody());
  if (!Body || !holdsCopy(Body))
    return false;
  std::set<const VarDecl *> InFront;
  for (const Stmt *S : Block.body()) {
    if (S == &Target)
      break;
    if (holdsCopy(S) && !isa<DeclStmt>(S))
      for (const StageUse &Use : stageUses(S))
        InFront.insert(Use.Tile);
  }
  for (const StageUse &Use : stageUses(Body)) {
    const auto *Type = dyn_cast<ConstantArrayType>(
        Use.Tile->getType()->getAsArrayTypeUnsafe());
    if (InFront.count(Use.Tile) && Type && Type->getZExtSize() == 2)
      Out.Tiles.insert(Use.Tile);
  }
  Out.Steps = Body;
  return !Out.Tiles.empty();
}

/// \p S stores to an array that registers are stored to, and nothing else that
/// is shared.
bool HandReader::storesTile(const Stmt *S) const {
  return holds(S, [&](const Stmt &In) {
    const std::optional<Assigned> Set = assignmentIn(&In);
    if (!Set)
      return false;
    std::vector<StageUse> To = stageUses(Set->To);
    return To.size() == 1 && (Stored.empty() || Stored.count(To[0].Tile));
  });
}

/// That of \p If, also where it has a name: `const bool has_next = ...`.
const Expr *HandReader::conditionOf(const IfStmt &If) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(If.getCond()->IgnoreParenImpCasts());
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && Var->getInit() && Var->getType().isConstQualified() &&
                 declarationIn(Out.Steps, Var)
             ? Var->getInit()
             : If.getCond();
}

/// `if (next) r = A[...];`, and behind uses `if (next) As[i] = r;`.
bool HandReader::looksLikeRegisters() {
  const auto *Body = dyn_cast<CompoundStmt>(Out.Loop->getBody());
  if (!Body || holdsCopy(Out.Function->getBody()))
    return false;
  Out.Tiles.clear();
  for (const Stmt *S : Body->body()) {
    const auto *If = dyn_cast<IfStmt>(S);
    if (!If || If->getElse() || If->getInit() || If->getConditionVariable())
      continue;
    const std::vector<const Stmt *> Parts = partsOf(If->getThen());
    if (!Out.Next) {
      std::vector<std::pair<const VarDecl *, const Expr *>> Sets;
      for (const Stmt *In : Parts) {
        const std::optional<Assigned> Set = assignmentIn(In);
        const auto *Ref =
            Set ? dyn_cast<DeclRefExpr>(Set->To->IgnoreParenImpCasts())
                : nullptr;
        const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
        if (Var && Var->isLocalVarDecl() && !Var->hasAttr<CUDASharedAttr>() &&
            !Var->getType()->isPointerType() && stageUses(Set->Value).empty())
          Sets.push_back({Var, Set->Value});
      }
      if (!Sets.empty() && Sets.size() == Parts.size()) {
        Out.Next = If;
        Out.Registers = std::move(Sets);
      }
      continue;
    }
    auto NamesRegister = [&](const Stmt *In) {
      return llvm::any_of(Out.Registers,
                          [&](const auto &R) { return mentions(In, R.first); });
    };
    if (!Out.Store && NamesRegister(If->getThen()) && storesTile(If))
      Out.Store = If;
  }
  if (!Out.Store)
    return false;
  forEach<Expr>(Out.Store->getThen(), [&](const Expr &E) {
    if (&E != E.IgnoreImplicit())
      return;
    if (const std::optional<Assigned> Set = assignmentIn(&E))
      for (const StageUse &Use : stageUses(Set->To))
        Stored.insert(Use.Tile);
  });
  bool IsInFront = false;
  for (const Stmt *S : Block.body()) {
    if (S == &Target)
      break;
    IsInFront |= !isa<DeclStmt>(S) && storesTile(S);
  }
  Out.Steps = Body;
  return IsInFront;
}

bool HandReader::readRegisterSteps() {
  std::vector<const VarDecl *> Aliases;
  for (const Stmt *S : Out.Steps->body()) {
    std::optional<Operation> Op = operation(S);
    if (Op && Op->Kind == Operation::Barrier) {
      Events += 'B';
      if (!Out.Barrier)
        Out.Barrier = S;
      // One is put behind the last read, whatever there were for the store.
      if (Events.find('U') != Events.npos)
        EndBarriers.push_back(S);
    } else if (Op) {
      return refuse(S, "it waits for something else than a barrier");
    } else if (S == Out.Next) {
      Events += 'L';
      Out.Gone.push_back(S);
    } else if (S == Out.Store) {
      Events += 'S';
      Out.Gone.push_back(S);
      for (const Stmt *In : partsOf(Out.Store->getThen())) {
        std::optional<Operation> Own = operation(In);
        if (Own && Own->Kind == Operation::Barrier && !Out.Copies.empty()) {
          Events += 'B';
          if (!Out.Barrier)
            Out.Barrier = In;
        } else if (Own || Events.back() == 'B') {
          return refuse(In, "it does not just store what was loaded");
        } else {
          Out.Copies.push_back(In);
        }
      }
    } else {
      bool IsUse = !stageUses(S).empty();
      for (const VarDecl *Alias : Aliases)
        IsUse |= mentions(S, Alias);
      for (const VarDecl *Tile : Stored)
        IsUse |= mentions(S, Tile);
      IsUse |= work().touchesTile(S);
      if (IsUse) {
        Events += 'U';
        EndBarriers.clear();
      }
      if (const auto *Declared = dyn_cast<DeclStmt>(S); Declared && IsUse)
        for (const Decl *D : Declared->decls())
          if (const auto *Var = dyn_cast<VarDecl>(D);
              Var && (Var->getType()->isPointerType() ||
                      Var->getType()->isReferenceType()))
            Aliases.push_back(Var);
      if (const Change C = changeOf(S);
          IsUse && C.Var && C.Var->getType()->isPointerType())
        return refuse(S, "a pointer to a stage outlives the trip");
      // What only names the condition.
      if (const auto *Declared = dyn_cast<DeclStmt>(S))
        if (const auto *Var = Declared->isSingleDecl()
                                  ? dyn_cast<VarDecl>(Declared->getSingleDecl())
                                  : nullptr;
            Var && Var->getInit() &&
            (Var->getInit() == conditionOf(*Out.Next) ||
             Var->getInit() == conditionOf(*Out.Store)))
          Out.Gone.push_back(S);
    }
  }
  for (const auto &[Register, Value] : Out.Registers) {
    auto Count = [&, R = Register](const Stmt *In) {
      unsigned N = 0;
      forEach<DeclRefExpr>(
          In, [&](const DeclRefExpr &Ref) { N += Ref.getDecl() == R; });
      return N;
    };
    if (Count(Out.Function->getBody()) != Count(Out.Next) + Count(Out.Store))
      return refuse(Out.Next, "'" + Register->getNameAsString() +
                                  "' is used for something else, too");
  }
  if (!Out.Barrier)
    return refuse(nullptr, "it has no barrier of its own");
  const size_t FirstUse = Events.find('U');
  const size_t FirstBarrier = Events.find('B');
  Out.AddsBarrier = FirstBarrier == Events.npos || FirstBarrier > FirstUse;
  Out.LoadAt = Out.AddsBarrier ? Out.Next : Out.Barrier;
  Out.HasBarrierAtEnd = false;
  return true;
}

bool HandReader::readRegisterFront() {
  bool IsBehind = false;
  for (const Stmt *S : Block.body()) {
    if (S == &Target)
      break;
    std::optional<Operation> Op = operation(S);
    if (Op && Op->Kind == Operation::Barrier) {
      if (IsBehind)
        FrontBarrier = S;
      IsBehind = false;
      continue;
    }
    bool NamesTile = false;
    for (const VarDecl *Tile : Stored)
      NamesTile |= mentions(S, Tile);
    if (!NamesTile)
      continue;
    if (isa<DeclStmt>(S) || !storesTile(S))
      return refuse(S, "it uses a tile in front of the loop");
    const auto *If = dyn_cast<IfStmt>(S);
    if (If && !If->getElse() && Out.First.empty()) {
      Canonical Guard(Ctx, {}), First(Ctx, {});
      First.set(Out.Counter->getName(), First.valueOf(Out.Counter->getInit()));
      if (Guard.spell(If->getCond()) == First.spell(Out.Loop->getCond())) {
        Out.First = partsOf(If->getThen());
        Out.Gone.push_back(S);
        IsBehind = true;
        continue;
      }
    }
    Out.First.push_back(S);
    Out.Gone.push_back(S);
    IsBehind = true;
  }
  if (IsBehind)
    FrontBarrier = nullptr; // Another store follows it.
  // Two stages, if the first tile goes to one that has a number.
  for (const VarDecl *Tile : Stored) {
    const auto *Type =
        dyn_cast<ConstantArrayType>(Tile->getType()->getAsArrayTypeUnsafe());
    bool HasStages = Type && Type->getZExtSize() == 2;
    Numbers Known(Ctx);
    for (const Stmt *S : Out.First)
      for (const StageUse &Use : stageUses(S))
        HasStages &=
            Use.Tile != Tile || Known.value(Use.Element->getIdx()).has_value();
    for (const Stmt *S : Out.Copies)
      for (const StageUse &Use : stageUses(S))
        HasStages &=
            Use.Tile != Tile || !Known.value(Use.Element->getIdx()).has_value();
    if (HasStages)
      Out.Tiles.insert(Tile);
  }
  return Out.Tiles.empty() || Out.Tiles.size() == Stored.size() ||
         refuse(nullptr, "some of its tiles have two stages, others one");
}

/// What is stored is published before it is read, and is not stored over what
/// is still read.
bool HandReader::checkRegisterOrder() {
  const size_t L = Events.find('L'), S = Events.find('S'),
               FirstUse = Events.find('U'), LastUse = Events.rfind('U');
  if (FirstUse == Events.npos || L == Events.npos || S == Events.npos || L > S)
    return refuse(nullptr, "it does not load, read and store its tiles in "
                           "this order");
  auto HasBarrier = [&](size_t From, size_t To) {
    return From < To && Events.substr(From, To - From).find('B') != Events.npos;
  };
  if (S < LastUse)
    return refuse(Out.Store, "it stores the next tile before reads of this "
                             "one");
  const bool IsPublished =
      HasBarrier(S, Events.size()) || HasBarrier(0, FirstUse);
  const bool IsFree =
      Out.Tiles.empty()
          ? HasBarrier(LastUse, S)
          : HasBarrier(0, S) || HasBarrier(LastUse, Events.size());
  if (!IsPublished)
    return refuse(nullptr, "no barrier stands between a store and the first "
                           "read of its tile: a race");
  if (!IsFree)
    return refuse(nullptr, "no barrier stands between the last read of a stage "
                           "and the next store to it: a race");
  bool IsFirstPublished = HasBarrier(0, FirstUse);
  return IsFirstPublished || FrontBarrier ||
         refuse(nullptr, "no barrier publishes the first tile: a race");
}

bool HandReader::readHeader() {
  const auto *Init = dyn_cast_or_null<DeclStmt>(Out.Loop->getInit());
  Out.Counter = Init && Init->isSingleDecl()
                    ? dyn_cast<VarDecl>(Init->getSingleDecl())
                    : nullptr;
  const Change Inc = changeOf(Out.Loop->getInc());
  if (!Out.Counter || !Out.Counter->getInit() || !Out.Loop->getCond() ||
      Inc.Var != Out.Counter)
    return refuse(Out.Loop, "its header counts in another way than one "
                            "variable by one step");
  if (const auto *Op = dyn_cast<BinaryOperator>(Inc.E)) {
    if (Op->getOpcode() != BO_AddAssign)
      return refuse(Op, "the counter does not grow by a step");
    Out.Step = Op->getRHS();
  } else if (!cast<UnaryOperator>(Inc.E)->isIncrementOp()) {
    return refuse(Inc.E, "the counter does not grow by a step");
  }
  return true;
}

bool HandReader::readSteps() {
  auto Note = [&](const Operation &Op) {
    if (Op.Kind == Operation::Commit)
      Events += 'C';
    else if (Op.Kind == Operation::Wait)
      Events += Op.Async.Pending == 0u   ? 'W'
                : Op.Async.Pending == 1u ? 'w'
                                         : '?';
    else
      Events += '?';
  };
  std::vector<const VarDecl *> Aliases;
  for (const Stmt *S : Out.Steps->body()) {
    std::optional<Operation> Op = operation(S);
    const auto *If = dyn_cast<IfStmt>(S);
    if (Op && Op->Kind == Operation::Barrier) {
      Events += 'B';
      if (!Out.Barrier)
        Out.Barrier = S;
    } else if (Op) {
      if (Op->Kind == Operation::Copy)
        return refuse(S, "the next tile is copied even where there is none");
      Note(*Op);
      Out.Gone.push_back(S);
      if (!Out.LoadAt && Op->Kind == Operation::Wait)
        Out.LoadAt = S;
    } else if (If && holdsCopy(If)) {
      if (Out.Next)
        return refuse(S, "it copies in two places");
      Out.Next = If;
      Out.Gone.push_back(S);
      if (!Out.LoadAt)
        Out.LoadAt = S;
      Events += 'L';
      std::string Waits;
      for (const Stmt *In : partsOf(If->getThen())) {
        std::optional<Operation> Own = operation(In);
        if (Own && Own->Kind != Operation::Copy) {
          const size_t Before = Events.size();
          Note(*Own);
          CommitsInNext |= Events.substr(Before) == "C";
        } else if (Events.back() != 'L') {
          return refuse(In, "it copies behind the commit");
        } else {
          Out.Copies.push_back(In);
        }
      }
      // Else there is nothing in flight but the tile of this trip.
      for (const Stmt *In : partsOf(If->getElse())) {
        std::optional<Operation> Own = operation(In);
        if (!Own || Own->Kind != Operation::Wait || Own->Async.Pending != 0u)
          return refuse(In, "where there is no next tile, it does not just "
                            "wait for all copies");
        Waits += 'W';
      }
      const bool WaitsInThen =
          Events.find_first_of("Ww", Events.find('L')) != Events.npos;
      if (WaitsInThen && Waits.empty())
        return refuse(If, "it waits in one of two cases only");
    } else if (holdsCopy(S)) {
      return refuse(S, "the next tile is copied even where there is none");
    } else {
      // Also by a pointer or a reference to a stage.
      bool IsUse = !stageUses(S).empty();
      for (const VarDecl *Alias : Aliases)
        IsUse |= mentions(S, Alias);
      IsUse |= work().touchesTile(S);
      if (IsUse)
        Events += 'U';
      if (const auto *Declared = dyn_cast<DeclStmt>(S); Declared && IsUse)
        for (const Decl *D : Declared->decls())
          if (const auto *Var = dyn_cast<VarDecl>(D);
              Var && (Var->getType()->isPointerType() ||
                      Var->getType()->isReferenceType()))
            Aliases.push_back(Var);
      if (const Change C = changeOf(S);
          IsUse && C.Var && C.Var->getType()->isPointerType())
        return refuse(S, "a pointer to a stage outlives the trip");
    }
  }
  if (!Out.Next || !Out.Barrier)
    return refuse(nullptr, "no statement of its own loads the next tile if "
                           "there is one");
  Out.HasBarrierAtEnd = false;
  const size_t LastUse = Events.rfind('U');
  Out.HasBarrierAtEnd =
      LastUse != Events.npos && Events.find('B', LastUse) != Events.npos;
  return true;
}

bool HandReader::readFront() {
  bool HasCommit = false;
  for (const Stmt *S : Block.body()) {
    if (S == &Target)
      break;
    std::optional<Operation> Op = operation(S);
    if (holdsCopy(S)) {
      if (HasCommit)
        return refuse(S, "more than one group of copies is started in front "
                         "of the loop");
      const auto *If = dyn_cast<IfStmt>(S);
      if (If && !If->getElse() && Out.First.empty()) {
        // `if (K > 0) { ... }`
        bool IsGuard = true;
        for (const Stmt *In : partsOf(If->getThen()))
          IsGuard &= holdsCopy(In) || operation(In).has_value();
        if (IsGuard) {
          FrontGuard = If->getCond();
          for (const Stmt *In : partsOf(If->getThen())) {
            std::optional<Operation> Own = operation(In);
            if (Own && Own->Kind == Operation::Commit)
              HasCommit = true;
            else if (holdsCopy(In) && !HasCommit)
              Out.First.push_back(In);
            else
              return refuse(In, "the first tile is loaded in another way");
          }
          Out.Gone.push_back(S);
          continue;
        }
      }
      Out.First.push_back(S);
      Out.Gone.push_back(S);
    } else if (Op && Op->Kind == Operation::Commit) {
      HasCommit = true;
      Out.Gone.push_back(S);
    } else if (Op && Op->Kind != Operation::Barrier) {
      return refuse(S, "it waits for the first tile in front of the loop");
    }
  }
  if (!HasCommit)
    return refuse(nullptr, "the copies of the first tile are not committed");
  // Nobody else may start a group.
  unsigned All = 0, Ours = 0;
  auto Count = [&](const Stmt *In) {
    unsigned N = 0;
    holds(In, [&](const Stmt &S) {
      std::optional<Operation> Op = readOperation(&S, Ctx);
      N += Op && (Op->Kind == Operation::Copy || Op->Kind == Operation::Commit);
      return false;
    });
    return N;
  };
  All = Count(Out.Function->getBody());
  for (const Stmt *S : Out.Gone)
    Ours += Count(S);
  return All == Ours || refuse(nullptr, "the kernel makes other asynchronous "
                                        "copies, too");
}

/// Each tile is waited for and published before it is read, and read before its
/// stage is loaded again.
bool HandReader::checkOrder() {
  const size_t L = Events.find('L'), FirstUse = Events.find('U'),
               LastUse = Events.rfind('U');
  const size_t Wait = Events.find_first_of("Ww");
  if (Events.find('?') != Events.npos || Wait == Events.npos ||
      Events.find_first_of("Ww", Wait + 1) != Events.npos)
    return refuse(nullptr, "its waits are others than one a trip");
  if (FirstUse == Events.npos)
    return refuse(nullptr, "it does not read its tiles");
  if (llvm::count(Events, 'C') != 1)
    return refuse(nullptr, "it does not commit once a trip");
  const size_t Publish = Events.find('B', Wait);
  if (Wait > FirstUse || Publish == Events.npos || Publish > FirstUse)
    return refuse(nullptr, "no wait and barrier stand between a copy and the "
                           "first read of its tile: a race");
  const bool LeavesOne = Events[Wait] == 'w';
  // Behind the commit of the next tile one group may stay in flight; where that
  // commit is not made in each trip, the else has waited for all.
  if (LeavesOne && (Wait < L || Events.find('C') > Wait))
    return refuse(nullptr, "its wait leaves the tile of this trip in flight: "
                           "a race");
  if (LeavesOne && CommitsInNext && !Out.Next->getElse())
    return refuse(nullptr, "in the last trip its wait leaves the tile in "
                           "flight: a race");
  if (Events.find('B', LastUse) == Events.npos &&
      Events.substr(0, L).find('B') == Events.npos)
    return refuse(nullptr, "no barrier stands between the last read of a stage "
                           "and its next copy: a race");
  if (L > FirstUse)
    return refuse(Out.Next, "it loads the next tile behind reads of this one");
  return true;
}

/// Tiles are named by stage, and only here; what says which stage it is serves
/// nothing else.
bool HandReader::checkUses() {
  for (const VarDecl *Tile : Out.Tiles) {
    unsigned Named = 0, Known = 0;
    forEach<DeclRefExpr>(Out.Function->getBody(), [&](const DeclRefExpr &Ref) {
      Named += Ref.getDecl() == Tile;
    });
    auto Count = [&](const Stmt *In) {
      for (const StageUse &Use : stageUses(In))
        Known += Use.Tile == Tile;
    };
    Count(Out.Loop);
    for (const Stmt *S : Out.Gone)
      if (!contains(Out.Loop, S))
        Count(S);
    if (Named != Known)
      return refuse(Out.Loop, "'" + Tile->getNameAsString() +
                                  "' is used in another way than by its "
                                  "stages, in the loop");
  }
  // Reads only, but for the copies.
  for (const Stmt *S : Out.Steps->body()) {
    if (S == Out.Next || S == Out.Store)
      continue;
    if (const Expr *Store = work().storesTile(S))
      return refuse(Store, "it stores to a tile that it has copied");
  }
  // What subscripts of stages name, and what that is made of.
  for (const StageUse &Use : stageUses(Out.Loop))
    if (Out.Tiles.count(Use.Tile))
      forEach<DeclRefExpr>(Use.Element->getIdx(), [&](const DeclRefExpr &Ref) {
        if (const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
            Var && Var->isLocalVarDecl() && Var != Out.Counter &&
            !Var->getType().isConstant(Ctx))
          Out.Ring.insert(Var);
        else if (Var && Var->isLocalVarDecl() && declarationIn(Out.Steps, Var))
          Out.Ring.insert(Var);
      });
  auto OfRing = [&](const Stmt *S) {
    const auto *Declared = dyn_cast<DeclStmt>(S);
    return (Declared &&
            llvm::all_of(Declared->decls(),
                         [&](const Decl *D) {
                           return Out.Ring.count(dyn_cast<VarDecl>(D));
                         })) ||
           Out.Ring.count(changeOf(S).Var);
  };
  for (const Stmt *S : Out.Steps->body())
    if (OfRing(S))
      forEach<DeclRefExpr>(S, [&](const DeclRefExpr &Ref) {
        if (const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
            Var && Var->isLocalVarDecl() && Var != Out.Counter)
          Out.Ring.insert(Var);
      });
  for (const VarDecl *Var : Out.Ring) {
    unsigned Named = 0, Known = 0;
    auto Count = [&](const Stmt *In, unsigned &Sum) {
      forEach<DeclRefExpr>(
          In, [&](const DeclRefExpr &Ref) { Sum += Ref.getDecl() == Var; });
    };
    Count(Out.Function->getBody(), Named);
    for (const StageUse &Use : stageUses(Out.Loop))
      if (Out.Tiles.count(Use.Tile))
        Count(Use.Element->getIdx(), Known);
    for (const Stmt *S : Out.Steps->body())
      if (OfRing(S))
        Count(S, Known);
    if (Named != Known)
      return refuse(Out.Loop, "'" + Var->getNameAsString() +
                                  "' says which stage it is, and is used for "
                                  "something else, too");
  }
  for (const Stmt *S : Out.Steps->body())
    if (OfRing(S))
      Out.Gone.push_back(S);
  return true;
}

/// The stage that a trip reads is the one that the trip before has loaded.
bool HandReader::checkTurns() {
  if (Out.Tiles.empty())
    return true; // There is one.
  Numbers Known(Ctx);
  forEach<DeclStmt>(&Block, [&](const DeclStmt &S) {
    for (const Decl *D : S.decls())
      if (const auto *Var = dyn_cast<VarDecl>(D); Var && Var->getInit() &&
                                                  Out.Ring.count(Var) &&
                                                  !contains(Out.Loop, &S))
        if (std::optional<int64_t> Value = Known.value(Var->getInit()))
          Known.Of[Var] = *Value;
  });
  std::optional<int64_t> Start = Known.value(Out.Counter->getInit()),
                         Step = Out.Step ? Known.value(Out.Step)
                                         : std::optional<int64_t>(1);
  if (Start && Step)
    Known.Of[Out.Counter] = *Start;
  std::optional<int64_t> Loaded;
  for (const Stmt *S : Out.First)
    for (const StageUse &Use : stageUses(S)) {
      std::optional<int64_t> At = Known.value(Use.Element->getIdx());
      if (!At || (Loaded && *Loaded != *At))
        return refuse(S, "which stage the first tile goes to is not known");
      Loaded = At;
    }
  const std::map<const VarDecl *, int64_t> Before = Known.Of;
  constexpr int Trips = 4; // Twice around.
  for (int Trip = 0; Trip < Trips; ++Trip) {
    std::optional<int64_t> Next;
    for (const Stmt *S : Out.Steps->body()) {
      const Change C = changeOf(S);
      for (const StageUse &Use : stageUses(S)) {
        if (!Out.Tiles.count(Use.Tile))
          continue;
        std::optional<int64_t> At = Known.value(Use.Element->getIdx());
        const bool IsLoad = S == (Out.Store ? Out.Store : Out.Next);
        if (!At || (!IsLoad && At != Loaded) ||
            (IsLoad && (At == Loaded || (Next && At != Next))) || *At < 0 ||
            *At > 1)
          return refuse(Use.Element, "the stages do not take turns");
        if (IsLoad)
          Next = At;
      }
      if (C.Var && Out.Ring.count(C.Var)) {
        if (!Known.apply(C))
          return refuse(S, "which stage comes next is not known");
      } else if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
        for (const Decl *D : Declared->decls())
          if (const auto *Var = dyn_cast<VarDecl>(D);
              Var && Out.Ring.count(Var) && Var->getInit()) {
            std::optional<int64_t> Value = Known.value(Var->getInit());
            if (!Value)
              return refuse(S, "which stage comes next is not known");
            Known.Of[Var] = *Value;
          }
      }
    }
    if (auto It = Known.Of.find(Out.Counter); It != Known.Of.end())
      It->second += *Step;
    Loaded = Next;
  }
  // From here on it repeats: the counter by its parity alone.
  for (const auto &[Var, Value] : Before)
    if (Var != Out.Counter && Known.Of.at(Var) != Value)
      return refuse(nullptr, "the stages do not take turns");
  return true;
}

/// The next tile is loaded if there is a next trip, the first one if there is a
/// first.
bool HandReader::checkGuards() {
  std::vector<std::string> Tiles;
  Canonical Trip(Ctx, Tiles), Now(Ctx, Tiles), First(Ctx, Tiles);
  const llvm::StringRef K = Out.Counter->getName();
  const Polynomial Step = Out.Step ? Trip.valueOf(Out.Step) : Polynomial(1);
  const Polynomial NextK = Trip.variable(K) + Step;
  // `const int k_next = k + T;`
  for (const Stmt *S : Out.Steps->body())
    if (const auto *Declared = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Declared->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D);
            Var && Var->getInit() && Var->getType()->isIntegerType() &&
            mentions(Var->getInit(), Out.Counter)) {
          Canonical Sum(Ctx, Tiles), Wanted(Ctx, Tiles);
          const Polynomial Of = Sum.valueOf(Var->getInit());
          const Polynomial Its =
              Sum.variable(K) +
              (Out.Step ? Sum.valueOf(Out.Step) : Polynomial(1));
          if (Of == Its && !Var->getType()->isBooleanType() &&
              (mentions(Out.Next, Var) || isNamedBy(Var))) {
            Out.NextCounters.push_back(Var);
            if (!llvm::is_contained(Out.Gone, S))
              Out.Gone.push_back(S);
          }
        }
  const Polynomial Sum =
      Now.variable(K) + (Out.Step ? Now.valueOf(Out.Step) : Polynomial(1));
  for (const VarDecl *Var : Out.NextCounters)
    Now.set(Var->getName(), Sum);
  Trip.set(K, NextK);
  const std::string Wanted = Trip.spell(Out.Loop->getCond());
  for (const IfStmt *If : {Out.Next, Out.Store})
    if (If && (Now.spell(conditionOf(*If)) != Wanted || !Now.isKnown() ||
               !Trip.isKnown()))
      return refuse(If, "its condition is not that there is a next trip");
  if (!FrontGuard)
    return true;
  First.set(K, First.valueOf(Out.Counter->getInit()));
  Canonical Guard(Ctx, Tiles);
  return Guard.spell(FrontGuard) == First.spell(Out.Loop->getCond()) ||
         refuse(FrontGuard, "its condition is not that there is a trip");
}

/// A condition that has a name names it.
bool HandReader::isNamedBy(const VarDecl *Var) const {
  return mentions(conditionOf(*Out.Next), Var);
}

/// What the next load names means the same a trip later, but for the counter.
bool HandReader::checkStable(
    llvm::function_ref<const Stmt *(const Stmt *,
                                    llvm::function_ref<bool(const VarDecl *)>)>
        Changes) {
  std::vector<const Stmt *> Loads = {Out.Next};
  if (Out.Store)
    Loads.push_back(Out.Store);
  auto IsRegister = [&](const VarDecl *Var) {
    return llvm::any_of(Out.Registers,
                        [&](const auto &R) { return R.first == Var; });
  };
  // They set nothing that lasts but tiles and registers.
  std::vector<const Stmt *> All = Loads;
  llvm::append_range(All, Out.First);
  for (const Stmt *S : All)
    if (const Stmt *Bad = Changes(S, [&](const VarDecl *Var) {
          return !Var || (!Var->hasAttr<CUDASharedAttr>() && !IsRegister(Var) &&
                          !declarationIn(S, Var));
        }))
      return refuse(Bad, "the load changes more than its tile");
  // What is asked whether there is a next trip counts as well.
  std::vector<const Stmt *> Asked = Loads;
  Asked.push_back(Out.Loop->getCond());
  Asked.push_back(Out.Loop->getInc());
  for (const IfStmt *If : {Out.Next, Out.Store})
    if (If)
      Asked.push_back(conditionOf(*If));
  VarSet Named;
  const Stmt *Bad = nullptr;
  for (const Stmt *In : Asked)
    forEach<DeclRefExpr>(In, [&](const DeclRefExpr &Ref) {
      const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
      if (!Var || Var == Out.Counter || Out.Ring.count(Var) ||
          Out.Tiles.count(Var) || Stored.count(Var) || IsRegister(Var) ||
          llvm::is_contained(Out.NextCounters, Var) || declarationIn(In, Var))
        return;
      // The name of the condition.
      const auto *If = dyn_cast<IfStmt>(In);
      if (If && If->getCond()->IgnoreParenImpCasts() == &Ref &&
          conditionOf(*If) != If->getCond())
        return;
      if (declarationIn(Out.Steps, Var))
        Bad = &Ref;
      Named.insert(Var);
    });
  Named.insert(Out.Counter);
  for (const Stmt *S : Out.Steps->body()) {
    if (Bad || llvm::is_contained(Loads, S))
      continue;
    const Effects E = work().of(S);
    for (const VarDecl *Var : Named)
      if (E.Writes.contains(Var) ||
          llvm::any_of(E.MemoryWrites, [&](const MemoryAccess &Access) {
            return Access.Root.Var == Var &&
                   (isShared(*Var) || Var->hasGlobalStorage());
          }))
        Bad = S;
    // What cannot be seen may change what has another name.
    if (!E.Unknown.empty())
      for (const VarDecl *Var : Named)
        if (!Var->getType()->isPointerType() && work().isAliased(Var))
          Bad = S;
  }
  return !Bad || refuse(Bad, "it has another value in each trip, as the "
                             "counter has");
}

/// Registers hold what is stored: with another type they would convert it.
bool HandReader::checkTypes() {
  auto TypeOf = [&](const Expr *E) {
    return Ctx.getCanonicalType(E->IgnoreImplicit()->getType())
        .getUnqualifiedType();
  };
  for (const auto &[Register, Value] : Out.Registers) {
    const QualType Its =
        Ctx.getCanonicalType(Register->getType()).getUnqualifiedType();
    if (TypeOf(Value) == Its)
      continue;
    // The element is of the register's type: it converts as well.
    unsigned Stores = 0, Named = 0;
    forEach<Expr>(Out.Store->getThen(), [&](const Expr &E) {
      if (const auto *Ref = dyn_cast<DeclRefExpr>(&E))
        Named += Ref->getDecl() == Register;
      const std::optional<Assigned> Set =
          &E == E.IgnoreImplicit() ? assignmentIn(&E) : std::nullopt;
      const auto *Ref =
          Set ? dyn_cast<DeclRefExpr>(Set->Value->IgnoreImplicit()) : nullptr;
      Stores += Ref && Ref->getDecl() == Register && TypeOf(Set->To) == Its;
    });
    if (Stores != Named)
      return refuse(Value, "'" + Register->getNameAsString() + "' is '" +
                               Register->getType().getAsString() +
                               "' and converts what is loaded for the next "
                               "tile; store the first tile by it, too, or "
                               "give it the type of what it holds");
  }
  return true;
}

/// Nothing that the first copies read changes between them and the loop, and no
/// way leads around the end of a trip.
bool HandReader::checkBetween() {
  if (holdsA<ContinueStmt, BreakStmt, ReturnStmt, GotoStmt, SwitchStmt>(
          Out.Steps))
    return refuse(nullptr, "a trip may end in its middle");
  auto Changes = [&](const Stmt *In,
                     llvm::function_ref<bool(const VarDecl *)> IsBad) {
    return findStatement(In, [&](const Stmt &S) {
      const auto *E = dyn_cast<Expr>(&S);
      const Expr *To = nullptr;
      if (const auto *Op = dyn_cast_or_null<BinaryOperator>(E);
          Op && Op->isAssignmentOp())
        To = Op->getLHS();
      else if (const auto *Op = dyn_cast_or_null<UnaryOperator>(E);
               Op && Op->isIncrementDecrementOp())
        To = Op->getSubExpr();
      if (isa_and_nonnull<CallExpr>(E) && !operation(E))
        return IsBad(nullptr);
      if (!To)
        return false;
      To = To->IgnoreParenImpCasts();
      while (const auto *Element = dyn_cast<ArraySubscriptExpr>(To))
        To = Element->getBase()->IgnoreParenImpCasts();
      const auto *Ref = dyn_cast<DeclRefExpr>(To);
      const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      return IsBad(Var);
    });
  };
  for (const Stmt *S : Out.Steps->body())
    if (work().of(S).Writes.contains(Out.Counter))
      return refuse(S, "the counter changes within a trip");
  if (!checkStable(Changes))
    return false;
  bool IsBehind = false;
  for (const Stmt *S : Block.body()) {
    if (S == &Target)
      break;
    if (llvm::is_contained(Out.Gone, S)) {
      IsBehind = true;
      continue;
    }
    if (!IsBehind || operation(S))
      continue;
    const Stmt *Bad = Changes(S, [&](const VarDecl *Var) {
      return !Var || !Var->isLocalVarDecl() || Var->hasAttr<CUDASharedAttr>() ||
             Var->getType()->isPointerType() ||
             llvm::any_of(
                 Out.Copies,
                 [&](const Stmt *Copy) { return mentions(Copy, Var); }) ||
             mentions(Out.Next, Var);
    });
    if (Bad || isa<AsmStmt, ReturnStmt>(S))
      return refuse(Bad ? Bad : S, "it may change what the first tile is "
                                   "loaded from, behind its load");
  }
  return true;
}

/// What stays and may come before \p S with no barrier between, in the plain
/// loop's function.
StatementList HandReader::inFrontOf(const Stmt *S) const {
  StatementList All;
  const Stmt *Inner = S;
  for (DynTypedNode Node = DynTypedNode::create(*S);;) {
    const DynTypedNodeList Parents = Ctx.getParents(Node);
    const Stmt *Around = Parents.empty() ? nullptr : Parents[0].get<Stmt>();
    if (!Around)
      return All;
    if (const auto *Parts = dyn_cast<CompoundStmt>(Around)) {
      const auto At = llvm::find(Parts->body(), Inner);
      for (const Stmt *Before :
           llvm::reverse(llvm::make_range(Parts->body_begin(), At))) {
        if (!stays(Before))
          continue;
        if (isBarrier(Before))
          return All;
        All.push_back(Before);
      }
    } else if (!isa<AttributedStmt>(Around)) {
      All.push_back(Around); // All of it: it may be a loop.
    }
    Inner = Around;
    Node = Parents[0];
  }
}

/// ... and may come behind \p S, which stands in front of the loop.
StatementList HandReader::behind(const Stmt *S) const {
  StatementList All;
  const Stmt *Inner = S;
  for (DynTypedNode Node = DynTypedNode::create(*S);;) {
    const DynTypedNodeList Parents = Ctx.getParents(Node);
    const Stmt *Around = Parents.empty() ? nullptr : Parents[0].get<Stmt>();
    if (!Around)
      return All;
    if (const auto *Parts = dyn_cast<CompoundStmt>(Around)) {
      const auto At = llvm::find(Parts->body(), Inner);
      for (const Stmt *Behind :
           llvm::make_range(std::next(At), Parts->body_end())) {
        if (Behind == &Target) {
          // Of its trip, what stands in front of the load's barrier.
          All.push_back(Out.Loop->getCond());
          for (const Stmt *Step : Out.Steps->body()) {
            if (Step == (Out.AddsBarrier ? Out.LoadAt : Out.Barrier))
              break;
            if (stays(Step))
              All.push_back(Step);
          }
          continue;
        }
        if (!stays(Behind))
          continue;
        if (isBarrier(Behind))
          return All;
        All.push_back(Behind);
      }
    } else if (!isa<AttributedStmt>(Around)) {
      All.push_back(Around);
    }
    Inner = Around;
    Node = Parents[0];
  }
}

/// Barriers that are there for the tiles go: the plain loop has one behind its
/// load, and one at its end. Those that order other work, too, stay.
bool HandReader::dropSpareBarriers() {
  if (Out.Registers.empty())
    return true;
  if (FrontBarrier &&
      !work().mayMeet(inFrontOf(FrontBarrier), behind(FrontBarrier)))
    Out.Gone.push_back(FrontBarrier);
  // Of those that are not decided on, none is counted on.
  auto OrdersOthers = [&](const Stmt *Barrier) {
    StatementList Front, Behind;
    bool IsBehind = false;
    for (const Stmt *S : Out.Steps->body()) {
      if (S == Barrier) {
        IsBehind = true;
        continue;
      }
      if (!stays(S))
        continue;
      if (IsBehind) {
        if (!isBarrier(S))
          Behind.push_back(S);
      } else if (isBarrier(S)) {
        // One that was found to stay, or that of the load.
        Front.clear();
      } else {
        Front.push_back(S);
      }
    }
    return work().mayMeet(Front, Behind);
  };
  for (const Stmt *Barrier : EndBarriers)
    if (!OrdersOthers(Barrier))
      Out.Gone.push_back(Barrier);
  if (holds(Out.Store, [&](const Stmt &S) { return isBarrier(&S); }) &&
      OrdersOthers(Out.Store))
    return refuse(Out.Store, "its barrier orders other work of the trip, too; "
                             "put that one behind the 'if'");
  for (const Stmt *S : Out.Steps->body())
    if (stays(S))
      Out.HasBarrierAtEnd = isBarrier(S);
  return true;
}

class KernelBodies : public DynamicRecursiveASTVisitor {
public:
  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->doesThisDeclarationHaveABody() && !F->isDependentContext())
      Found.push_back(F);
    return true;
  }
  std::vector<const FunctionDecl *> Found;
};

} // namespace

std::vector<FoundByHand> findHandPipelines(ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  KernelBodies Bodies;
  for (Decl *D : topLevelDecls(Ctx))
    if (SM.isInMainFile(SM.getExpansionLoc(D->getLocation())))
      Bodies.TraverseDecl(D);
  std::vector<FoundByHand> Out;
  for (const FunctionDecl *F : Bodies.Found) {
    auto Visit = [&](auto &&Self, const CompoundStmt &Block) -> void {
      for (const Stmt *S : Block.body()) {
        const Stmt *Inner = S;
        while (const auto *Attributed = dyn_cast<AttributedStmt>(Inner))
          Inner = Attributed->getSubStmt();
        if (const auto *For = dyn_cast<ForStmt>(Inner))
          if (auto Parts = HandReader(*F, *For, Block, *S, Ctx).run())
            Out.push_back({F, For, std::move(*Parts)});
        forEach<CompoundStmt>(S, [&](const CompoundStmt &Deeper) {
          if (&Deeper != &Block)
            for (const Stmt *In : Deeper.body())
              if (const auto *For = dyn_cast<ForStmt>(In))
                if (auto Parts = HandReader(*F, *For, Deeper, *In, Ctx).run())
                  Out.push_back({F, For, std::move(*Parts)});
        });
      }
    };
    if (const auto *Body = dyn_cast_or_null<CompoundStmt>(F->getBody()))
      Visit(Visit, *Body);
  }
  return Out;
}

OrRejection<std::vector<TextEdit>> oneStage(const HandPipeline &Of,
                                            const SourceText &Source,
                                            const ASTContext &Ctx) {
  std::vector<TextEdit> Out;
  auto NotRead = [&](const Stmt *S) {
    return Rejection{RejectionKind::PipelineNotRead, S->getSourceRange(),
                     "a macro stands in the way"};
  };
  // The subscripts of stages in a range, and the step of the counter.
  auto Plain = [&](const Stmt *S, bool IsLoad,
                   std::vector<TextEdit> &Edits) -> bool {
    for (const StageUse &Use : stageUses(S)) {
      if (!Of.Tiles.count(Use.Tile))
        continue;
      std::optional<TextRange> Base = Source.range(Use.Element->getBase()),
                               All = Source.range(Use.Element);
      if (!Base || !All)
        return false;
      Edits.push_back({{Base->End, All->End}, ""});
    }
    if (!IsLoad)
      return true;
    std::optional<TextRange> Range =
        isa<Expr>(S) ? Source.range(S) : Source.statement(S);
    if (!Range)
      return false;
    // `k + T` is `k` now.
    std::string Step = "1";
    if (Of.Step)
      if (std::optional<std::string> Text = Source.text(Of.Step))
        Step = *Text;
    std::vector<std::pair<std::string, TextRange>> Words;
    Source.forTokens(*Range, [&](const Token &Word, unsigned At) {
      Words.push_back({Source.text({At, At + Word.getLength()}).str(),
                       {At, At + Word.getLength()}});
    });
    std::vector<std::string> Wanted = {Of.Counter->getNameAsString(), "+"};
    Source.forTokens(Of.Step ? *Source.range(Of.Step) : TextRange{0, 0},
                     [&](const Token &Word, unsigned At) {
                       Wanted.push_back(
                           Source.text({At, At + Word.getLength()}).str());
                     });
    if (!Of.Step)
      Wanted.push_back("1");
    for (size_t I = 0; I < Words.size(); ++I) {
      for (const VarDecl *Next : Of.NextCounters)
        if (Words[I].first == Next->getName())
          Edits.push_back({Words[I].second, Of.Counter->getNameAsString()});
      if (I + Wanted.size() > Words.size())
        continue;
      bool IsSame = true;
      for (size_t J = 0; J < Wanted.size(); ++J)
        IsSame &= Words[I + J].first == Wanted[J];
      if (!IsSame)
        continue;
      TextRange Sum{Words[I].second.Begin,
                    Words[I + Wanted.size() - 1].second.End};
      // `(k + T)`, alone in its parentheses.
      if (I > 0 && I + Wanted.size() < Words.size() &&
          Words[I - 1].first == "(" && Words[I + Wanted.size()].first == ")" &&
          (I < 2 || !isAsciiIdentifierContinue(Words[I - 2].first.back())))
        Sum = {Words[I - 1].second.Begin, Words[I + Wanted.size()].second.End};
      Edits.push_back({Sum, Of.Counter->getNameAsString()});
    }
    return true;
  };

  auto PlainExpression = [&](const Expr *E, std::vector<TextEdit> &Edits) {
    return Plain(E, true, Edits);
  };
  std::optional<TextRange> At = Source.statement(Of.LoadAt),
                           Barrier = Source.statement(Of.Barrier);
  if (!At || !Barrier)
    return NotRead(Of.Loop);
  const llvm::StringRef Indent = Source.indentAt(At->Begin);
  std::string Load;
  for (const Stmt *S : Of.Copies) {
    std::optional<TextRange> R = Source.statement(S);
    std::vector<TextEdit> Edits;
    if (!R || !Plain(S, true, Edits))
      return NotRead(S);
    for (const auto &[Register, Value] : Of.Registers) {
      std::vector<TextEdit> Inner;
      std::optional<TextRange> V = Source.range(Value);
      if (!V || !PlainExpression(Value, Inner))
        return NotRead(S);
      std::optional<std::string> Text = Source.edited(*V, Inner);
      const std::optional<Assigned> Set = assignmentIn(S);
      if (!Text)
        return NotRead(S);
      bool IsLost = false;
      forEach<DeclRefExpr>(S, [&](const DeclRefExpr &Ref) {
        if (Ref.getDecl() != Register)
          return;
        std::optional<TextRange> At = Source.range(&Ref);
        const bool IsWhole =
            Set && Set->Value->IgnoreImplicit() == Ref.IgnoreImplicit();
        if (At)
          Edits.push_back({*At, IsWhole ? *Text : "(" + *Text + ")"});
        IsLost |= !At;
      });
      if (IsLost)
        return NotRead(S);
    }
    // In subscripts that go, all else goes, too.
    llvm::erase_if(Edits, [&](const TextEdit &E) {
      return !E.Text.empty() && llvm::any_of(Edits, [&](const TextEdit &O) {
        return O.Text.empty() && O.Range.contains(E.Range);
      });
    });
    const unsigned Begin = std::min(Source.leading(R->Begin).Begin, R->Begin);
    std::optional<std::string> Text = Source.edited({Begin, R->End}, Edits);
    if (!Text)
      return NotRead(S);
    Load += reindent(*Text, Source.indentAt(R->Begin), Indent) + "\n";
  }
  if (Of.AddsBarrier)
    Load += Indent.str() + Source.text(*Barrier).str() + "\n";
  for (const Stmt *S : Of.Gone) {
    std::optional<TextRange> R = Source.statement(S);
    if (!R)
      return NotRead(S);
    const unsigned Behind = Source.endOfTrivia(R->End);
    const unsigned Begin =
        Behind > R->End ? Source.leading(R->Begin).Begin : R->Begin;
    Out.push_back({{Begin, Behind}, S == Of.LoadAt ? Load : ""});
  }
  if (!llvm::is_contained(Of.Gone, Of.LoadAt)) {
    const unsigned Line = Source.lineStart(At->Begin);
    Out.push_back({{Line, Line}, Load});
  }
  for (const Stmt *S : Of.Steps->body())
    if (!llvm::is_contained(Of.Gone, S) && !Plain(S, false, Out))
      return NotRead(S);
  if (!Of.HasBarrierAtEnd) {
    const Stmt *Last = nullptr;
    for (const Stmt *S : Of.Steps->body())
      if (!llvm::is_contained(Of.Gone, S))
        Last = S;
    std::optional<TextRange> R =
        Last ? Source.statement(Last) : std::optional<TextRange>();
    if (!R)
      return NotRead(Of.Loop);
    const unsigned Place = Source.endOfTrivia(R->End);
    Out.push_back(
        {{Place, Place},
         Source.indentAt(R->Begin).str() + Source.text(*Barrier).str() + "\n"});
  }
  for (const VarDecl *Tile : Of.Tiles) {
    std::optional<TextRange> Name =
        Source.range(SourceRange(Tile->getLocation(), Tile->getLocation()));
    const size_t Open =
        Name ? Source.code().find('[', Name->End) : llvm::StringRef::npos;
    const size_t Close = Source.code().find(']', Open);
    if (Close == llvm::StringRef::npos)
      return NotRead(Of.Loop);
    Out.push_back({{unsigned(Open), unsigned(Close + 1)}, ""});
  }
  // Variables of the stages, and registers.
  std::set<const VarDecl *> Vars = Of.Ring;
  for (const auto &[Register, Value] : Of.Registers)
    Vars.insert(Register);
  for (const VarDecl *Var : Vars)
    if (const DeclStmt *S = declarationIn(Of.Function->getBody(), Var);
        S && !llvm::is_contained(Of.Gone, S)) {
      if (!llvm::all_of(S->decls(), [&](const Decl *D) {
            return Vars.count(dyn_cast<VarDecl>(D));
          }))
        continue;
      std::optional<TextRange> R = Source.statement(S);
      if (!R)
        return NotRead(S);
      const TextRange Lines{Source.lineStart(R->Begin),
                            Source.endOfTrivia(R->End)};
      if (llvm::none_of(Out, [&](const TextEdit &E) {
            return E.Range.Begin == Lines.Begin;
          }))
        Out.push_back({Lines, ""});
    }
  llvm::stable_sort(Out, [](const TextEdit &A, const TextEdit &B) {
    return std::pair(A.Range.Begin, A.Range.End) <
           std::pair(B.Range.Begin, B.Range.End);
  });
  return Out;
}

std::optional<CopiesSpelled> spellCopies(const HandPipeline &Of,
                                         const ASTContext &Ctx) {
  CopiesSpelled Out;
  for (const VarDecl *Tile : Of.Tiles)
    Out.Tiles.push_back(Tile->getNameAsString());
  Canonical First(Ctx, Out.Tiles), Next(Ctx, Out.Tiles);
  Out.OfFirst = First.spell(Of.First);
  const Polynomial Sum = Next.variable(Of.Counter->getName()) +
                         (Of.Step ? Next.valueOf(Of.Step) : Polynomial(1));
  for (const VarDecl *Var : Of.NextCounters)
    Next.set(Var->getName(), Sum);
  for (const auto &[Register, Value] : Of.Registers)
    Next.setText(Register->getName(), Next.spell(Value));
  Out.OfNext = Next.spell(Of.Copies);
  Out.Count = Of.Copies.size();
  for (const Stmt *S : Of.Steps->body()) {
    if (S == Of.LoadAt)
      break;
    const auto *Declared = dyn_cast<DeclStmt>(S);
    const bool IsOurs =
        Declared && llvm::all_of(Declared->decls(), [&](const Decl *D) {
          const auto *Var = dyn_cast<VarDecl>(D);
          return Of.Ring.count(Var) ||
                 llvm::any_of(Of.Registers,
                              [&](const auto &R) { return R.first == Var; });
        });
    Out.Before += !IsOurs && !llvm::is_contained(Of.Gone, S);
  }
  if (!First.isKnown() || !Next.isKnown())
    return std::nullopt;
  return Out;
}

bool copiesTheSame(llvm::ArrayRef<const Stmt *> Copies, const ForStmt &Loop,
                   const CopiesSpelled &Of, const ASTContext &Ctx) {
  const auto *Init = cast<DeclStmt>(Loop.getInit());
  const auto *Counter = cast<VarDecl>(Init->getSingleDecl());
  // With no stage there is no subscript to leave out: the name is the tile.
  Canonical First(Ctx, {}), Next(Ctx, {});
  First.set(Counter->getName(), First.valueOf(Counter->getInit()));
  const Change Inc = changeOf(Loop.getInc());
  Polynomial Step(1);
  if (const auto *Op = dyn_cast<BinaryOperator>(Inc.E))
    Step = Next.valueOf(Op->getRHS());
  Next.set(Counter->getName(), Next.variable(Counter->getName()) + Step);
  auto AsTiles = [&](std::string Text) {
    for (const std::string &Tile : Of.Tiles)
      for (size_t At = 0;
           (At = Text.find("ref:" + Tile + ",", At)) != std::string::npos;)
        Text.replace(At, 4, "tile:");
    return Text;
  };
  return AsTiles(First.spell(Copies)) == Of.OfFirst &&
         AsTiles(Next.spell(Copies)) == Of.OfNext && First.isKnown() &&
         Next.isKnown();
}

} // namespace cudapipe
