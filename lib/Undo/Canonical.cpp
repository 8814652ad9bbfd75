//===- Canonical.cpp - Statements, to be compared -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Canonical.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cudapipe {

Polynomial Canonical::atom(const std::string &Text) {
  auto [It, IsNew] = Atoms.try_emplace(Text, Texts.size());
  if (IsNew)
    Texts.push_back(Text);
  return Polynomial::atom(It->second);
}

std::string Canonical::print(const Polynomial &P) {
  if (!P.isValid()) {
    Known = false;
    return "";
  }
  // By text: numbers of atoms depend on what came before.
  std::vector<std::string> Terms;
  for (const auto &[Product, Number] : P.terms()) {
    std::vector<std::string> Factors;
    for (Polynomial::Atom A : Product)
      Factors.push_back(Texts[A]);
    llvm::sort(Factors);
    std::string Term = std::to_string(Number);
    for (const std::string &Factor : Factors)
      Term += "*" + Factor;
    Terms.push_back(std::move(Term));
  }
  llvm::sort(Terms);
  std::string Out = "(";
  for (const std::string &Term : Terms)
    Out += "+" + Term;
  return Out + ")";
}

std::string Canonical::name(const ValueDecl &D) {
  const std::string Name = D.getNameAsString();
  auto It = Own.find(Name);
  return It != Own.end() ? It->second : Name;
}

Polynomial Canonical::valueOf(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  Expr::EvalResult Constant;
  if (!E->isValueDependent() && isa<IntegerLiteral>(E) &&
      E->EvaluateAsInt(Constant, Ctx))
    return Polynomial(Constant.Val.getInt().getExtValue());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const std::string Name = name(*Ref->getDecl());
    if (auto It = Values.find(Name); It != Values.end())
      return It->second;
    // What is loaded is no number to reckon with.
    if (auto It = Whole.find(Name); It != Whole.end())
      return atom(It->second);
    return atom(Name);
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    if (Op->getOpcode() == BO_Add)
      return valueOf(Op->getLHS()) + valueOf(Op->getRHS());
    if (Op->getOpcode() == BO_Sub)
      return valueOf(Op->getLHS()) - valueOf(Op->getRHS());
    if (Op->getOpcode() == BO_Mul)
      return valueOf(Op->getLHS()) * valueOf(Op->getRHS());
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->getOpcode() == UO_Minus)
    return Polynomial() - valueOf(Op->getSubExpr());
  // Something else, as a whole.
  std::string Text = std::string(E->getStmtClassName()) + "[";
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    Text += Op->getOpcodeStr().str();
  else if (const auto *Op = dyn_cast<UnaryOperator>(E))
    Text += UnaryOperator::getOpcodeStr(Op->getOpcode()).str();
  else if (const auto *Member = dyn_cast<MemberExpr>(E))
    Text += Member->getMemberDecl()->getNameAsString();
  else if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    Text += Cast->getTypeAsWritten().getAsString();
  else if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(E);
           Size && Size->isArgumentType())
    Text += Size->getArgumentType().getAsString();
  else if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(E))
    return valueOf(Pseudo->getSyntacticForm());
  else if (const auto *Property = dyn_cast<MSPropertyRefExpr>(E))
    Text += Property->getPropertyDecl()->getNameAsString() + ":" +
            spell(Property->getBaseExpr());
  else if (!isa<ArraySubscriptExpr, CallExpr, ConditionalOperator>(E))
    Known = false;
  for (const Stmt *Child : E->children())
    Text += "," + spell(Child);
  return atom(Text + "]");
}

std::string Canonical::spell(llvm::ArrayRef<const Stmt *> All) {
  std::string Out;
  for (const Stmt *S : All) {
    // A constant is what it stands for.
    const auto *Declared = dyn_cast<DeclStmt>(S);
    const auto *Var = Declared && Declared->isSingleDecl()
                          ? dyn_cast<VarDecl>(Declared->getSingleDecl())
                          : nullptr;
    if (Var && Var->getInit() && Var->getType().isConstQualified() &&
        Var->getType()->isIntegerType())
      set(Var->getName(), valueOf(Var->getInit()));
    else
      Out += spell(S) + ";";
  }
  return Out;
}

