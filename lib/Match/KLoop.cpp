//===- KLoop.cpp - Matchers for loops that stage tiles --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Match/KLoop.h"
#include "cudapipe/Analyze/AsmBarrier.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/TileRing.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace cudapipe {
namespace {

AST_MATCHER(FunctionDecl, isLambdaBodyItself) { return isLambdaBody(Node); }

bool hasOwnBody(const FunctionDecl *F) {
  return F->isDefined() && F->getBody();
}

AST_MATCHER(FunctionDecl, isPatternOfBodies) {
  if (!Node.isTemplated())
    return false;
  const FunctionTemplateDecl *Template = Node.getDescribedFunctionTemplate();
  if (Template && llvm::any_of(Template->specializations(), hasOwnBody))
    return true;
  const auto *Method = dyn_cast<CXXMethodDecl>(&Node);
  const ClassTemplateDecl *Around =
      Method ? Method->getParent()->getDescribedClassTemplate() : nullptr;
  return Around &&
         llvm::any_of(Around->specializations(), [&](const auto *Class) {
           return llvm::any_of(Class->methods(), [&](const auto *Other) {
             const FunctionDecl *From =
                 Other->getInstantiatedFromMemberFunction();
             return From && declaresSameEntity(From, Method) &&
                    hasOwnBody(Other);
           });
         });
}

/// What \p S calls, if it is a function of CUDA's or C++'s library.
const FunctionDecl *libraryCallee(const Stmt &S, const ASTContext &Ctx) {
  const auto *Call = dyn_cast<CallExpr>(&S);
  const FunctionDecl *Callee = Call ? knownCallee(*Call) : nullptr;
  return Callee && isLibraryFunction(*Callee, Ctx) ? Callee : nullptr;
}

AST_MATCHER(Stmt, isBlockBarrier) {
  const ASTContext &Ctx = Finder->getASTContext();
  if (isAsmBarrier(&Node, Ctx))
    return true;
  const FunctionDecl *Callee = libraryCallee(Node, Ctx);
  return Callee && (classifyLibraryCall(Callee->getQualifiedNameAsString()) ==
                        LibraryCall::Barrier ||
                    waitsWithBlock(&Node, Ctx));
}

AST_MATCHER(Stmt, isWarpBarrier) {
  const FunctionDecl *Callee = libraryCallee(Node, Finder->getASTContext());
  return Callee && Callee->getNameAsString() == "__syncwarp";
}

/// The function around \p D; a lambda's is the one that it stands in.
const FunctionDecl *functionAround(const Decl &D) {
  for (const DeclContext *C = D.getDeclContext(); C; C = C->getParent())
    if (const auto *F = dyn_cast<FunctionDecl>(C); F && !isLambdaBody(*F))
      return F;
  return nullptr;
}

/// The function whose automatic variables \p S uses, or null.
const FunctionDecl *functionByNames(const Stmt *S) {
  if (!S)
    return nullptr;
  auto Of = [](const Decl *D) {
    const auto *Var = dyn_cast<VarDecl>(D);
    return Var && Var->hasLocalStorage() ? functionAround(*Var) : nullptr;
  };
  const FunctionDecl *Out = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    Out = Of(Ref->getDecl());
  if (const auto *Declares = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declares->decls())
      Out = Out ? Out : Of(D);
  for (const Stmt *Child : S->children())
    Out = Out ? Out : functionByNames(Child);
  return Out;
}

/// The function that \p S stands in. To ask for the parents of one statement
/// costs a walk over the whole translation unit; few loops need it.
const FunctionDecl *functionOf(const Stmt &S, ASTContext &Ctx) {
  if (const FunctionDecl *F = functionByNames(&S))
    return F;
  DynTypedNode Node = DynTypedNode::create(S);
  while (true) {
    DynTypedNodeList Parents = Ctx.getParents(Node);
    if (Parents.empty())
      return nullptr;
    Node = Parents[0];
    if (const auto *F = Node.get<FunctionDecl>(); F && !isLambdaBody(*F))
      return F;
  }
}

/// \p S stores to shared memory, and loads; or may. \p ByUnit: asynchronous
/// copies count.
bool bringsTile(const Stmt &S, ASTContext &Ctx, bool ByUnit) {
  const FunctionDecl *Function = functionOf(S, Ctx);
  if (!Function)
    return false;
  Effects E = effectsOf(&S, PointerFlow(*Function), Ctx);
  auto Reaches = [](llvm::ArrayRef<MemoryAccess> Accesses,
                    MemoryRoot::KindTy Kind) {
    return llvm::any_of(Accesses, [&](const MemoryAccess &A) {
      // A device function's parameters may name either.
      return A.Root.Kind == Kind || A.Root.Kind == MemoryRoot::Unknown ||
             A.Root.Kind == MemoryRoot::Param;
    });
  };
  const bool HasAsm = makesTransferSteps(*Function, Ctx);
  bool Stores = Reaches(E.MemoryWrites, MemoryRoot::Shared) ||
                (HasAsm && storesTileByAsm(S, Ctx));
  bool Loads = Reaches(E.MemoryReads, MemoryRoot::Global) ||
               Reaches(E.MemoryReads, MemoryRoot::Texture) ||
               (HasAsm && loadsByAsm(S, Ctx));
  return (Stores && Loads) || (ByUnit && !E.AsyncCopies.empty());
}

AST_MATCHER(Stmt, copiesIntoShared) {
  return bringsTile(Node, Finder->getASTContext(), /*ByUnit=*/true);
}

AST_MATCHER(Stmt, storesWhatItLoads) {
  return bringsTile(Node, Finder->getASTContext(), /*ByUnit=*/false);
}

AST_MATCHER(Stmt, loadsByTransfers) {
  ASTContext &Ctx = Finder->getASTContext();
  const FunctionDecl *Function = functionOf(Node, Ctx);
  return Function && waitsForTransfers(Node, *Function, Ctx);
}

AST_MATCHER(Stmt, meetsAtObject) {
  ASTContext &Ctx = Finder->getASTContext();
  const FunctionDecl *Function = functionOf(Node, Ctx);
  return Function && waitsAtObject(Node, *Function, Ctx);
}

AST_MATCHER(Stmt, standsInFront) {
  ASTContext &Ctx = Finder->getASTContext();
  const FunctionDecl *Function = functionOf(Node, Ctx);
  return Function && onlyStartsTransfers(Node, *Function, Ctx);
}

AST_MATCHER(Stmt, waitsForOtherThreads) {
  return waitsForOthers(Node, Finder->getASTContext());
}

AST_MATCHER(Stmt, isOfOneRole) {
  ASTContext &Ctx = Finder->getASTContext();
  const FunctionDecl *Function = functionOf(Node, Ctx);
  return Function && isRoleLoop(Node, *Function, Ctx);
}

} // namespace

