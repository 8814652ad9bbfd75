//===- PlayExpressions.cpp - Expressions, played --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Player.h"
#include "cudapipe/Analyze/AccessType.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace cudapipe {
namespace {

/// \p E without what says nothing.
const Expr *plain(const Expr *E) {
  while (true) {
    const Expr *Inner = E->IgnoreParens();
    if (const auto *Full = dyn_cast<FullExpr>(Inner))
      Inner = Full->getSubExpr();
    else if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(Inner))
      Inner = Made->getSubExpr();
    else if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(Inner))
      Inner = Bound->getSubExpr();
    else if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(Inner))
      Inner = Default->getExpr();
    else if (const auto *Subst = dyn_cast<SubstNonTypeTemplateParmExpr>(Inner))
      Inner = Subst->getReplacement();
    if (Inner == E)
      return E;
    E = Inner;
  }
}

Value negated(Value V) {
  V.Print = ~V.Print;
  V.IsTest = true;
  V.Tile = -1;
  if (V.Known)
    V.Known = !*V.Known;
  return V;
}

/// `L < R` or `L == R` of numbers, from their difference.
Value compared(bool IsLess, const Value &L, const Value &R) {
  uint64_t From = L.Print - R.Print;
  // As far in front of a known end as behind it is another trip.
  if (!IsLess && !(L.Known && R.Known))
    From = std::min(From, -From);
  Value Out{mix(IsLess ? 11 : 13, From)};
  if (L.Known && R.Known)
    Out.Known = IsLess ? *L.Known < *R.Known : *L.Known == *R.Known;
  else if (IsLess && L.Known && *L.Known <= 0 && R.IsPositive)
    Out.Known = true;
  Out.IsTest = true;
  return Out;
}

std::optional<int64_t> fold(BinaryOperatorKind Kind, int64_t L, int64_t R) {
  switch (Kind) {
  case BO_Add:
    return int64_t(uint64_t(L) + uint64_t(R));
  case BO_Sub:
    return int64_t(uint64_t(L) - uint64_t(R));
  case BO_Mul:
    return int64_t(uint64_t(L) * uint64_t(R));
  case BO_Div:
    return R > 0 ? std::optional(L / R) : std::nullopt;
  case BO_Rem:
    return R > 0 ? std::optional(L % R) : std::nullopt;
  case BO_And:
    return L & R;
  case BO_Or:
    return L | R;
  case BO_Xor:
    return L ^ R;
  case BO_Shl:
    return R >= 0 && R < 32 ? std::optional(int64_t(uint64_t(L) << R))
                            : std::nullopt;
  case BO_Shr:
    return R >= 0 && R < 63 ? std::optional(L >> R) : std::nullopt;
  default:
    return std::nullopt;
  }
}

} // namespace

/// True or false: whether \p V is not zero.
Value Player::test(Value V) {
  Fetches.use(V);
  if (V.IsTest)
    return V;
  Value Out = negated(compared(/*IsLess=*/false, V, Value::known(0)));
  Out.hangOn(V);
  return Out;
}

/// Whether \p Cond holds, if that can be told; and of which tile it tells.
std::optional<bool> Player::decide(Value &Cond, bool TableFirst) {
  if (!TableFirst && Cond.Known)
    return *Cond.Known != 0;
  if (!Learns) {
    if (auto It = Learned.Exists.find(Cond.Print); It != Learned.Exists.end()) {
      Cond.Tile = std::max(Cond.Tile, It->second);
      return It->second < Now.Trips;
    }
    if (auto It = Learned.Exists.find(~Cond.Print); It != Learned.Exists.end())
      return It->second >= Now.Trips;
  }
  if (Cond.Known)
    return *Cond.Known != 0;
  return std::nullopt;
}

uint64_t Player::sizeOf(QualType Type) {
  if (Type.isNull() || Type->isVoidType() || Type->isFunctionType())
    return 1;
  if (Type->isDependentType() || Type->isIncompleteType())
    return mix(
        17, reinterpret_cast<uintptr_t>(
                Type.getCanonicalType().getUnqualifiedType().getAsOpaquePtr()));
  return Ctx.getTypeSizeInChars(Type).getQuantity();
}

