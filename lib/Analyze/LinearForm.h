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

namespace cudapipe {

/// One summand: Factor times what its key names.
struct LinearTerm {
  int64_t Factor = 0;
  VarSet Vars; ///< Everything the term reads.
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

/// \p A plus \p Factor times \p B.
LinearForm sum(LinearForm A, const LinearForm &B, int64_t Factor);

/// The value of \p E; what is not linear is a term of its own. Variables in
/// \p Defs stand for their definitions.
LinearForm linearForm(const clang::Expr *E, const Definitions &Defs,
                      const clang::ASTContext &Ctx);

/// The key of \p Var as a term.
std::string linearKey(const clang::VarDecl *Var);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_LINEARFORM_H
