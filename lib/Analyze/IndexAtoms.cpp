//===- IndexAtoms.cpp - Values that are functions of others ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   min(BC, n - j0)     one atom for all places with the same n and j0
//   i / D               for i >= n * D at least n
//
//===----------------------------------------------------------------------===//

#include "IndexBounds.h"
#include "cudapipe/Analyze/AccessType.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {

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
std::optional<Polynomial> IndexBounds::choice(const ConditionalOperator &E,
                                              const Place &P, unsigned Depth) {
  const auto *Cond = dyn_cast<BinaryOperator>(E.getCond()->IgnoreParens());
  if (!Cond || !Cond->isRelationalOp() || E.isTypeDependent() ||
      !E.getType()->isSignedIntegerType() ||
      !Cond->getLHS()->getType()->isSignedIntegerType())
    return std::nullopt;
  Polynomial L = value(Cond->getLHS(), P, Depth),
             R = value(Cond->getRHS(), P, Depth);
  if (Cond->getOpcode() == BO_GT || Cond->getOpcode() == BO_GE)
    std::swap(L, R);
  Polynomial True = value(E.getTrueExpr(), P, Depth),
             False = value(E.getFalseExpr(), P, Depth);
  Polynomial Differ = True - False;
  if (!Differ.isValid() || !(Differ == L - R))
    return std::nullopt;
  return least(True, False);
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
  std::set<Polynomial::Atom> All = X.atoms();
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
  // What has been assumed of the same quotient stays known.
  Bounds &Known = Atoms[*Out.atoms().begin()];
  for (auto Side : {&Bounds::Lower, &Bounds::Upper})
    for (const Polynomial &X : Mine.*Side)
      if (!llvm::is_contained(Known.*Side, X))
        (Known.*Side).push_back(X);
  return Out;
}

} // namespace cudapipe