static QualType pointee(QualType Type) {
  if (Type->isPointerType())
    return Type->getPointeeType();
  if (const ArrayType *Array = Type->getAsArrayTypeUnsafe())
    return Array->getElementType();
  return {};
}

Value Player::eval(const Expr *E) {
  E = plain(E);
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Sub = Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case CK_LValueToRValue:
      return readGLValue(Sub);
    case CK_ArrayToPointerDecay:
      return addressOf(objectOf(Sub));
    case CK_IntegralToBoolean:
    case CK_PointerToBoolean:
    case CK_FloatingToBoolean:
      return test(eval(Sub));
    case CK_FloatingCast:
    case CK_IntegralToFloating:
    case CK_FloatingToIntegral: {
      Value V = eval(Sub);
      V.Known = std::nullopt;
      return V;
    }
    default:
      return eval(Sub);
    }
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E))
    return evalUnary(*Op);
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    return evalBinary(Op->getOpcode(), Op->getLHS(), Op->getRHS());
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(E))
    return evalChoice(*Choice);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return this->call(*Call);
  if (const auto *Made = dyn_cast<CXXConstructExpr>(E))
    if (const FunctionDecl *Body = userFunction(*Made, Ctx);
        Body && !Body->getBody()->children().empty())
      return construct(*Made, *Body);
  if (isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr>(E)) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E);
        Ref && !isa<VarDecl>(Ref->getDecl()))
      return evalConstant(E);
    return readGLValue(E);
  }
  if (isa<CXXThisExpr>(E))
    return Now.This.empty() ? Value{mix(19, 1)} : addressOf(Now.This.back());
  if (const auto *Statements = dyn_cast<StmtExpr>(E)) {
    Value Last{mix(23, 1)};
    for (const Stmt *S : Statements->getSubStmt()->body())
      if (const auto *Part = dyn_cast<Expr>(S))
        Last = eval(Part);
      else
        run(S);
    return Last;
  }
  if (isa<LambdaExpr>(E))
    return Value{token(E)};
  if (E->children().empty() || isa<UnaryExprOrTypeTraitExpr>(E))
    return evalConstant(E);
  return evalParts(*E);
}

