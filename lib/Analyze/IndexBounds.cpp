//===- IndexBounds.cpp - How large a subscript can be ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexBounds.h"
#include "ConstantTable.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace cudapipe {

/// Variables may start from each other; not endlessly.
static constexpr unsigned MaxDepth = 12;
/// CUDA C++ Programming Guide, technical specifications.
static constexpr int64_t MaxBlockDim[] = {1024, 1024, 64};
static constexpr int64_t MaxGridDim[] = {INT32_MAX, 65535, 65535};

Polynomial::Atom IndexBounds::fresh() {
  Atoms.emplace_back();
  return Atoms.size() - 1;
}

Polynomial::Atom IndexBounds::named(const std::string &Key) {
  auto [It, New] = Names.try_emplace(Key, 0);
  if (New)
    It->second = fresh();
  return It->second;
}

static bool isUnsigned(const Expr *E) {
  return E->getType()->isUnsignedIntegerOrEnumerationType();
}

/// What cannot be read: another value each time, in the range of its type.
Polynomial IndexBounds::opaque(const Expr *E, const Place &P) {
  Polynomial::Atom Out;
  if (isTemplateConstant(E, Ctx)) {
    llvm::FoldingSetNodeID Id;
    E->Profile(Id, Ctx, /*Canonical=*/true);
    Out = named(llvm::formatv("c{0}", Id.ComputeHash()));
  } else {
    Out = fresh();
  }
  if (!E->isTypeDependent() && isUnsigned(E))
    Atoms[Out].Lower.push_back(0);
  return Polynomial::atom(Out);
}

/// threadIdx.x and its like.
Polynomial IndexBounds::builtin(llvm::StringRef Name, unsigned D,
                                const Place &P) {
  std::string Key = (Name + llvm::Twine(D)).str();
  if (Name == "threadIdx")
    Key += "of" + std::to_string(P.Thread);
  // Blocks are not compared with each other, and share no memory.
  bool Known = Names.count(Key);
  if (Name == "blockDim" && Facts.BlockDim[D])
    return *Facts.BlockDim[D];
  Polynomial Out = Polynomial::atom(named(Key));
  if (Known)
    return Out;
  bool Index = Name == "threadIdx" || Name == "blockIdx";
  std::vector<Polynomial> Upper;
  if (Index) {
    Polynomial Size =
        builtin(Name == "threadIdx" ? "blockDim" : "gridDim", D, P);
    Upper.push_back(Size - 1);
  }
  int64_t Last = Index ? 1 : 0;
  bool OfBlock = Name == "threadIdx" || Name == "blockDim";
  if (OfBlock && Facts.MaxThreads)
    Upper.push_back(*Facts.MaxThreads - Last);
  if (HardwareLimits)
    Upper.push_back((OfBlock ? MaxBlockDim : MaxGridDim)[D] - Last);
  Bounds &Mine = Atoms[Names[Key]];
  Mine.Lower.push_back(Index ? 0 : 1);
  Mine.Upper = std::move(Upper);
  return Out;
}

/// \p E reads nothing but constants, builtins and variables that are the same
/// wherever they can be seen.
static bool isSettled(const Stmt *S, const IndexBounds::Place &P) {
  if (!S)
    return true;
  if (isa<CallExpr, CXXConstructExpr, LambdaExpr, ArraySubscriptExpr>(S))
    return false;
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && (Op->getOpcode() == UO_Deref || Op->isIncrementDecrementOp()))
    return false;
  if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(S))
    return isSettled(Pseudo->getSyntacticForm(), P);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      return !P.Changing.count(Var) && !Var->getType()->isReferenceType() &&
             (isNeverChanged(*Var) || P.Counters.count(Var));
  return llvm::all_of(S->children(),
                      [&](const Stmt *Child) { return isSettled(Child, P); });
}

