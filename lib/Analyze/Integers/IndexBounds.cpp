//===- IndexBounds.cpp - How large a subscript can be -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   How large a subscript can be
//   Values that are functions of others
//   How far into an array a subscript points
//   What conditions and headers say of subscripts
//   Numbers for which there is no proof
//
//===----------------------------------------------------------------------===//

#include "IndexBounds.h"
#include "Analyze/Threads/BlockQuery.h"
#include "ConstantTable.h"
#include "UpperLimit.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/PerAst.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TripCount.h"
#include "cudapipe/Effort.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <numeric>

using namespace clang;

namespace cudapipe {

//===- How large a subscript can be -------------------------------------===//

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
  if (const ParmVarDecl *Size = Facts.BlockDimIs[D];
      Size && Name == "blockDim" && !P.Changing.count(Size)) {
    Polynomial Out = variable(Size, P, 0);
    if (Known)
      return Out;
    named(Key);
    assumeNonNegative(Out - 1);
    if (Facts.MaxThreads)
      assumeNonNegative(Polynomial(*Facts.MaxThreads) - Out);
    if (HardwareLimits)
      assumeNonNegative(Polynomial(MaxBlockDim[D]) - Out);
    return Out;
  }
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

static bool isOfPlace(const VarDecl &Var, const IndexBounds::Place &P,
                      bool InTrip, const ASTContext &Ctx, unsigned Depth);

/// \p E reads nothing but constants, builtins and variables that are the same
/// wherever they can be seen; \p InTrip: wherever they can be seen in a trip.
/// Counters, and constants that are declared around the place, are those of
/// the place.
static bool isSettled(const Stmt *S, const IndexBounds::Place &P, bool InTrip,
                      const ASTContext &Ctx, unsigned Depth = 0) {
  if (!S)
    return true;
  auto IsSettled = [&](const Stmt *Part) {
    return isSettled(Part, P, InTrip, Ctx, Depth);
  };
  if (const auto *Call = dyn_cast<CallExpr>(S);
      Call && operandsOfMin(Call, Ctx))
    return llvm::all_of(Call->arguments(), IsSettled);
  if (isa<CallExpr, CXXConstructExpr, LambdaExpr, ArraySubscriptExpr>(S))
    return false;
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && (Op->getOpcode() == UO_Deref || Op->isIncrementDecrementOp()))
    return false;
  if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(S))
    return IsSettled(Pseudo->getSyntacticForm());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      return P.Counters.count(Var) ||
             (!Var->getType()->isReferenceType() &&
              (P.Changing.count(Var)
                   ? isOfPlace(*Var, P, InTrip, Ctx, Depth + 1)
                   : isNeverChanged(*Var) || (InTrip && P.Steady.count(Var))));
  return llvm::all_of(S->children(), IsSettled);
}

/// `const int r = i / 12;` in the loop of the counter i: another value in each
/// place, but in each what its initializer says there.
static bool isOfPlace(const VarDecl &Var, const IndexBounds::Place &P,
                      bool InTrip, const ASTContext &Ctx, unsigned Depth) {
  constexpr unsigned MostConstants = 8;
  return Depth < MostConstants && !isa<ParmVarDecl>(Var) &&
         Var.hasLocalStorage() && Var.getInit() &&
         Var.getType()->isIntegerType() && isNeverChanged(Var) &&
         isSettled(Var.getInit(), P, InTrip, Ctx, Depth);
}

Polynomial IndexBounds::variable(const VarDecl *Var, const Place &P,
                                 unsigned Depth) {
  if (auto It = P.Counters.find(Var); It != P.Counters.end())
    return Polynomial::atom(It->second);
  bool Fixed = !P.Changing.count(Var) && isNeverChanged(*Var);
  const auto *Param = dyn_cast<ParmVarDecl>(Var);
  if (auto It = P.Defs.find(Var); Param && It != P.Defs.end())
    return Depth < MaxDepth ? value(It->second, P, Depth + 1)
                            : Polynomial::atom(fresh());
  if (Fixed && Param)
    if (auto It = Facts.Params.find(Param); It != Facts.Params.end())
      return It->second;
  const Expr *Init = Param ? nullptr : Var->getInit();
  if (Var == Uncut)
    return value(Init, P, Depth + 1);
  if (!Fixed && !Param)
    if (std::optional<Polynomial> Cut = cutShort(*Var, P, Depth))
      return *Cut;
  bool Reads = Fixed && Init && Depth < MaxDepth &&
               Init->getType()->isIntegerType() &&
               !Var->getType()->isReferenceType();
  if (Reads && isSettled(Init, P, P.InTrip.count(Var), Ctx))
    return value(Init, P, Depth + 1);
  if (P.Changing.count(Var) && Depth < MaxDepth &&
      isOfPlace(*Var, P, P.InTrip.count(Var), Ctx, 0))
    return value(Init, P, Depth + 1);
  // All threads have the same parameters of a kernel, each has its own of other
  // functions; one thread sees one value of what does not change between the
  // places.
  bool Local = Var->hasLocalStorage() && !Var->getType()->isReferenceType() &&
               !Var->getType().isVolatileQualified() && !P.Changing.count(Var);
  bool OneThread = P.Thread == 0 && (Fixed || !P.Before);
  const auto *Of = dyn_cast<FunctionDecl>(Var->getDeclContext());
  bool OfKernel = Of && Of->hasAttr<CUDAGlobalAttr>();
  bool Same = Local && (OneThread || (Fixed && Param && OfKernel) ||
                        (!P.Before && P.Agreed.count(Var)));
  Polynomial::Atom Out;
  if (Same)
    Out = named(llvm::formatv("v{0}", (const void *)Var));
  else if (Local && Fixed && Param)
    Out = named(llvm::formatv("v{0}of{1}", (const void *)Var, P.Thread));
  else
    Out = fresh();
  if (Var->getType()->isUnsignedIntegerType() && Atoms[Out].Lower.empty()) {
    Atoms[Out].Lower.push_back(0);
    if (Ctx.getTypeSize(Var->getType()) <= 32)
      Atoms[Out].Upper.push_back(
          (int64_t(1) << Ctx.getTypeSize(Var->getType())) - 1);
  }
  if (!Fixed && neverNegative(*Var)) {
    addLower(Out, 0);
    if (Ctx.getTypeSize(Var->getType()) == 32 && Atoms[Out].Upper.empty())
      Atoms[Out].Upper.push_back(INT32_MAX);
  }
  return Polynomial::atom(Out);
}

