//===- MadeStatements.cpp - Statements of a text that is to come ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MadeStatements.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

static VarDecl *madeOf(QualType Type, llvm::StringRef Name, const Expr &Init,
                       SourceLocation Place, const FunctionDecl &Function,
                       ASTContext &Ctx) {
  auto *Var = VarDecl::Create(Ctx, const_cast<FunctionDecl *>(&Function), Place,
                              Place, &Ctx.Idents.get(Name), Type,
                              /*TInfo=*/nullptr, SC_None);
  Var->setInit(const_cast<Expr *>(&Init));
  return Var;
}

const VarDecl *madeCopy(const VarDecl &Var, llvm::StringRef Name,
                        const Expr &Init, const FunctionDecl &Function,
                        ASTContext &Ctx) {
  return madeOf(Var.getType(), Name, Init, Var.getLocation(), Function, Ctx);
}

const VarDecl *madeFlag(llvm::StringRef Name, const Stmt &Place,
                        const FunctionDecl &Function, ASTContext &Ctx) {
  return madeOf(
      Ctx.BoolTy, Name,
      *CXXBoolLiteralExpr::Create(Ctx, false, Ctx.BoolTy, Place.getBeginLoc()),
      Place.getBeginLoc(), Function, Ctx);
}

const VarDecl *madeVariable(llvm::StringRef Name, const Expr &Init,
                            const FunctionDecl &Function, ASTContext &Ctx) {
  VarDecl *Var = madeOf(Ctx.BoolTy.withConst(), Name, Init, Init.getBeginLoc(),
                        Function, Ctx);
  // As where it is parsed: a constant has its value wherever it is named.
  llvm::SmallVector<PartialDiagnosticAt> Notes;
  if (!Init.isValueDependent())
    Var->checkForConstantInitialization(Notes);
  return Var;
}

const Stmt *madeDeclaration(const VarDecl &Var, ASTContext &Ctx) {
  return new (Ctx) DeclStmt(DeclGroupRef(const_cast<VarDecl *>(&Var)),
                            SourceLocation(), SourceLocation());
}

static DeclRefExpr *madeName(const VarDecl &Var, const ASTContext &Ctx) {
  return DeclRefExpr::Create(Ctx, NestedNameSpecifierLoc(), SourceLocation(),
                             const_cast<VarDecl *>(&Var),
                             /*RefersToEnclosingVariableOrCapture=*/false,
                             SourceLocation(), Var.getType(), VK_LValue);
}

const Expr *madeValue(const VarDecl &Var, ASTContext &Ctx) {
  return ImplicitCastExpr::Create(Ctx, Var.getType().getUnqualifiedType(),
                                  CK_LValueToRValue, madeName(Var, Ctx),
                                  nullptr, VK_PRValue, FPOptionsOverride());
}

const Expr *madeSet(const VarDecl &Flag, ASTContext &Ctx) {
  return BinaryOperator::Create(
      Ctx, madeName(Flag, Ctx),
      CXXBoolLiteralExpr::Create(Ctx, true, Ctx.BoolTy, SourceLocation()),
      BO_Assign, Ctx.BoolTy, VK_LValue, OK_Ordinary, SourceLocation(),
      FPOptionsOverride());
}

const Expr *madeBoth(const Expr *A, const Expr *B, BinaryOperatorKind Op,
                     ASTContext &Ctx) {
  return BinaryOperator::Create(
      Ctx, const_cast<Expr *>(A), const_cast<Expr *>(B), Op, Ctx.BoolTy,
      VK_PRValue, OK_Ordinary, SourceLocation(), FPOptionsOverride());
}

const Expr *madeCondition(const Expr *Cond, bool IsNegated, ASTContext &Ctx) {
  if (!IsNegated)
    return Cond;
  return UnaryOperator::Create(Ctx, const_cast<Expr *>(Cond), UO_LNot,
                               Ctx.BoolTy, VK_PRValue, OK_Ordinary,
                               SourceLocation(), /*CanOverflow=*/false,
                               FPOptionsOverride());
}

const Stmt *madeIf(const Expr &Cond, const Stmt *Then, ASTContext &Ctx) {
  return IfStmt::Create(Ctx, SourceLocation(), IfStatementKind::Ordinary,
                        nullptr, nullptr, const_cast<Expr *>(&Cond),
                        SourceLocation(), SourceLocation(),
                        const_cast<Stmt *>(Then));
}

const Stmt *madeBlock(llvm::ArrayRef<const Stmt *> List, ASTContext &Ctx) {
  llvm::SmallVector<Stmt *> Out;
  for (const Stmt *S : List)
    Out.push_back(const_cast<Stmt *>(S));
  return CompoundStmt::Create(Ctx, Out, FPOptionsOverride(), SourceLocation(),
                              SourceLocation());
}

} // namespace cudapipe
