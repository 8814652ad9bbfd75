//===- LoopMeaning.cpp - What a loop means ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   What expressions mean
//   What names, types and constants mean
//   What calls return
//   What a loop means
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Inline/LoopMeaning.h"
#include "BranchStatements.h"
#include "EarlyReturns.h"
#include "MeaningPrinter.h"
#include "ReturnedText.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cudapipe {

//===- What expressions mean --------------------------------------------===//

const Expr *MeaningPrinter::transparent(const Expr *E) const {
  while (true) {
    const Expr *In = E->IgnoreParens();
    if (const auto *Full = dyn_cast<FullExpr>(In))
      In = Full->getSubExpr();
    else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(In))
      In = Temporary->getSubExpr();
    else if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(In))
      In = Bound->getSubExpr();
    else if (const auto *Value = dyn_cast<SubstNonTypeTemplateParmExpr>(In))
      In = Value->getReplacement();
    else if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(In))
      In = Default->getExpr();
    else if (const auto *Object = dyn_cast<PseudoObjectExpr>(In))
      In = Object->getSyntacticForm();
    else if (const auto *Copy = dyn_cast<CXXConstructExpr>(In);
             Copy && Copy->getNumArgs() == 1 &&
             Copy->getConstructor()->isCopyOrMoveConstructor() &&
             copiesBytes(*Copy->getConstructor()))
      In = Copy->getArg(0);
    else if (const auto *Same = dyn_cast<ExplicitCastExpr>(In);
             Same && Same->getCastKind() == CK_NoOp && Same->isPRValue() &&
             !Same->getType()->isPointerType() &&
             Ctx.hasSameUnqualifiedType(Same->getType(),
                                        Same->getSubExpr()->getType()))
      In = Same->getSubExpr();
    else if (isa<CXXThisExpr>(In) && This)
      In = This;
    else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(In))
      switch (Cast->getCastKind()) {
      case CK_LValueToRValue:
      case CK_NoOp:
      case CK_ArrayToPointerDecay:
      case CK_FunctionToPointerDecay:
        In = Cast->getSubExpr();
        break;
      default:
        if (IsPattern)
          In = Cast->getSubExpr();
        break;
      }
    if (In == E)
      return E;
    E = In;
  }
}

/// Prints \p E if it has a value of its own.
bool MeaningPrinter::leaf(const Expr *E) {
  if (const auto *Literal = dyn_cast<IntegerLiteral>(E))
    OS << Literal->getValue();
  else if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    name(Ref->getDecl());
  else if (const auto *Literal = dyn_cast<FloatingLiteral>(E))
    OS << Literal->getValue().bitcastToAPInt();
  else if (const auto *String = dyn_cast<StringLiteral>(E))
    OS << String->getBytes();
  else if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(E))
    type(Size->getTypeOfArgument());
  else if (const auto *Lookup = dyn_cast<OverloadExpr>(E))
    for (const NamedDecl *D : Lookup->decls()) {
      name(D);
      OS << ' ';
    }
  else
    return false;
  return true;
}

void MeaningPrinter::expression(const Expr *E) {
  E = transparent(E);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (auto It = Values.find(Ref->getDecl()); It != Values.end())
      return expression(It->second);
  if (auto It = Results.find(E); It != Results.end()) {
    pass(It->second);
    value(It->second.Value, E->getType());
    This = nullptr;
    return;
  }
  if (std::optional<llvm::APSInt> Value = constant(E)) {
    OS << *Value << ':';
    return type(E->getType());
  }
  if (const auto *Made = dyn_cast<LambdaExpr>(E))
    return lambda(*Made);
  // However it is spelled.
  OS << (isa<CastExpr>(E) ? "Cast" : E->getStmtClassName()) << ' ';
  // Of a name, an array may be what a pointer was.
  if (!isa<DeclRefExpr>(E) && !IsPattern)
    type(E->getType());
  else if (!E->getType().isNull() && E->getType().isVolatileQualified())
    OS << "volatile";
  OS << ' ';
  if (leaf(E))
    return;
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    OS << Op->getOpcodeStr();
  else if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    OS << UnaryOperator::getOpcodeStr(Unary->getOpcode()) << Unary->isPostfix();
  else if (const auto *Cast = dyn_cast<CastExpr>(E))
    OS << Cast->getCastKindName();
  else if (const auto *Member = dyn_cast<MemberExpr>(E))
    name(Member->getMemberDecl());
  else if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(E))
    OS << Member->getMember().getAsString();
  else if (const auto *Scoped = dyn_cast<DependentScopeDeclRefExpr>(E))
    Scoped->printPretty(OS, nullptr, Policy);
  else if (const auto *Property = dyn_cast<MSPropertyRefExpr>(E))
    name(Property->getPropertyDecl());
  else if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    name(Construct->getConstructor());
  else if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(E))
    return branch(Default->getExpr());
  children(E);
}

