//===- HiddenFunctions.h - What functions do elsewhere ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_REWRITE_HIDDENFUNCTIONS_H
#define CUDAPIPE_LIB_REWRITE_HIDDENFUNCTIONS_H

#include "HiddenChanges.h"
#include "clang/AST/Decl.h"

namespace cudapipe {

/// Reads the parts of functions that an #if switches off.
class HiddenFunctions {
public:
  /// \p Kernel, in \p Text, holds the loop.
  HiddenFunctions(const clang::FunctionDecl &Kernel, const SourceText &Text,
                  const clang::ASTContext &Ctx)
      : Kernel(Kernel), Text(Text), Ctx(Ctx) {}

  /// What \p Function does in another configuration that a rewrite of its
  /// caller cannot bear, or nothing. \p Moves: it is called by what moves.
  std::string check(const clang::FunctionDecl &Function, bool Moves) const;
  /// The same of macros that another build may define otherwise.
  std::string checkMacros(const clang::FunctionDecl &Function,
                          bool Moves) const;
  /// No #if hides a part of \p Function, or another definition of it.
  bool isWhole(const clang::FunctionDecl &Function) const;

private:
  /// The words of a function by who reads them.
  struct Parts {
    MacroTokens Read, Hidden;
    /// Of macros, what other definitions make of them.
    MacroTokens Otherwise;
    /// Numbers of the function's own.
    llvm::StringSet<> Own;
    /// Pointers and references of the function.
    llvm::StringSet<> Reaching;
    /// References to what the function must not change: `const double2 &x`.
    llvm::StringSet<> Fixed;
  };
  std::optional<SourceText> textOf(const clang::FunctionDecl &Function) const;
  Parts partsOf(const clang::FunctionDecl &Function,
                const SourceText &There) const;
  static void addToken(llvm::ArrayRef<MacroToken> Tokens, size_t &I,
                       const MacroTable &Macros, Parts &Out);
  void addOtherDefinitions(const clang::FunctionDecl &Function,
                           const SourceText &There, Parts &Out) const;
  std::string checkTokens(const clang::FunctionDecl &Function, const Parts &Of,
                          llvm::ArrayRef<MacroToken> Hidden, bool Moves) const;
  bool isVariableElsewhere(llvm::StringRef Word, bool SharedOnly) const;

  const clang::FunctionDecl &Kernel;
  const SourceText &Text;
  const clang::ASTContext &Ctx;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_REWRITE_HIDDENFUNCTIONS_H
