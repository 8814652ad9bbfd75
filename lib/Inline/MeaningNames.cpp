//===- MeaningNames.cpp - What names, types and constants mean ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeaningPrinter.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Notes the depth of each variable.
struct DepthFinder : DynamicRecursiveASTVisitor {
  explicit DepthFinder(llvm::DenseMap<const Decl *, unsigned> &Out)
      : Out(Out) {}
  bool TraverseStmt(Stmt *S) override {
    bool IsScope = isa_and_nonnull<CompoundStmt, ForStmt, WhileStmt, IfStmt,
                                   SwitchStmt, CXXForRangeStmt, LambdaExpr>(S);
    Depth += IsScope;
    bool Go = DynamicRecursiveASTVisitor::TraverseStmt(S);
    Depth -= IsScope;
    return Go;
  }
  bool VisitValueDecl(ValueDecl *D) override {
    Out[D] = Depth;
    return true;
  }
  llvm::DenseMap<const Decl *, unsigned> &Out;
  unsigned Depth = 0;
};

} // namespace

MeaningPrinter::MeaningPrinter(const FunctionDecl &Kernel,
                               const ASTContext &Ctx)
    : Ctx(Ctx), Policy(Ctx.getLangOpts()), OS(Text),
      IsPattern(Kernel.isDependentContext()) {
  Policy.FullyQualifiedName = true;
  Policy.AnonymousTagLocations = false;
  for (const ParmVarDecl *Param : Kernel.parameters())
    Depths[Param] = 0;
  DepthFinder(Depths).TraverseStmt(Kernel.getBody());
}

void MeaningPrinter::name(const NamedDecl *D) {
  if (auto It = Numbers.find(D); It != Numbers.end()) {
    OS << '#' << It->second;
    return;
  }
  D->printQualifiedName(OS, Policy);
  if (auto It = Depths.find(D); It != Depths.end())
    OS << '@' << It->second;
  if (const auto *Function = dyn_cast<FunctionDecl>(D))
    if (const TemplateArgumentList *Arguments =
            Function->getTemplateSpecializationArgs())
      for (const TemplateArgument &Argument : Arguments->asArray()) {
        OS << '<';
        Argument.print(Policy, OS, true);
      }
  if (const auto *Value = dyn_cast<ValueDecl>(D)) {
    OS << ':';
    type(Value->getType());
  }
}

void MeaningPrinter::type(QualType Type) {
  QualType Plain = Type.getCanonicalType();
  if (Plain.isVolatileQualified())
    OS << "volatile ";
  if (Plain->isPointerType() || Plain->isReferenceType()) {
    type(Plain->getPointeeType());
    OS << (Plain->isPointerType() ? '*' : '&');
    return;
  }
  OS << Plain.getUnqualifiedType().getAsString(Policy);
  if (const TagDecl *Tag = Plain->getAsTagDecl())
    if (const auto *Around = dyn_cast<FunctionDecl>(Tag->getDeclContext()))
      OS << " of " << Around->getNameAsString();
}

/// The value of \p D, a parameter that a constant stands for.
std::optional<llvm::APSInt> MeaningPrinter::constantOf(const Decl *D) const {
  auto It = Values.find(D);
  return It == Values.end() ? std::nullopt : constant(It->second);
}

/// The value of \p E as an integer.
std::optional<llvm::APSInt> MeaningPrinter::constant(const Expr *E) const {
  E = E->IgnoreParens();
  if (IsPattern || E->isValueDependent() ||
      !E->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  if (std::optional<llvm::APSInt> Value = E->getIntegerConstantExpr(Ctx))
    return Value;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return constantOf(Ref->getDecl());
  auto Fit = [&](llvm::APSInt Value) {
    Value = Value.extOrTrunc(Ctx.getIntWidth(E->getType()));
    Value.setIsUnsigned(E->getType()->isUnsignedIntegerOrEnumerationType());
    return Value;
  };
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    std::optional<llvm::APSInt> Value = constant(Cast->getSubExpr());
    if (!Value || (Cast->getCastKind() != CK_IntegralCast &&
                   Cast->getCastKind() != CK_LValueToRValue &&
                   Cast->getCastKind() != CK_NoOp))
      return std::nullopt;
    return Fit(*Value);
  }
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op)
    return std::nullopt;
  std::optional<llvm::APSInt> L = constant(Op->getLHS());
  std::optional<llvm::APSInt> R = L ? constant(Op->getRHS()) : std::nullopt;
  if (!R || L->getBitWidth() != R->getBitWidth())
    return std::nullopt;
  switch (Op->getOpcode()) {
  case BO_Add:
    return Fit(*L + *R);
  case BO_Sub:
    return Fit(*L - *R);
  case BO_Mul:
    return Fit(*L * *R);
  case BO_Div:
    return *R == 0 ? std::nullopt : std::optional(Fit(*L / *R));
  case BO_Rem:
    return *R == 0 ? std::nullopt : std::optional(Fit(*L % *R));
  default:
    return std::nullopt;
  }
}

} // namespace cudapipe