Polynomial IndexBounds::variable(const VarDecl *Var, const Place &P,
                                 unsigned Depth) {
  if (auto It = P.Counters.find(Var); It != P.Counters.end())
    return Polynomial::atom(It->second);
  bool Fixed = !P.Changing.count(Var) && isNeverChanged(*Var);
  const auto *Param = dyn_cast<ParmVarDecl>(Var);
  if (auto It = P.Defs.find(Var);
      Param && It != P.Defs.end() && Depth < MaxDepth)
    return value(It->second, P, Depth + 1);
  if (Fixed && Param)
    if (auto It = Facts.Params.find(Param); It != Facts.Params.end())
      return It->second;
  const Expr *Init = Param ? nullptr : Var->getInit();
  bool Reads = Fixed && Init && Depth < MaxDepth &&
               Init->getType()->isIntegerType() &&
               !Var->getType()->isReferenceType();
  if (Reads && isSettled(Init, P))
    return value(Init, P, Depth + 1);
  // All threads have the same parameters; one thread sees one value of what
  // does not change between the places.
  bool Local = Var->hasLocalStorage() && !Var->getType()->isReferenceType() &&
               !Var->getType().isVolatileQualified();
  bool OneThread = P.Thread == 0 && (Fixed || !P.Before);
  bool Same =
      Local && !P.Changing.count(Var) && (OneThread || (Fixed && Param));
  Polynomial::Atom Out =
      Same ? named(llvm::formatv("v{0}", (const void *)Var)) : fresh();
  if (Var->getType()->isUnsignedIntegerType() && Atoms[Out].Lower.empty())
    Atoms[Out].Lower.push_back(0);
  return Polynomial::atom(Out);
}

/// \p X / \p By, both not negative.
Polynomial IndexBounds::divided(const Polynomial &X, int64_t By) {
  Polynomial::Atom Out = fresh();
  Atoms[Out].Lower.push_back(0);
  if (std::optional<Interval> R = range(X))
    Atoms[Out].Upper.push_back(R->High / By);
  return Polynomial::atom(Out);
}

/// \p X % \p By for the expression \p E.
Polynomial IndexBounds::remainder(const Expr *E, const Polynomial &X,
                                  const Polynomial &By) {
  Polynomial::Atom Out = fresh();
  bool Positive = isNonNegative(X);
  if ((isUnsigned(E) || Positive) && isNonNegative(By - 1)) {
    Atoms[Out].Lower.push_back(0);
    Atoms[Out].Upper.push_back(By - 1);
    if (Positive)
      Atoms[Out].Upper.push_back(X);
  }
  return Polynomial::atom(Out);
}

/// The name and the dimension of `threadIdx.x` and its like.
static std::optional<std::pair<llvm::StringRef, unsigned>>
builtinOf(const Expr *E) {
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
  const auto *Ref =
      Base ? dyn_cast<DeclRefExpr>(Base->IgnoreParenImpCasts()) : nullptr;
  if (!Ref || !Ref->getDecl()->getIdentifier() || !Field->getIdentifier() ||
      Field->getName().size() != 1)
    return std::nullopt;
  llvm::StringRef Name = Ref->getDecl()->getName();
  int D = Field->getName()[0] - 'x';
  if (D < 0 || D > 2 || !Ref->getDecl()->getDeclContext()->isFileContext() ||
      !(Name == "threadIdx" || Name == "blockIdx" || Name == "blockDim" ||
        Name == "gridDim"))
    return std::nullopt;
  return std::pair(Name, unsigned(D));
}

