//===- LocalArrays.cpp - The life of a thread's own arrays ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalElements.h"
#include "cudapipe/Analyze/ArraySlices.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TemplateTypes.h"
#include "cudapipe/Builds/Configurations.h"

using namespace clang;

namespace cudapipe {

/// Larger arrays are no registers.
static constexpr int64_t MaxArrayBytes = 4096;

/// What a loop around ours runs between two trips.
static std::optional<llvm::SmallVector<const Stmt *, 2>>
betweenTrips(const Stmt *Loop) {
  using Parts = llvm::SmallVector<const Stmt *, 2>;
  if (const auto *For = dyn_cast<ForStmt>(Loop);
      For && !For->getConditionVariable())
    return Parts{For->getInc(), For->getCond()};
  if (const auto *While = dyn_cast<WhileStmt>(Loop);
      While && !While->getConditionVariable())
    return Parts{While->getCond()};
  if (const auto *Do = dyn_cast<DoStmt>(Loop))
    return Parts{Do->getCond()};
  return std::nullopt;
}

namespace {

/// What is found out about one array, for any size that it may have or for the
/// one that it has here.
class ArrayLife {
public:
  ArrayLife(const VarDecl &Array, LoopAnalysis &A, LocalElements::Size Elements)
      : Array(Array), A(A), Elements(Elements) {}

  /// Nothing but the array is passed on, and no pointer into it.
  bool isFollowed() { return play(A.M.Kernel->getBody()).Known; }
  void refine();

private:
  struct Played {
    bool Known = true, ReadsUnset = false, IsWhole = false;
  };
  /// \p Parts of one trip, and then of the next.
  Played play(llvm::ArrayRef<const Stmt *> Parts,
              llvm::ArrayRef<const Stmt *> OfNext = {}) const {
    LocalElements E(Array, A.Flow, A.Ctx, Elements);
    Played Out = play(E, Parts);
    if (OfNext.empty() || Out.ReadsUnset)
      return Out;
    E.forgetConditions();
    return play(E, OfNext);
  }
  Played play(LocalElements &E, llvm::ArrayRef<const Stmt *> Parts) const;
  bool endsWithLoop() const;

  const VarDecl &Array;
  LoopAnalysis &A;
  const LocalElements::Size Elements;
};

} // namespace

/// What hangs on numbers that differ elsewhere is not known.
ArrayLife::Played ArrayLife::play(LocalElements &E,
                                  llvm::ArrayRef<const Stmt *> Parts) const {
  Played Out;
  Out.Known = llvm::all_of(Parts, [&](const Stmt *S) { return E.play(S); }) &&
              llvm::none_of(E.constants(), [&](const Expr *N) {
                return isValueOfInstantiation(*N) ||
                       dependsOnConfiguration(*N, *A.M.Kernel, A.Ctx);
              });
  Out.ReadsUnset = !Out.Known || E.readsUnset();
  Out.IsWhole = Out.Known && E.isWhole();
  return Out;
}

/// No element is read behind the loop that is not set again: neither where the
/// kernel goes on, nor where a loop around runs ours once more.
bool ArrayLife::endsWithLoop() const {
  if (A.declaredInBody(&Array))
    return true;
  if (holdsA<LabelStmt>(A.M.Kernel->getBody()))
    return false;
  LocalElements After(Array, A.Flow, A.Ctx, Elements);
  const Stmt *Inner = A.M.Header.LoopWithPragmas;
  for (const Stmt *Outer = A.Parents.getParent(Inner); Outer;
       Inner = Outer, Outer = A.Parents.getParent(Outer)) {
    if (isa<IfStmt, AttributedStmt>(Outer))
      continue;
    if (const auto *Block = dyn_cast<CompoundStmt>(Outer)) {
      llvm::SmallVector<const Stmt *, 8> Behind(
          std::next(llvm::find(Block->body(), Inner)), Block->body_end());
      if (play(After, Behind).ReadsUnset)
        return false;
      continue;
    }
    auto Between = betweenTrips(Outer);
    // A jump would go past what is played here.
    if (!Between || holdsA<BreakStmt, ContinueStmt>(Outer) ||
        play(After, *Between).ReadsUnset)
      return false;
    LocalElements Again = After;
    if (play(Again, Inner).ReadsUnset)
      return false;
  }
  return true;
}

void ArrayLife::refine() {
  std::vector<BodyItem> &Items = A.M.Items;
  const bool OwnInTrip = A.declaredInBody(&Array), Ends = endsWithLoop();
  if (Ends)
    A.EndWithLoop.insert(&Array);
  for (unsigned I = Items.size(); I-- > 0;) {
    Effects &E = Items[I].E;
    if (!E.Reads.count(&Array) && !E.Writes.count(&Array))
      continue;
    const Played Alone = play(Items[I].S);
    if (!Alone.ReadsUnset)
      E.UpwardReads.remove(&Array);
    if (Alone.IsWhole)
      E.Kills.insert(&Array);
    // To the end of the trip, and what the next one starts with.
    llvm::SmallVector<const Stmt *> Rest, Next;
    for (unsigned At = 0; At < Items.size(); ++At)
      if (At >= I)
        Rest.push_back(Items[At].S);
      else if (!OwnInTrip)
        Next.push_back(Items[At].S);
    if (Ends && !play(Rest, Next).ReadsUnset)
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
    if (!Var->getType()->isArrayType() || !Var->hasLocalStorage() ||
        A.Flow.isAliased(Var) || A.IncEffects.Reads.count(Var) ||
        A.CondEffects.Reads.count(Var) || !takesLoads(A, Var))
      continue;
    const int64_t Bytes = Var->getType()->isConstantArrayType()
                              ? bytesIn(Var->getType(), A.Ctx)
                              : 0;
    for (auto Elements : {LocalElements::Size::Any, LocalElements::Size::Known})
      if (ArrayLife Life(*Var, A, Elements);
          (Elements == LocalElements::Size::Any ||
           (Bytes > 0 && Bytes <= MaxArrayBytes)) &&
          Life.isFollowed())
        Life.refine();
  }
}

bool setsWholeArray(const VarDecl &Array, const Stmt &S,
                    const FunctionDecl &Function, const PointerFlow &Flow,
                    const ASTContext &Ctx) {
  int64_t Size = Array.getType()->isConstantArrayType()
                     ? bytesIn(Array.getType(), Ctx)
                     : 0;
  if (Size <= 0 || Size > MaxArrayBytes || !Array.hasLocalStorage() ||
      !LocalElements(Array, Flow, Ctx, LocalElements::Size::Known)
           .play(Function.getBody()))
    return false;
  LocalElements Alone(Array, Flow, Ctx, LocalElements::Size::Known);
  return Alone.play(&S) && Alone.isWhole() && !Alone.readsUnset();
}

} // namespace cudapipe
