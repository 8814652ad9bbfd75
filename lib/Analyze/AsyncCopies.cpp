//===- AsyncCopies.cpp - K-loops that copy asynchronously -----------------===//
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

#include "LoopAnalysis.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {

static Rejection reject(const Stmt *S, std::string Why,
                        RejectionKind Kind = RejectionKind::AsyncCopyInLoop) {
  return {Kind, S->getSourceRange(), std::move(Why)};
}

/// What \p S, which cannot be taken apart, is.
static Rejection unsupported(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  std::string Name = Callee ? Callee->getQualifiedNameAsString() : "";
  if (llvm::StringRef(Name).starts_with("cooperative_groups::"))
    return reject(S, "copies that a group of threads makes together cannot be "
                     "re-staged yet; __pipeline_memcpy_async can");
  if (llvm::StringRef(Name).starts_with("cuda::"))
    return reject(S, "copies that a cuda::pipeline or cuda::barrier counts "
                     "cannot be re-staged yet; __pipeline_memcpy_async can");
  return reject(S, "this form of asynchronous copy cannot be re-staged yet");
}

MaybeRejection readAsyncItem(const LoopAnalysis &A, BodyItem &Item) {
  for (const Stmt *S : Item.E.AsyncCopies) {
    std::optional<AsyncOperation> Op = asyncOperation(S, A.Ctx);
    if (!Op || Op->Kind == AsyncOperation::Other)
      return unsupported(S);
    if (Op->Kind == AsyncOperation::Copy)
      continue;
    if (S != Item.S)
      return reject(S, quoted(S, A.Ctx) +
                           " is inside another statement: some threads, or "
                           "some trips, may not come here");
    if (Op->Kind == AsyncOperation::Wait && Op->Pending != 0)
      return reject(S, "it leaves copies in flight");
    Item.R = Role::AsyncGroup;
  }
  return std::nullopt;
}

/// Commit and wait move to other places of the trip, where \p S's names must be
/// known.
static bool namesBodyVariable(const Stmt *S, const LoopAnalysis &A) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return (Var && A.declaredInBody(Var)) ||
         (S && llvm::any_of(S->children(), [&](const Stmt *Child) {
            return namesBodyVariable(Child, A);
          }));
}

namespace {

/// The copies, commits and waits of one phase, in front of its barrier.
class AsyncPhase {
public:
  AsyncPhase(LoopAnalysis &A, unsigned Begin, unsigned End)
      : A(A), Begin(Begin), End(End) {}

  MaybeRejection check();

private:
  const Stmt *at(int I) const { return A.M.Items[I].S; }
  MaybeRejection whyNoWait(unsigned LastCopy) const;

