//===- PipelinedAlready.cpp - Loops that load a tile ahead themselves ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   Loops that load a tile ahead themselves
//   What a trip reads of what it stored
//
//===----------------------------------------------------------------------===//

#include "Analyze/Effects/NamedAccess.h"
#include "Analyze/Integers/IndexForm.h"
#include "PipelineFinder.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;

namespace cudapipe {

//===- Loops that load a tile ahead themselves --------------------------===//
// Asked about loops that some rule has rejected: is this why? And about others:
// does an array that is no tile of the plan have a pipeline already?
//
//   __pipeline_wait_prior(1);             a wait that leaves copies in flight
//   As[k % 2][t] = A[i];                  a buffer that changes from trip to
//   load(stage ^ 1, k + BK);              trip
//   As[t] = A[t]; for (...) {             the first tile in front of the loop;
//     next = A[k + t]; compute(As); ...   a trip reads one and stores the next
//   for (...) { As[t] = next; ...         a trip stores what the one before has
//     next = A[k + t]; compute(As);       loaded

void collectLeaves(const Stmt *S, Statements &Out) {
  if (!S)
    return;
  if (isa<CompoundStmt, AttributedStmt>(S)) {
    for (const Stmt *Child : S->children())
      collectLeaves(Child, Out);
  } else if (const auto *If = dyn_cast<IfStmt>(S)) {
    collectLeaves(If->getThen(), Out);
    collectLeaves(If->getElse(), Out);
  } else if (const auto *For = dyn_cast<ForStmt>(S)) {
    collectLeaves(For->getBody(), Out);
  } else if (const auto *While = dyn_cast<WhileStmt>(S)) {
    collectLeaves(While->getBody(), Out);
  } else if (const auto *Do = dyn_cast<DoStmt>(S)) {
    collectLeaves(Do->getBody(), Out);
  } else {
    Out.push_back(S);
  }
}

void PipelineFinder::collectCounters(const Stmt *S) {
  forEach<ForStmt>(S, [&](const ForStmt &For) {
    if (const auto *Init = dyn_cast_or_null<DeclStmt>(For.getInit()))
      for (const Decl *D : Init->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D);
            Var && Var->getInit() && !moves(Var->getInit()))
          Counters.insert(Var);
  });
}

/// What \p S names moves from trip to trip.
bool PipelineFinder::moves(const Stmt *S) const {
  if (!S)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      return Moving.reaches(Var) && !Counters.count(Var);
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return moves(Child); });
}

/// The shared array that a statement fills from global memory, or null.
const VarDecl *PipelineFinder::tileOf(const Effects &E) const {
  bool Loads = reads(E, MemoryRoot::Global) ||
               llvm::any_of(E.Reads, [&](const VarDecl *Var) {
                 return Loaded.count(Var);
               });
  for (const MemoryAccess &W : E.MemoryWrites)
    if (Loads && W.Root.Kind == MemoryRoot::Shared &&
        !touches(E.MemoryReads, W.Root.Var))
      return W.Root.Var;
  return nullptr;
}

/// `wait_prior<2>(block)` and the like: the template argument, if it is one.
static std::optional<int64_t> groupsOfTemplate(const CallExpr &Call) {
  const FunctionDecl *Callee = knownCallee(Call);
  const TemplateArgumentList *Args =
      Callee ? Callee->getTemplateSpecializationArgs() : nullptr;
  if (!Args || !Callee->getIdentifier() ||
      !Callee->getName().ends_with("wait_prior"))
    return std::nullopt;
  for (const TemplateArgument &Arg : Args->asArray())
    if (Arg.getKind() == TemplateArgument::Integral)
      return Arg.getAsIntegral().getExtValue();
  return std::nullopt;
}

bool PipelineFinder::leavesCopiesInFlight(const Stmt *S) const {
  if (const auto *Call = dyn_cast<CallExpr>(S))
    if (groupsOfTemplate(*Call).value_or(0) > 0)
      return true;
  std::optional<AsyncOperation> Op = asyncOperation(S, A.Ctx);
  return Op && Op->Kind == AsyncOperation::Wait && Op->Pending != 0;
}

