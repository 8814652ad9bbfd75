//===- WorkCounter.cpp - Statements, loops, memory ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   Statements, loops, memory
//   Arithmetic, loads and calls
//
//===----------------------------------------------------------------------===//

#include "WorkCounter.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/AsmText.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/BoundedLoop.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

//===- Statements, loops, memory ----------------------------------------===//

/// The widest load there is.
static constexpr uint64_t WidestAccess = 16;

WorkCounter::WorkCounter(const Stmt *Scope, const PointerFlow &Flow,
                         const ASTContext &Ctx, const TripHint &Hint)
    : Flow(&Flow), Ctx(Ctx), Hint(Hint) {
  // Data spread through variables; a chain of more rounds is none.
  bool Grew = true;
  for (unsigned Round = 0; Grew && Round < 8; ++Round) {
    Grew = false;
    collectData(Scope, Grew);
  }
}

void WorkCounter::statement(const Stmt *S) {
  if (!S)
    return;
  if (const auto *E = dyn_cast<Expr>(S))
    return E->isGLValue() && !isa<BinaryOperator, CallExpr, UnaryOperator>(E)
               ? place(E)
               : value(E);
  if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        declaration(*Var);
    return;
  }
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    statement(If->getInit());
    if (const VarDecl *Var = If->getConditionVariable())
      declaration(*Var);
    if (std::optional<int64_t> Known = constantValue(If->getCond(), Ctx))
      return statement(*Known ? If->getThen() : If->getElse());
    value(If->getCond());
    return branches([&] { statement(If->getThen()); },
                    [&] { statement(If->getElse()); });
  }
  if (const auto *For = dyn_cast<ForStmt>(S))
    return loop(*For);
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
    return asmText(*Asm);
  if (isa<WhileStmt, DoStmt, CXXForRangeStmt>(S))
    Out.noteMissed(S, "this loop has no constant trip count");
  else if (isa<SwitchStmt>(S))
    Out.noteMissed(S, "a switch takes one of its branches");
  for (const Stmt *Child : S->children())
    statement(Child);
}

void WorkCounter::declaration(const VarDecl &Var) {
  const Expr *Init = Var.getInit();
  if (!Init || isShared(Var))
    return;
  if (Var.getType()->isReferenceType() && Init->isGLValue())
    place(Init);
  else
    value(Init);
  DependsOn[&Var] = levelsOf(Init);
}

/// All variables that \p S assigns to; those it declares are set anew.
static void assignedIn(const Stmt *S,
                       llvm::function_ref<void(const VarDecl *)> Use) {
  if (!S)
    return;
  const Expr *To = nullptr;
  if (const auto *Op = dyn_cast<BinaryOperator>(S); Op && Op->isAssignmentOp())
    To = Op->getLHS();
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && Op->isIncrementDecrementOp())
    To = Op->getSubExpr();
  if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(
          To ? To->IgnoreParenImpCasts() : nullptr))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      Use(Var);
  for (const Stmt *Child : S->children())
    assignedIn(Child, Use);
}

void WorkCounter::loop(const ForStmt &For) {
  statement(For.getInit());
  std::optional<uint64_t> Trips;
  if (std::optional<CountedLoop> Counted = countedLoop(For, Ctx);
      Counted && !Counted->Symbolic)
    Trips = Counted->Trips;
  else if (std::optional<BoundedLoop> Bounded = boundedLoop(For, Ctx);
           Bounded && !Bounded->Symbolic)
    Trips = Bounded->Trips; // only the last tile is shorter
  else if (Hint)
    Trips = Hint(For);
  if (!Trips)
    Out.noteMissed(&For, "this loop has no constant trip count");
  Effects Done = effectsOf(&For, *Flow, Ctx);
  uint64_t Bit = uint64_t(1) << std::min<size_t>(Levels.size(), 63);
  for (auto &Entry : DependsOn)
    Entry.second &= ~Bit;
  // What a trip leaves for the next changes with the loop.
  assignedIn(&For, [&](const VarDecl *Var) { DependsOn[Var] |= Bit; });
  Levels.push_back({double(Trips.value_or(1)),
                    !Done.MemoryWrites.empty() || !Done.Barriers.empty()});
  statement(For.getBody());
  Levels.pop_back();
}