/// In a template, what `auto &` names has no type; a tile is an array.
bool Player::isArray(const Expr &E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(&E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return E.getType()->isArrayType() ||
         (E.isTypeDependent() && Var && Var->getType()->isReferenceType() &&
          tileNamed(*Var));
}

Value Player::readGLValue(const Expr *E) {
  const Object O = objectOf(E);
  if (isArray(*plain(E)))
    return addressOf(O);
  Value Out = read(O, E);
  // An object keeps the tile.
  if (const auto *Member = dyn_cast<MemberExpr>(plain(E));
      Member && Proved.Stages == 1 && Member->getType()->isPointerType())
    if (std::optional<unsigned> Tile = tileNamed(*Member->getMemberDecl()))
      Out.Places = {{*Tile, 0}};
  return Out;
}

/// A literal, an enumerator, a template argument.
Value Player::evalConstant(const Expr *E) {
  Expr::EvalResult Result;
  if (!E->isInstantiationDependent() &&
      E->getType()->isIntegralOrEnumerationType() &&
      E->EvaluateAsInt(Result, Ctx))
    return Value::known(Result.Val.getInt());
  llvm::FoldingSetNodeID Id;
  E->Profile(Id, Ctx, /*Canonical=*/true);
  return Value{mix(29, Id.ComputeHash())};
}

/// What cannot be computed with hangs on its parts.
Value Player::evalParts(const Stmt &S) {
  Value Out{mix(31, S.getStmtClass())};
  for (const Stmt *Child : S.children()) {
    const auto *Part = dyn_cast_or_null<Expr>(Child);
    if (!Part)
      continue;
    Value V = eval(Part);
    Out.Print = mix(Out.Print, V.Print);
    Out.pointLike(V);
  }
  return Out;
}

Value Player::evalUnary(const UnaryOperator &Op) {
  const Expr *Sub = Op.getSubExpr();
  switch (Op.getOpcode()) {
  case UO_AddrOf:
    return plain(Sub)->isGLValue() || Sub->isTypeDependent()
               ? addressOf(objectOf(Sub))
               : eval(Sub);
  case UO_Deref: {
    Object O = objectOf(&Op);
    return Op.getType()->isArrayType() ? addressOf(O) : read(O, &Op);
  }
  case UO_PreInc:
  case UO_PostInc:
  case UO_PreDec:
  case UO_PostDec:
    return change(
        Sub,
        [&](const Value &Old) {
          return arithmetic(Op.isIncrementOp() ? BO_Add : BO_Sub, Old,
                            Value::known(1), Sub->getType(), Ctx.IntTy);
        },
        Op.isPostfix());
  case UO_LNot:
    return negated(test(eval(Sub)));
  case UO_Minus: {
    Value V = eval(Sub);
    V.Print = -V.Print;
    V.IsTest = false;
    if (V.Known)
      V.Known = -*V.Known;
    return V;
  }
  case UO_Plus:
  case UO_Extension:
    return eval(Sub);
  default:
    return evalParts(Op);
  }
}

Value Player::arithmetic(BinaryOperatorKind Kind, const Value &L,
                         const Value &R, QualType Left, QualType Right) {
  Value Out;
  Out.pointLike(L);
  Out.pointLike(R);
  uint64_t A = L.Print, B = R.Print;
  const QualType To = pointee(Left), From = pointee(Right);
  if (Kind == BO_Add || Kind == BO_Sub) {
    if (!To.isNull() && From.isNull())
      B *= sizeOf(To);
    if (To.isNull() && !From.isNull())
      A *= sizeOf(From);
  }
  if (L.Known && R.Known && To.isNull() && From.isNull())
    Out.Known = fold(Kind, *L.Known, *R.Known);
  if (Out.Known)
    Out.Print = uint64_t(*Out.Known);
  else if (Kind == BO_Add)
    Out.Print = A + B;
  else if (Kind == BO_Sub)
    Out.Print = A - B;
  else if (Kind == BO_Mul)
    Out.Print = A * B;
  else if (Kind == BO_Shl && R.Known && *R.Known >= 0 && *R.Known < 32)
    Out.Print = A << *R.Known;
  else
    Out.Print = mix(37, Kind, A, B);
  return Out;
}

Value Player::evalLogical(bool IsAnd, const Expr *Left, const Expr *Right) {
  Value L = test(eval(Left));
  std::optional<bool> Holds = decide(L, /*TableFirst=*/false);
  if (Holds && *Holds != IsAnd)
    return L;
  Value R = test(eval(Right));
  if (Holds) {
    if (IsAnd)
      R.Tile = std::max(R.Tile, L.Tile);
    R.hangOn(L);
    return R;
  }
  Value Out{IsAnd ? mix(41, L.Print, R.Print) : ~mix(41, ~L.Print, ~R.Print)};
  Out.IsTest = true;
  Out.hangOn(L);
  Out.hangOn(R);
  return Out;
}

Value Player::evalBinary(BinaryOperatorKind Kind, const Expr *Left,
                         const Expr *Right) {
  if (BinaryOperator::isLogicalOp(Kind))
    return evalLogical(Kind == BO_LAnd, Left, Right);
  if (Kind == BO_Comma) {
    eval(Left);
    return eval(Right);
  }
  if (Kind == BO_Assign) {
    Value V = eval(Right);
    Object To = objectOf(Left);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(plain(Left)))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
          Var && Proved.Stages > 1 && tileNamed(*Var) &&
          Var->getType()->isPointerType())
        V.Places = buffersOf(*Var, behind(V));
    write(To, V);
    return V;
  }
  if (BinaryOperator::isCompoundAssignmentOp(Kind)) {
    Value R = eval(Right);
    return change(Left, [&](const Value &Old) {
      return arithmetic(BinaryOperator::getOpForCompoundAssignment(Kind), Old,
                        R, Left->getType(), Right->getType());
    });
  }
  Value L = eval(Left), R = eval(Right);
  Value Out;
  switch (Kind) {
  case BO_LT:
    Out = compared(true, L, R);
    // `first < first + 8`: sums of int do not wrap around. Other differences
    // that small are chance.
    if (!Out.Known && Left->getType()->isSignedIntegerType() &&
        int64_t(R.Print - L.Print) > 0 && R.Print - L.Print < 1u << 24)
      Out.Known = true;
    break;
  case BO_GE:
    Out = negated(compared(true, L, R));
    break;
  case BO_GT:
    Out = compared(true, R, L);
    break;
  case BO_LE:
    Out = negated(compared(true, R, L));
    break;
  case BO_EQ:
    Out = compared(false, L, R);
    break;
  case BO_NE:
    Out = negated(compared(false, L, R));
    break;
  default:
    return arithmetic(Kind, L, R, Left->getType(), Right->getType());
  }
  Out.hangOn(L);
  Out.hangOn(R);
  return Out;
}