Polynomial IndexBounds::value(const Expr *E, const Place &P, unsigned Depth) {
  E = E->IgnoreParens();
  if (Depth > MaxDepth)
    return opaque(E, P);
  if (std::optional<int64_t> Constant = constantValue(E, Ctx))
    return *Constant;
  if (auto Builtin = builtinOf(E))
    return builtin(Builtin->first, Builtin->second, P);
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *From = Cast->getSubExpr();
    if (Cast->getCastKind() == CK_LValueToRValue ||
        Cast->getCastKind() == CK_NoOp)
      return value(From, P, Depth);
    if (E->isTypeDependent() || From->isTypeDependent() ||
        !E->getType()->isIntegerType() || !From->getType()->isIntegerType())
      return opaque(E, P);
    Polynomial X = value(From, P, Depth);
    uint64_t Bits = Ctx.getTypeSize(E->getType());
    uint64_t FromBits = Ctx.getTypeSize(From->getType());
    // int(threadIdx.x - 1) is negative where the unsigned number is large.
    if (isUnsigned(E) == isUnsigned(From) ? Bits >= FromBits
                                          : !isUnsigned(E) && Bits > FromBits)
      return X;
    // Does the value fit into the new type?
    std::optional<Interval> R = range(X);
    bool Fits =
        Bits >= 64 || (R && R->High < (int64_t(1) << (Bits - !isUnsigned(E))));
    Fits &= isUnsigned(E) ? isNonNegative(X) || Bits >= 64
                          : R && R->Low >= -(int64_t(1) << (Bits - 1));
    return Fits ? X : opaque(E, P);
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var ? variable(Var, P, Depth) : opaque(E, P);
  }
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E))
    if (auto Range = rangeOfTable(*Sub, Ctx)) {
      Polynomial::Atom Out = fresh();
      Atoms[Out].Lower.push_back(Range->first);
      Atoms[Out].Upper.push_back(Range->second);
      return Polynomial::atom(Out);
    }
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op || E->isTypeDependent() || Op->isAssignmentOp() ||
      Op->isComparisonOp() || Op->isLogicalOp() ||
      Op->getOpcode() == BO_Comma || !E->getType()->isIntegerType())
    return opaque(E, P);
  Polynomial L = value(Op->getLHS(), P, Depth),
             R = value(Op->getRHS(), P, Depth);
  // Unsigned numbers of 32 bits may wrap around, in signed ones that is an
  // error; addresses have 64.
  auto Checked = [&](Polynomial X) {
    if (!isUnsigned(E) || Ctx.getTypeSize(E->getType()) >= 64)
      return X;
    std::optional<Interval> Whole = range(X);
    return Whole && Whole->High <= UINT32_MAX && isNonNegative(X)
               ? X
               : opaque(E, P);
  };
  bool Positive = R.isConstant() && R.constant() > 0;
  switch (Op->getOpcode()) {
  case BO_Add:
    return Checked(L + R);
  case BO_Sub:
    return Checked(L - R);
  case BO_Mul:
    return Checked(L * R);
  case BO_Shl:
    if (R.isConstant() && R.constant() >= 0 && R.constant() < 31)
      return Checked(L * Polynomial(int64_t(1) << R.constant()));
    break;
  case BO_Div:
    if (Positive && isNonNegative(L))
      return divided(L, R.constant());
    break;
  case BO_Shr:
    if (R.isConstant() && R.constant() >= 0 && R.constant() < 31 &&
        isNonNegative(L))
      return divided(L, int64_t(1) << R.constant());
    break;
  case BO_Rem:
    return remainder(E, L, R);
  case BO_And:
    if (L.isConstant())
      std::swap(L, R);
    if (R.isConstant() && R.constant() >= 0)
      return remainder(E, isNonNegative(L) ? L : Polynomial(R.constant()),
                       R.constant() + 1);
    break;
  case BO_Xor: {
    std::optional<Interval> A = range(L), B = range(R);
    if (A && B && A->Low >= 0 && B->Low >= 0) {
      Polynomial::Atom Out = fresh();
      Atoms[Out].Lower.push_back(0);
      Atoms[Out].Upper.push_back(
          int64_t(llvm::NextPowerOf2(std::max(A->High, B->High))) - 1);
      return Polynomial::atom(Out);
    }
    break;
  }
  default:
    break;
  }
  return opaque(E, P);
}

std::optional<Polynomial> IndexBounds::moved(const Expr *Pointer,
                                             const Expr *Index, int Sign,
                                             const VarDecl *Array,
                                             const Place &P, unsigned Depth) {
  QualType Element = accessType(Pointer, Ctx);
  if (Element->isPointerType())
    Element = Element->getPointeeType();
  else if (const ArrayType *Type = Ctx.getAsArrayType(Element))
    Element = Type->getElementType();
  else
    return std::nullopt;
  if (Element->isDependentType() || Element->isIncompleteType())
    return std::nullopt;
  std::optional<Polynomial> Base = offset(Pointer, Array, P, Depth);
  if (!Base)
    return std::nullopt;
  int64_t Bytes = Ctx.getTypeSizeInChars(Element).getQuantity();
  return *Base + value(Index, P) * Polynomial(Sign * Bytes);
}

