//===- ThreadRun.cpp - One thread, played on constants ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   One thread, played on constants
//   Operators of one thread
//   Calls of one thread
//
//===----------------------------------------------------------------------===//

#include "ThreadRun.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace cudapipe {

//===- One thread, played on constants ----------------------------------===//

/// Longer loops are not played.
static constexpr unsigned MaxRunTrips = 4096;

const RunArea::Facts &RunArea::facts(const Stmt *S) {
  auto [It, New] = Known.try_emplace(S);
  if (!New)
    return It->second;
  Effects E = effectsOf(S, Flow, Ctx);
  auto Reaches = [&](llvm::ArrayRef<MemoryAccess> Accesses) {
    return llvm::any_of(Accesses, [&](const MemoryAccess &X) {
      return X.Root.Kind == MemoryRoot::Unknown ||
             X.Root.Kind == MemoryRoot::Param ||
             (X.Root.Kind == MemoryRoot::Shared && holds(*X.Root.Var));
    });
  };
  Facts &Out = It->second;
  Out.Touches =
      Reaches(E.MemoryReads) || Reaches(E.MemoryWrites) || !E.Unknown.empty();
  Out.Exits = !E.Exits.empty();
  Out.Writes = std::move(E.Writes);
  if (isa<CallExpr>(S))
    Out.Async = asyncOperation(S, Ctx);
  return Out;
}

std::optional<int64_t> RunArea::constant(const Expr *E) {
  auto [It, New] = Constants.try_emplace(E);
  if (New)
    It->second = constantValue(E, Ctx);
  return It->second;
}

int64_t ThreadRun::sizeOf(QualType Type) const {
  if (Type->isDependentType() || Type->isIncompleteType()) {
    Area.Failed = true;
    return 1;
  }
  return Area.Ctx.getTypeSizeInChars(Type).getQuantity();
}

/// Runs \p S for nothing but what it may change.
RunValue ThreadRun::fallback(const Stmt *S) {
  const RunArea::Facts &Facts = Area.facts(S);
  if (Facts.Touches || Facts.Exits)
    Area.Failed = true;
  forget(Facts.Writes);
  return {};
}

/// threadIdx.x and its like.
RunValue ThreadRun::builtin(const Expr *E) const {
  if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(E))
    E = Pseudo->getSyntacticForm()->IgnoreParenImpCasts();
  const Expr *Base = nullptr;
  const NamedDecl *Field = nullptr;
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    Base = Member->getBase();
    Field = Member->getMemberDecl();
  } else if (const auto *Property = dyn_cast<MSPropertyRefExpr>(E)) {
    Base = Property->getBaseExpr();
    Field = Property->getPropertyDecl();
  }
  if (const auto *Opaque = dyn_cast_or_null<OpaqueValueExpr>(Base))
    Base = Opaque->getSourceExpr();
  const auto *Ref =
      Base ? dyn_cast<DeclRefExpr>(Base->IgnoreParenImpCasts()) : nullptr;
  if (!Ref || !Ref->getDecl()->getIdentifier() || !Field->getIdentifier() ||
      Field->getName().size() != 1 ||
      !Ref->getDecl()->getDeclContext()->isFileContext())
    return {};
  int D = Field->getName()[0] - 'x';
  if (D < 0 || D > 2)
    return {};
  const int64_t Value = Ref->getDecl()->getName() == "threadIdx" ? Thread[D]
                        : Ref->getDecl()->getName() == "blockDim"
                            ? Area.BlockDim[D]
                            : -1;
  return Value < 0 ? RunValue() : RunValue{RunValue::Number, Value};
}

