//===- LoopMeaning.cpp - What a loop means --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Inline/LoopMeaning.h"
#include "BranchStatements.h"
#include "EarlyReturns.h"
#include "MeaningPrinter.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cudapipe {

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

static bool holdsJumps(const Stmt *S) {
  return S && (isa<BreakStmt, ContinueStmt>(S) ||
               llvm::any_of(S->children(), holdsJumps));
}

/// One may come into \p S from outside.
static bool holdsLabels(const Stmt *S) {
  return S && (isa<SwitchCase, LabelStmt>(S) ||
               llvm::any_of(S->children(), holdsLabels));
}

void MeaningPrinter::statement(const Stmt *S) {
  if (!S || isa<NullStmt>(S))
    return;
  if (auto It = Replaced.find(S); It != Replaced.end())
    return statement(It->second);
  // do { } while (0) is a block.
  if (const auto *Do = dyn_cast<DoStmt>(S); Do && !holdsJumps(Do->getBody()))
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
  if (!Arg)
    return false;
  if (isa<CXXBindTemporaryExpr>(Arg))
    return true;
  const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Arg);
  return (Temporary && !Temporary->getType()->isScalarType()) ||
         llvm::any_of(Arg->children(), holdsTemporaries);
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

} // namespace cudapipe

using namespace cudapipe;

std::string cudapipe::meaningOf(const LoopCandidate &Candidate,
                                const ASTContext &Ctx) {
  return MeaningPrinter(*Candidate.Kernel, Ctx).print(*Candidate.Loop);
}

std::string cudapipe::meaningOfFunction(const LoopCandidate &Candidate,
                                        const ASTContext &Ctx) {
  return MeaningPrinter(*Candidate.Kernel, Ctx)
      .print(*Candidate.Kernel->getBody());
}
