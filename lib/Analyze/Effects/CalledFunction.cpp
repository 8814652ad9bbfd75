//===- CalledFunction.cpp - From call to body -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/AccessType.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace cudapipe {

const FunctionDecl *knownCallee(const CallExpr &Call) {
  if (const FunctionDecl *Direct = Call.getDirectCallee())
    return Direct;
  // `constexpr dot_t dot = choose<N>(kind);`: the compiler knows which it is.
  const auto *Pointer = dyn_cast_or_null<VarDecl>(Call.getCalleeDecl());
  const VarDecl *Made = nullptr;
  const Expr *Init = Pointer && Pointer->getType().isConstQualified() &&
                             Pointer->getType()->isFunctionPointerType()
                         ? Pointer->getAnyInitializer(Made)
                         : nullptr;
  if (!Init || Init->isValueDependent() || isa<ParmVarDecl>(Pointer))
    return nullptr;
  // The host may set what lies in the device's memory.
  if (!Pointer->isConstexpr() && (Pointer->hasAttr<CUDAConstantAttr>() ||
                                  Pointer->hasAttr<CUDADeviceAttr>()))
    return nullptr;
  const APValue *Value = Made->evaluateValue();
  if (!Value || !Value->isLValue() || Value->isNullPointer())
    return nullptr;
  return dyn_cast_or_null<FunctionDecl>(
      Value->getLValueBase().dyn_cast<const ValueDecl *>());
}

const FunctionDecl *calledFunction(const CallExpr &Call) {
  const FunctionDecl *Callee = knownCallee(Call);
  // In a template: the one function of that name in sight is what will run.
  if (const auto *Lookup = dyn_cast<UnresolvedLookupExpr>(
          Call.getCallee()->IgnoreParenImpCasts());
      !Callee && Lookup && Lookup->getNumDecls() == 1)
    if (const FunctionDecl *Only =
            (*Lookup->decls_begin())->getUnderlyingDecl()->getAsFunction();
        Only && explicitSpecializations(*Only).empty())
      Callee = Only;
  if (!Callee)
    return nullptr;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
      Method && Method->isVirtual())
    return nullptr;
  const FunctionDecl *Definition = nullptr;
  if (!Callee->hasBody(Definition) && Callee->getTemplateInstantiationPattern())
    Callee->getTemplateInstantiationPattern()->hasBody(Definition);
  return Definition;
}

llvm::SmallVector<const FunctionDecl *, 4>
explicitSpecializations(const FunctionDecl &Pattern) {
  llvm::SmallVector<const FunctionDecl *, 4> Out;
  if (const FunctionTemplateDecl *Template =
          Pattern.getDescribedFunctionTemplate())
    for (const FunctionDecl *Special : Template->specializations())
      if (Special->getTemplateSpecializationKind() ==
          TSK_ExplicitSpecialization)
        Out.push_back(Special);
  return Out;
}

bool isLambdaBody(const FunctionDecl &Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  return Method && Method->getParent()->isLambda();
}

bool isInHeader(const FunctionDecl &Function, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  llvm::StringRef Extension = llvm::sys::path::extension(
      SM.getFilename(SM.getExpansionLoc(Function.getLocation())));
  return Extension != ".cu" && Extension != ".cc" && Extension != ".cpp" &&
         Extension != ".cxx" && Extension != ".c";
}

const Expr *argumentFor(const CallExpr &Call, const ParmVarDecl &Param) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(knownCallee(Call));
  unsigned Index = Param.getFunctionScopeIndex() +
                   (Method && isa<CXXOperatorCallExpr>(Call) ? 1 : 0);
  if (Index >= Call.getNumArgs())
    return nullptr;
  const Expr *Arg = Call.getArg(Index);
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(Arg))
    return Default->getExpr();
  return Arg;
}

PointerFlow flowInto(const CallExpr &Call, const PointerFlow &Caller,
                     const ASTContext &Ctx) {
  const FunctionDecl &Function = *calledFunction(Call);
  PointerFlow Out = isLambdaBody(Function) ? Caller : PointerFlow(Function);
  Out.shareMembers(Caller, objectOfCall(Call));
  for (const ParmVarDecl *Param : Function.parameters()) {
    const Expr *Arg = argumentFor(Call, *Param);
    QualType Type = Param->getType();
    if (!Arg) {
      Out.bind(Param, {MemoryRoot()});
    } else if (Type->isReferenceType()) {
      Out.bind(Param, Caller.rootsOfObject(Arg));
    } else if (Type->isPointerType()) {
      Out.bind(Param, Caller.rootsOfPointer(Arg));
    } else if (Type->isDependentType()) {
      QualType Passed = accessType(Arg, Ctx);
      if (Passed->isPointerType() || Passed->isArrayType())
        Out.bind(Param, Caller.rootsOfPointer(Arg));
    }
  }
  return Out;
}

} // namespace cudapipe
