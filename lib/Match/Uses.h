//===- Uses.h - Where a name stands, and in what ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_MATCH_USES_H
#define CUDAPIPE_LIB_MATCH_USES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ASTTypeTraits.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>
#include <vector>

namespace cudapipe {

/// An expression, and the declarations and statements around it, from the
/// outside in.
struct Use {
  const clang::Expr *Name;
  std::vector<clang::DynTypedNode> Around;

  /// The function it stands in.
  const clang::FunctionDecl *function() const;
  /// The statements around it, those of its function only.
  std::vector<const clang::Stmt *> statements() const;
};

/// Every expression of the translation unit, system headers excepted, that
/// \p Wanted names. Templates are searched as written.
std::vector<Use> findUses(const clang::ASTContext &Ctx,
                          llvm::function_ref<bool(const clang::Expr *)> Wanted);

/// Every use of \p Var.
std::vector<Use> findUses(const clang::VarDecl &Var,
                          const clang::ASTContext &Ctx);

/// The name of what \p Call calls, in a template too; "" if it has none.
std::string calleeName(const clang::CallExpr &Call);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_MATCH_USES_H
