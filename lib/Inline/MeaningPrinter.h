//===- MeaningPrinter.h - A loop as what it means ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the AST of a loop less what its text may change without a change of
// meaning: each variable of the loop by its number, all else by its full name
// and type, blocks without their braces, constants by their values. A call that
// gives way to a text is printed as what is called, with its arguments.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_MEANINGPRINTER_H
#define CUDAPIPE_LIB_INLINE_MEANINGPRINTER_H

#include "CalledText.h"
#include "CalledValue.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/raw_ostream.h"

namespace cudapipe {

/// One walk prints all of a loop; most fields say what stands for what in it.
class MeaningPrinter {
public:
  MeaningPrinter(const clang::FunctionDecl &Kernel,
                 const clang::ASTContext &Ctx);

  /// Print \p Call.Call as what it stands for.
  void expand(const PassedCall &Call);
  /// Print \p Value.Call as what it returns, behind what it does.
  void expand(const PassedValue &Value);
  /// Print \p New in the place of \p Old; nothing if it is null.
  void replace(const clang::Stmt *Old, const clang::Stmt *New) {
    Replaced[Old] = New;
  }
  /// Print \p S with other variables in the place of those in \p Names.
  void rename(const clang::Stmt *S,
              const llvm::DenseMap<const clang::VarDecl *,
                                   const clang::VarDecl *> &Names) {
    Renamed[S] = Names;
  }
  std::string print(const clang::Stmt &Loop);

private:
  void statement(const clang::Stmt *S);
  void renamed(const clang::Stmt *S);
  void branch(const clang::Stmt *S);
  void children(const clang::Stmt *S);
  void declaration(const clang::Decl *D);
  void variable(const clang::VarDecl &Var, const clang::Expr *Init);
  void expression(const clang::Expr *E);
  bool leaf(const clang::Expr *E);
  /// What \p E is the same as.
  const clang::Expr *transparent(const clang::Expr *E) const;
  void assembler(const clang::GCCAsmStmt &Asm);
  void lambda(const clang::LambdaExpr &Lambda);
  void passed(const PassedCall &Call);
  void body(llvm::ArrayRef<const clang::Stmt *> List);
  void pass(const PassedValue &Value);
  void valuesIn(const clang::Stmt *S);
  void value(const ReturnedValue &Value, clang::QualType Type);
  void condition(const ReturnedValue::Condition &C);
  void conditions(llvm::ArrayRef<ReturnedValue::Condition> All, bool AnyHolds);
  /// Nothing else prints as this does.
  void unlikeAll();

  void name(const clang::NamedDecl *D);
  void type(clang::QualType Type);
  std::optional<llvm::APSInt> constant(const clang::Expr *E) const;
  std::optional<llvm::APSInt> constantOf(const clang::Decl *D) const;

  const clang::ASTContext &Ctx;
  clang::PrintingPolicy Policy;
  std::string Text;
  llvm::raw_string_ostream OS;
  llvm::DenseMap<const clang::Stmt *, PassedCall> Calls;
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Replaced;
  llvm::DenseMap<const clang::Stmt *,
                 llvm::DenseMap<const clang::VarDecl *, const clang::VarDecl *>>
      Renamed;
  /// Calls for their values.
  llvm::DenseMap<const clang::Stmt *, PassedValue> Results;
  /// Those that have done already what they do before they return.
  llvm::DenseSet<const clang::Stmt *> Passed;
  /// What the function of the call that is printed calls this.
  const clang::Expr *This = nullptr;
  llvm::DenseSet<const clang::Decl *> Gone;
  /// Parameters of expanded calls that an argument stands for.
  llvm::DenseMap<const clang::Decl *, const clang::Expr *> Values;
  llvm::DenseMap<const clang::Decl *, unsigned> Numbers;
  /// Of the kernel's variables, how many scopes are around them: of those of
  /// one name that are in sight, each has another depth.
  llvm::DenseMap<const clang::Decl *, unsigned> Depths;
  unsigned Count = 0;
  bool InCall = false;
  /// The kernel is a template that nobody instantiates: expressions of the same
  /// form and the same names may have types in one place and none in another.
  bool IsPattern;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_MEANINGPRINTER_H
