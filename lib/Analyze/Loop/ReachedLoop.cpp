//===- ReachedLoop.cpp - Loops that ever run ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/ReachedLoop.h"
#include "Analyze/Effects/DirectCalls.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/Attr.h"
#include "clang/Analysis/Analyses/ReachableCode.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace cudapipe {

/// A path of \p Function leads to a part of \p S; also if none can be read.
static bool isReachedIn(const FunctionDecl &Function, const Stmt &S,
                        const ASTContext &Ctx) {
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd();
  const std::unique_ptr<CFG> Graph = CFG::buildCFG(
      &Function, Function.getBody(), const_cast<ASTContext *>(&Ctx), Options);
  if (!Graph)
    return true;
  llvm::DenseSet<const Stmt *> Parts;
  forEach<Stmt>(&S, [&](const Stmt &Part) { Parts.insert(&Part); });
  llvm::BitVector Reachable(Graph->getNumBlockIDs());
  reachable_code::ScanReachableFromBlock(&Graph->getEntry(), Reachable);
  bool Found = false;
  for (const CFGBlock *Block : *Graph) {
    bool IsPart = Parts.contains(Block->getTerminatorStmt());
    for (const CFGElement &Element : *Block)
      if (const auto Here = Element.getAs<CFGStmt>())
        IsPart |= Parts.contains(Here->getStmt());
    if (IsPart && Reachable[Block->getBlockID()])
      return true;
    Found |= IsPart;
  }
  return !Found; // in a lambda: that is a function of its own
}

bool isReached(const LoopCandidate &Candidate, bool CallsKnown,
               const ASTContext &Ctx) {
  if (!isReachedIn(*Candidate.Kernel, *Candidate.Loop, Ctx))
    return false;
  if (!CallsKnown || Candidate.Kernel->hasAttr<CUDAGlobalAttr>())
    return true;
  const DirectCalls Calls(Ctx);
  llvm::DenseSet<const FunctionDecl *> Seen;
  auto IsCalled = [&](auto &&Self, const FunctionDecl &Function) -> bool {
    const llvm::ArrayRef<DirectCalls::Site> Sites = Calls.of(Function);
    if (Function.hasAttr<CUDAGlobalAttr>() || Sites.empty() ||
        Calls.isUsedOtherwise(Function) || mayBeLinkedTo(Function, Ctx))
      return true;
    return Seen.insert(&Function).second &&
           llvm::any_of(Sites, [&](const DirectCalls::Site &Site) {
             return isReachedIn(*Site.Caller, *Site.Call, Ctx) &&
                    Self(Self, *Site.Caller);
           });
  };
  return IsCalled(IsCalled, *Candidate.Kernel);
}

} // namespace cudapipe
