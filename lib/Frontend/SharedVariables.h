//===- SharedVariables.h - No constructor of __shared__ ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   struct Point { double x; __device__ Point() : x(0) {} };
//   __shared__ Point tile[64];   // in a function: nvcc runs no constructor;
//                                // Clang: err_shared_var_init
//
// Such a variable is read as one without an initializer, if its constructor
// does no more than fill it: registers of that class are ours to declare. What
// nvcc refuses, an initializer that is written, stays an error; so does a
// variable outside of functions.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_SHAREDVARIABLES_H
#define CUDAPIPE_FRONTEND_SHAREDVARIABLES_H

#include "clang/AST/Decl.h"
#include "clang/AST/DeclGroup.h"

namespace clang {
class Sema;
}

namespace cudapipe {

/// The variable of a function that Clang refuses at \p At right now, if nvcc
/// ignores its constructor.
clang::VarDecl *sharedVariableAt(clang::Sema &Compiling,
                                 clang::SourceLocation At);

/// Takes the constructor from \p Var, and Clang's verdict.
void forgetConstructor(clang::VarDecl &Var);

/// To be called with what is read, and with what is instantiated: in templates
/// constructors wait until the instance is whole, and are looked at then.
void delayConstructors(clang::DeclGroupRef Group, clang::Sema &Compiling);

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_SHAREDVARIABLES_H