/// Some assignment to \p Var in \p Within makes it go round: `stage ^= 1`.
bool PipelineFinder::isRotated(const VarDecl *Var, const Stmt *Within) const {
  if (!Within)
    return false;
  if (const auto *Op = dyn_cast<BinaryOperator>(Within);
      Op && Op->isAssignmentOp()) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Op->getLHS()->IgnoreParens());
    if (Ref && Ref->getDecl() == Var) {
      if (Op->getOpcode() == BO_XorAssign || Op->getOpcode() == BO_RemAssign ||
          Op->getOpcode() == BO_AndAssign)
        return true;
      const Expr *Value = Op->getRHS()->IgnoreParenImpCasts();
      const auto *Minus = dyn_cast<BinaryOperator>(Value);
      const auto *Not = dyn_cast<UnaryOperator>(Value);
      if (Op->getOpcode() == BO_Assign &&
          (isa<ConditionalOperator>(Value) ||
           (Not && Not->getOpcode() == UO_LNot) ||
           (Minus &&
            (Minus->getOpcode() == BO_Rem || Minus->getOpcode() == BO_Xor ||
             Minus->getOpcode() == BO_And ||
             (Minus->getOpcode() == BO_Sub &&
              isa<IntegerLiteral>(Minus->getLHS()->IgnoreParenImpCasts()))))))
        return true;
    }
  }
  return llvm::any_of(Within->children(),
                      [&](const Stmt *Child) { return isRotated(Var, Child); });
}

/// \p E goes round from trip to trip: `k % 2`, `stage ^ 1`, `stage`.
bool PipelineFinder::rotates(const Stmt *E, unsigned Depth) const {
  if (!E || Depth > 8)
    return false;
  if (const auto *Op = dyn_cast<BinaryOperator>(E);
      Op && (Op->getOpcode() == BO_Rem || Op->getOpcode() == BO_Xor ||
             Op->getOpcode() == BO_And))
    return moves(Op);
  if (const auto *Not = dyn_cast<UnaryOperator>(E);
      Not && Not->getOpcode() == UO_LNot)
    return moves(Not);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var || !Moving.reaches(Var))
      return false;
    if (A.declaredInBody(Var) && Var->getInit() &&
        rotates(Var->getInit(), Depth + 1))
      return true;
    auto [It, IsNew] = Rotating.try_emplace(Var, false);
    if (IsNew && (isRotated(Var, A.M.Header.Loop) ||
                  isSetToRotating(Var, A.M.Header.Loop, Depth + 1)))
      Rotating[Var] = true;
    return Rotating.lookup(Var);
  }
  return llvm::any_of(E->children(),
                      [&](const Stmt *Child) { return rotates(Child, Depth); });
}

/// `at = stage * rows + t`: what goes round is set anew in each trip.
bool PipelineFinder::isSetToRotating(const VarDecl *Var, const Stmt *Within,
                                     unsigned Depth) const {
  if (!Within)
    return false;
  if (const auto *Op = dyn_cast<BinaryOperator>(Within);
      Op && Op->getOpcode() == BO_Assign) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Op->getLHS()->IgnoreParens());
    if (Ref && Ref->getDecl() == Var && rotates(Op->getRHS(), Depth))
      return true;
  }
  return llvm::any_of(Within->children(), [&](const Stmt *Child) {
    return isSetToRotating(Var, Child, Depth);
  });
}

/// The place that \p S stores to goes round.
bool PipelineFinder::switchesBuffers(const Stmt *S) const {
  if (std::optional<AsyncOperation> Op = asyncOperation(S, A.Ctx); Op && Op->To)
    return rotates(Op->To);
  const auto *E = dyn_cast<Expr>(S);
  const Expr *Bare = E ? E->IgnoreParens() : nullptr;
  if (const auto *Op = dyn_cast_or_null<BinaryOperator>(Bare))
    return Op->isAssignmentOp() && rotates(Op->getLHS());
  if (const auto *Call = dyn_cast_or_null<CallExpr>(Bare))
    return llvm::any_of(Call->arguments(), [&](const Expr *Arg) {
      return Arg->getType()->isScalarType() && rotates(Arg);
    });
  return false;
}

