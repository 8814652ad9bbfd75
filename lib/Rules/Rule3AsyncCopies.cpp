//===- Rule3AsyncCopies.cpp - K-loops that copy asynchronously ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A half-done pipeline starts its copies and waits for all of them at once:
//
//   __pipeline_memcpy_async(&As[ty][tx], &A[k + tx], 4);   stays as it is
//   __pipeline_commit();                                   our commit, theirs
//   __pipeline_wait_prior(0);                              our wait, theirs
//   __syncthreads();
//   compute
//   __syncthreads();
//
// The copies are tile stores that are asynchronous already; the commit and the
// wait go where the pipeline needs them. What cannot be taken apart like this
// is rejected.
//
//===----------------------------------------------------------------------===//

#include "Analyze/Effects/PipelineObjects.h"
#include "Rules.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

static Rejection reject(const Stmt *S, std::string Why,
                        RejectionKind Kind = RejectionKind::AsyncCopyInLoop) {
  return {Kind, S->getSourceRange(), std::move(Why)};
}

/// Commit and wait move to other places of the trip, where \p S's names must be
/// known.
static bool namesBodyVariable(const Stmt *S, const LoopAnalysis &A) {
  return holds(S, [&](const Stmt &At) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&At);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return Var && A.declaredInBody(Var);
  });
}

namespace {

/// An operation, and the loops and branches of the item that lead to it.
struct AsyncEvent {
  AsyncOperation Op;
  const Stmt *S;
  unsigned Item;
  llvm::SmallVector<std::pair<const Stmt *, bool>, 2> Path;

  /// Whenever \p Other is made, this is made too.
  bool follows(const AsyncEvent &Other) const {
    bool Nested = Item == Other.Item && Path.size() <= Other.Path.size() &&
                  std::equal(Path.begin(), Path.end(), Other.Path.begin());
    return Path.empty() || Nested;
  }
};

/// The asynchronous operations of a trip, in order.
class AsyncTrip {
public:
  explicit AsyncTrip(LoopAnalysis &A) : A(A), M(A.M) {}

  MaybeRejection check();

private:
  MaybeRejection collect(const Stmt *S, AsyncEvent Here);
  MaybeRejection checkPhase(unsigned Begin, unsigned End);
  MaybeRejection checkCopy(const AsyncEvent &Copy, unsigned End);
  MaybeRejection checkWait(const AsyncEvent &Wait);
  bool isLess(const AsyncEvent &Wait) const;
  MaybeRejection checkCounting();
  MaybeRejection whyNoWait(const AsyncEvent &Copy, unsigned Begin,
                           unsigned End) const;
  /// A copy of the trip stands in front of \p Wait.
  bool startedBefore(const AsyncEvent &Wait) const {
    return llvm::any_of(Events, [&](const AsyncEvent &E) {
      return &E < &Wait && E.Op.Kind == AsyncOperation::Copy &&
             E.Op.Pipeline == Wait.Op.Pipeline;
    });
  }
  Rejection notAlways(const AsyncEvent &E) const {
    return reject(E.S, quoted(E.S, A.Ctx) +
                           " is inside another statement: some threads, or "
                           "some trips, may not come here");
  }

  LoopAnalysis &A;
  LoopModel &M;
  std::vector<AsyncEvent> Events;
  /// Commits of the load phase that some threads, or a loop, may make.
  bool HasUnsureCommits = false;
};

MaybeRejection AsyncTrip::collect(const Stmt *S, AsyncEvent Here) {
  if (!S || effectsOf(S, A.Flow, A.Ctx).AsyncCopies.empty())
    return std::nullopt;
  if (std::optional<AsyncOperation> Op = asyncOperation(S, A.Ctx)) {
    Here.Op = std::move(*Op);
    Here.S = S;
    Events.push_back(std::move(Here));
    return std::nullopt;
  }
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return collect(Attributed->getSubStmt(), std::move(Here));
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body())
      if (MaybeRejection Why = collect(Child, Here))
        return Why;
    return std::nullopt;
  }
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    Here.Path.push_back({For, false});
    return collect(For->getBody(), std::move(Here));
  }
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    AsyncEvent Else = Here;
    Here.Path.push_back({If, false});
    Else.Path.push_back({If, true});
    if (MaybeRejection Why = collect(If->getThen(), std::move(Here)))
      return Why;
    return collect(If->getElse(), std::move(Else));
  }
  return unsupportedAsync(S, A.Ctx);
}