/// \p X % \p By for the expression \p E.
Polynomial IndexBounds::remainder(const Expr *E, const Polynomial &X,
                                  const Polynomial &By) {
  const std::string Name = isUnsigned(E) ? "urem" : "rem";
  bool Positive = isNonNegative(X);
  if (!(isUnsigned(E) || Positive) || !isNonNegative(By - 1))
    return functionOf(Name, X, By);
  // 8 * i % 32 is 8 * (i % 4).
  const int64_t Unit = Positive && X.isValid() && By.isConstant()
                           ? std::gcd(X.content(), By.constant())
                           : 1;
  const Polynomial Out =
      functionOf(Unit > 1 ? Name + std::to_string(Unit) : Name, X, By);
  const Polynomial::Atom A = *Out.atoms().begin();
  addLower(A, 0);
  if (Positive && X.isValid() && By.isConstant())
    Residues.try_emplace(A, X.quotient(Unit), By.constant() / Unit);
  if (Unit > 1) {
    addUpper(A, By.constant() / Unit - 1);
    addUpper(A, X.quotient(Unit));
    return Out * Polynomial(Unit);
  }
  addUpper(A, By - 1);
  if (Positive)
    addUpper(A, X);
  return Out;
}

/// \p X & \p Mask, which is not negative.
Polynomial IndexBounds::masked(int64_t Mask, const Polynomial &X) {
  const Polynomial Out = functionOf("and", X, Mask);
  const Polynomial::Atom A = *Out.atoms().begin();
  addLower(A, 0);
  if (X.isValid() && llvm::isPowerOf2_64(Mask + 1))
    Residues.try_emplace(A, X, Mask + 1);
  addUpper(A, Mask);
  if (isNonNegative(X))
    addUpper(A, X);
  return Out;
}

