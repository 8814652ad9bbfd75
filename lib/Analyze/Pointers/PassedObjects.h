//===- PassedObjects.h - Objects that functions only read -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_PASSEDOBJECTS_H
#define CUDAPIPE_LIB_ANALYZE_PASSEDOBJECTS_H

#include "clang/AST/Expr.h"
#include "clang/AST/ParentMap.h"
#include <optional>

namespace cudapipe {

/// The variable that \p E, a variable, a field of one or an element of such a
/// field, is a part of.
const clang::Decl *wholeOf(const clang::Expr *E);

/// \p S reads numbers and pointers that are \p Param, a field of it or an
/// element of one, and does nothing else with it.
bool readsValuesOnly(const clang::Stmt *S, const clang::ParmVarDecl &Param);

/// `dist(me, tile[i])`: the object that a function reads through a reference.
struct PassedObject {
  const clang::Expr *Object;
  const clang::ParmVarDecl *Param;
};

/// Goes up from \p Use, the name of an array, to the element that is passed to
/// a function, which does nothing but read it.
std::optional<PassedObject> passedToReader(const clang::DeclRefExpr *Use,
                                           const clang::ParentMap &Parents);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_PASSEDOBJECTS_H