ThreadRun::Place ThreadRun::locate(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E); Cast && Cast->isGLValue())
    return locate(Cast->getSubExpr());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (Var && (Area.Tile ? Var == Area.Tile
                          : isShared(*Var) && Var->hasExternalStorage()))
      return {nullptr, 0};
    // What others may change is not followed.
    if (Var && Var->hasLocalStorage() && !isShared(*Var) &&
        !Var->getType()->isReferenceType() &&
        !Var->getType().isVolatileQualified())
      return {Var, std::nullopt};
    return {};
  }
  const Expr *Pointer = nullptr;
  RunValue Index{RunValue::Number, 0};
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
    Pointer = subscriptBase(*Sub);
    Index = evaluate(subscriptIndex(*Sub));
  } else if (const auto *Op = dyn_cast<UnaryOperator>(E);
             Op && Op->getOpcode() == UO_Deref) {
    Pointer = Op->getSubExpr();
  }
  if (!Pointer)
    return {};
  RunValue Base = evaluate(Pointer);
  if (Base.Kind != RunValue::Address)
    return {};
  if (Index.Kind != RunValue::Number) {
    Area.Failed = true;
    return {};
  }
  return {nullptr, Base.N + Index.N * sizeOf(E->getType())};
}

/// \p E is an element of a row, or a row, that its array does not have.
bool ThreadRun::isBeside(const Expr *E) {
  while (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E->IgnoreParens())) {
    const Expr *Index = subscriptIndex(*Sub);
    E = subscriptBase(*Sub)->IgnoreParenImpCasts();
    const auto *Array = Area.Ctx.getAsConstantArrayType(E->getType());
    if (!Array || Index->HasSideEffects(Area.Ctx))
      return false;
    const RunValue At = evaluate(Index);
    if (At.Kind == RunValue::Number &&
        (At.N < 0 || uint64_t(At.N) >= Array->getSize().getZExtValue()))
      return true;
  }
  return false;
}

RunValue ThreadRun::load(const Expr *E) {
  Place At = locate(E);
  if (At.Var) {
    auto It = Values.find(At.Var);
    if (It != Values.end())
      return It->second;
    return {};
  }
  if (At.Byte) {
    Area.GoesBeside |= isBeside(E);
    Area.Touch(*At.Byte, sizeOf(E->getType()), /*Stored=*/false);
  } else if (Area.facts(E).Touches) {
    Area.Failed = true;
  }
  return {};
}

void ThreadRun::store(const Expr *E, RunValue Value) {
  Place At = locate(E);
  if (At.Var) {
    Values[At.Var] = converted(Value, At.Var->getType());
    return;
  }
  if (At.Byte) {
    Area.GoesBeside |= isBeside(E);
    Area.Touch(*At.Byte, sizeOf(E->getType()), /*Stored=*/true);
    return;
  }
  for (const MemoryRoot &Root : Area.Flow.rootsOfObject(E))
    if (Root.Kind == MemoryRoot::Unknown || Root.Kind == MemoryRoot::Param ||
        (Root.Kind == MemoryRoot::Shared && Area.holds(*Root.Var)))
      Area.Failed = true;
    else if (Root.Kind == MemoryRoot::Local && Root.Var)
      Values.erase(Root.Var);
}

RunValue ThreadRun::evaluate(const Expr *E) {
  if (Area.Failed)
    return {};
  E = E->IgnoreParens();
  if (std::optional<int64_t> Value = Area.constant(E))
    return {RunValue::Number, *Value};
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return evaluate(Full->getSubExpr());
  if (RunValue Value = builtin(E); Value.Kind != RunValue::Unknown)
    return Value;
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Sub = Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case CK_LValueToRValue:
      if (RunValue Value = builtin(Sub); Value.Kind != RunValue::Unknown)
        return Value;
      return load(Sub);
    case CK_ArrayToPointerDecay: {
      Place At = locate(Sub);
      return At.Byte ? RunValue{RunValue::Address, *At.Byte} : RunValue();
    }
    case CK_IntegralCast:
    case CK_IntegralToBoolean:
      return converted(evaluate(Sub), E->getType());
    case CK_BitCast:
    case CK_NoOp:
      return Sub->isGLValue() ? RunValue() : evaluate(Sub);
    default:
      break;
    }
    return Sub->isGLValue() ? fallback(E) : (evaluate(Sub), RunValue());
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    return binary(*Op);
  if (const auto *Op = dyn_cast<UnaryOperator>(E))
    return unary(*Op);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    RunValue Cond = evaluate(Choice->getCond());
    if (Cond.Kind != RunValue::Number)
      return either(E, Choice->getTrueExpr(), Choice->getFalseExpr());
    return evaluate(Cond.N ? Choice->getTrueExpr() : Choice->getFalseExpr());
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(*Call);
  // A half is handed over.
  if (const auto *Made = dyn_cast<CXXConstructExpr>(E);
      Made && Made->getNumArgs() == 1 && Made->getArg(0)->isGLValue() &&
      copiesBytes(*Made->getConstructor()))
    return readArgument(Made->getArg(0)), RunValue();
  return fallback(E);
}

