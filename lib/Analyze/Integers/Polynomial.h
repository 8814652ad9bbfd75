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

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace cudapipe {

class Polynomial {
public:
  /// A number that stands for a variable, or for an expression not understood.
  using Atom = unsigned;

  Polynomial(int64_t Constant = 0) {
    if (Constant)
      Terms.emplace_back(Product(), Constant);
  }
  static Polynomial atom(Atom A) {
    Polynomial Out;
    Out.Terms.emplace_back(Product(A), 1);
    return Out;
  }

  /// False once a factor has become too large: then it means nothing.
  bool isValid() const { return Valid; }
  bool isConstant() const {
    return Terms.empty() || (Terms.size() == 1 && Terms.front().first.empty());
  }
  int64_t constant() const {
    return Terms.empty() || !Terms.front().first.empty() ? 0
                                                         : Terms.front().second;
  }
  /// Sorted, each once.
  llvm::SmallVector<Atom, 8> atoms() const;
  bool names(Atom A) const {
    return llvm::any_of(Terms, [&](const auto &Term) {
      return llvm::is_contained(Term.first, A);
    });
  }
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

  /// Sorted atoms, one as often as it is a factor. Threads are played by the
  /// thousand: it is copied as bytes.
  class Product {
  public:
    /// What has more factors is not an index.
    static constexpr unsigned MaxFactors = 5;

    Product() = default;
    explicit Product(Atom A) : Factors{A}, Count(1) {}
    const Atom *begin() const { return Factors.data(); }
    const Atom *end() const { return Factors.data() + Count; }
    size_t size() const { return Count; }
    bool empty() const { return Count == 0; }
    /// False if there are too many.
    bool multiply(const Product &By);
    void divide(Atom By) {
      Count = std::remove(Factors.data(), Factors.data() + Count, By) -
              Factors.data();
    }
    bool operator==(const Product &O) const { return llvm::equal(*this, O); }
    bool operator<(const Product &O) const {
      return std::lexicographical_compare(begin(), end(), O.begin(), O.end());
    }

  private:
    std::array<Atom, MaxFactors> Factors{};
    uint8_t Count = 0;
  };
  /// Sorted by product; then the number. Three terms need no memory of their
  /// own.
  using Sum = llvm::SmallVector<std::pair<Product, int64_t>, 3>;
  const Sum &terms() const { return Terms; }
  struct Hash {
    size_t operator()(const Sum &S) const {
      llvm::hash_code Out = S.size();
      for (const auto &[P, Number] : S)
        Out = llvm::hash_combine(
            Out, llvm::hash_combine_range(P.begin(), P.end()), Number);
      return Out;
    }
  };

private:
  void add(const Product &P, int64_t Factor);

  Sum Terms;
  bool Valid = true;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_POLYNOMIAL_H