/// SharedMemory<float>(): the call returns \p Array, and does nothing else.
static bool returnsArray(const CallExpr &Call, const VarDecl *Array) {
  const FunctionDecl *Callee = Call.getDirectCallee(), *Definition = nullptr;
  const auto *Body = Callee && Callee->hasBody(Definition)
                         ? dyn_cast<CompoundStmt>(Definition->getBody())
                         : nullptr;
  const auto *Return = Body && !Body->body_empty()
                           ? dyn_cast<ReturnStmt>(Body->body_back())
                           : nullptr;
  const auto *Ref =
      Return && Return->getRetValue()
          ? dyn_cast<DeclRefExpr>(Return->getRetValue()->IgnoreParenCasts())
          : nullptr;
  return Ref &&
         Ref->getDecl()->getCanonicalDecl() == Array->getCanonicalDecl() &&
         llvm::all_of(Body->body(), [](const Stmt *S) {
           return isa<DeclStmt, ReturnStmt>(S);
         });
}

std::optional<Polynomial> IndexBounds::offset(const Expr *E,
                                              const VarDecl *Array,
                                              const Place &P, unsigned Depth) {
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    E = Full->getSubExpr()->IgnoreParens();
  while (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getSubExpr()->getType()->isIntegerType())
      return std::nullopt;
    E = Cast->getSubExpr()->IgnoreParens();
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return returnsArray(*Call, Array) ? std::optional(Polynomial())
                                      : std::nullopt;
  if (Depth > MaxDepth)
    return std::nullopt;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var)
      return std::nullopt;
    if (Var->getCanonicalDecl() == Array->getCanonicalDecl())
      return Polynomial();
    // A parameter of a called function.
    if (auto It = P.Defs.find(Var); It != P.Defs.end())
      return offset(It->second, Array, P, Depth + 1);
    const Expr *Init = isa<ParmVarDecl>(Var) ? nullptr : Var->getInit();
    bool Address =
        Var->getType()->isPointerType() || Var->getType()->isReferenceType();
    if (!Init || !Address || !isNeverChanged(*Var) || P.Changing.count(Var))
      return std::nullopt;
    Place Declared = P;
    Declared.Before = true;
    return offset(Init, Array, Declared, Depth + 1);
  }
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E))
    return moved(subscriptBase(*Sub), subscriptIndex(*Sub), 1, Array, P, Depth);
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && (Op->getOpcode() == UO_AddrOf || Op->getOpcode() == UO_Deref))
    return offset(Op->getSubExpr(), Array, P, Depth);
  if (const auto *Op = dyn_cast<BinaryOperator>(E); Op && Op->isAdditiveOp()) {
    bool Swapped = Op->getLHS()->getType()->isIntegerType();
    const Expr *Pointer = Swapped ? Op->getRHS() : Op->getLHS();
    const Expr *Index = Swapped ? Op->getLHS() : Op->getRHS();
    if (Index->getType()->isIntegerType())
      return moved(Pointer, Index, Op->getOpcode() == BO_Add ? 1 : -1, Array, P,
                   Depth);
  }
  return std::nullopt;
}

/// \p X >= 0: gives every atom that stands alone in it a bound.
void IndexBounds::assumeNonNegative(const Polynomial &X) {
  for (Polynomial::Atom A : X.atoms()) {
    Polynomial Rest, Factor;
    if (!X.split(A, Rest, Factor) || !Factor.isConstant())
      continue;
    int64_t By = Factor.constant();
    if (By == 1)
      Atoms[A].Lower.push_back(Polynomial() - Rest);
    else if (By == -1)
      Atoms[A].Upper.push_back(Rest);
    else if (By < 0 && By > INT32_MIN && Rest.isConstant() &&
             Rest.constant() >= 0)
      Atoms[A].Upper.push_back(Rest.constant() / -By);
  }
}

