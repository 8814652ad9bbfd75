//===- Polynomial.h - Integers as sums of products --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   (row + 1) * BK - 4   ->   row * BK + BK - 4, over the atoms row and BK
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_POLYNOMIAL_H
#define CUDAPIPE_LIB_ANALYZE_POLYNOMIAL_H

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace cudapipe {

class Polynomial {
public:
  /// A number that stands for a variable, or for an expression not understood.
  using Atom = unsigned;

  Polynomial(int64_t Constant = 0) { add({}, Constant); }
  static Polynomial atom(Atom A) {
    Polynomial Out;
    Out.add({A}, 1);
    return Out;
  }

  /// False once a factor has become too large: then it means nothing.
  bool isValid() const { return Valid; }
  bool isConstant() const {
    return Terms.empty() || (Terms.size() == 1 && Terms.begin()->first.empty());
  }
  int64_t constant() const {
    auto It = Terms.find({});
    return It == Terms.end() ? 0 : It->second;
  }
  std::set<Atom> atoms() const;
  /// The largest number that all factors are multiples of; 0 for zero.
  int64_t content() const;
  /// This by \p Number, which content() is a multiple of.
  Polynomial quotient(int64_t Number) const;
  /// Rest and Factor of `Rest + A * Factor`, neither of which names A, if this
  /// has that form.
  bool split(Atom A, Polynomial &Rest, Polynomial &Factor) const;

  friend Polynomial operator+(Polynomial A, const Polynomial &B);
  friend Polynomial operator-(Polynomial A, const Polynomial &B);
  friend Polynomial operator*(const Polynomial &A, const Polynomial &B);
  bool operator==(const Polynomial &O) const {
    return Valid && O.Valid && Terms == O.Terms;
  }

  /// Sorted atoms, one as often as it is a factor; then the number.
  using Product = std::vector<Atom>;
  const std::map<Product, int64_t> &terms() const { return Terms; }

private:
  void add(const Product &P, int64_t Factor);

  std::map<Product, int64_t> Terms;
  bool Valid = true;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_POLYNOMIAL_H
