//===- PassedType.h - Arguments that nothing converts -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   template <typename I> float load(const float *A, I i);
//   template <typename I, typename J> __global__ void sum(...) {
//     tile[t] = load<I>(A, k + t);           sum<int, long> converts the index
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_PASSEDTYPE_H
#define CUDAPIPE_LIB_INLINE_PASSEDTYPE_H

#include "clang/AST/Expr.h"

namespace cudapipe {

/// \p E has the type \p Type, but for qualifiers, in every instantiation of
/// what it stands in.
bool hasTypeForAll(const clang::Expr &E, clang::QualType Type);

/// \p Given, which \p Call passes to \p Param, of the function or of its
/// pattern, is not converted in an instantiation of the caller that is not in
/// sight. Whether it is in this one is another question.
bool staysUnconverted(const clang::CallExpr &Call,
                      const clang::ParmVarDecl &Param,
                      const clang::Expr &Given);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_PASSEDTYPE_H