/// \p Copy is not waited for in its phase: why that is wrong.
MaybeRejection AsyncTrip::whyNoWait(const AsyncEvent &Copy, unsigned Begin,
                                    unsigned End) const {
  bool Read = false;
  for (unsigned I = End; I < M.Items.size(); ++I) {
    std::optional<AsyncOperation> Op;
    if (M.Items[I].R == Role::AsyncGroup)
      Op = asyncOperation(M.Items[I].S, A.Ctx);
    if (Op && Op->Kind == AsyncOperation::Wait) {
      bool InTime = I + 1 < M.Items.size() && M.Items[I + 1].R == Role::Barrier;
      if (Read || !InTime)
        return reject(M.Items[I].S,
                      "the wait comes after the barrier, so that no thread "
                      "knows whether the copies of others have arrived: a race",
                      RejectionKind::MissingBarrier);
      return reject(M.Items[I].S,
                    "it is in another phase than the copy, which is in "
                    "flight in between");
    }
    Read |= llvm::any_of(M.Items[I].E.MemoryReads, [&](const MemoryAccess &R) {
      return R.Root.Kind == MemoryRoot::Shared && A.isTile(R.Root.Var);
    });
  }
  for (const AsyncEvent &E : Events)
    if (E.Op.Kind == AsyncOperation::Wait && E.Item >= Begin && &E < &Copy)
      return reject(Copy.S,
                    "this copy starts after the wait, so that nobody waits for "
                    "it before the tile is read: a race",
                    RejectionKind::MissingBarrier);
  return reject(Copy.S, "the loop never waits for this copy",
                RejectionKind::MissingBarrier);
}

/// A commit follows \p Copy, and a wait the commit, before item \p End ends.
MaybeRejection AsyncTrip::checkCopy(const AsyncEvent &Copy, unsigned End) {
  auto Behind = [&](const AsyncEvent &E, const AsyncEvent &Start,
                    AsyncOperation::KindTy Kind) {
    return &E > &Start && E.Item <= End && E.Op.Kind == Kind;
  };
  const AsyncEvent *Commit = Copy.Op.Commits ? &Copy : nullptr;
  const AsyncEvent *Unsure = nullptr, *Early = nullptr;
  for (const AsyncEvent &E : Events)
    if (Behind(E, Copy, AsyncOperation::Commit) && !Commit) {
      if (E.follows(Copy))
        Commit = &E;
      else
        Unsure = &E;
    }
  for (const AsyncEvent &E : Events) {
    if (!Behind(E, Copy, AsyncOperation::Wait))
      continue;
    if (!E.follows(Copy)) {
      Unsure = &E;
      continue;
    }
    if (E.Op.CoversUncommitted || (Commit && &E > Commit))
      return std::nullopt;
    Early = &E;
  }
  if (Unsure)
    return notAlways(*Unsure);
  if (Early)
    return reject(Copy.S,
                  "no commit between this copy and the wait, which waits for "
                  "committed copies only: a race",
                  RejectionKind::MissingBarrier);
  return std::nullopt;
}

/// \p Wait leaves fewer groups in flight than the wait known so far.
bool AsyncTrip::isLess(const AsyncEvent &Wait) const {
  const std::optional<AsyncOperation> Known =
      asyncOperation(M.Groups.Wait, A.Ctx);
  return Known && Known->Pending.value_or(1) > 0 && Wait.Op.Pending == 0 &&
         M.Groups.WaitGuards.empty();
}

