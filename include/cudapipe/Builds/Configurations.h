//===- Configurations.h - What a build may define otherwise -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #ifndef THREADS
//   #define THREADS 256          -DTHREADS=128 makes another program of it
//   #endif
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_BUILDS_CONFIGURATIONS_H
#define CUDAPIPE_BUILDS_CONFIGURATIONS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace cudapipe {

/// \p S, or what its variables start with, is made of macros or constants that
/// have another definition, or are given one by the command line. \p Kernel: an
/// #if around it is no matter.
bool dependsOnConfiguration(const clang::Stmt &S,
                            const clang::FunctionDecl &Kernel,
                            const clang::ASTContext &Ctx);

/// The same of what \p Array is declared with.
bool dependsOnConfiguration(const clang::VarDecl &Array,
                            const clang::FunctionDecl &Kernel,
                            const clang::ASTContext &Ctx);

/// \p Object is one of a class whose members another build may have elsewhere,
/// or another instantiation of \p Kernel that has the same numbers. Also of a
/// pointer or a reference to one.
bool mayHaveOtherMembers(const clang::VarDecl &Object,
                         const clang::FunctionDecl &Kernel,
                         const clang::ASTContext &Ctx);

/// In another build, threads may leave \p Kernel in front of \p Loop, or not
/// come to it: a return under an #if or in a macro, a condition around it.
bool mayLeaveElsewhere(const clang::FunctionDecl &Kernel,
                       const clang::Stmt &Loop, const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_BUILDS_CONFIGURATIONS_H
