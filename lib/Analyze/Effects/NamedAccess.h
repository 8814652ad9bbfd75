//===- NamedAccess.h - From a name to what is accessed by it ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   ((float4 *)As)[i].x      As leads to the access of ((float4 *)As)[i]
//   float *row = As + k;     As leads to another name
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_NAMEDACCESS_H
#define CUDAPIPE_LIB_ANALYZE_NAMEDACCESS_H

#include "clang/AST/Expr.h"
#include "clang/AST/ParentMap.h"

namespace cudapipe {

struct NamedAccess {
  enum KindTy {
    Object,    ///< An object of type Type is read or written.
    OtherName, ///< A pointer or a reference to it, whose uses are others.
    Argument,  ///< The address is passed to a function.
    Nothing,   ///< Addresses are compared, or their alignment asked for.
    NotUnderstood
  } Kind;
  const clang::Expr *At = nullptr; ///< The glvalue, or a pointer to it.
  clang::QualType Type = {};
  const clang::CallExpr *Call = nullptr; ///< That it is an argument of.
};

/// Goes up from \p Use, the name of an array, a pointer or a reference, to the
/// access that is made by it.
NamedAccess accessThrough(const clang::DeclRefExpr *Use,
                          const clang::ParentMap &Parents);

/// The local pointer by whose name \p E reads or stores, if it was made by
/// adding something to another: `rows` of `float *rows = tile + 64;`. It need
/// not lead to what the array's own name leads to.
const clang::VarDecl *pointerBehindStart(const clang::Expr *E);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_NAMEDACCESS_H