Value Player::evalChoice(const AbstractConditionalOperator &Choice) {
  Value Cond = test(eval(Choice.getCond()));
  if (Cond.Known) {
    // In a trip that is not played, it may be the other.
    const bool WasQuiet = std::exchange(Now.Quiet, true);
    const size_t Mark = Now.Mem.mark();
    eval(*Cond.Known ? Choice.getFalseExpr() : Choice.getTrueExpr());
    Now.Mem.undo(Mark);
    Now.Quiet = WasQuiet;
    return eval(*Cond.Known ? Choice.getTrueExpr() : Choice.getFalseExpr());
  }
  Value A, B;
  runEither(
      Cond, [&] { A = eval(Choice.getTrueExpr()); },
      [&] { B = eval(Choice.getFalseExpr()); });
  if (A.Print == B.Print) {
    A.pointLike(B);
    return A;
  }
  const bool Swap = ~Cond.Print < Cond.Print;
  Value Out{mix(std::min(Cond.Print, ~Cond.Print), Swap ? B.Print : A.Print,
                Swap ? A.Print : B.Print)};
  Out.pointLike(A);
  Out.pointLike(B);
  Out.hangOn(Cond);
  return Out;
}

Value Player::change(const Expr *To,
                     llvm::function_ref<Value(const Value &)> New,
                     bool ReturnsOld) {
  Object O = objectOf(To);
  Value Old = read(O);
  Value V = New(Old);
  write(O, V);
  return ReturnsOld ? Old : V;
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

Value Player::addressOf(const Object &O) {
  Value Out{O.Address};
  Out.Root = O.Root;
  Out.Places = O.Places;
  return Out;
}

Object Player::behind(const Value &Pointer) {
  Fetches.use(Pointer);
  Object Out;
  Out.Address = Pointer.Print;
  Out.Root = Pointer.Root;
  Out.IsWhole = Pointer.Root && Pointer.Print == token(Pointer.Root);
  Out.Places = Pointer.Places;
  return Out;
}

Object Player::objectOf(const VarDecl &Var) {
  auto It = Now.Aliases.find(&Var);
  if (It != Now.Aliases.end())
    return It->second;
  Object Out{token(&Var), &Var, true};
  if (Proved.Stages == 1)
    if (std::optional<unsigned> Tile = tileNamed(Var))
      Out.Places = {{*Tile, 0}};
  // A name from outside of what is played: what it is set to tells where it
  // leads.
  const Expr *Init = Var.getInit();
  if (!Init || isa<ParmVarDecl>(Var) || Var.isFileVarDecl() ||
      Now.Mem.find(Out.Address))
    return Out;
  if (Var.getType()->isReferenceType()) {
    Now.Aliases[&Var] = Out;
    const bool WasQuiet = std::exchange(Now.Quiet, true);
    Object Named = objectOf(Init);
    Now.Quiet = WasQuiet;
    Out.Places.append(Named.Places);
    Now.Aliases[&Var] = Out;
  } else if (Var.getType()->isPointerType()) {
    Now.Mem.set(Out.Address, Value{mix(Out.Address, 1)});
    const bool WasQuiet = std::exchange(Now.Quiet, true);
    Value V = eval(Init);
    Now.Quiet = WasQuiet;
    V.Print = mix(Out.Address, 1);
    V.Known = std::nullopt;
    V.Fetch = -1;
    for (const BufferPlace &Place : std::exchange(Out.Places, {}))
      V.Places.push_back(Place);
    Now.Mem.set(Out.Address, V);
  }
  return Out;
}

Object Player::elementOf(const Expr *Base, const Value &Index,
                         QualType Element) {
  Fetches.use(Index);
  const Expr *Array = plain(Base);
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Array);
      Cast && Cast->getCastKind() == CK_ArrayToPointerDecay)
    Array = plain(Cast->getSubExpr());
  Object Out;
  // Nor has an element of an array there.
  if (isArray(*Array) ||
      (Array->isTypeDependent() && isa<ArraySubscriptExpr>(Array))) {
    Out = objectOf(Array);
    const bool IsAll = std::exchange(Out.IsWhole, false);
    Out.Index = IsAll ? Index.Known : std::nullopt;
    if (auto It = Learned.StagesOf.find(Out.Root);
        IsAll && It != Learned.StagesOf.end() && Out.Places.empty())
      Out.Places = {
          {It->second, Index.Known ? int(*Index.Known) : int(Event::Unknown)}};
  } else {
    Out = behind(eval(Base));
    Out.IsWhole = false;
  }
  Out.Address += Index.Print * sizeOf(Element);
  return Out;
}