std::optional<std::pair<llvm::StringRef, unsigned>>
builtinIndex(const Expr *E) {
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
  if (!Base || !Field->getIdentifier() || Field->getName().size() != 1)
    return std::nullopt;
  int D = Field->getName()[0] - 'x';
  if (D < 0 || D > 2)
    return std::nullopt;
  switch (blockQuery(Base)) {
  case BlockQuery::ThreadIndex:
    return std::pair("threadIdx", unsigned(D));
  case BlockQuery::BlockIndex:
    return std::pair("blockIdx", unsigned(D));
  case BlockQuery::BlockDim:
    return std::pair("blockDim", unsigned(D));
  default:
    break;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Base->IgnoreParenImpCasts());
  if (!Ref || !Ref->getDecl()->getIdentifier())
    return std::nullopt;
  llvm::StringRef Name = Ref->getDecl()->getName();
  if (!Ref->getDecl()->getDeclContext()->isFileContext() ||
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
  if (auto Builtin = builtinIndex(E))
    return builtin(Builtin->first, Builtin->second, P);
  if (BlockQuery Asked = blockQuery(E);
      Asked == BlockQuery::Rank || Asked == BlockQuery::Size) {
    bool IsSize = Asked == BlockQuery::Size;
    auto Of = [&](unsigned D) { return builtin("blockDim", D, P); };
    auto At = [&](unsigned D) { return builtin("threadIdx", D, P); };
    return IsSize ? Of(0) * Of(1) * Of(2)
                  : At(0) + Of(0) * (At(1) + Of(1) * At(2));
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *From = Cast->getSubExpr();
    if (Cast->getCastKind() == CK_LValueToRValue ||
        Cast->getCastKind() == CK_NoOp)
      return value(From, P, Depth);
    if (E->isTypeDependent() || From->isTypeDependent() ||
        !E->getType()->isIntegerType() || !From->getType()->isIntegerType())
      return opaque(E, P);
    Polynomial X = value(From, P, Depth);
    // Any number but zero becomes one.
    if (E->getType()->isBooleanType()) {
      std::optional<Interval> R = range(X);
      if (R && R->Low >= 0 && R->High <= 1)
        return X;
      Polynomial::Atom Out = fresh();
      Atoms[Out].Lower.push_back(0);
      Atoms[Out].Upper.push_back(1);
      return Polynomial::atom(Out);
    }
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
    // Numbers without a sign have room for all that are not negative, others
    // for the lower half.
    if (!Fits && Bits >= FromBits && Bits <= 32)
      Fits = isNonNegative(X) &&
             (isUnsigned(E) ||
              isNonNegative(Polynomial((int64_t(1) << (Bits - 1)) - 1) - X));
    if (Fits)
      return X;
    // int(unsigned(k) + threadIdx.x) is k + threadIdx.x, or less by 2^32.
    if (!isUnsigned(E) && Bits == 32 && FromBits == 32)
      if (std::optional<Polynomial> Sum = sumAsSigned(From, P, Depth)) {
        R = range(*Sum);
        if (R && R->Low >= INT32_MIN && R->High <= INT32_MAX)
          return *Sum;
        Polynomial Out = wrapped(E, *Sum, P);
        if (Out.atoms().size() == 1)
          Unwrapped.try_emplace(*Out.atoms().begin(), *Sum);
        return Out;
      }
    Polynomial Out = wrapped(E, X, P);
    // What is negative becomes a large number.
    if (isUnsigned(E) && FromBits <= Bits && Out.atoms().size() == 1)
      addLower(*Out.atoms().begin(), X);
    // What is large becomes smaller by 2^32.
    if (!isUnsigned(E) && Out.atoms().size() == 1 && isNonNegative(X))
      Unwrapped.try_emplace(*Out.atoms().begin(), X);
    return Out;
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
  if (auto Operands = operandsOfMin(E, Ctx);
      Operands && E->getType()->isIntegerType())
    return least(value(Operands->first, P, Depth + 1),
                 value(Operands->second, P, Depth + 1));
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E);
      Choice && !E->isTypeDependent() && E->getType()->isIntegerType())
    if (std::optional<Polynomial> Known =
            choice(Choice->getCond(), Choice->getTrueExpr(),
                   Choice->getFalseExpr(), P, Depth + 1))
      return *Known;
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    if (std::optional<Polynomial> Known = member(*Member, P))
      return *Known;
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
    const bool Positive = isNonNegative(X);
    if (Positive && Whole && Whole->High <= UINT32_MAX)
      return X;
    Polynomial Out = wrapped(E, X, P);
    // What is too large becomes smaller.
    if (const auto All = Out.atoms(); Positive && All.size() == 1)
      addUpper(*All.begin(), X);
    return Out;
  };
  bool Positive = R.isConstant() && R.constant() > 0;
  switch (Op->getOpcode()) {
  case BO_Add:
    return Checked(L + R);
  case BO_Sub:
    return Checked(L - R);
  case BO_Mul:
    return Checked(multiplied(L, R));
  case BO_Shl:
    if (R.isConstant() && R.constant() >= 0 && R.constant() < 31)
      return Checked(multiplied(L, int64_t(1) << R.constant()));
    break;
  case BO_Div:
    if (Positive && L.isValid() && L.content() % R.constant() == 0)
      return L.quotient(R.constant());
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
      return llvm::isPowerOf2_64(R.constant() + 1) && isNonNegative(L)
                 ? remainder(E, L, R.constant() + 1)
                 : masked(R.constant(), L);
    // x & ~3 is x without x & 3.
    if (R.isConstant() && R.constant() > INT32_MIN &&
        llvm::isPowerOf2_64(-R.constant()))
      return L - masked(-R.constant() - 1, L);
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

//===- Values that are functions of others ------------------------------===//
//   min(BC, n - j0)     one atom for all places with the same n and j0
//   i / D               for i >= n * D at least n

/// One value for equal values: an atom by its name and what it is made of.
Polynomial IndexBounds::functionOf(const std::string &Name, const Polynomial &X,
                                   const Polynomial &Y) {
  if (!X.isValid() || !Y.isValid())
    return Polynomial::atom(fresh());
  std::string Key = Name;
  for (const Polynomial *Part : {&X, &Y}) {
    Key += "(";
    for (const auto &[Product, Number] : Part->terms()) {
      Key += "+" + std::to_string(Number);
      for (Polynomial::Atom A : Product)
        Key += "*" + std::to_string(A);
    }
    Key += ")";
  }
  return Polynomial::atom(named(Key));
}

/// \p X as the type of \p E holds it, which may be another number: the same
/// one for the same X.
Polynomial IndexBounds::wrapped(const Expr *E, const Polynomial &X,
                                const Place &P) {
  if (E->isTypeDependent() || isTemplateConstant(E, Ctx))
    return opaque(E, P);
  std::string Type = std::to_string(Ctx.getTypeSize(E->getType()));
  Polynomial Out = functionOf((isUnsigned(E) ? "u" : "i") + Type, X);
  Polynomial::Atom A = *Out.atoms().begin();
  if (isUnsigned(E) && Atoms[A].Lower.empty())
    Atoms[A].Lower.push_back(0);
  return Out;
}

void IndexBounds::addLower(Polynomial::Atom A, const Polynomial &X) {
  if (!llvm::is_contained(Atoms[A].Lower, X))
    Atoms[A].Lower.push_back(X);
}

void IndexBounds::addUpper(Polynomial::Atom A, const Polynomial &X) {
  if (!llvm::is_contained(Atoms[A].Upper, X))
    Atoms[A].Upper.push_back(X);
}

Polynomial IndexBounds::least(const Polynomial &X, const Polynomial &Y) {
  if (X.isConstant() && Y.isConstant())
    return std::min(X.constant(), Y.constant());
  Polynomial Out = functionOf("min", X, Y);
  Bounds &Mine = Atoms[*Out.atoms().begin()];
  if (Mine.Either.empty()) {
    Mine.Upper = {X, Y};
    Mine.Either.emplace_back(X, Y);
  }
  return Out;
}

/// `p + 64 < n ? 64 : n - p` is the least of both.
std::optional<Polynomial> IndexBounds::choice(const Expr *If, const Expr *Then,
                                              const Expr *Else, const Place &P,
                                              unsigned Depth) {
  const auto *Cond = dyn_cast<BinaryOperator>(If->IgnoreParenImpCasts());
  if (!Cond || !Cond->isRelationalOp() || Then->isTypeDependent() ||
      Else->isTypeDependent() || Cond->getLHS()->isTypeDependent() ||
      Cond->getRHS()->isTypeDependent())
    return std::nullopt;
  Polynomial L = value(Cond->getLHS(), P, Depth),
             R = value(Cond->getRHS(), P, Depth);
  Polynomial True = value(Then, P, Depth), False = value(Else, P, Depth);
  // What has wrapped around compares as something else.
  const std::pair<const Expr *, const Polynomial *> Parts[] = {
      {Cond->getLHS(), &L},
      {Cond->getRHS(), &R},
      {Then, &True},
      {Else, &False}};
  for (auto [Side, X] : Parts)
    if (!Side->getType()->isIntegerType() ||
        (isUnsigned(Side) && !isNonNegative(*X)))
      return std::nullopt;
  if (Cond->getOpcode() == BO_GT || Cond->getOpcode() == BO_GE)
    std::swap(L, R);
  Polynomial Differ = True - False;
  if (!Differ.isValid() || !(Differ == L - R))
    return std::nullopt;
  return least(True, False);
}

/// `Var = e` is all that \p S does.
static const Expr *assignedIn(const Stmt *S, const VarDecl &Var) {
  const auto *Block = dyn_cast_or_null<CompoundStmt>(S);
  if (Block)
    S = Block->size() == 1 ? Block->body_front() : nullptr;
  const auto *Op = dyn_cast_or_null<BinaryOperator>(S);
  const auto *Ref = Op && Op->getOpcode() == BO_Assign
                        ? dyn_cast<DeclRefExpr>(Op->getLHS()->IgnoreParens())
                        : nullptr;
  return Ref && Ref->getDecl() == &Var ? Op->getRHS() : nullptr;
}

/// The `if` that sets \p Var in the block that declares it, before anybody else
/// uses it, if that is all that changes it.
static const IfStmt *onlyChange(const Stmt *S, const VarDecl &Var) {
  const auto *Block = dyn_cast_or_null<CompoundStmt>(S);
  const IfStmt *Found = nullptr;
  bool Declared = false;
  if (Block)
    for (const Stmt *Inner : Block->body()) {
      const auto *Decls = dyn_cast<DeclStmt>(Inner);
      const auto *If = dyn_cast<IfStmt>(Inner);
      if (Decls && llvm::is_contained(Decls->decls(), &Var))
        Declared = true;
      else if (Declared && !Found && mentions(Inner, &Var)) {
        if (!If || If->getElse() || If->getInit() ||
            If->getConditionVariable() || !assignedIn(If->getThen(), Var) ||
            changes(If->getCond(), Var))
          return nullptr;
        Found = If;
      } else if (Found && changes(Inner, Var))
        return nullptr;
    }
  if (Declared) // a jump may leave it out
    return Found && !holdsA<LabelStmt, SwitchCase>(Block) ? Found : nullptr;
  if (!S)
    return nullptr;
  for (const Stmt *Child : S->children())
    if (const IfStmt *If = onlyChange(Child, Var))
      return If;
  return nullptr;
}

/// `int len = n - k; if (len > 64) len = 64;`
std::optional<Polynomial>
IndexBounds::cutShort(const VarDecl &Var, const Place &P, unsigned Depth) {
  const auto *Function = dyn_cast<FunctionDecl>(Var.getDeclContext());
  if (!Var.isLocalVarDecl() || !Var.hasLocalStorage() || !Var.getInit() ||
      !Function || !Var.getType()->isIntegerType() ||
      Var.getType().isVolatileQualified() || P.Changing.count(&Var) ||
      Depth >= MaxDepth)
    return std::nullopt;
  struct Told : llvm::DenseMap<const VarDecl *, const IfStmt *> {};
  auto [It, New] = perAst<Told>(Ctx).try_emplace(&Var);
  if (New)
    It->second = onlyChange(Function->getBody(), Var);
  const IfStmt *If = It->second;
  if (!If)
    return std::nullopt;
  const Expr *Set = assignedIn(If->getThen(), Var);
  for (const Expr *Part : {Var.getInit(), Set})
    if (!isSettled(Part, P, P.InTrip.count(&Var), Ctx))
      return std::nullopt;
  llvm::SaveAndRestore InCondition(Uncut, &Var);
  return choice(If->getCond(), Set, Var.getInit(), P, Depth + 1);
}

/// \p S changes \p Var only by making it larger, or a number from 0 on.
static bool onlyGrows(const Stmt *S, const VarDecl &Var,
                      const ASTContext &Ctx) {
  if (!S || !changes(S, Var))
    return true;
  auto IsVar = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
    return Ref && Ref->getDecl() == &Var;
  };
  if (const auto *Op = dyn_cast<UnaryOperator>(S))
    return Op->isIncrementOp() && IsVar(Op->getSubExpr());
  if (const auto *Op = dyn_cast<BinaryOperator>(S);
      Op && Op->isAssignmentOp() && IsVar(Op->getLHS())) {
    const auto *Sum = dyn_cast<CompoundAssignOperator>(Op);
    std::optional<int64_t> By = constantValue(Op->getRHS(), Ctx);
    // Unsigned sums start again from zero.
    return By && *By >= 0 && *By <= INT32_MAX &&
           (Sum ? Sum->getOpcode() == BO_AddAssign &&
                      Sum->getComputationResultType()->isSignedIntegerType()
                : true);
  }
  const auto *Op = dyn_cast<BinaryOperator>(S);
  bool IsBlock =
      isa<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt, AttributedStmt>(
          S) ||
      (Op && Op->getOpcode() == BO_Comma);
  return IsBlock && llvm::all_of(S->children(), [&](const Stmt *Child) {
           return onlyGrows(Child, Var, Ctx);
         });
}

