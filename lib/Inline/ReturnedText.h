//===- ReturnedText.h - A function's text with values put in ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_RETURNEDTEXT_H
#define CUDAPIPE_LIB_INLINE_RETURNEDTEXT_H

#include "../Rewrite/SourceText.h"
#include "ReturnedValue.h"
#include "VariableUses.h"
#include "llvm/ADT/DenseMap.h"

namespace cudapipe {

/// The text of a function, in which other text stands for some variables.
class ReturnedText {
public:
  ReturnedText(const clang::FunctionDecl &Function,
               const clang::ASTContext &Ctx);

  const SourceText &source() const { return Text; }
  const VariableUses &uses() const { return Found; }
  /// How often the function names \p Var, arguments of macros once.
  unsigned count(const clang::VarDecl *Var) const;

  /// \p Var is \p Value, the text of \p E, wherever the function names it.
  void replace(const clang::VarDecl *Var, llvm::StringRef Value,
               const clang::Expr *E);
  /// \p Var is called \p Name.
  void rename(const clang::VarDecl *Var, llvm::StringRef Name);
  /// `this->x` and `x` are \p Object, `a.` or `p->`, and x.
  void replaceThis(llvm::StringRef Object);
  void edit(clang::SourceRange Range, llvm::StringRef New);

  /// The texts with all of that; nothing where macros are in the way.
  std::optional<std::string> print(clang::SourceRange Range) const;
  std::optional<std::string> print(const clang::Stmt *S) const;
  std::optional<std::string> print(const ReturnedValue &Value,
                                   llvm::StringRef Result,
                                   clang::QualType Type) const;
  /// How tightly the operators of \p E bind, what stands for it considered.
  unsigned levelOf(const clang::Expr *E) const;

private:
  std::optional<std::string> leaf(const clang::Expr *E, llvm::StringRef Result,
                                  clang::QualType Type) const;
  std::optional<std::string> condition(const ReturnedValue::Condition &C,
                                       unsigned Level) const;
  unsigned levelAround(const clang::Expr *Use) const;
  std::optional<TextRange> placeOf(clang::SourceLocation At) const;

  const clang::FunctionDecl &Function;
  const clang::ASTContext &Ctx;
  SourceText Text;
  VariableUses Found;
  llvm::DenseMap<const clang::Decl *, const clang::Expr *> Values;
  std::vector<TextEdit> Edits;
  bool IsLost = false; // A macro's own text names a variable.
};

/// `<` for `>=` of integers; nothing for what has no opposite.
std::optional<clang::BinaryOperatorKind> oppositeOf(const clang::Expr *E);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_RETURNEDTEXT_H