/// \p Tile gets a tile in front of the loop where \p Store stores one, by
/// statements that are not those of another K-loop.
bool PipelineFinder::filledBefore(const VarDecl *Tile,
                                  const Stmt *Store) const {
  const auto *ByExpr = dyn_cast<Expr>(Store);
  const VarDecl *By = ByExpr ? pointerBehindStart(ByExpr) : nullptr;
  const Stmt *Inner = A.M.Header.LoopWithPragmas;
  for (const Stmt *Outer = A.Parents.getParent(Inner); Outer;
       Inner = Outer, Outer = A.Parents.getParent(Outer)) {
    const auto *Block = dyn_cast<CompoundStmt>(Outer);
    if (!Block)
      continue;
    for (const Stmt *S : Block->body()) {
      if (S == Inner)
        break;
      if (isa<ForStmt, WhileStmt, DoStmt>(S) &&
          !effectsOf(S, A.Flow, A.Ctx).Barriers.empty())
        continue;
      Statements Leaves;
      collectLeaves(S, Leaves);
      for (const Stmt *Leaf : Leaves) {
        // A table behind the tile is none.
        const auto *E = dyn_cast<Expr>(Leaf);
        if (tileOf(effectsOf(Leaf, A.Flow, A.Ctx)) == Tile &&
            (!E || !pointerBehindStart(E) || pointerBehindStart(E) == By))
          return true;
      }
    }
  }
  return false;
}

/// Threads may meet in a statement with the effects \p E: in a barrier, or in a
/// wait of the kind that is one too (cooperative_groups::wait).
bool PipelineFinder::mayMeet(const Effects &E) const {
  return !E.Barriers.empty() || llvm::any_of(E.AsyncCopies, [&](const Stmt *S) {
    std::optional<AsyncOperation> Op = asyncOperation(S, A.Ctx);
    return Op && Op->Kind == AsyncOperation::Other && !Op->To;
  });
}

/// In one trip \p Tile is read before \p Store, or no barrier stands between
/// the two: what the trip reads was stored by an earlier one. Where the trip
/// has stored another tile there by then, it reads that.
bool PipelineFinder::meetsReads(const VarDecl *Tile, const Stmt *Store) const {
  bool SeenStore = false, BarrierSince = false;
  for (const Stmt *S : A.M.Header.Body->body()) {
    Effects E = effectsOf(S, A.Flow, A.Ctx);
    Statements Leaves;
    collectLeaves(S, Leaves);
    bool Stores = llvm::is_contained(Leaves, Store) ||
                  llvm::any_of(Leaves, [&](const Stmt *Leaf) {
                    return tileOf(effectsOf(Leaf, A.Flow, A.Ctx)) == Tile;
                  });
    if (touches(E.MemoryReads, Tile) && !BarrierSince)
      return true;
    SeenStore |= Stores;
    BarrierSince |= SeenStore && mayMeet(E);
  }
  return false;
}

static Rejection pipelined(const Stmt *Where, std::string How) {
  return Rejection{RejectionKind::AlreadyPipelined, Where->getSourceRange(),
                   std::move(How)};
}

/// \p S, which stores the array \p Tile and has the effects \p E, is for
/// another trip than its own.
MaybeRejection PipelineFinder::storesAhead(const Stmt *S, const VarDecl *Tile,
                                           const Effects &E) const {
  if (switchesBuffers(S) && !readsOwnStore(Tile, S))
    return pipelined(S, "the loop switches between buffers of " + quoted(Tile) +
                            " by itself");
  if (const VarDecl *Var = loadedByTripBefore(S))
    return pipelined(S, "each trip stores to " + quoted(Tile) +
                            " what the one before has loaded into " +
                            quoted(Var));
  if (filledBefore(Tile, S) && meetsReads(Tile, S) && isCopied(E) &&
      !readsOwnStore(Tile, S))
    return pipelined(S, "the first tile is stored to " + quoted(Tile) +
                            " in front of the loop, and each trip stores "
                            "the one after");
  return std::nullopt;
}