/// `int k = 0;`, to which only `k += 64` is done.
bool IndexBounds::neverNegative(const VarDecl &Var) {
  auto [It, New] = NeverNegative.try_emplace(&Var, false);
  const auto *Function = dyn_cast<FunctionDecl>(Var.getDeclContext());
  QualType Type = Var.getType();
  if (!New || !Function || !Var.isLocalVarDecl() || Var.isStaticLocal() ||
      !Var.getInit() || !Type->isSignedIntegerType() ||
      Type.isVolatileQualified() || Ctx.getTypeSize(Type) < 32)
    return It->second;
  std::optional<int64_t> Start = constantValue(Var.getInit(), Ctx);
  return It->second =
             Start && *Start >= 0 && onlyGrows(Function->getBody(), Var, Ctx);
}

/// The unsigned sum \p E of 32 bits, one term of which was signed before: as if
/// none of them were ever converted. It is no less than INT_MIN.
std::optional<Polynomial>
IndexBounds::sumAsSigned(const Expr *E, const Place &P, unsigned Depth) {
  E = E->IgnoreParens();
  if (E->isTypeDependent() || Depth > MaxDepth)
    return std::nullopt;
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
      Cast && Cast->getCastKind() == CK_IntegralCast) {
    const Expr *From = Cast->getSubExpr();
    if (From->isTypeDependent() || !From->getType()->isSignedIntegerType() ||
        Ctx.getTypeSize(From->getType()) != 32)
      return std::nullopt;
    return value(From, P, Depth + 1);
  }
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op || Op->getOpcode() != BO_Add)
    return std::nullopt;
  const Expr *Signed = Op->getLHS(), *Other = Op->getRHS();
  std::optional<Polynomial> Sum = sumAsSigned(Signed, P, Depth + 1);
  if (!Sum) {
    std::swap(Signed, Other);
    Sum = sumAsSigned(Signed, P, Depth + 1);
  }
  if (!Sum)
    return std::nullopt;
  Polynomial More = value(Other, P, Depth + 1);
  return isNonNegative(More) ? std::optional(*Sum + More) : std::nullopt;
}

