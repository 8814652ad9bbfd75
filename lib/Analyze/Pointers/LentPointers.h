//===- LentPointers.h - Whose pointers others may set -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   v.data[i]           a read
//   v.data = B          an assignment, of which PointerFlow takes note
//   redirect(v.data)    whatever redirect() likes: v is lent
//
// Each mention of a variable that is not known to leave the pointers in it
// alone, or to be taken note of, lends the variable.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_LENTPOINTERS_H
#define CUDAPIPE_LIB_ANALYZE_LENTPOINTERS_H

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"

namespace cudapipe {

/// An object of this type holds a pointer or a reference, as far as can be
/// seen.
bool holdsPointers(clang::QualType Type);

/// \p E holds no pointer, nor do its bytes: it shares them with none in a
/// union, and was not cast.
bool isPlainData(const clang::Expr *E);

/// The variable that \p S, `job = jobs[i]`, makes a copy of another object,
/// byte by byte; null for all else.
const clang::VarDecl *copiedObject(const clang::Stmt *S);

/// The object that \p Construct makes keeps a reference to its argument \p Arg,
/// `SubTensor(Tensor &t, ..) : tensor(t), ..`, and in the whole file nobody
/// does more with that than look.
bool keepsToLook(const clang::CXXConstructExpr &Construct, unsigned Arg);

class LentPointers {
public:
  explicit LentPointers(llvm::DenseSet<const clang::VarDecl *> &Lent)
      : Lent(Lent) {}

  /// Adds the variables that \p S lends.
  void visit(const clang::Stmt *S);

private:
  void visitStatement(const clang::Stmt *S);
  void visitDiscarded(const clang::Stmt *S);
  void visitRead(const clang::Stmt *S);
  void visitOperand(const clang::Expr *E);
  bool visitOperator(const clang::Stmt *S);
  bool visitCall(const clang::Stmt *S);
  void visitObject(const clang::Expr *Object, const clang::CXXMethodDecl *M,
                   bool IsDiscarded);
  void visitArgument(const clang::Expr *Arg, const clang::ParmVarDecl *Param);
  void visitDeclarations(const clang::DeclStmt &Decls);
  void visitInit(const clang::VarDecl &Var);
  void visitLambda(const clang::LambdaExpr &Lambda);

  llvm::DenseSet<const clang::VarDecl *> &Lent;
  /// The call that is looked at, if nobody gets its value.
  const clang::CallExpr *Discarded = nullptr;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_LENTPOINTERS_H