//===- What names, types and constants mean -----------------------------===//

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
  // `T x(a, b);` of a template has none before T is known.
  if (Type.isNull()) {
    OS << "untyped";
    return;
  }
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
  if (IsPattern || E->isValueDependent() || E->getType().isNull() ||
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

//===- What calls return ------------------------------------------------===//

void MeaningPrinter::expand(const PassedValue &Value) {
  Results[Value.Call] = Value;
}

/// Makes the names of the function lead to what \p Value passes.
void MeaningPrinter::pass(const PassedValue &Value) {
  for (const PassedValue::Step &Step : Value.Before)
    Values.erase(Step.Var);
  for (const auto &[Name, Arg] : Value.ByName)
    Values[Name] = Arg;
  This = Value.Object;
}

/// What the calls in \p S do before they return stands in front of \p S.
void MeaningPrinter::valuesIn(const Stmt *S) {
  if (!S || Results.empty())
    return;
  if (auto It = Results.find(S); It != Results.end()) {
    const PassedValue &Value = It->second;
    if (!Passed.insert(S).second)
      return;
    pass(Value);
    bool Before = std::exchange(InCall, true);
    for (const PassedValue::Step &Step : Value.Before)
      if (Step.Var)
        variable(*Step.Var, Step.Init);
      else
        statement(Step.S);
    InCall = Before;
    This = nullptr;
    return;
  }
  for (const Stmt *Child : S->children())
    valuesIn(Child);
}

void MeaningPrinter::condition(const ReturnedValue::Condition &C) {
  if (C.IsTrue)
    return expression(C.E);
  if (std::optional<BinaryOperatorKind> Other = oppositeOf(C.E)) {
    const auto *Op = cast<BinaryOperator>(C.E->IgnoreParenImpCasts());
    OS << "BinaryOperator ";
    type(Op->getType());
    OS << ' ' << BinaryOperator::getOpcodeStr(*Other);
    return children(Op);
  }
  OS << "UnaryOperator ";
  type(C.E->getType());
  OS << ' ' << UnaryOperator::getOpcodeStr(UO_LNot) << false;
  branch(C.E);
}

/// As statement() does it for their conjunction.
void MeaningPrinter::conditions(llvm::ArrayRef<ReturnedValue::Condition> All,
                                bool AnyHolds) {
  for (size_t I = 1; I < All.size(); ++I) {
    OS << "BinaryOperator ";
    type(Ctx.BoolTy);
    OS << ' ' << BinaryOperator::getOpcodeStr(AnyHolds ? BO_LOr : BO_LAnd)
       << '(';
  }
  for (auto [I, C] : llvm::enumerate(All)) {
    if (I > 0)
      OS << '(';
    condition(C);
    OS << ";\n";
    if (I > 0)
      OS << ");\n";
    if (I + 1 < All.size())
      OS << ')';
  }
}

/// As statement() does it for the same text.
void MeaningPrinter::value(const ReturnedValue &Value, QualType Type) {
  if (Value.Leaf)
    return expression(Value.Leaf);
  OS << "ConditionalOperator ";
  type(Type);
  OS << ' ';
  OS << '(';
  conditions(Value.Conditions, Value.AnyHolds);
  OS << ')';
  for (const auto &Arm : {Value.Then, Value.Else}) {
    OS << '(';
    value(*Arm, Type);
    OS << ";\n)";
  }
}

//===- What a loop means ------------------------------------------------===//

void MeaningPrinter::unlikeAll() { OS << "unlike " << this; }

void MeaningPrinter::expand(const PassedCall &Call) {
  Calls[Call.Call] = Call;
  if (Call.Gone)
    Gone.insert(Call.Gone);
}

std::string MeaningPrinter::print(const Stmt &Loop) {
  statement(&Loop);
  return Text;
}

void MeaningPrinter::children(const Stmt *S) {
  for (const Stmt *Child : S->children())
    branch(Child);
}

/// \p S as a part of another statement.
void MeaningPrinter::branch(const Stmt *S) {
  OS << '(';
  statement(S);
  OS << ')';
}

/// One may come into \p S from outside.
static bool holdsLabels(const Stmt *S) {
  return holdsA<SwitchCase, LabelStmt>(S);
}

/// \p S with the numbers of other variables.
void MeaningPrinter::renamed(const Stmt *S) {
  const auto Names = std::move(Renamed[S]);
  Renamed.erase(S);
  const auto Before = Numbers;
  for (const auto &[Var, Other] : Names)
    if (auto It = Before.find(Other); It != Before.end())
      Numbers[Var] = It->second;
  statement(S);
  for (const auto &[Var, Other] : Names)
    if (auto It = Before.find(Var); It != Before.end())
      Numbers[Var] = It->second;
    else
      Numbers.erase(Var);
}

void MeaningPrinter::statement(const Stmt *S) {
  if (!S || isa<NullStmt>(S))
    return;
  if (Renamed.count(S))
    return renamed(S);
  if (auto It = Replaced.find(S); It != Replaced.end())
    return statement(It->second);
  // do { } while (0) is a block.
  if (const auto *Do = dyn_cast<DoStmt>(S);
      Do && !holdsA<BreakStmt, ContinueStmt>(Do->getBody()))
    if (std::optional<llvm::APSInt> Again = constant(Do->getCond());
        Again && *Again == 0)
      return statement(Do->getBody());
  // Of a constant condition, only one branch is anything.
  if (const auto *If = dyn_cast<IfStmt>(S);
      If && !If->hasInitStorage() && !If->hasVarStorage())
    if (std::optional<llvm::APSInt> Value = constant(If->getCond());
        Value && !holdsLabels(If))
      return statement(*Value != 0 ? If->getThen() : If->getElse());
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Inner : Block->body())
      statement(Inner);
    return;
  }
  if (isa<Expr, DeclStmt>(S))
    valuesIn(S);
  if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Decls->decls())
      declaration(D);
    return;
  }
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return statement(Attributed->getSubStmt());
  if (const auto *E = dyn_cast<Expr>(S)) {
    if (auto It = Calls.find(E->IgnoreImplicit()); It != Calls.end())
      return passed(It->second);
    expression(E);
  } else {
    OS << S->getStmtClassName();
    if (const auto *If = dyn_cast<IfStmt>(S))
      OS << If->isConstexpr() << If->hasElseStorage() << If->hasInitStorage();
    else if (const auto *Label = dyn_cast<LabelStmt>(S))
      OS << Label->getName();
    else if (const auto *Goto = dyn_cast<GotoStmt>(S))
      OS << Goto->getLabel()->getName();
    else if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
      assembler(*Asm);
    // The condition stands between two others; some may be missing.
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      branch(For->getInit());
      branch(For->getConditionVariableDeclStmt());
      branch(For->getCond());
      branch(For->getBody());
      branch(For->getInc());
    } else {
      children(S);
    }
  }
  OS << ";\n";
}