MaybeRejection PipelineFinder::findBesideTiles() const {
  Statements Leaves;
  collectLeaves(A.M.Header.Body, Leaves);
  for (const Stmt *S : Leaves) {
    Effects E = effectsOf(S, A.Flow, A.Ctx);
    const VarDecl *Array = tileOf(E);
    if (Array && llvm::is_contained(A.M.Staged.Scratch, Array))
      if (MaybeRejection Why = storesAhead(S, Array, E))
        return Why;
  }
  return std::nullopt;
}

MaybeRejection PipelineFinder::find() const {
  Statements Leaves;
  collectLeaves(A.M.Header.Body, Leaves);
  for (const Stmt *S : Leaves)
    if (leavesCopiesInFlight(S))
      return pipelined(S, "this wait leaves copies in flight while the loop "
                          "computes");
  const Stmt *Async = nullptr;
  bool Stores = false;
  for (const Stmt *S : Leaves) {
    Effects E = effectsOf(S, A.Flow, A.Ctx);
    const VarDecl *Tile = tileOf(E);
    std::optional<AsyncOperation> Op = asyncOperation(S, A.Ctx);
    bool IsGroup = Op && (Op->Kind == AsyncOperation::Commit ||
                          Op->Kind == AsyncOperation::Wait);
    if (IsGroup)
      Async = S;
    Stores |= Tile || (!IsGroup && !E.AsyncCopies.empty());
    if (!Tile && !E.AsyncCopies.empty() && switchesBuffers(S))
      return pipelined(S, "the loop switches between buffers by itself");
    if (MaybeRejection Why = Tile ? storesAhead(S, Tile, E) : std::nullopt)
      return Why;
  }
  if (Async && !Stores)
    return pipelined(Async, "the loop loads no tile and waits for copies that "
                            "were started in front of it");
  return std::nullopt;
}

MaybeRejection findOwnPipeline(const LoopAnalysis &A) {
  if (!A.M.Header.Body)
    return std::nullopt;
  return PipelineFinder(A).find();
}

//===- What a trip reads of what it stored ------------------------------===//
// A loop that reads behind a barrier what the same trip has stored hides
// nothing: a window that slides over the source, buffers that only save a
// barrier.
//
//   tile[next][t] = A[k];            tile[k % 2][t] = A[k];
//   __syncthreads();                 __syncthreads();
//   use(tile[last], tile[next]);     use(tile[k % 2]);

/// The parts of \p S that go round from trip to trip, variables of the body
/// replaced by what they are set to.
void PipelineFinder::collectRotating(const Stmt *S,
                                     llvm::SmallVectorImpl<const Expr *> &Out,
                                     unsigned Depth) const {
  if (!S || Depth > 8)
    return;
  const auto *E = dyn_cast<Expr>(S);
  if (const auto *Op = dyn_cast<BinaryOperator>(S);
      Op &&
      (Op->getOpcode() == BO_Rem || Op->getOpcode() == BO_Xor ||
       Op->getOpcode() == BO_And) &&
      moves(Op)) {
    Out.push_back(Op);
    return;
  }
  if (const auto *Not = dyn_cast<UnaryOperator>(S);
      Not && Not->getOpcode() == UO_LNot && moves(Not)) {
    Out.push_back(Not);
    return;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var || !Moving.reaches(Var))
      return;
    if (A.declaredInBody(Var) && Var->getInit())
      collectRotating(Var->getInit(), Out, Depth + 1);
    else if (!Counters.count(Var) && rotates(E))
      Out.push_back(E);
    return;
  }
  for (const Stmt *Child : S->children())
    collectRotating(Child, Out, Depth);
}

