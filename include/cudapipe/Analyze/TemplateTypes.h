//===- TemplateTypes.h - What other instantiations may change ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   template <typename T, int Fill> __global__ void sum(const float *A, ...) {
//     __shared__ T tile[64];
//     tile[t] = k + t < K ? A[k + t] : Fill;    sum<float, 0>: no conversion,
//                                               and a zero; sum<int, 1>: else
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_TEMPLATETYPES_H
#define CUDAPIPE_ANALYZE_TEMPLATETYPES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace cudapipe {

/// An argument of a template stands in \p Type, through aliases too.
bool dependsOnArgument(clang::QualType Type);

/// The types are one, but for qualifiers, in every instantiation of the
/// function template in which they stand. What members of class templates are
/// made of is not followed.
bool isSameForAll(clang::QualType A, clang::QualType B);

/// What chooses the type of an object, though nothing in the type says so.
struct HiddenChoice {
  /// The pointer, or the object whose member it is: `A`, if a parameter `P A`
  /// with `P` of a template is `const float *`; null if the type says all.
  const clang::Expr *By = nullptr;
  /// The pointer itself, of which the object is one of the elements: `A`, or
  /// `p.A` by the object `p`.
  const clang::Expr *Pointer = nullptr;

  explicit operator bool() const { return By; }
};

/// What chooses the type of the object \p E, an element of an array, or of what
/// \p Pointer points to.
HiddenChoice hiddenChoice(const clang::Expr &E);
HiddenChoice hiddenPointee(const clang::Expr &Pointer);

/// The value of \p E is another one in another instantiation, as far as
/// numbers, sizes and constants say.
bool isValueOfInstantiation(const clang::Expr &E);

/// \p E is a number, and by types that are arguments of a template.
bool isNumberByType(const clang::Expr &E, const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_TEMPLATETYPES_H