std::string Canonical::spell(const Stmt *S) {
  if (!S)
    return "none";
  if (const auto *E = dyn_cast<Expr>(S)) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(E))
      return spell(Cleanups->getSubExpr());
    if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(E))
      return spell(Made->getSubExpr());
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      if (const auto *Ref =
              dyn_cast<DeclRefExpr>(Element->getBase()->IgnoreParenImpCasts());
          Ref && llvm::is_contained(Tiles, Ref->getDecl()->getNameAsString()))
        return "tile:" + Ref->getDecl()->getNameAsString();
    if (E->getType()->isIntegerType() && !E->getType()->isBooleanType() &&
        !isa<CallExpr>(E) &&
        !(isa<BinaryOperator>(E) &&
          cast<BinaryOperator>(E)->isAssignmentOp()) &&
        !(isa<UnaryOperator>(E) &&
          cast<UnaryOperator>(E)->isIncrementDecrementOp()))
      return print(valueOf(E));
    S = E;
  }
  std::string Out = std::string(S->getStmtClassName()) + "{";
  // `K > 0` and `0 < K`.
  if (const auto *Op = dyn_cast<BinaryOperator>(S);
      Op && Op->isRelationalOp() && Op->getLHS()->getType()->isIntegerType() &&
      Op->getRHS()->getType()->isIntegerType()) {
    const bool IsLess = Op->getOpcode() == BO_LT || Op->getOpcode() == BO_LE;
    const Expr *Less = IsLess ? Op->getLHS() : Op->getRHS(),
               *More = IsLess ? Op->getRHS() : Op->getLHS();
    return (Op->getOpcode() == BO_LE || Op->getOpcode() == BO_GE ? "le"
                                                                 : "lt") +
           print(valueOf(More) - valueOf(Less));
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    if (auto It = Whole.find(Ref->getDecl()->getNameAsString());
        It != Whole.end())
      return It->second;
    return "ref:" + name(*Ref->getDecl());
  } else if (const auto *Op = dyn_cast<BinaryOperator>(S)) {
    Out += Op->getOpcodeStr().str();
  } else if (const auto *Op = dyn_cast<UnaryOperator>(S)) {
    Out += UnaryOperator::getOpcodeStr(Op->getOpcode()).str();
  } else if (const auto *Member = dyn_cast<MemberExpr>(S)) {
    Out += Member->getMemberDecl()->getNameAsString();
  } else if (const auto *Cast = dyn_cast<ExplicitCastExpr>(S)) {
    Out += Cast->getTypeAsWritten().getAsString();
  } else if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(S)) {
    if (Size->isArgumentType())
      Out += Size->getArgumentType().getAsString();
  } else if (const auto *Number = dyn_cast<FloatingLiteral>(S)) {
    llvm::SmallString<32> Digits;
    Number->getValue().toString(Digits);
    Out += Digits.str().str() + Number->getType().getAsString();
  } else if (const auto *Truth = dyn_cast<CXXBoolLiteralExpr>(S)) {
    Out += Truth->getValue() ? "true" : "false";
  } else if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declared->decls()) {
      const auto *Var = dyn_cast<VarDecl>(D);
      if (!Var || Var->isStaticLocal()) {
        Known = false;
        continue;
      }
      Out += Var->getType().getAsString() + "=" + spell(Var->getInit()) + ",";
      Own[Var->getNameAsString()] = "v#" + std::to_string(Count++);
    }
    return Out + "}";
  } else if (!isa<CompoundStmt, ForStmt, IfStmt, ArraySubscriptExpr,
                  ConditionalOperator, CallExpr, NullStmt,
                  CXXNullPtrLiteralExpr, CXXDefaultArgExpr, AttributedStmt>(
                 S)) {
    Known = false;
  }
  for (const Stmt *Child : S->children())
    Out += "," + spell(Child);
  return Out + "}";
}

} // namespace cudapipe