/// \p Wait can be made at the top of the trip.
MaybeRejection AsyncTrip::checkWait(const AsyncEvent &Wait) {
  if (namesBodyVariable(Wait.S, A))
    return reject(Wait.S, "it names a variable of the loop body");
  llvm::SmallVector<const IfStmt *, 1> Guards;
  for (auto [Around, InElse] : Wait.Path) {
    const auto *If = dyn_cast<IfStmt>(Around);
    if (!If || InElse || If->getInit() || If->getConditionVariable() ||
        If->isConstexpr() || !A.isInvariant(If->getCond()) ||
        namesBodyVariable(If->getCond(), A))
      return notAlways(Wait);
    Guards.push_back(If);
  }
  if (!M.Groups.Wait) {
    M.Groups.Wait = Wait.S;
    M.Groups.WaitGuards = Guards;
  } else if (M.Items[Wait.Item].S == Wait.S &&
             M.Groups.Wait != M.Items[M.Barriers.Publish].S && isLess(Wait)) {
    M.Groups.Wait = Wait.S;
  } else if (!Guards.empty() || !M.Groups.WaitGuards.empty()) {
    return reject(Wait.S, "the loop waits twice in a trip, and not with the "
                          "same threads");
  }
  return std::nullopt;
}

MaybeRejection AsyncTrip::checkPhase(unsigned Begin, unsigned End) {
  // The first tile is loaded before the first wait.
  for (unsigned I = Begin; I < End; ++I) {
    bool Waits =
        M.Groups.Wait || llvm::any_of(Events, [&](const AsyncEvent &E) {
          return E.Item == I && E.Op.Kind == AsyncOperation::Wait;
        });
    if (Waits && A.inLoad(I))
      for (const MemoryAccess &R : M.Items[I].E.MemoryReads)
        if (R.Root.Kind != MemoryRoot::Global)
          return reject(R.Where, "the load phase reads shared memory behind "
                                 "the wait, which may have been waiting for "
                                 "it");
    for (const AsyncEvent &E : Events) {
      if (E.Item != I || M.Items[I].R == Role::Barrier)
        continue;
      if (E.Op.Kind == AsyncOperation::Wait) {
        if (MaybeRejection Why = checkWait(E))
          return Why;
      } else if (M.Items[I].R == Role::AsyncGroup) {
        if (namesBodyVariable(E.S, A))
          return reject(E.S, "it names a variable of the loop body");
        if (!M.Groups.Commit)
          M.Groups.Commit = E.S;
      } else if (E.Op.Kind == AsyncOperation::Commit || E.Op.Commits) {
        M.Groups.CommitsInLoad = true;
        M.Groups.CommitsPerTile += 1;
        HasUnsureCommits |= !E.Path.empty();
      }
    }
  }
  const AsyncEvent *LastCopy = nullptr, *Wait = nullptr, *Any = nullptr;
  for (const AsyncEvent &E : Events) {
    bool EndsPhase = E.Item == End && E.Op.Kind == AsyncOperation::Wait;
    if (E.Item < Begin || (E.Item >= End && !EndsPhase))
      continue;
    if (EndsPhase) {
      // cg::wait(block): the barriers in front of and behind the load go, and
      // those behind which what an earlier phase has started is read
      // (checkBarriers()).
      if (End != M.Barriers.Publish && End != M.Barriers.Reuse &&
          startedBefore(E)) {
        Any = Wait = &E;
        continue;
      }
      if (End != M.Barriers.Publish && End != M.Barriers.Reuse)
        return reject(E.S, "this barrier would wait for the next tile, too");
      if (End == M.Barriers.Reuse && End != M.Barriers.Publish)
        continue;
      if (MaybeRejection Why = checkWait(E))
        return Why;
    }
    if (E.Op.Kind == AsyncOperation::Copy) {
      if (!A.inLoad(E.Item))
        return reject(E.S, "the array that it copies to cannot have two "
                           "stages");
      LastCopy = &E;
    } else if (E.Op.Kind == AsyncOperation::Wait) {
      Any = Wait = &E;
    } else if (E.Op.Kind == AsyncOperation::Commit && !Wait) {
      Any = &E;
    }
  }
  // What an earlier phase has started is waited for at the top of the trip.
  if (!LastCopy && Any && Any == Wait && startedBefore(*Any))
    return std::nullopt;
  if (!LastCopy)
    return Any ? MaybeRejection(reject(Any->S, "this phase makes no copies "
                                               "that it could concern"))
               : std::nullopt;
  if (!Wait || Wait < LastCopy)
    return whyNoWait(*LastCopy, Begin, End);
  for (const AsyncEvent &E : Events)
    if (E.Item >= Begin && E.Item < End && E.Op.Kind == AsyncOperation::Copy)
      if (MaybeRejection Why = checkCopy(E, End))
        return Why;
  return std::nullopt;
}