/// Behind a barrier the trip reads what \p Store put into \p Tile.
bool PipelineFinder::readsOwnStore(const VarDecl *Tile,
                                   const Stmt *Store) const {
  llvm::SmallVector<const Expr *, 2> Stored;
  const auto *E = dyn_cast<Expr>(Store);
  const auto *Op = dyn_cast_or_null<BinaryOperator>(
      E ? E->IgnoreImplicit()->IgnoreParens() : nullptr);
  collectRotating(Op && Op->isAssignmentOp() ? Op->getLHS() : Store, Stored);
  bool SeenStore = false, BarrierSince = false;
  for (const Stmt *S : A.M.Header.Body->body()) {
    Effects Done = effectsOf(S, A.Flow, A.Ctx);
    if (BarrierSince)
      for (const MemoryAccess &R : Done.MemoryReads) {
        if (R.Root.Kind != MemoryRoot::Shared || R.Root.Var != Tile)
          continue;
        llvm::SmallVector<const Expr *, 2> Read;
        collectRotating(R.Where, Read);
        if (llvm::all_of(Stored, [&](const Expr *X) {
              return llvm::any_of(Read, [&](const Expr *Y) {
                return sameExpression(X, Y, A.Ctx);
              });
            }))
          return true;
      }
    Statements Leaves;
    collectLeaves(S, Leaves);
    SeenStore |= llvm::is_contained(Leaves, Store);
    BarrierSince |= SeenStore && mayMeet(Done);
    // Another buffer goes by that name from here on.
    if (SeenStore && llvm::any_of(Stored, [&](const Expr *X) {
          return llvm::any_of(
              effectsOf(X, A.Flow, A.Ctx).Reads,
              [&](const VarDecl *Var) { return Done.Writes.count(Var); });
        }))
      return false;
  }
  return false;
}

/// What the loop stores by a statement with the effects \p Store is what it
/// has loaded, not what it has computed.
bool PipelineFinder::isCopied(const Effects &Store) const {
  VarSet FromMemory, Computed;
  Statements Leaves;
  collectLeaves(A.M.Header.Body, Leaves);
  for (const Stmt *S : Leaves) {
    Effects E = effectsOf(S, A.Flow, A.Ctx);
    if (reads(E, MemoryRoot::Shared))
      Computed.insert(E.Writes.begin(), E.Writes.end());
    else if (reads(E, MemoryRoot::Global))
      FromMemory.insert(E.Writes.begin(), E.Writes.end());
  }
  auto ReadsAny = [&](const VarSet &Vars) {
    return llvm::any_of(Store.Reads,
                        [&](const VarDecl *Var) { return Vars.count(Var); });
  };
  return !reads(Store, MemoryRoot::Shared) && !ReadsAny(Computed) &&
         (reads(Store, MemoryRoot::Global) || ReadsAny(FromMemory));
}

/// A variable that \p Store puts into a tile and that the trip loads anew only
/// behind it.
const VarDecl *PipelineFinder::loadedByTripBefore(const Stmt *Store) const {
  Statements Leaves;
  collectLeaves(A.M.Header.Body, Leaves);
  Effects E = effectsOf(Store, A.Flow, A.Ctx);
  // What it loads itself is of this trip: `place` in `tile[t] = A[place + t]`.
  if (reads(E, MemoryRoot::Global))
    return nullptr;
  for (const VarDecl *Var : E.Reads) {
    bool Before = false, Behind = false, Seen = false;
    for (const Stmt *S : Leaves) {
      Seen |= S == Store;
      Effects Other = effectsOf(S, A.Flow, A.Ctx);
      if (!Other.Writes.count(Var))
        continue;
      // The store counts by itself: `tile[t] = A[i++];`.
      (Seen && S != Store ? Behind : Before) = true;
      if (!reads(Other, MemoryRoot::Global) || reads(Other, MemoryRoot::Shared))
        Before = true;
    }
    if (Behind && !Before)
      return Var;
  }
  return nullptr;
}

} // namespace cudapipe
