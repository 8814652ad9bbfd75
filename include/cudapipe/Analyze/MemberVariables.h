//===- cudapipe/Analyze/MemberVariables.h - Members as variables -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   struct Gemm {
//     const float *A; int K; float sum;
//     __device__ void run() {
//       for (int k = 0; k < K; k += 32) ...      A, K, sum
//
// In a member function of an object that is a variable of the thread, and that
// nobody else names meanwhile, each member is like a variable: it has an
// artificial one, for PointerFlow to name.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_MEMBERVARIABLES_H
#define CUDAPIPE_ANALYZE_MEMBERVARIABLES_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/MapVector.h"

namespace cudapipe {

class MemberVariables {
public:
  /// Of the object of \p Method and its base classes.
  explicit MemberVariables(const clang::CXXMethodDecl &Method);

  /// The variable of \p Field; null if it is none of the object.
  const clang::ParmVarDecl *of(const clang::FieldDecl *Field) const;
  /// All of them, in the order of the class.
  const llvm::MapVector<const clang::FieldDecl *, const clang::ParmVarDecl *> &
  all() const {
    return Variables;
  }
  /// \p Var is the variable of a member.
  bool isOne(const clang::VarDecl *Var) const;

private:
  void add(const clang::CXXRecordDecl &Class,
           const clang::CXXMethodDecl &Method);

  llvm::MapVector<const clang::FieldDecl *, const clang::ParmVarDecl *>
      Variables;
};

/// The member that \p E, `x` or `this->x`, is of the object of the function.
const clang::FieldDecl *fieldOfThis(const clang::Expr *E);

/// What \p List, the braces around the values of an aggregate, gives its member
/// \p Field; null if it is not a member or the place cannot be told.
const clang::Expr *initialOf(const clang::InitListExpr &List,
                             const clang::FieldDecl &Field);

/// The object of a call of a member function, or null; what `->` points to
/// comes as the pointer.
const clang::Expr *objectOfCall(const clang::CallExpr &Call);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_MEMBERVARIABLES_H
