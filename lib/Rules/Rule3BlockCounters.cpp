//===- Rule3BlockCounters.cpp - Copies that the block counts --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   cuda::memcpy_async(&As[t], &A[k + t], 4, bar);   counted by an object of
//   bar.arrive_and_wait();                           the block
//   compute
//   bar.arrive_and_wait();
//
// With stages there is one barrier a stage, at which a trip arrives and waits
// as before; a pipeline gets the stages in its type. Whoever else used the
// object would use another one then.
//
// A barrier at the head of each trip orders all that the threads do. A pipeline
// does not: its wait is for what was committed stages ago, and its release for
// who acquires the stage, stages later.
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

class CounterCheck {
public:
  explicit CounterCheck(LoopAnalysis &A) : A(A), M(A.M) {}

  MaybeRejection check();

private:
  Rejection reject(const Stmt *At, const llvm::Twine &Why) const {
    return {M.Groups.Counter->Pipeline ? RejectionKind::BlockPipelineInLoop
                                       : RejectionKind::CountedCopyInLoop,
            At->getSourceRange(), Why.str()};
  }
  bool find();
  MaybeRejection checkUses() const;
  MaybeRejection checkStores() const;
  MaybeRejection checkReady() const;
  MaybeRejection checkSides();
  MaybeRejection checkOthers() const;

  LoopAnalysis &A;
  LoopModel &M;
  /// In the order of the trip, and the item of each.
  std::vector<std::pair<unsigned, AsyncOperation>> Operations;
  std::vector<const Stmt *> Places;
};

bool CounterCheck::find() {
  for (unsigned I = 0; I < M.Items.size(); ++I)
    for (const Stmt *S : M.Items[I].E.AsyncCopies)
      if (std::optional<AsyncOperation> Op = asyncOperation(S, A.Ctx)) {
        Operations.push_back({I, std::move(*Op)});
        Places.push_back(S);
      }
  for (const auto &[Item, Op] : Operations) {
    if (Op.Barrier)
      M.Groups.Counter = barrierOfBlock(*Op.Barrier, A.Ctx);
    else if (Op.OfBlock)
      M.Groups.Counter = pipelineOfBlock(*Op.Pipeline, A.Ctx);
    if (M.Groups.Counter)
      return true;
  }
  return false;
}

/// Nothing but the operations of the loop, and what makes the object, names it.
MaybeRejection CounterCheck::checkUses() const {
  const BlockCounter &Counter = *M.Groups.Counter;
  const auto *Function =
      dyn_cast<FunctionDecl>(Counter.Shared->getDeclContext());
  if (Function != M.Kernel)
    return reject(Places.front(),
                  quoted(Counter.Shared) + " is declared in another function");
  MaybeRejection Why;
  forEach<DeclRefExpr>(M.Kernel->getBody(), [&](const DeclRefExpr &Ref) {
    if (Ref.getDecl() != Counter.Shared && Ref.getDecl() != Counter.Pipeline)
      return;
    const bool IsKnown =
        contains(Counter.Init, &Ref) ||
        llvm::any_of(Places, [&](const Stmt *S) { return contains(S, &Ref); });
    if (!IsKnown && !Why)
      Why = reject(&Ref,
                   quoted(cast<VarDecl>(Ref.getDecl())) + " is used here, too");
  });
  return Why;
}

/// It counts all that is stored to the tiles.
MaybeRejection CounterCheck::checkStores() const {
  for (unsigned I = 0; I < M.Items.size(); ++I)
    for (const MemoryAccess &W : M.Items[I].E.MemoryWrites)
      if (W.Root.Kind == MemoryRoot::Shared && A.isTile(W.Root.Var) &&
          llvm::none_of(Operations, [&, I = I](const auto &Of) {
            return Of.first == I && Of.second.To == W.Where;
          }))
        return reject(W.Where, "threads store to " + quoted(W.Root.Var) +
                                   " by themselves, beside the copies that " +
                                   quoted(M.Groups.Counter->Shared) +
                                   " counts");
  return std::nullopt;
}

/// The statement that holds \p S, of those around the loop that come one after
/// the other; null: it stands in none of them, or around the loop.
static const CompoundStmt *blockAround(const Stmt *S, const LoopAnalysis &A,
                                       const Stmt *&Of) {
  for (const Stmt *Inner = A.M.Header.LoopWithPragmas,
                  *Outer = A.Parents.getParent(Inner);
       Outer; Inner = Outer, Outer = A.Parents.getParent(Outer)) {
    const auto *Block = dyn_cast<CompoundStmt>(Outer);
    if (!Block)
      continue;
    for (const Stmt *Child : Block->body()) {
      if (Child == Inner)
        break;
      if (contains(Child, S)) {
        Of = Child;
        return Block;
      }
    }
  }
  return nullptr;
}

