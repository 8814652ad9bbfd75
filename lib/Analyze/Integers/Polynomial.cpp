//===- Polynomial.cpp - Integers as sums of products ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Polynomial.h"
#include <numeric>

namespace cudapipe {

/// What grows beyond these is not an index.
static constexpr size_t MaxTerms = 64;

void Polynomial::add(const Product &P, int64_t Factor) {
  auto *At =
      llvm::lower_bound(Terms, P, [](const auto &Term, const Product &Q) {
        return Term.first < Q;
      });
  if (At == Terms.end() || At->first != P) {
    if (Factor)
      Terms.insert(At, {P, Factor});
  } else {
    Valid &= !__builtin_add_overflow(At->second, Factor, &At->second);
    if (At->second == 0)
      Terms.erase(At);
  }
  Valid &= Terms.size() <= MaxTerms;
}

bool Polynomial::Product::multiply(const Product &By) {
  if (Count + By.Count > MaxFactors)
    return false;
  std::array<Atom, MaxFactors> Both{};
  std::merge(begin(), end(), By.begin(), By.end(), Both.begin());
  Factors = Both;
  Count += By.Count;
  return true;
}

llvm::SmallVector<Polynomial::Atom, 8> Polynomial::atoms() const {
  llvm::SmallVector<Atom, 8> Out;
  for (const auto &Term : Terms)
    Out.append(Term.first.begin(), Term.first.end());
  llvm::sort(Out);
  Out.erase(llvm::unique(Out), Out.end());
  return Out;
}

int64_t Polynomial::content() const {
  int64_t Out = 0;
  for (const auto &Term : Terms)
    Out = std::gcd(Out, Term.second);
  return Out;
}

Polynomial Polynomial::quotient(int64_t Number) const {
  Polynomial Out = *this;
  for (auto &Term : Out.Terms)
    Term.second /= Number;
  return Out;
}

bool Polynomial::split(Atom A, Polynomial &Rest, Polynomial &Factor) const {
  Rest = Factor = Polynomial();
  for (const auto &[P, Number] : Terms) {
    auto Count = llvm::count(P, A);
    if (Count > 1)
      return false;
    Product Others = P;
    Others.divide(A);
    (Count ? Factor : Rest).add(Others, Number);
  }
  return Valid;
}

Polynomial operator+(Polynomial A, const Polynomial &B) {
  A.Valid &= B.Valid;
  for (const auto &[P, Number] : B.Terms)
    A.add(P, Number);
  return A;
}

Polynomial operator-(Polynomial A, const Polynomial &B) {
  return std::move(A) + B * Polynomial(-1);
}

Polynomial operator*(const Polynomial &A, const Polynomial &B) {
  Polynomial Out;
  Out.Valid = A.Valid && B.Valid;
  for (const auto &[P, X] : A.Terms)
    for (const auto &[Q, Y] : B.Terms) {
      Polynomial::Product Both = P;
      int64_t Number = 0;
      Out.Valid &= Both.multiply(Q) && !__builtin_mul_overflow(X, Y, &Number);
      Out.add(Both, Number);
      if (!Out.Valid)
        return Out;
    }
  return Out;
}

} // namespace cudapipe