/// Plays both sides of \p Whole, of which one is made.
RunValue ThreadRun::either(const Stmt *Whole, const Stmt *Then,
                           const Stmt *Else) {
  const RunArea::Facts &Facts = Area.facts(Whole);
  if (!Facts.Touches || Facts.Exits)
    return fallback(Whole);
  const bool Outer = std::exchange(Area.MayBeLeftOut, true);
  const bool WentBeside = Area.GoesBeside;
  const auto Before = Values;
  bool BothDo = true;
  for (const Stmt *Side : {Then, Else}) {
    Area.GoesBeside = false;
    run(Side);
    BothDo &= Area.GoesBeside;
    Values = Before;
  }
  Area.MayBeLeftOut = Outer;
  Area.GoesBeside = WentBeside || BothDo;
  forget(Facts.Writes);
  return {};
}

void ThreadRun::loop(const ForStmt &For) {
  const RunArea::Facts &Facts = Area.facts(&For);
  if (!Facts.Touches) {
    fallback(&For);
    return;
  }
  run(For.getInit());
  for (unsigned Trips = 0; !Area.Failed; ++Trips) {
    RunValue Cond = For.getCond() ? evaluate(For.getCond()) : RunValue();
    if (Cond.Kind == RunValue::Number && !Cond.N)
      return;
    if (Cond.Kind != RunValue::Number || Trips > MaxRunTrips) {
      Area.Failed = true;
      return;
    }
    run(For.getBody());
    if (For.getInc())
      evaluate(For.getInc());
  }
}

void ThreadRun::run(const Stmt *S) {
  if (!S || Area.Failed || isa<NullStmt>(S))
    return;
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body())
      run(Child);
  } else if (const auto *Attributed = dyn_cast<AttributedStmt>(S)) {
    run(Attributed->getSubStmt());
  } else if (const auto *For = dyn_cast<ForStmt>(S)) {
    loop(*For);
  } else if (const auto *If = dyn_cast<IfStmt>(S);
             If && !If->getInit() && !If->getConditionVariable()) {
    RunValue Cond = evaluate(If->getCond());
    if (Cond.Kind == RunValue::Number)
      run(Cond.N ? If->getThen() : If->getElse());
    else
      either(S, If->getThen(), If->getElse());
  } else if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Decls->decls()) {
      const auto *Var = dyn_cast<VarDecl>(D);
      if (!Var)
        continue;
      Values.erase(Var);
      if (!Var->getInit() || isShared(*Var))
        continue;
      QualType Type = Var->getType();
      if (Type->isIntegralOrEnumerationType() || Type->isPointerType())
        Values[Var] = converted(evaluate(Var->getInit()), Type);
      else if (Type->isRealFloatingType())
        evaluate(Var->getInit());
      else if (Area.facts(S).Touches || Type->isReferenceType())
        fallback(S);
    }
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    evaluate(E);
  } else if (isa<BreakStmt, ContinueStmt, ReturnStmt, LabelStmt>(S)) {
    Area.Failed = true;
  } else {
    fallback(S); // while, switch, asm: not played
  }
}

//===- Operators of one thread ------------------------------------------===//

RunValue ThreadRun::converted(RunValue Value, QualType To) const {
  if (Value.Kind != RunValue::Number || !To->isIntegralOrEnumerationType())
    return Value.Kind == RunValue::Address && To->isIntegerType() ? RunValue()
                                                                  : Value;
  if (To->isBooleanType())
    return {RunValue::Number, Value.N != 0};
  unsigned Bits = Area.Ctx.getIntWidth(To);
  if (Bits < 64) {
    uint64_t Low = uint64_t(Value.N) & ((uint64_t(1) << Bits) - 1);
    Value.N = To->isUnsignedIntegerOrEnumerationType()
                  ? int64_t(Low)
                  : llvm::SignExtend64(Low, Bits);
  }
  return Value;
}