/// What \p X, which may have wrapped around, is at most.
const Polynomial *IndexBounds::unwrapped(const Polynomial &X) const {
  const auto All = X.atoms();
  auto It = All.size() == 1 ? Unwrapped.find(*All.begin()) : Unwrapped.end();
  return It != Unwrapped.end() && X == Polynomial::atom(It->first) ? &It->second
                                                                   : nullptr;
}

/// A number in a struct that holds one value in all places.
std::optional<Polynomial> IndexBounds::member(const MemberExpr &E,
                                              const Place &P) {
  std::string Key = "f";
  const Expr *Base = &E;
  while (const auto *Member = dyn_cast<MemberExpr>(Base)) {
    if (Member->isArrow() || !isa<FieldDecl>(Member->getMemberDecl()) ||
        Member->getType().isVolatileQualified())
      return std::nullopt;
    Key += llvm::formatv(".{0}", (const void *)Member->getMemberDecl());
    Base = Member->getBase()->IgnoreParens();
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Base);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || P.Before || !P.Agreed.count(Var))
    return std::nullopt;
  Polynomial::Atom Out =
      named(llvm::formatv("{0}of{1}", Key, (const void *)Var));
  if (isUnsigned(&E) && Atoms[Out].Lower.empty())
    Atoms[Out].Lower.push_back(0);
  return Polynomial::atom(Out);
}

/// A bound of X / \p By by one of X, if that is a multiple of it and a number.
static std::optional<Polynomial> quotientOf(Polynomial X, int64_t By) {
  int64_t Rest = X.constant() % By;
  X = X - (Rest < 0 ? Rest + By : Rest);
  if (!X.isValid() || X.isConstant() || X.content() % By != 0)
    return std::nullopt;
  return X.quotient(By);
}

/// \p X / \p By, both not negative.
Polynomial IndexBounds::divided(const Polynomial &X, int64_t By) {
  Polynomial Out = functionOf("div" + std::to_string(By), X);
  Bounds Mine;
  Mine.Lower.push_back(0);
  if (std::optional<Interval> R = range(X))
    Mine.Upper.push_back(R->High / By);
  // From n * By on, it is n at least.
  for (Polynomial::Atom A : X.atoms()) {
    Polynomial Rest, Factor;
    if (!X.split(A, Rest, Factor) || !Factor.isConstant() ||
        Factor.constant() != 1)
      continue;
    for (const Polynomial &L : Atoms[A].Lower)
      if (std::optional<Polynomial> Least = quotientOf(Rest + L, By))
        Mine.Lower.push_back(*Least);
    for (const Polynomial &U : Atoms[A].Upper)
      if (std::optional<Polynomial> Most = quotientOf(Rest + U, By))
        Mine.Upper.push_back(*Most);
  }
  if (X.isValid())
    Quotients.try_emplace(*Out.atoms().begin(), X, By);
  // What has been assumed of the same quotient stays known.
  Bounds &Known = Atoms[*Out.atoms().begin()];
  for (auto Side : {&Bounds::Lower, &Bounds::Upper})
    for (const Polynomial &X : Mine.*Side)
      if (!llvm::is_contained(Known.*Side, X))
        (Known.*Side).push_back(X);
  return Out;
}

/// \p X * \p Y; x / 4 * 4 is no more than x.
Polynomial IndexBounds::multiplied(const Polynomial &X, const Polynomial &Y) {
  for (auto [Quotient, By] : {std::pair(&X, &Y), std::pair(&Y, &X)}) {
    const auto All = Quotient->atoms();
    auto It = All.size() == 1 ? Quotients.find(All.front()) : Quotients.end();
    if (It == Quotients.end() || !By->isConstant() ||
        !(*Quotient == Polynomial::atom(It->first)) ||
        By->constant() != It->second.second)
      continue;
    assumeNonNegative(It->second.first - *Quotient * *By);
    Quotients.erase(It); // once
    break;
  }
  return X * Y;
}