void WorkCounter::branches(llvm::function_ref<void()> Then,
                           llvm::function_ref<void()> Else) {
  WorkCount Before = std::move(Out);
  Out = {};
  Then();
  WorkCount First = std::move(Out);
  Out = {};
  Else();
  for (double WorkCount::*Figure :
       {&WorkCount::Operations, &WorkCount::Math, &WorkCount::GlobalLoads,
        &WorkCount::GlobalStores, &WorkCount::SharedLoads,
        &WorkCount::SharedStores, &WorkCount::AsyncCopies,
        &WorkCount::LoadedBytes})
    Out.*Figure = std::max(Out.*Figure, First.*Figure);
  Out.noteMissed(First.Missed, First.WhyMissed);
  Before += Out;
  Out = std::move(Before);
}

WorkCounter::Memory WorkCounter::memoryOf(const RootSet &Roots) const {
  Memory Where = Memory::None;
  for (const MemoryRoot &Root : Roots) {
    if (Root.Kind == MemoryRoot::Shared)
      return Memory::Shared;
    if (Root.Kind != MemoryRoot::Local && Root.Kind != MemoryRoot::Constant)
      Where = Memory::Global;
  }
  return Where;
}

double WorkCounter::allTrips() const {
  double Trips = 1;
  for (const Level &L : Levels)
    Trips *= L.Trips;
  return Trips;
}

uint64_t WorkCounter::levelsOf(const Stmt *S) const {
  uint64_t Bits = 0;
  forEach<DeclRefExpr>(S, [&](const DeclRefExpr &Ref) {
    if (const auto *Var = dyn_cast<VarDecl>(Ref.getDecl()))
      Bits |= DependsOn.lookup(Var);
  });
  return Bits;
}

double WorkCounter::tripsOf(const Expr *E) const {
  uint64_t Bits = levelsOf(E);
  double Trips = 1;
  for (auto [I, L] : llvm::enumerate(Levels))
    if (L.StoresMemory || (Bits >> std::min<size_t>(I, 63) & 1))
      Trips *= L.Trips;
  return Trips;
}

uint64_t WorkCounter::bytesOf(QualType Type, const Expr *E) {
  Type = Type.getNonReferenceType();
  if (Type->isDependentType() || Type->isIncompleteType()) {
    Out.noteMissed(E, "its size depends on a template parameter");
    return 4;
  }
  return Ctx.getTypeSizeInChars(Type).getQuantity();
}

void WorkCounter::load(const Expr *Address, Memory Where, uint64_t Bytes) {
  double Times = tripsOf(Address);
  double Each = std::max<uint64_t>(1, llvm::divideCeil(Bytes, WidestAccess));
  if (Where == Memory::Shared)
    Out.SharedLoads += Times * Each;
  if (Where == Memory::Global) {
    Out.GlobalLoads += Times * Each;
    Out.LoadedBytes += Times * Bytes;
  }
}

void WorkCounter::store(Memory Where, uint64_t Bytes) {
  double Times =
      allTrips() * std::max<uint64_t>(1, llvm::divideCeil(Bytes, WidestAccess));
  if (Where == Memory::Shared)
    Out.SharedStores += Times;
  if (Where == Memory::Global)
    Out.GlobalStores += Times;
}

void WorkCounter::loadObject(const Expr *E) {
  if (Memory Where = memoryOf(Flow->rootsOfObject(E)); Where != Memory::None)
    load(E, Where, bytesOf(accessType(E, Ctx), E));
}

void WorkCounter::storeObject(const Expr *E) {
  if (Memory Where = memoryOf(Flow->rootsOfObject(E)); Where != Memory::None)
    store(Where, bytesOf(accessType(E, Ctx), E));
}

void WorkCounter::math(Cost C) {
  if (InAddress)
    return;
  Out.Operations += C.Operations * allTrips();
  Out.Math += C.Math * allTrips();
}

void WorkCounter::asyncCopy(const AsyncOperation &Copy, const Stmt *S) {
  if (Copy.Group) // each thread's share hangs on their number
    return Out.noteMissed(S, "a group of threads copies together");
  if (!Copy.Bytes)
    Out.noteMissed(S, "this copy has no constant size");
  uint64_t Bytes = Copy.Bytes ? Copy.Bytes : 4;
  Out.AsyncCopies += allTrips() * llvm::divideCeil(Bytes, WidestAccess);
  Out.LoadedBytes += allTrips() * Bytes;
}