void MeaningPrinter::assembler(const GCCAsmStmt &Asm) {
  OS << Asm.isVolatile() << Asm.getAsmString();
  for (unsigned I = 0; I < Asm.getNumOutputs(); ++I)
    OS << ' ' << Asm.getOutputConstraint(I);
  for (unsigned I = 0; I < Asm.getNumInputs(); ++I)
    OS << ' ' << Asm.getInputConstraint(I);
  for (unsigned I = 0; I < Asm.getNumClobbers(); ++I)
    OS << ' ' << Asm.getClobber(I);
}

void MeaningPrinter::variable(const VarDecl &Var, const Expr *Init) {
  // Of a function that is called twice, these are new ones.
  Numbers[&Var] = Count++;
  Values.erase(&Var);
  OS << "var ";
  name(&Var);
  OS << ' ';
  type(Var.getType());
  OS << (Var.hasAttr<CUDASharedAttr>() ? " shared" : "")
     << (Var.isStaticLocal() ? " static" : "");
  if (Init)
    branch(Init);
  // In a longer block it would be destroyed later.
  if (InCall && Var.needsDestruction(Ctx))
    unlikeAll();
  OS << ";\n";
}

void MeaningPrinter::declaration(const Decl *D) {
  if (Gone.contains(D))
    return;
  if (const auto *Var = dyn_cast<VarDecl>(D)) {
    variable(*Var, Var->getInit());
    if (const auto *Parts = dyn_cast<DecompositionDecl>(D))
      for (const BindingDecl *Part : Parts->bindings())
        Numbers[Part] = Count++;
  } else if (!isa<StaticAssertDecl, TypedefNameDecl>(D)) {
    OS << D->getDeclKindName();
    if (const auto *Enum = dyn_cast<EnumDecl>(D)) {
      for (const EnumConstantDecl *Value : Enum->enumerators())
        OS << ' ' << Value->getInitVal();
      return;
    }
    if (const auto *Named = dyn_cast<NamedDecl>(D))
      name(Named);
    // What it declares is not compared.
    if (InCall)
      unlikeAll();
  }
}