void IndexBounds::assume(Place &P, const Expr *Cond, bool Holds) {
  Cond = Cond->IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(Cond);
      Not && Not->getOpcode() == UO_LNot)
    return assume(P, Not->getSubExpr(), !Holds);
  const auto *Op = dyn_cast<BinaryOperator>(Cond);
  if (!Op)
    return;
  if (Op->getOpcode() == (Holds ? BO_LAnd : BO_LOr)) {
    assume(P, Op->getLHS(), Holds);
    return assume(P, Op->getRHS(), Holds);
  }
  const Expr *Left = Op->getLHS(), *Right = Op->getRHS();
  if (!Op->isComparisonOp() || Left->isTypeDependent() ||
      Right->isTypeDependent() || !Left->getType()->isIntegerType() ||
      !Right->getType()->isIntegerType())
    return;
  Polynomial L = value(Left, P), R = value(Right, P);
  // What has wrapped around compares as something else.
  for (auto [Side, X] : {std::pair(Left, &L), std::pair(Right, &R)})
    if (isUnsigned(Side) && !isNonNegative(*X))
      return;
  BinaryOperatorKind Kind =
      Holds ? Op->getOpcode()
            : BinaryOperator::negateComparisonOp(Op->getOpcode());
  if (Kind == BO_LT || Kind == BO_LE || Kind == BO_EQ)
    assumeNonNegative(R - L - (Kind == BO_LT ? 1 : 0));
  if (Kind == BO_GT || Kind == BO_GE || Kind == BO_EQ)
    assumeNonNegative(L - R - (Kind == BO_GT ? 1 : 0));
}

/// +1 if \p Inc can only make \p Var larger, -1 if smaller, else 0.
static int direction(const Expr *Inc, const VarDecl *Var,
                     llvm::function_ref<bool(const Expr *)> IsNonNegative) {
  Inc = Inc ? Inc->IgnoreParenImpCasts() : nullptr;
  auto Names = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == Var;
  };
  if (const auto *Op = dyn_cast_or_null<UnaryOperator>(Inc);
      Op && Op->isIncrementDecrementOp() && Names(Op->getSubExpr()))
    return Op->isIncrementOp() ? 1 : -1;
  const auto *Op = dyn_cast_or_null<BinaryOperator>(Inc);
  if (!Op || !Op->isAssignmentOp() || !Names(Op->getLHS()) ||
      !Op->getRHS()->getType()->isIntegerType())
    return 0;
  switch (Op->getOpcode()) {
  case BO_AddAssign:
    return IsNonNegative(Op->getRHS()) ? 1 : 0;
  case BO_SubAssign:
    return IsNonNegative(Op->getRHS()) ? -1 : 0;
  default:
    return 0;
  }
}

void IndexBounds::enter(Place &P, const ForStmt &Loop) {
  const auto *Decls = dyn_cast_or_null<DeclStmt>(Loop.getInit());
  if (!Decls)
    return;
  std::vector<std::tuple<const VarDecl *, int64_t, int64_t>> Stepping;
  for (const Decl *D : Decls->decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var || !Var->getInit() || !Var->getType()->isIntegerType() ||
        changes(Loop.getBody(), *Var) ||
        (Loop.getCond() && changes(Loop.getCond(), *Var)))
      continue;
    Polynomial Start = value(Var->getInit(), P);
    int Way = direction(Loop.getInc(), Var, [&](const Expr *Step) {
      return isNonNegative(value(Step, P));
    });
    Polynomial::Atom Counter = fresh();
    if (Way > 0)
      Atoms[Counter].Lower.push_back(Start);
    if (Way < 0)
      Atoms[Counter].Upper.push_back(Start);
    if (Var->getType()->isUnsignedIntegerType())
      Atoms[Counter].Lower.push_back(0);
    P.Counters[Var] = Counter;
    const auto *Op = dyn_cast_or_null<CompoundAssignOperator>(Loop.getInc());
    std::optional<int64_t> Step =
        Op && Way > 0 ? constantValue(Op->getRHS(), Ctx) : std::nullopt;
    if (Step && *Step > 1 && Start.isConstant())
      Stepping.emplace_back(Var, Start.constant(), *Step);
  }
  if (!Loop.getCond())
    return;
  assume(P, Loop.getCond(), true);
  // for (int k = 0; k < 512; k += 64): 448 is the last.
  for (auto [Var, Start, Step] : Stepping) {
    Polynomial::Atom Counter = P.Counters[Var];
    if (std::optional<Interval> R = range(Polynomial::atom(Counter));
        R && R->High >= Start)
      Atoms[Counter].Upper.push_back(Start + (R->High - Start) / Step * Step);
  }
}