void WorkCounter::asmText(const GCCAsmStmt &Asm) {
  if (std::optional<AsyncOperation> Op = asyncOperation(&Asm, Ctx)) {
    if (Op->Kind == AsyncOperation::Copy)
      asyncCopy(*Op, &Asm);
    return;
  }
  const std::string Text = cudapipe::asmText(Asm);
  if (std::optional<Cost> C = asmCost(Text))
    math(*C);
  else
    Out.noteMissed(&Asm, "this instruction is not known");
  Out.SharedLoads += asmSharedLoads(Text) * allTrips();
  for (unsigned I = 0; I < Asm.getNumInputs(); ++I)
    if (Asm.getInputExpr(I)->isPRValue())
      value(Asm.getInputExpr(I));
}

//===- Arithmetic, loads and calls --------------------------------------===//

static constexpr unsigned MaxDepth = 8;

static StringRef className(QualType Type) {
  const auto *Class = Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Class ? Class->getName() : "";
}

/// Numbers that a pair of 16-bit floats holds, 1 of a plain one; 0: no number.
static unsigned lanesOf(QualType Type) {
  Type = Type.getNonReferenceType();
  if (Type->isArithmeticType())
    return 1;
  return llvm::StringSwitch<unsigned>(className(Type))
      .Cases({"__half", "__nv_bfloat16"}, 1)
      .Cases({"__half2", "__nv_bfloat162"}, 2)
      .Default(0);
}

static bool isFloat(QualType Type) {
  Type = Type.getNonReferenceType();
  return Type->isFloatingType() ||
         (lanesOf(Type) && Type->getAsCXXRecordDecl());
}

static const VarDecl *variableIn(const Expr *E) {
  while (E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return dyn_cast<VarDecl>(Ref->getDecl());
    if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E))
      E = subscriptBase(*Sub);
    else if (const auto *Member = dyn_cast<MemberExpr>(E);
             Member && !Member->isArrow())
      E = Member->getBase();
    else
      return nullptr;
  }
  return nullptr;
}

bool WorkCounter::isData(const Expr *E) const {
  if (!E)
    return false;
  E = E->IgnoreParenImpCasts();
  if (E->isGLValue() && isa<ArraySubscriptExpr, UnaryOperator, MemberExpr>(E) &&
      memoryOf(Flow->rootsOfObject(E)) != Memory::None)
    return true;
  if (const VarDecl *Var = variableIn(E))
    return Data.count(Var);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return llvm::any_of(Call->arguments(),
                        [&](const Expr *Arg) { return isData(Arg); });
  return llvm::any_of(E->children(), [&](const Stmt *Child) {
    return isData(dyn_cast_or_null<Expr>(Child));
  });
}

void WorkCounter::collectData(const Stmt *S, bool &Grew) {
  if (!S)
    return;
  auto Give = [&](const VarDecl *Var, const Expr *From) {
    if (Var && !Var->getType()->isPointerType() && !Data.count(Var) &&
        isData(From)) {
      Data.insert(Var);
      Grew = true;
    }
  };
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        Give(Var, Var->getInit());
  if (const auto *Op = dyn_cast<BinaryOperator>(S); Op && Op->isAssignmentOp())
    Give(variableIn(Op->getLHS()), Op->getRHS());
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(S);
      Op && Op->isAssignmentOp() && Op->getNumArgs() == 2)
    Give(variableIn(Op->getArg(0)), Op->getArg(1));
  for (const Stmt *Child : S->children())
    collectData(Child, Grew);
}

std::optional<WorkCounter::Arithmetic>
WorkCounter::asArithmetic(const Expr *E) const {
  E = E->IgnoreParens();
  Arithmetic A;
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    A = {Op->getOpcode(),
         Op->getLHS(),
         Op->getRHS(),
         Op->getType(),
         Op->isCompoundAssignmentOp(),
         1};
    if (const auto *Compound = dyn_cast<CompoundAssignOperator>(Op)) {
      A.Kind = BinaryOperator::getOpForCompoundAssignment(Op->getOpcode());
      A.Type = Compound->getComputationResultType();
    }
  } else if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E);
             Op && Op->getNumArgs() == 2) {
    OverloadedOperatorKind Kind = Op->getOperator();
    A.Assigns = Kind != OO_Equal && Op->isAssignmentOp();
    A.Kind = BinaryOperator::getOverloadedOpcode(Kind);
    if (A.Assigns)
      A.Kind = BinaryOperator::getOpForCompoundAssignment(A.Kind);
    A.Left = Op->getArg(0);
    A.Right = Op->getArg(1);
    A.Type = A.Left->getType().getNonReferenceType();
  } else {
    return std::nullopt;
  }
  A.Lanes = lanesOf(A.Type);
  if (!A.Lanes || !(BinaryOperator::isAdditiveOp(A.Kind) ||
                    BinaryOperator::isMultiplicativeOp(A.Kind) ||
                    BinaryOperator::isShiftOp(A.Kind) ||
                    BinaryOperator::isBitwiseOp(A.Kind)))
    return std::nullopt;
  return A;
}

