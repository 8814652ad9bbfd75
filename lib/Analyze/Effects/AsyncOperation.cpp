//===- AsyncOperation.cpp - cp.async, spelled out -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources: CUDA C++ Programming Guide 13.0, "Pipeline Primitives Interface";
// PTX ISA 9.0, "cp.async", "cp.async.commit_group", "cp.async.wait_group".
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/AsyncOperation.h"
#include "PipelineObjects.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/AsmText.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

AsyncOperation waitFor(const Expr *Groups, const ASTContext &Ctx) {
  AsyncOperation Out;
  Out.Kind = AsyncOperation::Wait;
  if (std::optional<int64_t> N = constantValue(Groups, Ctx); N && *N >= 0)
    Out.Pending = *N;
  return Out;
}

AsyncOperation copy(const Expr *To, const Expr *From, const Expr *Size,
                    const ASTContext &Ctx) {
  AsyncOperation Out;
  Out.Kind = AsyncOperation::Copy;
  Out.To = To;
  Out.From = From;
  if (std::optional<int64_t> N = constantValue(Size, Ctx); N && *N > 0)
    Out.Bytes = *N;
  Out.ConstantSize = Out.Bytes || isTemplateConstant(Size, Ctx);
  return Out;
}

AsyncOperation readLibraryCall(const CallExpr &Call, StringRef Name,
                               const ASTContext &Ctx) {
  AsyncOperation Out;
  if (Name == "__pipeline_memcpy_async" && Call.getNumArgs() >= 3)
    return copy(Call.getArg(0), Call.getArg(1), Call.getArg(2), Ctx);
  if (Name == "__pipeline_commit")
    Out.Kind = AsyncOperation::Commit;
  if (Name == "__pipeline_wait_prior" && Call.getNumArgs() == 1)
    return waitFor(Call.getArg(0), Ctx);
  return Out;
}

/// `[%0]`, `%2` or `16`: the operand of \p Asm, or null and a number.
struct AsmOperand {
  const Expr *E = nullptr;
  std::optional<uint64_t> Number;
};

AsmOperand operandOf(StringRef Text, const GCCAsmStmt &Asm) {
  Text = Text.trim().trim("[]").trim();
  AsmOperand Out;
  unsigned Index = 0;
  uint64_t Number = 0;
  if (Text.consume_front("%")) {
    if (!Text.getAsInteger(10, Index) && Asm.getNumOutputs() == 0 &&
        Index < Asm.getNumInputs())
      Out.E = Asm.getInputExpr(Index);
  } else if (!Text.getAsInteger(10, Number)) {
    Out.Number = Number;
  }
  return Out;
}

AsyncOperation readAsm(const GCCAsmStmt &Asm, const ASTContext &Ctx) {
  const std::string Whole = asmText(Asm);
  AsyncOperation Out;
  StringRef Text = StringRef(Whole).trim(" \t\r\n;");
  // One instruction; with a predicate it may not be made.
  if (Text.contains(';') || Text.contains('\n') || Text.contains('{'))
    return Out;
  StringRef Mnemonic =
      Text.take_until([](char C) { return C == ' ' || C == '\t'; });
  StringRef Rest = Text.drop_front(Mnemonic.size()).trim();
  if (Mnemonic == "cp.async.commit_group") {
    Out.Kind = AsyncOperation::Commit;
  } else if (Mnemonic == "cp.async.wait_all") {
    Out.Kind = AsyncOperation::Wait;
    Out.Pending = 0;
    Out.CoversUncommitted = true;
  } else if (Mnemonic == "cp.async.wait_group") {
    AsmOperand Groups = operandOf(Rest, Asm);
    if (Groups.E)
      return waitFor(Groups.E, Ctx);
    Out.Kind = AsyncOperation::Wait;
    Out.Pending = Groups.Number;
  } else if (Mnemonic.starts_with("cp.async.ca.shared") ||
             Mnemonic.starts_with("cp.async.cg.shared")) {
    llvm::SmallVector<StringRef, 4> Parts;
    Rest.split(Parts, ',');
    if (Parts.size() < 3 || Parts.size() > 4)
      return Out;
    AsmOperand To = operandOf(Parts[0], Asm), From = operandOf(Parts[1], Asm),
               Size = operandOf(Parts[2], Asm);
    // The fourth is the number of bytes read; a predicate starts with p.
    if (!To.E || !From.E || (!Size.E && !Size.Number) ||
        (Parts.size() == 4 && !Parts[3].trim().starts_with("%")))
      return Out;
    if (Size.E)
      return copy(To.E, From.E, Size.E, Ctx);
    Out.Kind = AsyncOperation::Copy;
    Out.To = To.E;
    Out.From = From.E;
    Out.Bytes = *Size.Number;
    Out.ConstantSize = Out.Bytes > 0;
  }
  return Out;
}

/// An assignment in \p S.
bool assigns(const Stmt *S) {
  return holds(S, [](const Stmt &At) {
    const auto *Set = dyn_cast<BinaryOperator>(&At);
    const auto *Step = dyn_cast<UnaryOperator>(&At);
    return (Set && Set->isAssignmentOp()) ||
           (Step && Step->isIncrementDecrementOp());
  });
}

