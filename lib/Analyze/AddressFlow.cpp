//===- AddressFlow.cpp - Integers that hold shared addresses --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cp.async and ldmatrix take addresses as integers:
//
//   uint32_t to = __cvta_generic_to_shared(&As[ty][tx]) + lane * 16;
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/PointerFlow.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudapipe {

RootSet PointerFlow::rootsOfAddress(const Expr *E, bool IsAddress) const {
  RootSet Out;
  addAddress(E, Out);
  if (Out.empty() && IsAddress)
    Out.push_back({MemoryRoot::Unknown, nullptr});
  return Out;
}

/// Calls that turn a pointer into the integer that addresses the same memory.
static bool convertsAddress(const FunctionDecl *Callee) {
  return Callee && Callee->getIdentifier() &&
         Callee->getName() == "__cvta_generic_to_shared";
}

/// Adds what the pointers in the computation \p E point to; nothing for a
/// plain number.
void PointerFlow::addAddress(const Expr *E, RootSet &Out) const {
  auto Add = [&](const RootSet &Roots) {
    for (const MemoryRoot &Root : Roots)
      if (!llvm::is_contained(Out, Root))
        Out.push_back(Root);
  };
  E = E->IgnoreParens();
  if (E->getType()->isPointerType() || E->getType()->isArrayType())
    return Add(rootsOfPointer(E));
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return addAddress(Cast->getSubExpr(), Out);
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    if (convertsAddress(Call->getDirectCallee()))
      return addAddress(Call->getArg(0), Out);
    // What another function does with a pointer is not followed.
    for (const Expr *Arg : Call->arguments())
      if (!Arg->getType()->isArithmeticType())
        return Add({{MemoryRoot::Unknown, nullptr}});
    return;
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    if (Op->getOpcode() != BO_Comma && Op->getOpcode() != BO_Assign)
      addAddress(Op->getLHS(), Out);
    return addAddress(Op->getRHS(), Out);
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->getOpcode() != UO_Deref)
    return addAddress(Op->getSubExpr(), Out);
  if (const auto *Cond = dyn_cast<ConditionalOperator>(E)) {
    addAddress(Cond->getTrueExpr(), Out);
    return addAddress(Cond->getFalseExpr(), Out);
  }
  if (const auto *List = dyn_cast<InitListExpr>(E)) {
    for (const Expr *Init : List->inits())
      addAddress(Init, Out);
    return;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (Var) {
    if (!Var->getType()->isIntegerType() || !Var->hasLocalStorage())
      return isa<ParmVarDecl>(Var) || Var->hasLocalStorage()
                 ? Add({{MemoryRoot::Unknown, nullptr}})
                 : void();
    if (!Visiting.insert(Var).second)
      return;
    if (Lent.count(Var))
      Add({{MemoryRoot::Unknown, nullptr}});
    if (isa<ParmVarDecl>(Var) &&
        !cast<Decl>(Var->getDeclContext())->hasAttr<CUDAGlobalAttr>())
      Add({{MemoryRoot::Param, Var}});
    if (auto It = Values.find(Var); It != Values.end())
      for (const Expr *Value : It->second)
        addAddress(Value, Out);
    Visiting.erase(Var);
    return;
  }
  // What this thread or block put into memory may be any address.
  if (isa<MemberExpr, ArraySubscriptExpr, UnaryOperator>(E))
    for (const MemoryRoot &Holder : rootsOfObject(E))
      if (Holder.Kind != MemoryRoot::Constant &&
          Holder.Kind != MemoryRoot::Global)
        Add({{MemoryRoot::Unknown, nullptr}});
}

} // namespace cudapipe
