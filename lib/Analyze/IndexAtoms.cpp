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
