//===- FindLoops.cpp - Loops that stage tiles -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/AsmBarrier.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Match/LoopCandidate.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudapipe {
namespace {

bool isLoop(const Stmt *S) { return isa<ForStmt, WhileStmt, DoStmt>(S); }

/// All kernels with a body: instantiations where a template has any, else the
/// template itself.
class KernelCollector : public DynamicRecursiveASTVisitor {
public:
  explicit KernelCollector(ASTContext &Ctx) : SM(Ctx.getSourceManager()) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    // Device functions are looked at too: their loops get a reason.
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    bool Device = F->hasAttr<CUDADeviceAttr>() &&
                  !(Method && Method->getParent()->isLambda());
    if (!F->doesThisDeclarationHaveABody() ||
        !(F->hasAttr<CUDAGlobalAttr>() || Device) ||
        SM.isInSystemHeader(SM.getExpansionLoc(F->getLocation())))
      return true;
    if (F->isTemplated()) {
      FunctionTemplateDecl *Template = F->getDescribedFunctionTemplate();
      if (Template && llvm::any_of(Template->specializations(),
                                   [](const FunctionDecl *Specialization) {
                                     return Specialization->isDefined() &&
                                            Specialization->getBody();
                                   }))
        return true;
    }
    // The same of a member function of a class template.
    if (Method && F->isTemplated() && isInstantiated(*Method))
      return true;
    Kernels.push_back(F);
    return true;
  }

  static bool isInstantiated(const CXXMethodDecl &Method) {
    const ClassTemplateDecl *Template =
        Method.getParent()->getDescribedClassTemplate();
    return Template &&
           llvm::any_of(Template->specializations(), [&](const auto *Class) {
             return llvm::any_of(Class->methods(), [&](const auto *Other) {
               const FunctionDecl *From =
                   Other->getInstantiatedFromMemberFunction();
               return From && declaresSameEntity(From, &Method) &&
                      Other->isDefined() && Other->getBody();
             });
           });
  }

  std::vector<const FunctionDecl *> Kernels;

private:
  const SourceManager &SM;
};

/// Collects the candidates of one kernel, innermost barrier first.
class LoopCollector {
public:
  LoopCollector(const FunctionDecl &Kernel, const ASTContext &Ctx,
                std::vector<LoopCandidate> &Out)
      : Kernel(Kernel), Flow(Kernel), Ctx(Ctx), Out(Out) {}

  /// Adds candidates in \p S; returns true if \p S holds one.
  bool collect(const Stmt *S) {
    if (!S)
      return false;
    // What stands in a lambda is no part of the loop around the lambda.
    if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
      collect(Lambda->getBody());
      return false;
    }
    bool Inside = false;
    for (const Stmt *Child : S->children())
      Inside |= collect(Child);
    if (Inside || !isLoop(S) || !stagesTiles(S))
      return Inside;
    Out.push_back({&Kernel, S});
    return true;
  }

private:
  static bool hasBarrierCall(const Stmt *S, const ASTContext &Ctx,
                             unsigned Depth = 0) {
    if (!S || isa<LambdaExpr>(S))
      return false;
    if (isAsmBarrier(S, Ctx))
      return true;
    if (const auto *Call = dyn_cast<CallExpr>(S))
      if (const FunctionDecl *Callee = Call->getDirectCallee()) {
        const FunctionDecl *Body = nullptr;
        if (!isLibraryFunction(*Callee, Ctx)) {
          if (Callee->hasBody(Body) && Depth < 8 &&
              hasBarrierCall(Body->getBody(), Ctx, Depth + 1))
            return true;
        } else if (classifyLibraryCall(Callee->getQualifiedNameAsString()) ==
                       LibraryCall::Barrier ||
                   Callee->getNameAsString() == "__syncwarp" ||
                   waitsWithBlock(Call, Ctx)) {
          return true;
        }
      }
    return llvm::any_of(S->children(), [&](const Stmt *Child) {
      return hasBarrierCall(Child, Ctx, Depth);
    });
  }

  bool stagesTiles(const Stmt *Loop) const {
    if (!hasBarrierCall(Loop, Ctx))
      return false;
    Effects E = effectsOf(Loop, Flow, Ctx);
    auto Reaches = [](llvm::ArrayRef<MemoryAccess> Accesses,
                      MemoryRoot::KindTy Kind) {
      return llvm::any_of(Accesses, [&](const MemoryAccess &A) {
        // A device function's parameters may name either.
        return A.Root.Kind == Kind || A.Root.Kind == MemoryRoot::Unknown ||
               A.Root.Kind == MemoryRoot::Param;
      });
    };
    bool Stores = Reaches(E.MemoryWrites, MemoryRoot::Shared);
    bool Loads = Reaches(E.MemoryReads, MemoryRoot::Global) ||
                 Reaches(E.MemoryReads, MemoryRoot::Texture);
    return (Stores && Loads) || !E.AsyncCopies.empty() || hasError(Loop);
  }

  /// Code that does not parse hides its stores; the loop gets a reason.
  static bool hasError(const Stmt *S) {
    return S && (isa<RecoveryExpr>(S) || llvm::any_of(S->children(), hasError));
  }

  const FunctionDecl &Kernel;
  PointerFlow Flow;
  const ASTContext &Ctx;
  std::vector<LoopCandidate> &Out;
};

} // namespace

std::vector<LoopCandidate> findLoops(ASTContext &Ctx) {
  KernelCollector Collector(Ctx);
  Collector.TraverseDecl(Ctx.getTranslationUnitDecl());
  std::vector<LoopCandidate> Out;
  for (const FunctionDecl *Kernel : Collector.Kernels)
    LoopCollector(*Kernel, Ctx, Out).collect(Kernel->getBody());

  const SourceManager &SM = Ctx.getSourceManager();
  llvm::sort(Out, [&](const LoopCandidate &A, const LoopCandidate &B) {
    SourceLocation LocA = A.Loop->getBeginLoc(), LocB = B.Loop->getBeginLoc();
    if (LocA != LocB)
      return SM.isBeforeInTranslationUnit(LocA, LocB);
    return A.Kernel->getID() < B.Kernel->getID();
  });
  return Out;
}

} // namespace cudapipe
