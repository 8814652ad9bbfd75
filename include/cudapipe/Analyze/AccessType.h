//===- cudapipe/Analyze/AccessType.h - Types inside templates ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a template that nobody instantiates, `As[i]` has no type as soon as the
// size of As depends on a parameter, although `float As[BM * BK]` says it all.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_ACCESSTYPE_H
#define CUDAPIPE_ANALYZE_ACCESSTYPE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace cudapipe {

/// The type of the object \p E, found through declarations where the
/// expression itself is dependent. May still be dependent.
clang::QualType accessType(const clang::Expr *E, const clang::ASTContext &Ctx);

/// What \p Name, an array or a pointer or reference to one, has as elements.
clang::QualType namedElement(const clang::VarDecl &Name,
                             const clang::ASTContext &Ctx);
/// The same of the member of it that \p Fields lead to, if there are any.
clang::QualType namedElement(const clang::VarDecl &Name,
                             llvm::ArrayRef<const clang::FieldDecl *> Fields,
                             const clang::ASTContext &Ctx);

/// The pointer or array of \p Sub. Clang takes an index whose type depends on
/// a template parameter for the pointer.
inline const clang::Expr *subscriptBase(const clang::ArraySubscriptExpr &Sub) {
  clang::QualType Right = Sub.getRHS()->IgnoreParenImpCasts()->getType();
  return Right->isPointerType() || Right->isArrayType() ? Sub.getRHS()
                                                        : Sub.getLHS();
}

/// The other operand of \p Sub.
inline const clang::Expr *subscriptIndex(const clang::ArraySubscriptExpr &Sub) {
  return subscriptBase(Sub) == Sub.getLHS() ? Sub.getRHS() : Sub.getLHS();
}

/// The pointer or array that the object \p E is an element of, if it has a
/// name: its declaration spells the element's type.
const clang::VarDecl *elementOf(const clang::Expr *E);

/// In a template, `As + i`, `*p` and `&As[i]` may be written as overloaded
/// operators although an operand is an array or a pointer, for which nobody
/// can overload them: that operand, or null.
const clang::Expr *builtinPointerOperand(const clang::Expr *E,
                                         const clang::ASTContext &Ctx);

/// The operand that the glvalue \p E names, or a part of: `k` of `(a, k)` and
/// `++k`, `v` of `v.x`. Null if that is not one expression, or none.
const clang::Expr *namedOperand(const clang::Expr *E);

/// What \p S, a list of initial values, binds members that are references to.
llvm::SmallVector<const clang::Expr *, 2>
referenceMembers(const clang::Stmt *S);

/// True if something in \p S assigns to \p Var, or makes another name for it.
bool changes(const clang::Stmt *S, const clang::VarDecl &Var);

/// True if nothing in its function changes \p Var after its initializer, and
/// no other name for it is made.
bool isNeverChanged(const clang::VarDecl &Var);

/// What \p Var always starts with, or null: a default argument is only what
/// some calls pass.
const clang::Expr *initialValue(const clang::VarDecl &Var);

/// True for an integer that every instantiation knows at compile time, such as
/// `BM * 2` of a template parameter BM, or a const variable of such a value.
bool isTemplateConstant(const clang::Expr *E, const clang::ASTContext &Ctx);

/// Alignment that \p Type guarantees, bytes; 1 while it is dependent.
uint64_t typeAlignment(clang::QualType Type, const clang::ASTContext &Ctx);

/// The alignment that the types along the way to the object \p E promise,
/// bytes: a member of a packed struct and a typedef with an alignment of its
/// own promise less.
uint64_t objectAlignment(const clang::Expr *E, const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_ACCESSTYPE_H
