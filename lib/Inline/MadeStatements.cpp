//===- MadeStatements.cpp - Statements of a text that is to come ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MadeStatements.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace cudapipe {

const VarDecl *madeVariable(llvm::StringRef Name, const Expr &Init,
                            const FunctionDecl &Function, ASTContext &Ctx) {
  auto *Var = VarDecl::Create(Ctx, const_cast<FunctionDecl *>(&Function),
                              Init.getBeginLoc(), Init.getBeginLoc(),
                              &Ctx.Idents.get(Name), Ctx.BoolTy.withConst(),
                              /*TInfo=*/nullptr, SC_None);
  Var->setInit(const_cast<Expr *>(&Init));
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

const Expr *madeValue(const VarDecl &Var, ASTContext &Ctx) {
  auto *Name = DeclRefExpr::Create(
      Ctx, NestedNameSpecifierLoc(), SourceLocation(),
      const_cast<VarDecl *>(&Var), /*RefersToEnclosingVariableOrCapture=*/false,
      SourceLocation(), Var.getType(), VK_LValue);
  return ImplicitCastExpr::Create(Ctx, Ctx.BoolTy, CK_LValueToRValue, Name,
                                  nullptr, VK_PRValue, FPOptionsOverride());
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
