//===- PublishedScalars.cpp - What one thread tells the block -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __shared__ int first, last;
//   if (threadIdx.x == 0) {            set by one thread,
//     first = row[blockIdx.x];
//     last = row[blockIdx.x + 1];
//   }
//   __syncthreads();                   published,
//   for (int k = first; k < last; k += 32) {      the same for all
//
//===----------------------------------------------------------------------===//

#include "Analyze/Loop/LoopAnalysis.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;

namespace cudapipe {
namespace {

/// The conditions of \p S, a statement around the loop or the loop itself.
const Expr *conditionOf(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S))
    return If->getCond();
  if (const auto *For = dyn_cast<ForStmt>(S))
    return For->getCond();
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return While->getCond();
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return Do->getCond();
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return Switch->getCond();
  return nullptr;
}

/// Every statement in front of \p S that stores to \p Var has a barrier
/// between it and \p S.
bool isPublishedAt(const Stmt *S, const VarDecl *Var, const LoopAnalysis &A) {
  auto Stores = [&](const Stmt *Other) {
    Effects E = effectsOf(Other, A.Flow, A.Ctx);
    return !E.Unknown.empty() ||
           llvm::any_of(E.MemoryWrites, [&](const MemoryAccess &W) {
             return W.Root.Var == Var || W.Root.Kind == MemoryRoot::Unknown ||
                    W.Root.Kind == MemoryRoot::Param;
           });
  };
  for (const Stmt *Outer = A.Parents.getParent(S); Outer;
       S = Outer, Outer = A.Parents.getParent(Outer)) {
    // What stands behind the loop in a loop comes in front of it, too.
    if (isa<ForStmt, WhileStmt, DoStmt>(Outer) && Stores(Outer))
      return false;
    const auto *Block = dyn_cast<CompoundStmt>(Outer);
    if (!Block)
      continue;
    llvm::SmallVector<const Stmt *, 16> Before;
    for (const Stmt *Child : Block->body()) {
      if (Child == S)
        break;
      Before.push_back(Child);
    }
    for (const Stmt *Child : llvm::reverse(Before)) {
      if (isBlockBarrier(Child, *A.M.Kernel, A.Ctx))
        return true;
      if (Stores(Child))
        return false;
    }
  }
  return false;
}

void collectSharedScalars(const Stmt *S, VarSet &Out) {
  forEach<DeclStmt>(S, [&](const DeclStmt &Decls) {
    for (const Decl *D : Decls.decls())
      if (const auto *Var = dyn_cast<VarDecl>(D);
          Var && isShared(*Var) && !Var->getType()->isArrayType())
        Out.insert(Var);
  });
}

} // namespace

VarSet publishedScalars(const LoopAnalysis &A) {
  VarSet All, Out;
  collectSharedScalars(A.M.Kernel->getBody(), All);
  for (const VarDecl *Var : All) {
    if (A.isStored(Var))
      continue;
    bool Published = isPublishedAt(A.M.Header.LoopWithPragmas, Var, A);
    for (const Stmt *S = A.Parents.getParent(A.M.Header.LoopWithPragmas); S;
         S = A.Parents.getParent(S))
      if (Published && mentions(conditionOf(S), Var))
        Published = isPublishedAt(S, Var, A);
    if (Published)
      Out.insert(Var);
  }
  return Out;
}

} // namespace cudapipe