/// \p X modulo \p By, if that is one number whatever the atoms are.
std::optional<int64_t> IndexBounds::residue(Polynomial X, int64_t By) const {
  // Residues are younger than what they are residues of.
  const auto All = X.atoms();
  std::set<Polynomial::Atom> Left(All.begin(), All.end());
  while (!Left.empty()) {
    const Polynomial::Atom A = *Left.rbegin();
    Left.erase(A);
    auto It = Residues.find(A);
    Polynomial Rest, Factor;
    if (It == Residues.end() || !X.split(A, Rest, Factor) ||
        !Factor.isConstant() || Factor.constant() % By == 0 ||
        Factor.constant() * It->second.second % By != 0)
      continue;
    X = Rest + Factor * It->second.first;
    for (Polynomial::Atom Other : X.atoms())
      if (Other < A)
        Left.insert(Other);
  }
  const int64_t Out = (X.constant() % By + By) % By;
  return X.isValid() && (X - Out).content() % By == 0 ? std::optional(Out)
                                                      : std::nullopt;
}

//===- How far into an array a subscript points -------------------------===//

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
  const FunctionDecl *Callee = knownCallee(Call), *Definition = nullptr;
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
    // A base class may start behind the start of the object.
    if (Cast->getSubExpr()->getType()->isIntegerType() || !Cast->path_empty())
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
    if (!Init || !Address || !isNeverChanged(*Var))
      return std::nullopt;
    // What changes is asked for where the initializer names it.
    Place Declared = P;
    Declared.Before = true;
    return offset(Init, Array, Declared, Depth + 1);
  }
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E))
    return moved(subscriptBase(*Sub), subscriptIndex(*Sub), 1, Array, P, Depth);
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    // A reference leads elsewhere, and bits have no address.
    if (!Field || Field->getType()->isReferenceType() || Field->isBitField() ||
        Field->getParent()->isDependentType())
      return std::nullopt;
    std::optional<Polynomial> Base = offset(Member->getBase(), Array, P, Depth);
    if (!Base)
      return std::nullopt;
    return *Base +
           Ctx.toCharUnitsFromBits(Ctx.getFieldOffset(Field)).getQuantity();
  }
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

//===- What conditions and headers say of subscripts --------------------===//

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
  auto IsBelow = [&](const Polynomial &Less, const Polynomial &More,
                     bool Same) {
    assumeNonNegative(More - Less - (Same ? 0 : 1));
    if (const Polynomial *Whole = unwrapped(More))
      assumeNonNegative(*Whole - Less - (Same ? 0 : 1));
  };
  if (Kind == BO_LT || Kind == BO_LE || Kind == BO_EQ)
    IsBelow(L, R, Kind != BO_LT);
  if (Kind == BO_GT || Kind == BO_GE || Kind == BO_EQ)
    IsBelow(R, L, Kind != BO_GT);
}

void IndexBounds::assumeAtMost(const Expr *E, int64_t Most, const Place &P) {
  assumeNonNegative(Polynomial(Most) - value(E, P));
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

IndexBounds::Place IndexBounds::placeOf(const Stmt *S, unsigned Thread,
                                        const ParentMap &Parents) {
  IndexBounds::Place Out;
  Out.Thread = Thread;
  enterAround(Out, S, Parents);
  return Out;
}

IndexBounds::Place IndexBounds::placeOf(const Stmt *S, unsigned Thread,
                                        const UseScope &Scope) {
  IndexBounds::Place Out;
  Out.Thread = Thread;
  enterAll(Out, S, Scope);
  return Out;
}

void IndexBounds::enterAll(Place &P, const Stmt *S, const UseScope &Scope) {
  if (Scope.Caller)
    enterAll(P, Scope.Call, *Scope.Caller);
  P.Defs = Scope.Defs;
  enterAround(P, S, Scope.Parents);
}

void IndexBounds::enterAround(Place &P, const Stmt *S,
                              const ParentMap &Parents) {
  llvm::SmallVector<const Stmt *, 16> Path{S};
  while (const Stmt *Up = Parents.getParent(Path.back()))
    Path.push_back(Up);
  for (size_t I = Path.size(); I-- > 1;) {
    const Stmt *Around = Path[I], *Inner = Path[I - 1];
    if (const auto *Loop = dyn_cast<ForStmt>(Around);
        Loop && Loop->getBody() == Inner)
      enter(P, *Loop);
    const auto *If = dyn_cast<IfStmt>(Around);
    if (If && (If->getThen() == Inner || If->getElse() == Inner))
      assume(P, If->getCond(), If->getThen() == Inner);
    const auto *Choice = dyn_cast<ConditionalOperator>(Around);
    if (Choice && Choice->getCond() != Inner)
      assume(P, Choice->getCond(), Choice->getTrueExpr() == Inner);
  }
}

void IndexBounds::enter(Place &P, const ForStmt &Loop, bool Holds) {
  const auto *Decls = dyn_cast_or_null<DeclStmt>(Loop.getInit());
  if (!Decls)
    return;
  std::vector<std::tuple<const VarDecl *, Polynomial, int64_t>> Stepping;
  for (const Decl *D : Decls->decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var || !Var->getInit() || !Var->getType()->isIntegerType() ||
        changes(Loop.getBody(), *Var) || changes(Decls, *Var) ||
        (Loop.getCond() && changes(Loop.getCond(), *Var)))
      continue;
    Polynomial Start = value(Var->getInit(), P);
    int Way = direction(Loop.getInc(), Var, [&](const Expr *Step) {
      // To add 2^32 - 1 to an unsigned counter is to go down by one.
      Polynomial By = value(Step, P);
      std::optional<Interval> R = range(By);
      return isNonNegative(By) &&
             (!R || Ctx.getTypeSize(Var->getType()) > 32 ||
              R->High >> (Ctx.getTypeSize(Var->getType()) - 1) == 0);
    });
    Polynomial::Atom Counter = fresh();
    if (Way > 0)
      Atoms[Counter].Lower.push_back(Start);
    if (Way < 0)
      Atoms[Counter].Upper.push_back(Start);
    if (Var->getType()->isUnsignedIntegerType())
      Atoms[Counter].Lower.push_back(0);
    P.Counters[Var] = Counter;
    P.Changing.remove(Var); // in the body it has one value
    const auto *Op = dyn_cast_or_null<CompoundAssignOperator>(Loop.getInc());
    std::optional<int64_t> Step =
        Op && Way > 0 ? constantValue(Op->getRHS(), Ctx) : std::nullopt;
    if (Step && *Step > 1)
      Stepping.emplace_back(Var, Start, *Step);
  }
  if (!Loop.getCond() || !Holds)
    return;
  assume(P, Loop.getCond(), true);
  // for (int k = 0; k < 512; k += 64): 448 is the last.
  for (const auto &[Var, Start, Step] : Stepping) {
    Polynomial::Atom Counter = P.Counters[Var];
    if (std::optional<Interval> R = range(Polynomial::atom(Counter));
        R && Start.isConstant() && R->High >= Start.constant())
      Atoms[Counter].Upper.push_back(Start + (R->High - Start.constant()) /
                                                 Step * Step);
    // What wraps around has another residue.
    if (llvm::isPowerOf2_64(Step) || (Var->getType()->isSignedIntegerType() &&
                                      Ctx.getTypeSize(Var->getType()) >= 32))
      stopOnStep(Counter, Start, Step, Loop.getCond(), P);
  }
}

