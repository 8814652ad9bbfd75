//===- LinearForm.h - Integer expressions as linear forms -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   (row + 2) * 16 + col   ->   32 + 16 * row + col
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_LINEARFORM_H
#define CUDAPIPE_LIB_ANALYZE_LINEARFORM_H

#include "IndexForm.h"
#include <map>
#include <memory>

namespace cudapipe {

struct Division;
struct Product;
struct Swizzle;

/// One summand: Factor times what its key names.
struct LinearTerm {
  int64_t Factor = 0;
  VarSet Vars; ///< Everything the term reads.
  /// The term is a quotient or a remainder.
  std::shared_ptr<const Division> Quotient = {}, Remainder = {};
  /// It is `a ^ b`.
  std::shared_ptr<const Swizzle> Swizzled = {};
  /// It is `a * b`, of which neither is a number.
  std::shared_ptr<const Product> Multiplied = {};
};

/// Constant + sum of Factor * key. Keys name a variable or an opaque whole.
struct LinearForm {
  int64_t Constant = 0;
  std::map<std::string, LinearTerm> Terms;

  std::string key() const {
    std::string Out = std::to_string(Constant);
    for (const auto &[Name, T] : Terms)
      Out += "+" + std::to_string(T.Factor) + "*" + Name;
    return Out;
  }
  VarSet vars() const {
    VarSet Out;
    for (const auto &Entry : Terms)
      Out.insert(Entry.second.Vars.begin(), Entry.second.Vars.end());
    return Out;
  }
};

/// `e / 24` or `e % 24`, `e >> 3` or `e & 7`. The halves of one division have
/// one key.
struct Division {
  LinearForm Dividend;
  std::string Key;
  /// The divisor, if its value is known; else 0.
  int64_t Divisor = 0;
  /// What a template parameter in the divisor and around a quotient look like.
  std::string DivisorKey, ScaleKey;

  /// A multiple of the quotient with \p Factor and the remainder once.
  bool undoneBy(int64_t Factor) const {
    return Divisor ? ScaleKey.empty() && Factor == Divisor
                   : ScaleKey == DivisorKey && Factor == 1;
  }
};

/// `a ^ b`.
struct Swizzle {
  LinearForm Left, Right;
  const clang::BinaryOperator *Xor;
};

/// `a * b`.
struct Product {
  LinearForm Left, Right;
};

/// \p A plus \p Factor times \p B. A quotient times its divisor and the
/// remainder make the dividend again.
LinearForm sum(LinearForm A, const LinearForm &B, int64_t Factor);

/// The value of \p E; what is not linear is a term of its own. Variables in
/// \p Defs stand for their definitions.
LinearForm linearForm(const clang::Expr *E, const Definitions &Defs,
                      const clang::ASTContext &Ctx);

/// Who knows `e div c` and `e mod c` knows e: where these are all that varies
/// in their subscripts, e takes the place of both. Steps of e that are \p Width
/// apart keep the elements \p Width apart.
void joinDivisions(std::vector<LinearForm> &Forms, int64_t &Width,
                   llvm::ArrayRef<const clang::VarDecl *> Counters);

/// Who knows `i * pitch + j` knows i and j, where j counts the columns of a
/// row, from 0 or more and below the pitch: they become subscripts of their
/// own.
void splitRows(std::vector<LinearForm> &Forms, int64_t Width,
               llvm::ArrayRef<const clang::ForStmt *> Loops,
               llvm::ArrayRef<const clang::VarDecl *> Counters,
               const Definitions &Defs, const clang::ASTContext &Ctx);

/// Takes `^` out of \p Forms, where what is around it tells one of its
/// operands: the other takes its place. Two trips of \p Loops that store
/// elements \p Width apart then did so before.
void undoSwizzles(std::vector<LinearForm> &Forms, int64_t Width,
                  llvm::ArrayRef<const clang::ForStmt *> Loops,
                  llvm::ArrayRef<const clang::VarDecl *> Counters,
                  const Definitions &Defs, const clang::ASTContext &Ctx);

/// The key of \p Var as a term.
std::string linearKey(const clang::VarDecl *Var);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_LINEARFORM_H