RunValue ThreadRun::combine(BinaryOperatorKind Kind, RunValue L, RunValue R,
                            QualType Left, QualType Right, QualType Result) {
  if (Kind == BO_Add && R.Kind == RunValue::Address) {
    std::swap(L, R);
    std::swap(Left, Right);
  }
  if (L.Kind == RunValue::Address && R.Kind == RunValue::Number &&
      (Kind == BO_Add || Kind == BO_Sub)) {
    int64_t Step = sizeOf(Left->getPointeeType());
    return {RunValue::Address, L.N + (Kind == BO_Add ? R.N : -R.N) * Step};
  }
  if (L.Kind != RunValue::Number || R.Kind != RunValue::Number)
    return {};
  bool Unsigned = Left->isUnsignedIntegerOrEnumerationType();
  // Beyond 63 bits unsigned arithmetic is another.
  if (Unsigned && (L.N < 0 || R.N < 0) && Kind != BO_Add && Kind != BO_Sub &&
      Kind != BO_Mul)
    return {};
  int64_t Out = 0;
  switch (Kind) {
  case BO_Add:
    Out = int64_t(uint64_t(L.N) + uint64_t(R.N));
    break;
  case BO_Sub:
    Out = int64_t(uint64_t(L.N) - uint64_t(R.N));
    break;
  case BO_Mul:
    Out = int64_t(uint64_t(L.N) * uint64_t(R.N));
    break;
  case BO_Div:
  case BO_Rem:
    if (R.N == 0 || R.N == -1)
      return {};
    Out = Kind == BO_Div ? L.N / R.N : L.N % R.N;
    break;
  case BO_Shl:
  case BO_Shr:
    if (R.N < 0 || R.N > 62 || L.N < 0)
      return {};
    Out = Kind == BO_Shl ? int64_t(uint64_t(L.N) << R.N) : L.N >> R.N;
    break;
  case BO_And:
    Out = L.N & R.N;
    break;
  case BO_Or:
    Out = L.N | R.N;
    break;
  case BO_Xor:
    Out = L.N ^ R.N;
    break;
  case BO_LT:
    Out = L.N < R.N;
    break;
  case BO_GT:
    Out = L.N > R.N;
    break;
  case BO_LE:
    Out = L.N <= R.N;
    break;
  case BO_GE:
    Out = L.N >= R.N;
    break;
  case BO_EQ:
    Out = L.N == R.N;
    break;
  case BO_NE:
    Out = L.N != R.N;
    break;
  default:
    return {};
  }
  return converted({RunValue::Number, Out}, Result);
}

RunValue ThreadRun::binary(const BinaryOperator &Op) {
  const Expr *L = Op.getLHS(), *R = Op.getRHS();
  BinaryOperatorKind Kind = Op.getOpcode();
  if (Kind == BO_Assign) {
    RunValue Value = evaluate(R);
    store(L, Value);
    return Value;
  }
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(&Op)) {
    RunValue Value = evaluate(R);
    if (L->HasSideEffects(Area.Ctx))
      return fallback(&Op);
    QualType Type = Compound->getComputationLHSType();
    RunValue Old = converted(load(L), Type);
    RunValue Out =
        combine(BinaryOperator::getOpForCompoundAssignment(Kind), Old, Value,
                Type, R->getType(), Compound->getComputationResultType());
    store(L, Out);
    return converted(Out, L->getType());
  }
  if (Kind == BO_Comma) {
    evaluate(L);
    return evaluate(R);
  }
  RunValue Left = evaluate(L);
  if (Kind == BO_LAnd || Kind == BO_LOr) {
    if (Left.Kind != RunValue::Number)
      return fallback(R);
    if ((Left.N != 0) == (Kind == BO_LOr))
      return {RunValue::Number, Kind == BO_LOr};
    RunValue Right = evaluate(R);
    return Right.Kind == RunValue::Number
               ? RunValue{RunValue::Number, Right.N != 0}
               : RunValue();
  }
  RunValue Right = evaluate(R);
  return combine(Kind, Left, Right, L->getType(), R->getType(), Op.getType());
}

