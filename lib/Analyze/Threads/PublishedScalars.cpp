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
#include "cudapipe/Analyze/LoopParts.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ParentMap.h"

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

/// What is asked of: a function, its pointers and its statements.
struct Scope {
  const FunctionDecl &Function;
  const PointerFlow &Flow;
  const ASTContext &Ctx;
  const ParentMap &Parents;
};

bool stores(const Stmt *S, const VarDecl *Var, const Scope &In) {
  Effects E = effectsOf(S, In.Flow, In.Ctx);
  return !E.Unknown.empty() ||
         llvm::any_of(E.MemoryWrites, [&](const MemoryAccess &W) {
           return W.Root.Var == Var || W.Root.Kind == MemoryRoot::Unknown ||
                  W.Root.Kind == MemoryRoot::Param;
         });
}

/// The last of \p Part, up to \p End, that stores to \p Var, has a barrier
/// behind it; nothing if none stores or waits.
std::optional<bool>
endsPublished(llvm::iterator_range<const Stmt *const *> Part, const Stmt *End,
              const VarDecl *Var, const Scope &In) {
  std::optional<bool> Out;
  for (const Stmt *Child : Part) {
    if (Child == End)
      break;
    if (isBlockBarrier(Child, In.Function, In.Ctx))
      Out = true;
    else if (stores(Child, Var, In))
      Out = false;
    // The barrier behind it may be left out.
    if (Out == false && holdsA<ContinueStmt, GotoStmt>(Child))
      return false;
  }
  return Out;
}

/// Every statement that stores to \p Var and comes in front of \p S has a
/// barrier between it and \p S; of a loop, also those of its trips.
///
///   if (threadIdx.x == 0) next = atomicAdd(queue, 1);
///   __syncthreads();
///   while (next < n) {
///     work(next);
///     if (threadIdx.x == 0) next = atomicAdd(queue, 1);
///     __syncthreads();
///   }
bool isPublishedAt(const Stmt *S, const VarDecl *Var, const Scope &In) {
  auto TripsPublish = [&](const Stmt *Loop) {
    const auto *Body = dyn_cast_or_null<CompoundStmt>(bodyOf(*Loop));
    return !stores(Loop, Var, In) ||
           (Body &&
            endsPublished(Body->body(), nullptr, Var, In).value_or(false));
  };
  if (isa<ForStmt, WhileStmt, DoStmt>(S) && !TripsPublish(S))
    return false;
  for (const Stmt *Outer = In.Parents.getParent(S); Outer;
       S = Outer, Outer = In.Parents.getParent(Outer)) {
    // What stands behind the loop in a loop comes in front of it, too.
    if (isa<ForStmt, WhileStmt, DoStmt>(Outer) && !TripsPublish(Outer))
      return false;
    if (const auto *Block = dyn_cast<CompoundStmt>(Outer))
      if (std::optional<bool> Known = endsPublished(Block->body(), S, Var, In))
        return *Known;
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

VarSet publishedScalarsAt(const Stmt &S, const FunctionDecl &Function,
                          const PointerFlow &Flow, const ASTContext &Ctx,
                          const ParentMap &Parents) {
  const Scope In{Function, Flow, Ctx, Parents};
  VarSet All, Out;
  collectSharedScalars(Function.getBody(), All);
  for (const VarDecl *Var : All) {
    bool Published = isPublishedAt(&S, Var, In);
    for (const Stmt *Outer = Parents.getParent(&S); Outer && Published;
         Outer = Parents.getParent(Outer))
      if (mentions(conditionOf(Outer), Var))
        Published = isPublishedAt(Outer, Var, In);
    if (Published)
      Out.insert(Var);
  }
  return Out;
}

VarSet publishedScalars(const LoopAnalysis &A) {
  VarSet Out = publishedScalarsAt(*A.M.Header.LoopWithPragmas, *A.M.Kernel,
                                  A.Flow, A.Ctx, A.Parents);
  Out.remove_if([&](const VarDecl *Var) { return A.isStored(Var); });
  return Out;
}

} // namespace cudapipe