/// for (int k = 0; k < n - n % 4; k += 4): n - n % 4 - 4 is the last.
void IndexBounds::stopOnStep(Polynomial::Atom Counter, const Polynomial &Start,
                             int64_t Step, const Expr *Cond, const Place &P) {
  const auto *Op = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
  if (!Op)
    return;
  if (Op->getOpcode() == BO_LAnd) {
    stopOnStep(Counter, Start, Step, Op->getLHS(), P);
    return stopOnStep(Counter, Start, Step, Op->getRHS(), P);
  }
  const Expr *Less = Op->getLHS(), *More = Op->getRHS();
  if (Op->getOpcode() == BO_GT || Op->getOpcode() == BO_GE)
    std::swap(Less, More);
  if (!Op->isRelationalOp() || Less->isTypeDependent() ||
      More->isTypeDependent() || !More->getType()->isIntegerType() ||
      !(value(Less, P) == Polynomial::atom(Counter)))
    return;
  Polynomial End = value(More, P);
  if ((isUnsigned(Less) && !isNonNegative(Polynomial::atom(Counter))) ||
      (isUnsigned(More) && !isNonNegative(End)))
    return;
  if (Op->getOpcode() == BO_LE || Op->getOpcode() == BO_GE)
    End = End + 1;
  if (std::optional<int64_t> Rest = residue(End - Start, Step))
    addUpper(Counter, End - (*Rest ? *Rest : Step));
}

