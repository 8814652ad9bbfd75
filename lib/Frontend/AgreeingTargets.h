//===- AgreeingTargets.h - Attributes of a function's declarations -*- C++ -*-//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   struct Complex { Complex(float re); };
//   __host__ __device__ Complex::Complex(float re) {}
//
// For nvcc these are one function, of both sides; for Clang they are two. Where
// Clang says so, the file is read again, and the first declaration gets the
// attributes of the second as soon as it is there.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_FRONTEND_AGREEINGTARGETS_H
#define CUDAPIPE_LIB_FRONTEND_AGREEINGTARGETS_H

#include "clang/AST/DeclBase.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <string>

namespace clang {
class CompilerInstance;
class FunctionDecl;
} // namespace clang

namespace cudapipe {

/// Names \p At and what the function declared there is, for agreeingMacro().
std::string agreeingPlace(clang::SourceLocation At,
                          const clang::SourceManager &SM, bool IsOfHost);

/// What a parse is told of \p Place, as behind -D.
std::string agreeingMacro(llvm::StringRef Place);

/// Gives attributes to the functions that agreeingMacro() names.
class AgreeingTargets {
public:
  /// Works from now on, for the parse of \p Compiler.
  explicit AgreeingTargets(clang::CompilerInstance &Compiler);

  /// All of \p Context was declared.
  void mendIn(const clang::DeclContext &Context);

private:
  class Watcher;
  void mend(clang::Decl &D);
  void mendNew(const clang::DeclContext &Context);

  clang::CompilerInstance &Compiler;
  /// Whether the host has it, too, by places.
  llvm::StringMap<bool> Places;
  llvm::DenseMap<const clang::DeclContext *, const clang::Decl *> Last;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_FRONTEND_AGREEINGTARGETS_H
