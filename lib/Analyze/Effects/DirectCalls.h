//===- DirectCalls.h - Who calls whom ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_DIRECTCALLS_H
#define CUDAPIPE_LIB_ANALYZE_DIRECTCALLS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace cudapipe {

/// Other files may call \p Function, as the code is relocatable (-rdc).
bool mayBeLinkedTo(const clang::FunctionDecl &Function,
                   const clang::ASTContext &Ctx);

/// The direct calls of a translation unit, outside of system headers.
class DirectCalls {
public:
  explicit DirectCalls(const clang::ASTContext &Ctx);

  struct Site {
    const clang::CallExpr *Call;
    /// The definition that holds the call.
    const clang::FunctionDecl *Caller;
    /// The call stands in a lambda of the caller.
    bool InLambda;
  };
  /// The calls of the definition \p Function.
  llvm::ArrayRef<Site> of(const clang::FunctionDecl &Function) const;
  /// \p Function is used in another way than by a call: its address is taken.
  bool isUsedOtherwise(const clang::FunctionDecl &Function) const {
    return UsedOtherwise.count(&Function);
  }

private:
  void collect(const clang::Stmt *S, const clang::FunctionDecl &Caller,
               bool InLambda);

  llvm::DenseMap<const clang::FunctionDecl *, std::vector<Site>> Sites;
  llvm::DenseSet<const clang::FunctionDecl *> UsedOtherwise;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_DIRECTCALLS_H