/// All threads know the object when the first copies start, which stand in
/// front of the loop.
MaybeRejection CounterCheck::checkReady() const {
  const BlockCounter &Counter = *M.Groups.Counter;
  const Stmt *Made = nullptr;
  const CompoundStmt *Block = blockAround(Counter.Init, A, Made);
  if (!Block)
    return reject(Counter.Init, quoted(Counter.Shared) +
                                    " is not initialized in front of the loop");
  if (Counter.Pipeline)
    return std::nullopt; // make_pipeline() is a barrier by itself
  bool IsBehind = false;
  for (const Stmt *S : Block->body()) {
    if (S == A.M.Header.LoopWithPragmas || contains(S, M.Header.Loop))
      break;
    if (IsBehind && isBlockBarrier(S, *M.Kernel, A.Ctx))
      return std::nullopt;
    IsBehind |= S == Made;
  }
  return reject(Counter.Init,
                "no barrier of the block stands between this and the loop, and "
                "copies will start in front of it");
}

/// Each trip acquires, copies, commits, waits, reads and releases, once and in
/// this order.
MaybeRejection CounterCheck::checkSides() {
  int Acquire = -1, Commit = -1, Wait = -1, Release = -1;
  for (auto [I, Of] : llvm::enumerate(Operations)) {
    int *Seen = Of.second.Kind == AsyncOperation::Acquire   ? &Acquire
                : Of.second.Kind == AsyncOperation::Commit  ? &Commit
                : Of.second.Kind == AsyncOperation::Wait    ? &Wait
                : Of.second.Kind == AsyncOperation::Release ? &Release
                                                            : nullptr;
    if (!Seen) {
      if (Acquire < 0)
        return reject(Places[I], "the copy starts before a stage is acquired");
      if (Commit >= 0)
        return reject(Places[I], "the copy starts behind the commit");
      continue;
    }
    if (*Seen >= 0)
      return reject(Places[I], "a trip makes " + quoted(Places[I], A.Ctx) +
                                   " more than once");
    *Seen = I;
  }
  if (Acquire < 0 || Commit < Acquire || Wait < Commit || Release < Wait)
    return reject(Places.front(), "a trip does not acquire, commit, wait and "
                                  "release, in this order");
  if (Operations[Wait].first != M.Barriers.Publish || M.Barriers.AtTop)
    return reject(Places[Wait],
                  "another barrier of the trip is in front of the "
                  "load, or between the copies and this wait");
  // Barriers behind the release stay; they are for something else.
  M.Barriers.Reuse = Operations[Release].first;
  for (unsigned I = M.Barriers.Reuse + 1; I < M.Items.size(); ++I)
    for (const MemoryAccess &R : M.Items[I].E.MemoryReads)
      if (R.Root.Kind == MemoryRoot::Shared && A.isTile(R.Root.Var))
        return reject(R.Where, "the tile is read behind its release");
  return std::nullopt;
}

/// Nothing else relies on the order that the pipeline gave to the trips.
MaybeRejection CounterCheck::checkOthers() const {
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    const Effects &E = M.Items[I].E;
    if (A.inLoad(I) || M.Items[I].R == Role::Barrier)
      continue;
    if (!E.MemoryWrites.empty())
      return reject(E.MemoryWrites.front().Where,
                    "threads may rely on the order that the pipeline gives to "
                    "what the trips store here; store behind the loop");
    if (!E.Pinned.empty())
      return reject(E.Pinned.front().Where,
                    "threads may rely on the order that the pipeline gives to "
                    "this: " +
                        E.Pinned.front().What);
  }
  return std::nullopt;
}

MaybeRejection CounterCheck::check() {
  if (!find())
    return std::nullopt;
  for (auto Step : {&CounterCheck::checkUses, &CounterCheck::checkStores,
                    &CounterCheck::checkReady})
    if (MaybeRejection Why = (this->*Step)())
      return Why;
  if (!M.Groups.Counter->Pipeline) {
    // Each stage has a barrier, and the trip waits at its own.
    M.Groups.WaitsForOldest = true;
    return std::nullopt;
  }
  if (MaybeRejection Why = checkSides())
    return Why;
  return checkOthers();
}

} // namespace

MaybeRejection checkBlockCounter(LoopAnalysis &A) {
  return CounterCheck(A).check();
}

} // namespace cudapipe