/// A temporary of \p Arg lives as long as the call, and not as long as what its
/// value is passed to.
static bool holdsTemporaries(const Stmt *Arg) {
  return holds(Arg, [](const Stmt &At) {
    const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(&At);
    return isa<CXXBindTemporaryExpr>(At) ||
           (Temporary && !Temporary->getType()->isScalarType());
  });
}

void MeaningPrinter::passed(const PassedCall &Call) {
  bool Before = InCall;
  InCall = true;
  for (const auto &Constant : Call.Constants)
    Values[Constant.first] = Constant.second;
  // Arguments do not see the parameters.
  for (const PassedArgument &Passed : Call.Arguments)
    if (Passed.How == PassedArgument::ByName)
      Values[Passed.Param] = Passed.Arg;
  for (const PassedArgument &Passed : Call.Arguments) {
    if (Passed.How != PassedArgument::AsVariable)
      continue;
    if (holdsTemporaries(Passed.Arg))
      unlikeAll();
    variable(*Passed.Param, Passed.Arg);
  }
  const Expr *Outer = std::exchange(This, Call.Object);
  auto List = statementsOf(Call.Body);
  const auto *Block = dyn_cast<CompoundStmt>(Call.Body);
  if (Block && !List.empty() && isLastReturn(List.back(), *Block))
    List.pop_back();
  body(List);
  This = Outer;
  InCall = Before;
}

/// \p List, with all behind an early return as its other branch.
void MeaningPrinter::body(llvm::ArrayRef<const Stmt *> List) {
  for (auto [I, S] : llvm::enumerate(List)) {
    std::optional<EarlyReturn> Early = earlyReturn(S);
    if (!Early) {
      statement(S);
      continue;
    }
    OS << Early->If->getStmtClassName() << false << !Early->IsAlone << false
       << '(';
    if (Early->IsAlone) {
      conditions(Early->otherwise(), false);
      OS << ")(";
    } else {
      statement(Early->If->getCond());
      OS << ")(";
      for (const Stmt *Inner : statementsOf(Early->If->getThen()))
        if (Inner != Early->Return)
          statement(Inner);
      OS << ")(";
    }
    body(List.drop_front(I + 1));
    OS << ");\n";
    return;
  }
}

void MeaningPrinter::lambda(const LambdaExpr &Lambda) {
  OS << "lambda " << Lambda.isMutable();
  for (const LambdaCapture &Capture : Lambda.captures()) {
    OS << ' ' << Capture.getCaptureKind();
    if (!Capture.capturesVariable())
      continue;
    if (const auto *Var = dyn_cast<VarDecl>(Capture.getCapturedVar());
        Var && Lambda.isInitCapture(&Capture))
      variable(*Var, Var->getInit());
    else
      name(Capture.getCapturedVar());
  }
  for (const ParmVarDecl *Param : Lambda.getCallOperator()->parameters())
    variable(*Param, Param->getInit());
  branch(Lambda.getBody());
}

std::string meaningOf(const LoopCandidate &Candidate, const ASTContext &Ctx) {
  return MeaningPrinter(*Candidate.Kernel, Ctx).print(*Candidate.Loop);
}

std::string meaningOfFunction(const LoopCandidate &Candidate,
                              const ASTContext &Ctx) {
  return MeaningPrinter(*Candidate.Kernel, Ctx)
      .print(*Candidate.Kernel->getBody());
}

} // namespace cudapipe