  LoopAnalysis &A;
  unsigned Begin, End;
};

/// Item \p LastCopy is not waited for in its phase: why that is wrong.
MaybeRejection AsyncPhase::whyNoWait(unsigned LastCopy) const {
  const LoopModel &M = A.M;
  const Stmt *Copy = M.Items[LastCopy].E.AsyncCopies.back();
  bool Read = false;
  for (unsigned I = End; I < M.Items.size(); ++I) {
    std::optional<AsyncOperation> Op;
    if (M.Items[I].R == Role::AsyncGroup)
      Op = asyncOperation(M.Items[I].S, A.Ctx);
    if (Op && Op->Kind == AsyncOperation::Wait) {
      bool InTime = I + 1 < M.Items.size() && M.Items[I + 1].R == Role::Barrier;
      if (Read || !InTime)
        return reject(at(I),
                      "the wait comes after the barrier, so that no thread "
                      "knows whether the copies of others have arrived: a race",
                      RejectionKind::MissingBarrier);
      return reject(at(I), "it is in another phase than the copy, which is in "
                           "flight in between");
    }
    Read |= llvm::any_of(M.Items[I].E.MemoryReads, [&](const MemoryAccess &R) {
      return R.Root.Kind == MemoryRoot::Shared && A.isTile(R.Root.Var);
    });
  }
  for (unsigned I = Begin; I < LastCopy; ++I)
    if (M.Items[I].R == Role::AsyncGroup &&
        asyncOperation(at(I), A.Ctx)->Kind == AsyncOperation::Wait)
      return reject(Copy,
                    "this copy starts after the wait, so that nobody waits for "
                    "it before the tile is read: a race",
                    RejectionKind::MissingBarrier);
  return reject(Copy, "the loop never waits for this copy",
                RejectionKind::MissingBarrier);
}

MaybeRejection AsyncPhase::check() {
  LoopModel &M = A.M;
  int Copy = -1, Commit = -1, Wait = -1;
  bool Covered = false;
  for (unsigned I = Begin; I < End; ++I) {
    BodyItem &Item = M.Items[I];
    // The first tile is loaded before the first wait.
    if (M.Wait && A.inLoad(I))
      for (const MemoryAccess &R : Item.E.MemoryReads)
        if (R.Root.Kind != MemoryRoot::Global)
          return reject(R.Where, "the load phase reads shared memory behind "
                                 "the wait, which may have been waiting for "
                                 "it");
    if (Item.E.AsyncCopies.empty())
      continue;
    if (Item.R != Role::AsyncGroup) {
      if (!A.inLoad(I))
        return reject(Item.E.AsyncCopies[0],
                      "the array that it copies to cannot have two stages");
      Copy = I;
      continue;
    }
    if (namesBodyVariable(Item.S, A))
      return reject(Item.S, "it names a variable of the loop body");
    std::optional<AsyncOperation> Op = asyncOperation(Item.S, A.Ctx);
    if (Op->Kind == AsyncOperation::Commit) {
      Commit = I;
      if (!M.Commit)
        M.Commit = Item.S;
      continue;
    }
    Wait = I;
    Covered = Op->CoversUncommitted || Commit > Copy;
    if (!M.Wait)
      M.Wait = Item.S;
  }
  if (Copy < 0) {
    int Any = Wait < 0 ? Commit : Wait;
    if (Any < 0)
      return std::nullopt;
    return reject(at(Any), "this phase makes no copies that it could concern");
  }
  if (Wait < Copy)
    return whyNoWait(Copy);
  if (!Covered)
    return reject(M.Items[Copy].E.AsyncCopies.back(),
                  "no commit between this copy and the wait, which waits for "
                  "committed copies only: a race",
                  RejectionKind::MissingBarrier);
  return std::nullopt;
}

} // namespace

MaybeRejection checkAsyncGroups(LoopAnalysis &A) {
  for (const Effects *E : {&A.CondEffects, &A.IncEffects})
    if (!E->AsyncCopies.empty())
      return reject(E->AsyncCopies[0], "it stands in the loop header");
  unsigned Begin = 0;
  for (unsigned I = 0; I < A.M.Items.size(); ++I)
    if (A.M.Items[I].R == Role::Barrier) {
      if (MaybeRejection Why = AsyncPhase(A, Begin, I).check())
        return Why;
      Begin = I + 1;
    }
  return AsyncPhase(A, Begin, A.M.Items.size()).check();
}

/// The object that the pointer \p To is spelled to name: `As[i]` of `&As[i]`.
static const Expr *pointee(const Expr *To) {
  const Expr *Bare = To->IgnoreParenImpCasts();
  const auto *Op = dyn_cast<UnaryOperator>(Bare);
  return Op && Op->getOpcode() == UO_AddrOf ? Op->getSubExpr() : Bare;
}

MaybeRejection readAsyncCopy(const LoopAnalysis &A, TileCopy &Copy) {
  const Stmt *S = Copy.Store;
  std::optional<AsyncOperation> Op = asyncOperation(S, A.Ctx);
  if (!Op || Op->Kind != AsyncOperation::Copy)
    return unsupported(S);
  RootSet Roots = A.Flow.rootsOfAddress(Op->To);
  if (Roots.size() != 1 || Roots[0].Kind != MemoryRoot::Shared)
    return reject(S, "the copy may go to more than one array");
  if (!Op->ConstantSize)
    return reject(S, "the size of the copy is no compile-time constant; give "
                     "the bytes to leave out as the last argument instead");
  Effects E = effectsOf(S, A.Flow, A.Ctx);
  for (const VarDecl *Var : E.Writes)
    if (!A.M.LoadState.count(Var))
      return reject(S, "an argument of the copy has a side effect");
  Copy.Kind = TileCopy::Copy;
  Copy.IsAsync = true;
  Copy.Tile = Copy.Name = Roots[0].Var;
  Copy.Destination = pointee(Op->To);
  Copy.Value = Copy.Source = Op->From;
  Copy.Bytes = Copy.Alignment = Op->Bytes;
  return std::nullopt;
}

} // namespace cudapipe