DeclarationMatcher kernelOrDeviceFunction() {
  return functionDecl(
      anyOf(hasAttr(attr::CUDAGlobal),
            allOf(hasAttr(attr::CUDADevice), unless(isLambdaBodyItself()))),
      hasBody(stmt()), unless(isExpansionInSystemHeader()));
}

DeclarationMatcher hasInstantiatedBody() {
  return functionDecl(isPatternOfBodies());
}

StatementMatcher blockBarrier() { return isBlockBarrier(); }
StatementMatcher warpBarrier() { return isWarpBarrier(); }
StatementMatcher stagesTile() { return copiesIntoShared(); }

StatementMatcher countedCopies() { return stmt(loadsByTransfers()); }
StatementMatcher roleLoop() { return stmt(anyLoop(), isOfOneRole()); }

StatementMatcher kLoop() {
  // Code that does not parse hides its stores; the loop gets a reason.
  const StatementMatcher Meets =
      anyOf(executes(blockBarrier()),
            allOf(executes(warpBarrier()), unless(standsInFront())));
  const StatementMatcher Stages =
      stmt(anyLoop(), Meets, anyOf(stagesTile(), hasParseError()));
  const StatementMatcher Counted = stmt(anyLoop(), countedCopies());
  const StatementMatcher ByObject =
      stmt(anyLoop(), meetsAtObject(), storesWhatItLoads());
  const StatementMatcher Fills = stmt(Counted, unless(hasStatement(Counted)));
  // Around parts of a ring there may be a loop over what the block computes.
  // Where a thread waits for its own copies only, no loop with a barrier may
  // stand around or inside.
  const StatementMatcher Part = stmt(
      roleLoop(), unless(hasAncestor(stmt(Fills))),
      anyOf(waitsForOtherThreads(),
            unless(anyOf(hasAncestor(stmt(Stages)), hasStatement(Stages)))));
  return stmt(
      anyOf(Fills,
            stmt(anyOf(Stages, ByObject),
                 unless(hasStatement(anyOf(Stages, Counted, ByObject, Part)))),
            stmt(Part, unless(hasStatement(anyOf(Counted, Part))))));
}

} // namespace cudapipe