Object Player::objectOf(const Expr *E) {
  E = plain(E);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      return objectOf(*Var);
    return Object{token(Ref->getDecl())};
  }
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
    const Expr *Base = subscriptBase(*Sub);
    Value Index = eval(subscriptIndex(*Sub));
    return elementOf(Base, Index, Sub->getType());
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (const auto *Static = dyn_cast<VarDecl>(Member->getMemberDecl()))
      return objectOf(*Static);
    Object Out = Member->isArrow() ? behind(eval(Member->getBase()))
                                   : objectOf(Member->getBase());
    Out.Address = mix(Out.Address, token(Member->getMemberDecl()));
    Out.IsWhole = false;
    Out.Index = std::nullopt;
    if (Proved.Stages == 1 && Member->getType()->isArrayType())
      if (std::optional<unsigned> Tile = tileNamed(*Member->getMemberDecl()))
        Out.Places = {{*Tile, 0}};
    return Out;
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
    if (Op->getOpcode() == UO_Deref) {
      Object Out = behind(eval(Op->getSubExpr()));
      // What a pointer to an array leads to is not where the array lies.
      if (Out.IsWhole && Out.Root->getType()->isArrayType() &&
          !Op->getType()->isArrayType())
        Out.IsWhole = false;
      return Out;
    }
    if (Op->isPrefix() && Op->isIncrementDecrementOp()) {
      eval(E);
      return objectOf(Op->getSubExpr());
    }
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    if (Op->isAssignmentOp()) {
      eval(E);
      return objectOf(Op->getLHS());
    }
    if (Op->getOpcode() == BO_Comma) {
      eval(Op->getLHS());
      return objectOf(Op->getRHS());
    }
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E);
      Cast && Cast->getCastKind() != CK_LValueToRValue &&
      Cast->getSubExpr()->isGLValue())
    return objectOf(Cast->getSubExpr());
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    Value Cond = test(eval(Choice->getCond()));
    Object A = objectOf(Choice->getTrueExpr()),
           B = objectOf(Choice->getFalseExpr());
    if (Cond.Known)
      return *Cond.Known ? A : B;
    A.Places.append(B.Places);
    A.Address = mix(Cond.Print, A.Address, B.Address);
    A.IsWhole = false;
    return A;
  }
  if (isa<CallExpr>(E) && E->isGLValue()) {
    Now.ReturnedObject = std::nullopt;
    Value V = eval(E);
    if (Now.ReturnedObject)
      return *std::exchange(Now.ReturnedObject, std::nullopt);
    return behind(V);
  }
  return behind(eval(E));
}

/// \p O lies in global memory, as far as can be told.
/// threadIdx and its like: registers, though they are declared as variables.
static bool isRegister(const VarDecl &Var) {
  return Var.getIdentifier() && Var.getDeclContext()->isTranslationUnit() &&
         llvm::StringSwitch<bool>(Var.getName())
             .Cases({"threadIdx", "blockIdx", "blockDim"}, true)
             .Cases({"gridDim", "warpSize"}, true)
             .Default(false);
}

bool Player::isGlobal(const Object &O) const {
  if (!O.Root)
    return true;
  return O.Root->hasGlobalStorage() && !O.Root->hasAttr<CUDASharedAttr>() &&
         !O.Root->isConstexpr() && !isRegister(*O.Root);
}

Value Player::read(const Object &O, const Expr *At) {
  Value Out = contentOf(O, At);
  if (!Now.InLoad)
    Fetches.use(Out);
  return Out;
}

