//===- LoadedArrays.cpp - Arrays that one load fills and stores read ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int i = 0; i < 4; ++i) {
//     *(uint4 *)bytes = A4[i];                 the same bytes in every trip
//     for (int j = 0; j < 16; ++j)
//       As[i][j] = float(bytes[j]);
//   }
//
// All that is done with such an array can wait for Store, in the order in which
// it is written, if Fetch keeps what is loaded. So the array holds what it
// would have held, after the loop too.
//
//===----------------------------------------------------------------------===//

#include "Splitter.h"
#include "cudapipe/Analyze/AccessType.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

/// The sides of the assignment \p S of bytes as they are; else null.
static std::pair<const Expr *, const Expr *> sidesOf(const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  E = E ? E->IgnoreParens() : nullptr;
  if (const auto *Cleanups = dyn_cast_or_null<ExprWithCleanups>(E))
    E = Cleanups->getSubExpr()->IgnoreParens();
  if (const auto *Op = dyn_cast_or_null<BinaryOperator>(E);
      Op && Op->getOpcode() == BO_Assign)
    return {Op->getLHS(), Op->getRHS()};
  const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (Callee && Call->getOperator() == OO_Equal && copiesBytes(*Callee))
    return {Call->getArg(0), Call->getArg(1)};
  return {nullptr, nullptr};
}

static bool isGlobal(const MemoryAccess &R) {
  return R.Root.Kind == MemoryRoot::Global;
}

/// All that touches \p Var can run in Store; adds what Fetch loads for it.
bool Splitter::livesInStore(const VarDecl *Var,
                            std::vector<LoadedArray> &Loads) const {
  bool Stored = false;
  for (auto [I, Leaf] : llvm::enumerate(Out.Leaves)) {
    const Effects &E = LeafEffects[I];
    LoadedArray Here{Var, unsigned(I), nullptr, {}};
    VarSet InHeaders;
    for (const Stmt *Parent : Leaf.Parents) {
      if (const auto *If = dyn_cast<IfStmt>(Parent))
        collectNames(If->getCond(), nullptr, InHeaders);
      if (const auto *For = dyn_cast<ForStmt>(Parent)) {
        Here.Loops.push_back(For);
        collectNames(For, For->getBody(), InHeaders);
      }
    }
    if (InHeaders.count(Var))
      return false;
    if (!E.Reads.count(Var) && !E.Writes.count(Var))
      continue;
    if (Leaf.Copy >= 0) {
      // Stores run in Store; what they load they load in Fetch.
      Stored = true;
      if (E.Writes.count(Var) || Travels[Leaf.Copy] != Travel::Direct)
        return false;
      continue;
    }
    if (E.Writes.size() != 1 || !E.Writes.count(Var))
      return false;
    // The value comes from global memory, where it goes does not.
    auto [To, Load] = sidesOf(Leaf.S);
    if (!Load || !E.MemoryWrites.empty() || E.MemoryReads.empty() ||
        !llvm::all_of(E.MemoryReads, isGlobal) ||
        accessType(Load, Ctx)->isPointerType())
      return false;
    Effects Target = effectsOf(To, Flow, Ctx),
            From = effectsOf(Load, Flow, Ctx);
    if (!Target.MemoryReads.empty() || !Target.Writes.empty() ||
        !From.Writes.empty() || From.Reads.count(Var))
      return false;
    Here.Load = Load;
    Loads.push_back(std::move(Here));
  }
  return Stored && !Loads.empty();
}

void Splitter::findLoadedArrays() {
  VarSet Arrays;
  for (const Effects &E : LeafEffects)
    for (const VarDecl *Var : E.Writes)
      if (Var->getType()->isArrayType() &&
          (M.Variables.LoadState.count(Var) || M.Variables.Private.count(Var)))
        Arrays.insert(Var);
  for (const VarDecl *Var : Arrays) {
    std::vector<LoadedArray> Loads;
    if (keepsSlices(Var) || !livesInStore(Var, Loads))
      continue;
    for (LoadedArray &L : Loads) {
      Out.Leaves[L.Leaf].InFetch = Out.Leaves[L.Leaf].InStore = true;
      Out.LoadedArrays.push_back(std::move(L));
    }
  }
}

} // namespace cudapipe
