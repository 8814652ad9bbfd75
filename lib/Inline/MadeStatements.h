//===- MadeStatements.h - Statements of a text that is to come --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an edit makes, for the MeaningPrinter: nobody else looks at these. Their
// parts are the user's own.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_MADESTATEMENTS_H
#define CUDAPIPE_LIB_INLINE_MADESTATEMENTS_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace cudapipe {

/// `const bool NAME = INIT`, in \p Function.
const clang::VarDecl *madeVariable(llvm::StringRef Name,
                                   const clang::Expr &Init,
                                   const clang::FunctionDecl &Function,
                                   clang::ASTContext &Ctx);
/// `bool NAME = false`, at \p Place in \p Function.
const clang::VarDecl *madeFlag(llvm::StringRef Name, const clang::Stmt &Place,
                               const clang::FunctionDecl &Function,
                               clang::ASTContext &Ctx);
/// A variable of the type of \p Var.
const clang::VarDecl *madeCopy(const clang::VarDecl &Var, llvm::StringRef Name,
                               const clang::Expr &Init,
                               const clang::FunctionDecl &Function,
                               clang::ASTContext &Ctx);
/// `NAME = true` of such a variable.
const clang::Expr *madeSet(const clang::VarDecl &Flag, clang::ASTContext &Ctx);
/// \p A and \p B, or one of them (\p Op).
const clang::Expr *madeBoth(const clang::Expr *A, const clang::Expr *B,
                            clang::BinaryOperatorKind Op,
                            clang::ASTContext &Ctx);
/// The statement that declares \p Var.
const clang::Stmt *madeDeclaration(const clang::VarDecl &Var,
                                   clang::ASTContext &Ctx);
/// The value of \p Var.
const clang::Expr *madeValue(const clang::VarDecl &Var, clang::ASTContext &Ctx);
/// \p Cond, or the opposite.
const clang::Expr *madeCondition(const clang::Expr *Cond, bool IsNegated,
                                 clang::ASTContext &Ctx);
const clang::Stmt *madeIf(const clang::Expr &Cond, const clang::Stmt *Then,
                          clang::ASTContext &Ctx);
const clang::Stmt *madeBlock(llvm::ArrayRef<const clang::Stmt *> List,
                             clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_MADESTATEMENTS_H
