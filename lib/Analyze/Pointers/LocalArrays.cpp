//===- LocalArrays.cpp - The life of a thread's own arrays ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalElements.h"
#include "cudapipe/Analyze/ArraySlices.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;

namespace cudapipe {

/// Larger arrays are no registers.
static constexpr int64_t MaxArrayBytes = 4096;

/// What runs behind the loop, of the statements around it; nothing if the loop
/// may run again.
static std::optional<std::vector<const Stmt *>>
statementsBehind(const LoopAnalysis &A) {
  if (holdsA<LabelStmt>(A.M.Kernel->getBody()))
    return std::nullopt;
  std::vector<const Stmt *> Out;
  const Stmt *Inner = A.M.Header.LoopWithPragmas;
  for (const Stmt *Outer = A.Parents.getParent(Inner); Outer;
       Inner = Outer, Outer = A.Parents.getParent(Outer)) {
    const auto *Block = dyn_cast<CompoundStmt>(Outer);
    if (!Block && !isa<IfStmt, AttributedStmt>(Outer))
      return std::nullopt;
    if (Block)
      Out.insert(Out.end(), std::next(llvm::find(Block->body(), Inner)),
                 Block->body_end());
  }
  return Out;
}

/// No element is read behind the loop that is not set again.
static bool endsWithLoop(const VarDecl &Array, const LoopAnalysis &A) {
  if (A.declaredInBody(&Array))
    return true;
  auto Behind = statementsBehind(A);
  LocalElements After(Array, A.Ctx);
  return Behind &&
         llvm::all_of(*Behind, [&](const Stmt *S) { return After.play(S); }) &&
         !After.readsUnset();
}

static void refine(const VarDecl &Array, LoopAnalysis &A) {
  std::vector<BodyItem> &Items = A.M.Items;
  bool OwnInTrip = A.declaredInBody(&Array), Ends = endsWithLoop(Array, A);
  if (Ends)
    A.EndWithLoop.insert(&Array);
  for (unsigned I = Items.size(); I-- > 0;) {
    Effects &E = Items[I].E;
    if (!E.Reads.count(&Array) && !E.Writes.count(&Array))
      continue;
    LocalElements Alone(Array, A.Ctx);
    if (!Alone.play(Items[I].S))
      continue;
    if (!Alone.readsUnset())
      E.UpwardReads.remove(&Array);
    if (Alone.isWhole())
      E.Kills.insert(&Array);
    // To the end of the trip, and what the next one starts with.
    LocalElements Rest(Array, A.Ctx);
    bool Known = true;
    for (unsigned At = I; At < Items.size() && Known; ++At)
      Known = Rest.play(Items[At].S);
    for (unsigned At = 0; At < I && Known && !OwnInTrip; ++At)
      Known = Rest.play(Items[At].S);
    if (Known && !Rest.readsUnset() && Ends)
      E.Kills.insert(&Array);
  }
}

/// Something that comes from global memory is put into \p Var.
static bool takesLoads(const LoopAnalysis &A, const VarDecl *Var) {
  return llvm::any_of(A.M.Items, [&](const BodyItem &Item) {
    return Item.E.Writes.count(Var) &&
           llvm::any_of(Item.E.MemoryReads, [](const MemoryAccess &R) {
             return R.Root.Kind == MemoryRoot::Global;
           });
  });
}

void refineLocalArrays(LoopAnalysis &A) {
  for (const VarDecl *Var : A.WrittenInLoop) {
    int64_t Size = Var->getType()->isConstantArrayType()
                       ? bytesIn(Var->getType(), A.Ctx)
                       : 0;
    if (Size <= 0 || Size > MaxArrayBytes || !Var->hasLocalStorage() ||
        A.Flow.isAliased(Var) || A.IncEffects.Reads.count(Var) ||
        A.CondEffects.Reads.count(Var) || !takesLoads(A, Var))
      continue;
    // No pointer into it anywhere.
    if (LocalElements(*Var, A.Ctx).play(A.M.Kernel->getBody()))
      refine(*Var, A);
  }
}

bool setsWholeArray(const VarDecl &Array, const Stmt &S,
                    const FunctionDecl &Function, const ASTContext &Ctx) {
  int64_t Size = Array.getType()->isConstantArrayType()
                     ? bytesIn(Array.getType(), Ctx)
                     : 0;
  if (Size <= 0 || Size > MaxArrayBytes || !Array.hasLocalStorage() ||
      !LocalElements(Array, Ctx).play(Function.getBody()))
    return false;
  LocalElements Alone(Array, Ctx);
  return Alone.play(&S) && Alone.isWhole() && !Alone.readsUnset();
}

} // namespace cudapipe
