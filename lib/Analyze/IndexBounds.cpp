//===- IndexBounds.cpp - How large a subscript can be ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexBounds.h"
#include "BlockQuery.h"
#include "ConstantTable.h"
#include "UpperLimit.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace clang;

namespace cudapipe {

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

/// \p E reads nothing but constants, builtins and variables that are the same
/// wherever they can be seen; \p InTrip: wherever they can be seen in a trip.
static bool isSettled(const Stmt *S, const IndexBounds::Place &P, bool InTrip,
                      const ASTContext &Ctx) {
  if (!S)
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(S);
      Call && operandsOfMin(Call, Ctx))
    return llvm::all_of(Call->arguments(), [&](const Expr *Arg) {
      return isSettled(Arg, P, InTrip, Ctx);
    });
  if (isa<CallExpr, CXXConstructExpr, LambdaExpr, ArraySubscriptExpr>(S))
    return false;
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && (Op->getOpcode() == UO_Deref || Op->isIncrementDecrementOp()))
    return false;
  if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(S))
    return isSettled(Pseudo->getSyntacticForm(), P, InTrip, Ctx);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      return !P.Changing.count(Var) && !Var->getType()->isReferenceType() &&
             (isNeverChanged(*Var) || P.Counters.count(Var) ||
              (InTrip && P.Steady.count(Var)));
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    return isSettled(Child, P, InTrip, Ctx);
  });
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
  if (Reads && isSettled(Init, P, P.InTrip.count(Var), Ctx))
    return value(Init, P, Depth + 1);
  // All threads have the same parameters; one thread sees one value of what
  // does not change between the places.
  bool Local = Var->hasLocalStorage() && !Var->getType()->isReferenceType() &&
               !Var->getType().isVolatileQualified();
  bool OneThread = P.Thread == 0 && (Fixed || !P.Before);
  bool Same =
      Local && !P.Changing.count(Var) &&
      (OneThread || (Fixed && Param) || (!P.Before && P.Agreed.count(Var)));
  Polynomial::Atom Out =
      Same ? named(llvm::formatv("v{0}", (const void *)Var)) : fresh();
  if (Var->getType()->isUnsignedIntegerType() && Atoms[Out].Lower.empty())
    Atoms[Out].Lower.push_back(0);
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
  Polynomial::Atom Out = fresh();
  bool Positive = isNonNegative(X);
  if (!(isUnsigned(E) || Positive) || !isNonNegative(By - 1))
    return Polynomial::atom(Out);
  Atoms[Out].Lower.push_back(0);
  // 8 * i % 32 is 8 * (i % 4).
  if (int64_t Unit = std::gcd(X.content(), By.constant());
      Positive && X.isValid() && By.isConstant() && Unit > 1) {
    Atoms[Out].Upper.push_back(By.constant() / Unit - 1);
    Atoms[Out].Upper.push_back(X.quotient(Unit));
    return Polynomial::atom(Out) * Polynomial(Unit);
  }
  Atoms[Out].Upper.push_back(By - 1);
  if (Positive)
    Atoms[Out].Upper.push_back(X);
  return Polynomial::atom(Out);
}

/// \p X & \p Mask, which is not negative.
Polynomial IndexBounds::masked(int64_t Mask, const Polynomial &X) {
  Polynomial::Atom Out = fresh();
  Atoms[Out].Lower.push_back(0);
  Atoms[Out].Upper.push_back(Mask);
  if (isNonNegative(X))
    Atoms[Out].Upper.push_back(X);
  return Polynomial::atom(Out);
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
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    if (std::optional<Polynomial> Known = choice(*Choice, P, Depth + 1))
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
    return Whole && Whole->High <= UINT32_MAX && isNonNegative(X)
               ? X
               : wrapped(E, X, P);
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

} // namespace cudapipe
