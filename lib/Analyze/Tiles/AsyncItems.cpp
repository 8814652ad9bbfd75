//===- AsyncItems.cpp - Asynchronous copies, one by one -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analyze/Effects/PipelineObjects.h"
#include "cudapipe/Analyze/BlockCounter.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

static Rejection reject(const Stmt *S, std::string Why) {
  return {RejectionKind::AsyncCopyInLoop, S->getSourceRange(), std::move(Why)};
}

/// The barrier object in shared memory that counts the copy \p Call, if nothing
/// but the number of threads that it expects is in the way.
static const VarDecl *miscountedBarrier(const CallExpr *Call,
                                        const ASTContext &Ctx) {
  const FunctionDecl *Callee = Call ? knownCallee(*Call) : nullptr;
  if (!Callee || !Callee->getIdentifier() ||
      Callee->getName() != "memcpy_async" || Call->getNumArgs() < 4)
    return nullptr;
  const auto *Ref = dyn_cast<DeclRefExpr>(
      Call->getArg(Call->getNumArgs() - 1)->IgnoreParenImpCasts());
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && isShared(*Var) && isBlockBarrierObject(Var->getType()) &&
                 !barrierOfBlock(*Var, Ctx)
             ? Var
             : nullptr;
}

Rejection unsupportedAsync(const Stmt *S, const ASTContext &Ctx) {
  const auto *Call = dyn_cast<CallExpr>(S);
  if (const VarDecl *Bar = miscountedBarrier(Call, Ctx))
    return {RejectionKind::CountedCopyInLoop, S->getSourceRange(),
            quoted(Bar) + " is not seen to be initialized once, for all "
                          "threads of the block: block.size(), blockDim or "
                          "__launch_bounds__ tell"};
  const FunctionDecl *Callee = Call ? knownCallee(*Call) : nullptr;
  llvm::StringRef Name =
      Callee && Callee->getIdentifier() ? Callee->getName() : "";
  std::string Whole = Callee ? Callee->getQualifiedNameAsString() : "";
  if (llvm::StringRef(Whole).starts_with("cuda::"))
    return reject(
        S, Name == "memcpy_async" || Name.contains("producer") ||
                   Name.contains("consumer") || Name == "quit"
               ? "copies that a cuda::barrier counts, or a cuda::pipeline of "
                 "more than one thread, cannot be re-staged yet; "
                 "cuda::make_pipeline() without a shared state can"
               : "waits of a cuda::barrier cannot be moved yet; a "
                 "cuda::pipeline of one thread and __syncthreads() can");
  return reject(S, "this form of asynchronous copy cannot be re-staged yet");
}

static Rejection insideAnother(const Stmt *S, const LoopAnalysis &A) {
  return reject(S, quoted(S, A.Ctx) + " is inside another statement");
}

/// Keys, then values: what a wait of \p Item leaves in flight, a later one of
/// the same trip waits for, in all threads.
static bool waitsForAllBehind(const LoopAnalysis &A, const BodyItem &Item) {
  bool IsBehind = false, Waits = false;
  for (const Stmt *S : A.M.Header.Body->body()) {
    const auto *Cleanups = dyn_cast<ExprWithCleanups>(S);
    const std::optional<AsyncOperation> Op =
        IsBehind ? asyncOperation(Cleanups ? Cleanups->getSubExpr() : S, A.Ctx)
                 : std::nullopt;
    Waits |= Op && Op->Kind == AsyncOperation::Wait && Op->Pending == 0 &&
             !Op->Pipeline && !Op->Barrier;
    IsBehind |= S == Item.S;
  }
  return Waits;
}

MaybeRejection readAsyncItem(const LoopAnalysis &A, BodyItem &Item) {
  for (const Stmt *S : Item.E.AsyncCopies) {
    std::optional<AsyncOperation> Op = asyncOperation(S, A.Ctx);
    if (!Op || Op->Kind == AsyncOperation::Other)
      return unsupportedAsync(S, A.Ctx);
    if (Op->Kind == AsyncOperation::Wait && Op->Pending != 0 &&
        !waitsForAllBehind(A, Item))
      return reject(S, "it leaves copies in flight");
    const auto *Cleanups = dyn_cast<ExprWithCleanups>(Item.S);
    bool IsItem = S == (Cleanups ? Cleanups->getSubExpr() : Item.S);
    switch (Op->Kind) {
    case AsyncOperation::Copy:
    case AsyncOperation::Other:
      break;
    case AsyncOperation::Wait:
      if (Op->OfBlock && !IsItem)
        return insideAnother(S, A);
      Item.R = Op->OfBlock ? Role::Barrier
               : IsItem    ? Role::AsyncGroup
                           : Role::Load;
      break;
    case AsyncOperation::Commit:
      if (Op->OfBlock && !IsItem)
        return insideAnother(S, A);
      Item.R = IsItem && !Op->Pipeline ? Role::AsyncGroup : Role::Load;
      break;
    case AsyncOperation::Acquire:
      if (Op->OfBlock && !IsItem)
        return insideAnother(S, A);
      Item.R = Role::Load;
      break;
    case AsyncOperation::Release:
      if (!IsItem)
        return insideAnother(S, A);
      // With the next acquire it is the barrier in front of the next load.
      if (Op->OfBlock)
        Item.R = Role::Barrier;
      break;
    }
  }
  return std::nullopt;
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
    return unsupportedAsync(S, A.Ctx);
  RootSet Roots = A.Flow.rootsOfAddress(Op->To);
  if (Roots.size() != 1 || Roots[0].Kind != MemoryRoot::Shared)
    return reject(S, "the copy may go to more than one array");
  for (const Expr *Size : Op->Sizes)
    if (!A.isInvariant(Size))
      return reject(S, "the size of the copy changes from trip to trip: what "
                       "one tile does not fill would be of another tile");
  if (!Op->ConstantSize && Op->Sizes.empty())
    return reject(S, "the size of the copy is no compile-time constant; give "
                     "the bytes to leave out as the last argument instead");
  Effects E = effectsOf(S, A.Flow, A.Ctx);
  for (const VarDecl *Var : E.Writes)
    if (!A.M.Variables.LoadState.count(Var))
      return reject(S, "an argument of the copy has a side effect");
  Copy.Kind = TileCopy::Copy;
  Copy.From.IsAsync = true;
  Copy.Tile = Copy.Name = Roots[0].Var;
  Copy.Destination = pointee(Op->To);
  Copy.Value = Copy.From.Source = Op->From;
  Copy.Bytes = Op->Bytes;
  Copy.Alignment = Op->Alignment ? Op->Alignment : Op->Bytes;
  Copy.From.ByGroup = Op->Group;
  return std::nullopt;
}

} // namespace cudapipe