std::optional<Interval> IndexBounds::range(const Polynomial &X,
                                           unsigned Depth) {
  if (!X.isValid() || Depth > 6)
    return std::nullopt;
  auto Clamp = [](__int128 Value) -> std::optional<int64_t> {
    return Value < INT64_MIN / 4 || Value > INT64_MAX / 4
               ? std::nullopt
               : std::optional(int64_t(Value));
  };
  Interval Sum{0, 0};
  for (const auto &[Product, Number] : X.terms()) {
    Interval Term{Number, Number};
    for (Polynomial::Atom A : Product) {
      std::optional<int64_t> Low, High;
      for (const Polynomial &L : Atoms[A].Lower)
        if (auto R = range(L, Depth + 1))
          Low = Low ? std::max(*Low, R->Low) : R->Low;
      for (const Polynomial &U : Atoms[A].Upper)
        if (auto R = range(U, Depth + 1))
          High = High ? std::min(*High, R->High) : R->High;
      if (!Low || !High)
        return std::nullopt;
      __int128 Ends[] = {__int128(Term.Low) * *Low, __int128(Term.Low) * *High,
                         __int128(Term.High) * *Low,
                         __int128(Term.High) * *High};
      auto Least = Clamp(*std::min_element(Ends, Ends + 4)),
           Most = Clamp(*std::max_element(Ends, Ends + 4));
      if (!Least || !Most)
        return std::nullopt;
      Term = {*Least, *Most};
    }
    auto Low = Clamp(__int128(Sum.Low) + Term.Low),
         High = Clamp(__int128(Sum.High) + Term.High);
    if (!Low || !High)
      return std::nullopt;
    Sum = {*Low, *High};
  }
  return Sum;
}

bool IndexBounds::isNonNegative(const Polynomial &X) {
  // One question may ask others on its way.
  unsigned Before = std::exchange(Budget, 600);
  bool Out = prove(X, 0);
  Budget = Before;
  return Out;
}

/// Replaces one atom after the other by a bound that makes \p X no larger.
bool IndexBounds::prove(const Polynomial &X, unsigned Depth) {
  if (!X.isValid() || Budget == 0 || Depth > MaxDepth)
    return false;
  --Budget;
  if (X.isConstant())
    return X.constant() >= 0;
  if (std::optional<Interval> R = range(X))
    if (R->Low >= 0)
      return true;
  // Counters are younger than what bounds them.
  std::set<Polynomial::Atom> All = X.atoms();
  for (auto It = All.rbegin(); It != All.rend(); ++It) {
    Polynomial Rest, Factor;
    const Bounds Mine = Atoms[*It];
    if (!X.split(*It, Rest, Factor))
      continue;
    if (!Mine.Lower.empty() && prove(Factor, Depth + 1))
      for (const Polynomial &L : Mine.Lower)
        if (!L.atoms().count(*It) && prove(Rest + Factor * L, Depth + 1))
          return true;
    if (!Mine.Upper.empty() && prove(Polynomial() - Factor, Depth + 1))
      for (const Polynomial &U : Mine.Upper)
        if (!U.atoms().count(*It) && prove(Rest + Factor * U, Depth + 1))
          return true;
  }
  return false;
}

} // namespace cudapipe