std::optional<Interval> IndexBounds::range(Polynomial::Atom A, unsigned Depth) {
  auto [It, IsNew] = Ends.try_emplace({A, Depth});
  if (!IsNew)
    return It->second;
  std::optional<int64_t> Low, High;
  for (const Polynomial &L : Atoms[A].Lower)
    if (auto R = range(L, Depth + 1))
      Low = Low ? std::max(*Low, R->Low) : R->Low;
  for (const Polynomial &U : Atoms[A].Upper)
    if (auto R = range(U, Depth + 1))
      High = High ? std::min(*High, R->High) : R->High;
  for (const auto &[X, Y] : Atoms[A].Either)
    if (auto R = range(X, Depth + 1), S = range(Y, Depth + 1); R && S) {
      const int64_t Least = std::min(R->Low, S->Low);
      Low = Low ? std::max(*Low, Least) : Least;
    }
  if (!Low || !High)
    return std::nullopt;
  return Ends[{A, Depth}] = Interval{*Low, *High};
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
      const std::optional<Interval> Factor = range(A, Depth);
      if (!Factor)
        return std::nullopt;
      auto [Smallest, Largest] = std::minmax(
          {__int128(Term.Low) * Factor->Low, __int128(Term.Low) * Factor->High,
           __int128(Term.High) * Factor->Low,
           __int128(Term.High) * Factor->High});
      auto Least = Clamp(Smallest), Most = Clamp(Largest);
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

//===- Numbers for which there is no proof ------------------------------===//
// A search for a proof that there is none of tries each bound of each atom. If
// some numbers keep to all bounds and X is negative for them, it is in vain:
//
//   n - k - t >= 0  with  0 <= k < n, 0 <= t        n = 1, k = 0, t = 2

/// Looks for such numbers, from the oldest atom to the youngest.
class IndexBounds::Refutation {
public:
  Refutation(const std::vector<Bounds> &Atoms, const Polynomial &X)
      : Atoms(Atoms), X(X) {
    addAtoms(X);
    llvm::sort(Order);
  }

  bool find() {
    for (int64_t Far : {1, 4096})
      for (bool FromBelow : {true, false}) {
        Reach = Far;
        LowFirst = FromBelow;
        Tries = 200;
        if (choose(0))
          return true;
      }
    return false;
  }

private:
  using Number = __int128;

  void addAtoms(const Polynomial &Of) {
    for (Polynomial::Atom A : Of.atoms())
      if (Numbers.try_emplace(A).second) {
        Order.push_back(A);
        const Bounds &Mine = Atoms[A];
        for (const auto *Side : {&Mine.Lower, &Mine.Upper})
          for (const Polynomial &Bound : *Side)
            addAtoms(Bound);
        for (const auto &[L, R] : Mine.Either) {
          addAtoms(L);
          addAtoms(R);
        }
      }
  }

  /// What \p Of is; nothing if some atom of it has no number yet.
  std::optional<Number> valueOf(const Polynomial &Of) const {
    Number Sum = 0;
    for (const auto &[Product, Factor] : Of.terms()) {
      Number Term = Factor;
      for (Polynomial::Atom A : Product) {
        const std::optional<int64_t> N = Numbers.lookup(A);
        if (!N || Term > INT64_MAX || Term < INT64_MIN)
          return std::nullopt;
        Term *= *N;
      }
      Sum += Term;
    }
    return Sum;
  }

  bool keepsTo(const Bounds &Mine, Number N) const {
    auto Is = [&](const Polynomial &Bound, auto Holds) {
      const std::optional<Number> Value = valueOf(Bound);
      return !Bound.isValid() || (Value && Holds(*Value));
    };
    return llvm::all_of(Mine.Lower,
                        [&](const Polynomial &L) {
                          return Is(L,
                                    [&](Number Value) { return Value <= N; });
                        }) &&
           llvm::all_of(Mine.Upper,
                        [&](const Polynomial &U) {
                          return Is(U,
                                    [&](Number Value) { return Value >= N; });
                        }) &&
           llvm::all_of(Mine.Either, [&](const auto &E) {
             return valueOf(E.first) == N || valueOf(E.second) == N;
           });
  }

  /// All have numbers.
  bool isCounterexample() const {
    const std::optional<Number> Value = valueOf(X);
    return Value && *Value < 0 &&
           llvm::all_of(
               Order,
               [&](Polynomial::Atom A) {
                 return keepsTo(Atoms[A], *Numbers.lookup(A));
               });
  }

  bool choose(size_t I) {
    if (Tries == 0)
      return false;
    --Tries;
    if (I == Order.size())
      return isCounterexample();
    const Bounds &Mine = Atoms[Order[I]];
    std::optional<Number> Low, High;
    for (const Polynomial &L : Mine.Lower)
      if (auto Value = valueOf(L); Value && L.isValid())
        Low = Low ? std::max(*Low, *Value) : *Value;
    for (const Polynomial &U : Mine.Upper)
      if (auto Value = valueOf(U); Value && U.isValid())
        High = High ? std::min(*High, *Value) : *Value;
    const Number Least = Low.value_or(std::min<Number>(High.value_or(0), 0)),
                 Most = High.value_or(Least + Reach);
    if (Least > Most || Least < INT32_MIN || Most > INT32_MAX)
      return false;
    std::optional<int64_t> &Chosen = Numbers[Order[I]];
    for (Number N : {LowFirst ? Least : Most, LowFirst ? Most : Least}) {
      Chosen = N;
      if (choose(I + 1))
        return true;
      if (Least == Most)
        break;
    }
    Chosen = std::nullopt;
    return false;
  }

  const std::vector<Bounds> &Atoms;
  const Polynomial &X;
  llvm::SmallVector<Polynomial::Atom, 16> Order;
  llvm::DenseMap<Polynomial::Atom, std::optional<int64_t>> Numbers;
  /// How far from its only bound a number is tried.
  int64_t Reach = 1;
  bool LowFirst = true;
  unsigned Tries = 0;
};

/// Short proofs first: most are, and a search in vain grows with its depth.
bool IndexBounds::isNonNegative(const Polynomial &X) {
  // One question may ask others on its way.
  const llvm::SaveAndRestore OldBudget(Budget), OldDeepest(Deepest);
  auto FailedBefore = std::exchange(Failed, {});
  Ends.clear();
  auto Search = [&](unsigned Sums) {
    bool IsCut = false;
    for (unsigned Depth : {3u, MaxDepth}) {
      Budget = Sums;
      Deepest = Depth;
      Failed.clear();
      if (prove(X, 0))
        return std::pair(true, false);
      IsCut |= Budget == 0;
    }
    return std::pair(false, IsCut);
  };
  auto [Out, IsCut] = Search(64);
  if (!Out && IsCut && !Refutation(Atoms, X).find()) {
    spend(Effort::LongProofs);
    Out = Search(5000).first;
  }
  Failed = std::move(FailedBefore);
  return Out;
}

/// Replaces one atom after the other by a bound that makes \p X no larger.
bool IndexBounds::prove(const Polynomial &X, unsigned Depth) {
  if (!X.isValid() || Budget == 0 || Depth > Deepest)
    return false;
  --Budget;
  if (X.isConstant())
    return X.constant() >= 0;
  // Several ways lead to one sum.
  if (auto Known = Failed.find(X.terms());
      Known != Failed.end() && Known->second <= Depth)
    return false;
  if (std::optional<Interval> R = range(X, 0))
    if (R->Low >= 0)
      return true;
  // Counters are younger than what bounds them.
  const auto All = X.atoms();
  for (auto It = All.rbegin(); It != All.rend(); ++It) {
    Polynomial Rest, Factor;
    const Bounds &Mine = Atoms[*It];
    if (!X.split(*It, Rest, Factor))
      continue;
    if (!(Mine.Lower.empty() && Mine.Either.empty()) &&
        prove(Factor, Depth + 1)) {
      for (const Polynomial &L : Mine.Lower)
        if (!L.names(*It) && prove(Rest + Factor * L, Depth + 1))
          return true;
      for (const auto &[L, R] : Mine.Either)
        if (prove(Rest + Factor * L, Depth + 1) &&
            prove(Rest + Factor * R, Depth + 1))
          return true;
    }
    if (!Mine.Upper.empty() && prove(Polynomial() - Factor, Depth + 1))
      for (const Polynomial &U : Mine.Upper)
        if (!U.names(*It) && prove(Rest + Factor * U, Depth + 1))
          return true;
  }
  Failed[X.terms()] = Depth;
  return false;
}

} // namespace cudapipe
