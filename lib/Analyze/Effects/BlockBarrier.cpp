//===- BlockBarrier.cpp - What is a barrier of the block ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analyze/Loop/LoopAnalysis.h"
#include "cudapipe/Analyze/AsmBarrier.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

/// The kernel promises blocks of one warp.
static bool hasOneWarp(const FunctionDecl &Kernel, const ASTContext &Ctx) {
  const auto *Bounds = Kernel.getAttr<CUDALaunchBoundsAttr>();
  const Expr *Threads = Bounds ? Bounds->getMaxThreads() : nullptr;
  std::optional<int64_t> Value =
      Threads ? constantValue(Threads, Ctx) : std::nullopt;
  return Value && *Value <= 32;
}

static bool isThreadBlock(const CXXRecordDecl *Record) {
  return Record && Record->getIdentifier() &&
         Record->getName() == "thread_block";
}

/// \p Callee has no parameters and does nothing but wait for the block.
static bool onlyWaits(const FunctionDecl &Callee, const FunctionDecl &Kernel,
                      const ASTContext &Ctx, unsigned Depth) {
  const FunctionDecl *Definition = nullptr;
  if (Depth == 0 || Callee.getNumParams() || !Callee.hasBody(Definition))
    return false;
  const auto *Body = dyn_cast<CompoundStmt>(Definition->getBody());
  return Body && Body->size() == 1 &&
         isBlockBarrier(Body->body_front(), Kernel, Ctx, Depth - 1);
}

bool isBlockBarrier(const Stmt *S, const FunctionDecl &Kernel,
                    const ASTContext &Ctx, unsigned Depth) {
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(S))
    S = Cleanups->getSubExpr();
  if (const auto *E = dyn_cast<Expr>(S))
    S = E->IgnoreParens();
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
    return isAsmBarrier(Asm, Ctx) && clobbersMemory(*Asm);
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? knownCallee(*Call) : nullptr;
  if (!Callee || !Callee->getIdentifier())
    return false;
  if (!isLibraryFunction(*Callee, Ctx))
    return !isa<CXXMethodDecl>(Callee) &&
           onlyWaits(*Callee, Kernel, Ctx, Depth);
  if (waitsWithBlock(Call, Ctx))
    return true;
  llvm::StringRef Name = Callee->getName();
  if (Name == "__syncwarp")
    return Call->getNumArgs() == 0 || isa<CXXDefaultArgExpr>(Call->getArg(0))
               ? hasOneWarp(Kernel, Ctx)
               : false;
  // A static member in the toolkit's header.
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Callee))
    return Name == "sync" && Call->getNumArgs() == 0 &&
           isThreadBlock(Method->getParent());
  if (Name == "sync")
    return Call->getNumArgs() == 1 && isThreadBlock(Call->getArg(0)
                                                        ->IgnoreParenBaseCasts()
                                                        ->getType()
                                                        ->getAsCXXRecordDecl());
  if (Name == "__barrier_sync") // of the barriers, the one of __syncthreads()
    return constantValue(Call->getArg(0), Ctx) == 0;
  return Name == "__syncthreads";
}

} // namespace cudapipe
