//===- cudapipe/Analyze/CalledFunction.h - From call to body ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_CALLEDFUNCTION_H
#define CUDAPIPE_ANALYZE_CALLEDFUNCTION_H

#include "cudapipe/Analyze/PointerFlow.h"
#include "clang/AST/ASTContext.h"

namespace cudapipe {

/// The function that \p Call names, by itself or by a pointer that is a
/// constant of the compiler; null for others.
const clang::FunctionDecl *knownCallee(const clang::CallExpr &Call);

/// The function that \p Call runs, as its definition; null where that is not
/// in sight or not known before run time.
const clang::FunctionDecl *calledFunction(const clang::CallExpr &Call);

/// The explicit specializations of the template that \p Pattern is of: a call
/// in another template may run any of them instead.
llvm::SmallVector<const clang::FunctionDecl *, 4>
explicitSpecializations(const clang::FunctionDecl &Pattern);

/// What \p Call passes for the parameter \p Param of its function, or null.
const clang::Expr *argumentFor(const clang::CallExpr &Call,
                               const clang::ParmVarDecl &Param);

/// The pointers of calledFunction(Call), its parameters bound to what \p Call,
/// in a function with the pointers \p Caller, passes.
PointerFlow flowInto(const clang::CallExpr &Call, const PointerFlow &Caller,
                     const clang::ASTContext &Ctx);

/// True for a lambda's operator(): its body uses the variables of its maker.
bool isLambdaBody(const clang::FunctionDecl &Function);

/// True if \p Function stands in a file that others include: what they do with
/// it is not in sight.
bool isInHeader(const clang::FunctionDecl &Function,
                const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_CALLEDFUNCTION_H