RunValue ThreadRun::unary(const UnaryOperator &Op) {
  const Expr *Sub = Op.getSubExpr();
  switch (Op.getOpcode()) {
  case UO_AddrOf: {
    Place At = locate(Sub);
    if (At.Byte)
      return {RunValue::Address, *At.Byte};
    return {};
  }
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec: {
    RunValue Old = load(Sub);
    bool Up = Op.isIncrementOp();
    RunValue New = combine(Up ? BO_Add : BO_Sub, Old, {RunValue::Number, 1},
                           Sub->getType(), Area.Ctx.IntTy, Sub->getType());
    store(Sub, New);
    return Op.isPrefix() ? New : Old;
  }
  case UO_Plus:
    return evaluate(Sub);
  case UO_Minus:
    return combine(BO_Sub, {RunValue::Number, 0}, evaluate(Sub), Sub->getType(),
                   Sub->getType(), Op.getType());
  case UO_LNot: {
    RunValue Value = evaluate(Sub);
    return Value.Kind == RunValue::Number
               ? RunValue{RunValue::Number, Value.N == 0}
               : RunValue();
  }
  default:
    evaluate(Sub);
    return {};
  }
}

//===- Calls of one thread ----------------------------------------------===//

/// wmma::load_matrix_sync(fragment, pointer, stride[, layout]) and
/// wmma::store_matrix_sync(pointer, fragment, stride, layout): a row or column
/// of the fragment every stride elements.
bool ThreadRun::fragment(const CallExpr &Call, llvm::StringRef Name) {
  bool Loads = Name == "load_matrix_sync";
  if ((!Loads && Name != "store_matrix_sync") || Call.getNumArgs() < 3 ||
      (!Loads && Area.BlockDim[0] < 0)) // Which warp it is, is not known.
    return false;
  const Expr *Pointer = Call.getArg(Loads ? 1 : 0);
  const auto *Type = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Call.getArg(Loads ? 0 : 1)->getType()->getAsCXXRecordDecl());
  RunValue At = evaluate(Pointer), Stride = evaluate(Call.getArg(2));
  if (At.Kind == RunValue::Unknown)
    return !Area.facts(&Call).Touches;
  if (!Type || Type->getTemplateArgs().size() < 5 ||
      At.Kind != RunValue::Address || Stride.Kind != RunValue::Number)
    return false;
  auto NameOf = [](const TemplateArgument &Arg) -> std::string {
    const CXXRecordDecl *Record = Arg.getKind() == TemplateArgument::Type
                                      ? Arg.getAsType()->getAsCXXRecordDecl()
                                      : nullptr;
    return Record ? Record->getNameAsString() : "";
  };
  const TemplateArgumentList &Args = Type->getTemplateArgs();
  std::array<int64_t, 3> Size;
  for (unsigned I = 0; I < 3; ++I) {
    if (Args[I + 1].getKind() != TemplateArgument::Integral)
      return false;
    Size[I] = Args[I + 1].getAsIntegral().getExtValue();
  }
  std::string Use = NameOf(Args[0]);
  int64_t Rows = Size[0], Columns = Size[1];
  if (Use == "matrix_a")
    Columns = Size[2];
  else if (Use == "matrix_b")
    Rows = Size[2];
  else if (Use != "accumulator")
    return false;
  bool ByColumn = false;
  if (Call.getNumArgs() > 3) {
    // enum layout_t { mem_row_major, mem_col_major }
    RunValue Layout = evaluate(Call.getArg(3));
    if (Layout.Kind != RunValue::Number || Layout.N < 0 || Layout.N > 1)
      return false;
    ByColumn = Layout.N == 1;
  } else {
    std::string Layout = Args.size() > 5 ? NameOf(Args[5]) : "";
    if (Layout != "row_major" && Layout != "col_major")
      return false;
    ByColumn = Layout == "col_major";
  }
  if (ByColumn)
    std::swap(Rows, Columns);
  // The warp makes it together; its first thread stands for all.
  if ((Thread[0] +
       Area.BlockDim[0] * (Thread[1] + Area.BlockDim[1] * Thread[2])) %
          32 !=
      0)
    return true;
  int64_t Element = sizeOf(Pointer->getType()->getPointeeType());
  for (int64_t Row = 0; Row < Rows; ++Row)
    Area.Touch(At.N + Row * Stride.N * Element, Columns * Element, !Loads);
  return true;
}