bool WorkCounter::isArithmeticOnData(const Arithmetic &A) const {
  return isFloat(A.Type) || isData(A.Left) || isData(A.Right);
}

void WorkCounter::arithmetic(const Arithmetic &A) {
  const Expr *Operands[] = {A.Left, A.Right};
  bool Fused = false;
  if (isArithmeticOnData(A)) {
    bool Slow = A.Kind == BO_Div || A.Kind == BO_Rem;
    math({double(A.Lanes), Slow ? SlowMath : 1});
    // a * b + c: the product costs no instruction of its own.
    if (BinaryOperator::isAdditiveOp(A.Kind))
      for (const Expr *&Operand : Operands) {
        std::optional<Arithmetic> Product =
            asArithmetic(Operand->IgnoreParenImpCasts());
        if (Fused || !Product || Product->Kind != BO_Mul || Product->Assigns)
          continue;
        Fused = true;
        math({double(A.Lanes), 0});
        value(Product->Left);
        value(Product->Right);
        Operand = nullptr;
      }
  }
  if (A.Assigns) {
    place(A.Left);
    loadObject(A.Left);
    storeObject(A.Left);
    Operands[0] = nullptr;
  }
  for (const Expr *Operand : Operands)
    if (Operand)
      value(Operand);
}

void WorkCounter::operands(const Stmt *S) {
  for (const Stmt *Child : S->children())
    if (const auto *E = dyn_cast_or_null<Expr>(Child))
      E->isGLValue() ? place(E) : value(E);
}

void WorkCounter::address(const Expr *E) {
  llvm::SaveAndRestore Inside(InAddress, true);
  value(E);
}

void WorkCounter::assigned(const Expr *To, const Expr *From) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(To->IgnoreParenImpCasts()))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      DependsOn[Var] |= levelsOf(From);
}

void WorkCounter::value(const Expr *E) {
  if (!E)
    return;
  E = E->IgnoreParens();
  // A part of it that no address holds: `half2 v = x` reads x as an object.
  if (E->isGLValue() && !isa<BinaryOperator, UnaryOperator, CallExpr,
                             ConditionalOperator, CastExpr>(E)) {
    place(E);
    return loadObject(E);
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Sub = Cast->getSubExpr();
    if (Cast->getCastKind() == CK_LValueToRValue) {
      place(Sub);
      return loadObject(Sub);
    }
    if (E->isGLValue()) {
      place(Sub);
      return loadObject(E);
    }
    return Sub->isGLValue() ? place(Sub) : value(Sub);
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E);
      Op && Op->getOpcode() == BO_Assign) {
    value(Op->getRHS());
    place(Op->getLHS());
    storeObject(Op->getLHS());
    return assigned(Op->getLHS(), Op->getRHS());
  }
  if (std::optional<Arithmetic> A = asArithmetic(E);
      A && (isa<BinaryOperator>(E) || isFloat(A->Type)))
    return arithmetic(*A);
  if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
    if (Op->isIncrementDecrementOp() && isData(Op->getSubExpr())) {
      math({1, 1});
      loadObject(Op->getSubExpr());
      storeObject(Op->getSubExpr());
    }
    if (Op->getOpcode() == UO_Deref) {
      place(Op);
      return loadObject(Op);
    }
    return Op->getSubExpr()->isGLValue() ? place(Op->getSubExpr())
                                         : value(Op->getSubExpr());
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    value(Choice->getCond());
    return branches([&] { value(Choice->getTrueExpr()); },
                    [&] { value(Choice->getFalseExpr()); });
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(*Call);
  if (const auto *Made = dyn_cast<CXXConstructExpr>(E);
      Made && Made->getNumArgs() == 1 && Made->getArg(0)->isGLValue())
    return value(Made->getArg(0));
  if (isa<UnaryExprOrTypeTraitExpr, LambdaExpr>(E))
    return;
  operands(E);
}