/// The parameter of \p Callee whose value \p E has, through conversions and
/// local variables.
const ParmVarDecl *parameterOf(const Expr *E, const FunctionDecl &Callee) {
  for (unsigned Depth = 0; E && Depth < 8; ++Depth) {
    E = E->IgnoreParenCasts();
    if (const auto *Call = dyn_cast<CallExpr>(E)) {
      const FunctionDecl *Converts = knownCallee(*Call);
      if (!Converts || !Converts->getIdentifier() ||
          Converts->getName() != "__cvta_generic_to_shared")
        return nullptr;
      E = Call->getArg(0);
      continue;
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!Var || Var->getType()->isReferenceType())
      return nullptr;
    if (const auto *Param = dyn_cast<ParmVarDecl>(Var))
      return Param->getDeclContext() == &Callee ? Param : nullptr;
    E = Var->getInit();
  }
  return nullptr;
}

/// Functions in functions that are looked into; one may call itself.
constexpr unsigned MaxWrappers = 4;

std::optional<AsyncOperation>
readOperation(const Stmt *S, const ASTContext &Ctx, unsigned Depth);

/// `void copy16(void *to, const void *from) { ... cp.async ... }`: a function
/// that makes one operation and nothing else.
std::optional<AsyncOperation> readWrapper(const CallExpr &Call,
                                          const FunctionDecl &Callee,
                                          const ASTContext &Ctx,
                                          unsigned Depth) {
  const FunctionDecl *Definition = nullptr;
  if (!Callee.hasBody(Definition) || isa<CXXMethodDecl>(Callee))
    return std::nullopt;
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Definition->getBody());
  if (!Body || assigns(Body))
    return std::nullopt;
  std::optional<AsyncOperation> Found;
  for (const Stmt *S : Body->body()) {
    if (isa<NullStmt, DeclStmt>(S))
      continue;
    std::optional<AsyncOperation> Op = isa<CallExpr, AsmStmt>(S)
                                           ? readOperation(S, Ctx, Depth + 1)
                                           : std::nullopt;
    if (!Op || Found)
      return std::nullopt;
    Found = Op;
  }
  if (!Found || Found->Kind == AsyncOperation::Other || Found->Pipeline ||
      Found->Group || Call.getNumArgs() != Definition->getNumParams())
    return std::nullopt;
  if (Found->Kind != AsyncOperation::Copy)
    return Found;
  const ParmVarDecl *To = parameterOf(Found->To, *Definition);
  const ParmVarDecl *From = parameterOf(Found->From, *Definition);
  if (!To || !From || !Found->ConstantSize)
    return std::nullopt;
  Found->To = Call.getArg(To->getFunctionScopeIndex());
  Found->From = Call.getArg(From->getFunctionScopeIndex());
  return Found;
}

/// The function that \p Call calls; in a template, the one of its name.
const FunctionDecl *calleeOf(const CallExpr *Call, const ASTContext &Ctx) {
  if (!Call || knownCallee(*Call))
    return Call ? knownCallee(*Call) : nullptr;
  const auto *Lookup =
      dyn_cast<UnresolvedLookupExpr>(Call->getCallee()->IgnoreParenImpCasts());
  if (!Lookup || Lookup->getNumDecls() == 0)
    return nullptr;
  if (Lookup->getNumDecls() == 1)
    return dyn_cast<FunctionDecl>(*Lookup->decls_begin());
  // Overloads of cuda::memcpy_async: all do the same.
  const FunctionDecl *Callee = nullptr;
  for (const NamedDecl *D : Lookup->decls()) {
    Callee = D->getUnderlyingDecl()->getAsFunction();
    if (!Callee || !isLibraryFunction(*Callee, Ctx) ||
        !Callee->getIdentifier() || Callee->getName() != "memcpy_async" ||
        Lookup->requiresADL())
      return nullptr;
  }
  return Callee;
}

std::optional<AsyncOperation>
readOperation(const Stmt *S, const ASTContext &Ctx, unsigned Depth) {
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(S))
    S = Cleanups->getSubExpr();
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S)) {
    if (!StringRef(Asm->getAsmString()).contains("cp.async"))
      return std::nullopt;
    return readAsm(*Asm, Ctx);
  }
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = calleeOf(Call, Ctx);
  if (!Callee)
    return std::nullopt;
  if (!isLibraryFunction(*Callee, Ctx))
    return Depth < MaxWrappers ? readWrapper(*Call, *Callee, Ctx, Depth)
                               : std::nullopt;
  if (classifyLibraryCall(Callee->getQualifiedNameAsString()) !=
      LibraryCall::AsyncCopy)
    return std::nullopt;
  StringRef Name = Callee->getIdentifier() ? Callee->getName() : "";
  return Name.starts_with("__") ? readLibraryCall(*Call, Name, Ctx)
                                : readObjectCall(*Call, *Callee, Ctx);
}

} // namespace

std::optional<AsyncOperation> asyncOperation(const Stmt *S,
                                             const ASTContext &Ctx) {
  return readOperation(S, Ctx, 0);
}

} // namespace cudapipe