static bool isSizeOfLaunch(const VarDecl *Var) {
  return Var && Var->getIdentifier() &&
         Var->getDeclContext()->isTranslationUnit() &&
         (Var->getName() == "gridDim" || Var->getName() == "blockDim");
}

Value Player::contentOf(const Object &O, const Expr *At) {
  if (O.Root && O.IsWhole && O.Root->getType()->isArrayType())
    return addressOf(O);
  const bool IsPointer = O.isOfThread();
  if (!O.Places.empty() && !IsPointer) {
    // What it was fetched for, it has come to.
    use(O.Places);
    const Value *V = Now.Mem.find(O.Address);
    return Value{V ? V->Print : mix(O.Address, 1)};
  }
  if (const Value *V = Now.Mem.find(O.Address)) {
    Value Out = *V;
    // A pointer that is named like a tile leads there, whatever it is set to.
    if (IsPointer)
      for (const BufferPlace &Place : O.Places)
        if (!llvm::is_contained(Out.Places, Place))
          Out.Places.push_back(Place);
    // What the kernel has stored there is fetched from there all the same.
    if (O.Places.empty() && isGlobal(O))
      fetch(Out, At);
    if (!O.Root || O.IsWhole)
      return Out;
    // An array may have been set in another place of the same value.
    const uint64_t All = token(O.Root);
    if (const Value *Whole = Now.Mem.find(All)) {
      Out.hangOn(*Whole);
      if (Now.Mem.timeOf(All) < Now.Mem.timeOf(O.Address))
        return Out;
    } else {
      return Out;
    }
  }
  Value Out{mix(O.Address, 1)};
  Out.IsPositive = isSizeOfLaunch(O.Root);
  if (O.Root && !O.IsWhole) {
    if (const Value *Whole = Now.Mem.find(token(O.Root))) {
      Out = Value{mix(Whole->Print, O.Address)};
      Out.pointLike(*Whole);
    }
  } else if (O.Root && O.Root->isUsableInConstantExpressions(Ctx) &&
             O.Root->getInit() && !O.Root->getInit()->isValueDependent() &&
             O.Root->getType()->isIntegralOrEnumerationType()) {
    if (const APValue *Constant = O.Root->evaluateValue();
        Constant && Constant->isInt())
      return Value::known(Constant->getInt());
  }
  if (IsPointer)
    Out.Places = O.Places;
  if (O.Places.empty() && isGlobal(O))
    fetch(Out, At);
  return Out;
}

void Player::write(const Object &O, const Value &V) {
  if (!O.Places.empty() && !O.isOfThread())
    load(O.Places, V, /*IsAsync=*/false);
  // What a parameter is set to ends with the call, as of the next place.
  if (isGlobal(O) || (O.IsWhole && isa<ParmVarDecl>(O.Root)))
    Fetches.use(V);
  const Value *Before = Now.Mem.find(O.Address);
  const uint64_t OldPrint = Before ? Before->Print : mix(O.Address, 1);
  Now.Mem.set(O.Address, V);
  if (!O.Root)
    return;
  if (!O.IsWhole) {
    if (Now.InLoad && O.Root->getType()->isArrayType() && !isGlobal(O) &&
        O.Places.empty())
      Now.Elements.push_back({O.Root, O.Address, V.Fetch >= 0});
    const uint64_t All = token(O.Root);
    const Value *Old = Now.Mem.find(All);
    Value Whole = Old ? *Old : Value{mix(All, 1)};
    Whole.pointLike(V);
    Now.Mem.set(All, Whole, /*KeepTime=*/true);
    return;
  }
  if (!Learns || !O.Root->getDeclName().isIdentifier())
    return;
  if (!llvm::is_contained(Learned.Variables, O.Root)) {
    Learned.Variables.push_back(O.Root);
    for (int Earlier = 0;
         Earlier <= Now.Trip && Earlier < int(Learned.Held.size()); ++Earlier)
      Learned.Held[Earlier][O.Root->getName()].push_back(OldPrint);
  }
  if (Now.Trip >= 0 && Now.Trip < int(Learned.Held.size()))
    Learned.Held[Now.Trip][O.Root->getName()].push_back(V.Print);
}

} // namespace cudapipe
