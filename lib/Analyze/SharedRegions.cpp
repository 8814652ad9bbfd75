//===- SharedRegions.cpp - Pieces cut from one shared array ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/PointerFlow.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudapipe {

/// \p S has one value for all threads of a block, at all times: it is made of
/// constants, block-wide builtins and variables that start so and stay so.
static bool isSameForBlock(const Stmt *S, unsigned Depth = 8) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var)
      return true;
    if (Var->hasExternalStorage())
      return isShared(*Var) || (Var->getType().isConstQualified() &&
                                Var->getName() != "threadIdx");
    if (Depth == 0 || !isNeverChanged(*Var))
      return false;
    const auto *Function = dyn_cast<FunctionDecl>(Var->getDeclContext());
    if (isa<ParmVarDecl>(Var))
      return Function && Function->hasAttr<CUDAGlobalAttr>();
    return !Var->hasLocalStorage() || isSameForBlock(Var->getInit(), Depth - 1);
  }
  // What stands in memory may change. The address of an element does not, and
  // the conversion of a wrapper object only makes an address.
  if (const auto *Cast = dyn_cast<CastExpr>(S))
    if (Cast->getCastKind() == CK_LValueToRValue &&
        isa<ArraySubscriptExpr, UnaryOperator>(
            Cast->getSubExpr()->IgnoreParens()))
      return false;
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && Op->isIncrementDecrementOp())
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(S);
      Call && !Call->getType()->isPointerType() && !Call->isValueDependent()) {
    Expr::EvalResult Constant;
    const auto *Function = Call->getDirectCallee();
    return Function && Call->EvaluateAsInt(Constant, Function->getASTContext());
  }
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    return isSameForBlock(Child, Depth);
  });
}

/// `float *Bs = smem + BM * BK;`, the same for all threads, never changed.
bool PointerFlow::isRegion(const VarDecl *Var, const RootSet &Roots) const {
  if (!SplitRegions || Roots.size() != 1 ||
      Roots[0].Kind != MemoryRoot::Shared ||
      !Roots[0].Var->hasExternalStorage() || !Var->getType()->isPointerType() ||
      !Var->isLocalVarDecl())
    return false;
  auto [It, New] = Regions.try_emplace(Var, false);
  if (New) {
    auto Value = Values.find(Var);
    It->second = Value != Values.end() && Value->second.size() == 1 &&
                 isNeverChanged(*Var) && !Lent.count(Var) &&
                 isSameForBlock(Value->second[0]);
  }
  return It->second;
}

/// The array that the pointer \p Region cuts a piece from.
const VarDecl *PointerFlow::areaOf(const VarDecl *Region) const {
  while (Region && Region->getType()->isPointerType()) {
    auto It = Values.find(Region);
    RootSet Roots;
    if (It != Values.end())
      addPointer(It->second[0], Roots);
    Region = Roots.empty() ? nullptr : Roots[0].Var;
  }
  return Region;
}

} // namespace cudapipe