/// All operations belong to one pipeline, and a wait for its oldest group is
/// one for all.
MaybeRejection AsyncTrip::checkCounting() {
  const AsyncEvent *Oldest = nullptr, *Commit = nullptr;
  unsigned Waits = 0, Commits = 0;
  for (const AsyncEvent &E : Events) {
    if (E.Op.Pipeline != Events.front().Op.Pipeline ||
        E.Op.Barrier != Events.front().Op.Barrier)
      return reject(E.S, std::string("copies of the loop are counted in "
                                     "different ways; let one ") +
                             (E.Op.Barrier && Events.front().Op.Barrier
                                  ? "cuda::barrier, for this loop alone,"
                                  : "cuda::pipeline") +
                             " count all");
    Waits += E.Op.Kind == AsyncOperation::Wait;
    if (E.Op.OldestOnly)
      Oldest = &E;
    if (E.Op.Kind == AsyncOperation::Commit) {
      ++Commits;
      Commit = &E;
    }
  }
  if (!Oldest)
    return std::nullopt;
  const VarDecl *Pipeline = Oldest->Op.Pipeline;
  std::string Advice =
      Oldest->Op.OfBlock ? ""
                         : "; cuda::pipeline_consumer_wait_prior<0>(" +
                               Pipeline->getNameAsString() + ") waits for all";
  bool InLoop = Commit && llvm::any_of(Commit->Path, [](const auto &Step) {
                  return isa<ForStmt>(Step.first);
                });
  if (Waits != 1 || Commits != 1 || InLoop || Commit->Path != Oldest->Path)
    return reject(Oldest->S, "it waits for the oldest commit, and a trip may "
                             "make more or fewer than one" +
                                 Advice);
  if (const Stmt *Busy = mayStartBusy(A, Pipeline))
    return reject(Busy, "copies that " + quoted(Pipeline) +
                            " counts may be in flight when the loop starts, "
                            "and consumer_wait() waits for the oldest" +
                            Advice);
  M.Groups.WaitsForOldest = true;
  return std::nullopt;
}

MaybeRejection AsyncTrip::check() {
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    AsyncEvent Here;
    Here.Item = I;
    if (MaybeRejection Why = collect(M.Items[I].S, std::move(Here)))
      return Why;
  }
  if (Events.empty())
    return std::nullopt;
  unsigned Begin = 0;
  for (unsigned I = 0; I <= M.Items.size(); ++I)
    if (I == M.Items.size() || M.Items[I].R == Role::Barrier) {
      if (MaybeRejection Why = checkPhase(Begin, I))
        return Why;
      Begin = I + 1;
    }
  if (MaybeRejection Why = checkCounting())
    return Why;
  if (HasUnsureCommits || M.Groups.Commit || Events.front().Op.Pipeline ||
      Events.front().Op.Barrier)
    M.Groups.CommitsPerTile = 0;
  return checkBlockCounter(A);
}

} // namespace

MaybeRejection checkAsyncGroups(LoopAnalysis &A) {
  for (const Effects *E : {&A.CondEffects, &A.IncEffects})
    if (!E->AsyncCopies.empty())
      return reject(E->AsyncCopies[0], "it stands in the loop header");
  return AsyncTrip(A).check();
}

} // namespace cudapipe
