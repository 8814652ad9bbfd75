//===- HiddenChanges.h - What tokens would change ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_REWRITE_HIDDENCHANGES_H
#define CUDAPIPE_LIB_REWRITE_HIDDENCHANGES_H

#include "MacroTable.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/StringSet.h"

namespace cudapipe {

/// `=`, `+=`, `++` and the like.
bool changes(clang::tok::TokenKind Kind);

/// `break`, `asm`, `__syncthreads`: more than a computation.
bool leavesOrWaits(llvm::StringRef Word);

/// The keyword of inline assembly.
bool isAsm(llvm::StringRef Word);

/// What the assembler is given by the statement at \p At of \p Tokens, as far
/// as it is written in strings.
std::string asmTextAt(llvm::ArrayRef<MacroToken> Tokens, size_t At);

/// `atomicAdd`, `__shfl_sync`: what only may stay where it is.
bool isOfMoment(llvm::StringRef Word);

/// Who changes a variable of \p Type may change another one.
bool mayReachOthers(clang::QualType Type);

/// Finds changes of variables in text that was not parsed.
class HiddenChanges {
public:
  explicit HiddenChanges(const clang::ASTContext &Ctx) : Ctx(Ctx) {}

  /// \p Var, and what it points to, must not change.
  void keep(const clang::VarDecl &Var) {
    Kept[Var.getName()] |= Var.getType()->isArithmeticType();
  }
  /// The same of a variable that is known by its name alone.
  void keep(llvm::StringRef Name) { Kept.try_emplace(Name, false); }
  /// Of \p Name, a reference to what is const: who is given it, as it is,
  /// changes nothing.
  void keepFixed(llvm::StringRef Name) {
    keep(Name);
    Fixed.insert(Name);
  }
  bool isScalar(llvm::StringRef Name) const { return Kept.lookup(Name); }

  /// The names of the variables that \p Tokens may change.
  llvm::StringSet<> find(llvm::ArrayRef<MacroToken> Tokens) const;

private:
  bool mayChange(llvm::StringRef Callee, unsigned Argument,
                 bool IsScalar) const;

  const clang::ASTContext &Ctx;
  llvm::StringMap<bool> Kept;
  llvm::StringSet<> Fixed;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_REWRITE_HIDDENCHANGES_H