/// What finds the object \p E, not reading it.
void WorkCounter::place(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
    const Expr *Base = subscriptBase(*Sub);
    Base->isGLValue() ? place(Base) : address(Base);
    return address(subscriptIndex(*Sub));
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->getOpcode() == UO_Deref)
    return address(Op->getSubExpr());
  if (isa<CallExpr, BinaryOperator, UnaryOperator, ConditionalOperator>(E)) {
    if (!isa<ConditionalOperator>(E))
      return value(E);
  }
  operands(E);
}

void WorkCounter::call(const CallExpr &Call) {
  if (std::optional<AsyncOperation> Op = asyncOperation(&Call, Ctx)) {
    if (Op->Kind == AsyncOperation::Copy)
      asyncCopy(*Op, &Call);
    return;
  }
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(&Call);
      Op && Op->getOperator() == OO_Equal && Op->getNumArgs() == 2 &&
      Op->getDirectCallee() && copiesBytes(*Op->getDirectCallee())) {
    value(Op->getArg(1));
    place(Op->getArg(0));
    storeObject(Op->getArg(0));
    return assigned(Op->getArg(0), Op->getArg(1));
  }
  const FunctionDecl *Callee = Call.getDirectCallee();
  const FunctionDecl *Definition = calledFunction(Call);
  bool IsLibrary = Callee && isLibraryFunction(*Callee, Ctx);
  StringRef Name =
      Callee && Callee->getIdentifier() ? Callee->getName() : StringRef();
  if (IsLibrary && libraryCall(Call, Name))
    return;
  for (const Expr *Arg : Call.arguments())
    Arg->isGLValue() ? place(Arg) : value(Arg);
  if (IsLibrary)
    return math(libraryCost(Name));
  if (Definition && Calls.size() < MaxDepth &&
      !llvm::is_contained(Calls, Definition))
    return body(Call, *Definition);
  Out.noteMissed(&Call, "this call is not followed");
}

/// Calls that move matrices or read through a pointer.
bool WorkCounter::libraryCall(const CallExpr &Call, StringRef Name) {
  if (std::optional<Cost> Product = warpProduct(Call)) {
    math(*Product);
    return true;
  }
  if (isPointerLoad(Name) && Call.getNumArgs() == 1) {
    const Expr *Pointer = Call.getArg(0);
    address(Pointer);
    load(Pointer, memoryOf(Flow->rootsOfPointer(Pointer)),
         bytesOf(Call.getType(), &Call));
    return true;
  }
  if (Name.starts_with("tex") && !Call.getType()->isVoidType()) {
    for (const Expr *Arg : Call.arguments())
      Arg->isGLValue() ? place(Arg) : address(Arg);
    load(&Call, Memory::Global, bytesOf(Call.getType(), &Call));
    return true;
  }
  bool Loads = Name == "load_matrix_sync";
  if ((!Loads && Name != "store_matrix_sync") || Call.getNumArgs() < 3)
    return false;
  const Expr *Pointer = Call.getArg(Loads ? 1 : 0);
  Memory Where = memoryOf(Flow->rootsOfPointer(Pointer));
  uint64_t Bytes = fragmentBytes(Call, Loads ? 0 : 1, Ctx);
  address(Pointer);
  Loads ? load(Pointer, Where, Bytes) : store(Where, Bytes);
  return true;
}

void WorkCounter::body(const CallExpr &Call, const FunctionDecl &Callee) {
  for (const ParmVarDecl *Param : Callee.parameters())
    if (const Expr *Arg = argumentFor(Call, *Param)) {
      DependsOn[Param] = levelsOf(Arg);
      if (isData(Arg))
        Data.insert(Param);
    }
  PointerFlow Inner = flowInto(Call, *Flow, Ctx);
  llvm::SaveAndRestore<const PointerFlow *> Here(Flow, &Inner);
  llvm::SaveAndRestore Value(InAddress, false);
  bool Grew = true;
  for (unsigned Round = 0; Grew && Round < 8; ++Round) {
    Grew = false;
    collectData(Callee.getBody(), Grew);
  }
  Calls.push_back(&Callee);
  statement(Callee.getBody());
  Calls.pop_back();
}

} // namespace cudapipe