/// `__half2float(x)`, `a * b` of halves: a function of CUDA's that reads its
/// arguments for certain, and no other memory of the block.
static bool readsArgumentsOnly(const CallExpr &Call, const FunctionDecl &Callee,
                               const ASTContext &Ctx) {
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call);
  const bool IsSum = Operator && Call.getNumArgs() == 2 &&
                     llvm::is_contained({OO_Plus, OO_Minus, OO_Star, OO_Slash},
                                        Operator->getOperator());
  if (isa<CXXMethodDecl>(Callee) || Callee.isVariadic() ||
      !isLibraryFunction(Callee, Ctx))
    return false;
  return llvm::all_of(Callee.parameters(), [&](const ParmVarDecl *Param) {
    const QualType Type = Param->getType();
    return Type->isReferenceType()
               ? IsSum && Type->getPointeeType().isConstQualified()
               : Type->isArithmeticType() || Type->isRecordType();
  });
}

/// Reads what is handed over as \p Arg.
void ThreadRun::readArgument(const Expr *Arg) {
  Arg = Arg->IgnoreParens();
  while (const auto *Cast = dyn_cast<ImplicitCastExpr>(Arg)) {
    if (Cast->getCastKind() != CK_NoOp)
      break;
    Arg = Cast->getSubExpr()->IgnoreParens();
  }
  if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(Arg))
    Arg = Made->getSubExpr();
  if (Arg->isGLValue())
    load(Arg);
  else
    evaluate(Arg);
}

RunValue ThreadRun::call(const CallExpr &Call) {
  const FunctionDecl *Callee = knownCallee(Call);
  if (const std::optional<AsyncOperation> &Op = Area.facts(&Call).Async) {
    if (Op->Kind != AsyncOperation::Copy) {
      if (Op->To)
        Area.Failed = true;
      return {};
    }
    RunValue To = evaluate(Op->To), From = evaluate(Op->From);
    if (From.Kind == RunValue::Address || !Op->Bytes ||
        To.Kind != RunValue::Address)
      return fallback(&Call);
    Area.Touch(To.N, Op->Bytes, /*Stored=*/true);
    return {};
  }
  // float4 and its like are assigned by an operator.
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(&Call);
      Op && Callee && copiesBytes(*Callee) && Op->getNumArgs() == 2 &&
      Op->getOperator() == OO_Equal) {
    if (Op->getArg(1)->isGLValue())
      load(Op->getArg(1));
    else
      evaluate(Op->getArg(1));
    store(Op->getArg(0), {});
    return {};
  }
  if (Callee && Callee->getIdentifier() &&
      isLibraryFunction(*Callee, Area.Ctx) && fragment(Call, Callee->getName()))
    return {};
  const RunArea::Facts &Facts = Area.facts(&Call);
  if (Facts.Exits || !Callee)
    return fallback(&Call);
  // `float x = tile[i];` of a half.
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
  const bool Converts = Member && isa<CXXConversionDecl>(Callee) &&
                        isLibraryFunction(*Callee, Area.Ctx);
  if (!Converts && !readsArgumentsOnly(Call, *Callee, Area.Ctx))
    return fallback(&Call);
  if (Converts)
    readArgument(Member->getImplicitObjectArgument());
  for (const Expr *Arg : Call.arguments())
    readArgument(Arg);
  forget(Facts.Writes);
  return {};
}

} // namespace cudapipe
