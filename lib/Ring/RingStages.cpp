//===- RingStages.cpp - When a stage is free, and what else a trip does ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analyze/Effects/WarpBarrier.h"
#include "RingLoopReader.h"
#include "Rules/Rules.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/Attr.h"
#include <map>

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

bool RingLoopReader::isBlockBarrier(const Stmt *S) const {
  if (waitsForWarp(S) || ast_matchers::match(ast_matchers::stmt(blockBarrier()),
                                             *S, const_cast<ASTContext &>(Ctx))
                             .empty())
    return false;
  // A group's `barrier_arrive()` and `barrier_wait()` are halves of one.
  const auto *E = dyn_cast<Expr>(S);
  const auto *Call = E ? dyn_cast<CallExpr>(E->IgnoreImplicit()) : nullptr;
  const FunctionDecl *Callee = Call ? knownCallee(*Call) : nullptr;
  return !Callee || !Callee->getIdentifier() ||
         !Callee->getName().starts_with("barrier_");
}

const VarDecl *rootOf(const VarDecl *Name) {
  const VarDecl *Through = nullptr;
  return Name->hasAttr<CUDASharedAttr>() ? Name
         : Name->getInit() ? sharedRootOf({Name->getInit(), {}}, Through)
                           : nullptr;
}

/// The \p Item uses what a copy of its trip fills, in front of the wait for
/// that copy.
bool RingLoopReader::isUsedEarly(size_t Item) const {
  bool Found = false;
  forEach<DeclRefExpr>(Items[Item], [&](const DeclRefExpr &Ref) {
    const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
    if (Found || !touchesTile(&Ref) ||
        llvm::any_of(Steps[Item], [&](const TransferStep &Step) {
          return Step.Kind == TransferStep::BarrierWait &&
                 contains(Step.outermost(), &Ref);
        }))
      return;
    const VarDecl *Root = rootOf(Var);
    // A pointer may lead to what others fill, which is a race only if that has
    // started.
    const bool IsName = CountedAt.count(Var) && !StartsBehindWait;
    for (const auto &[Name, Bars] : CountedAt) {
      const VarDecl *Other = rootOf(Name);
      const bool MayBe = IsName ? Var == Name || Var == Other || Root == Name
                                : !Root || !Other || Root == Other;
      Found |= MayBe && llvm::any_of(Bars, [&](size_t Bar) {
                 return WaitOf.at(Bar) >= Item;
               });
    }
  });
  return Found;
}

RingLoopReader::Why RingLoopReader::findBarrier() {
  size_t First = Items.size(), Last = 0;
  for (size_t I = 0; I < Items.size(); ++I) {
    if (isLoad(I))
      continue;
    const bool Reads =
        itemTouchesTile(I) || llvm::any_of(Steps[I], [](const TransferStep &S) {
          return S.Kind == TransferStep::AsyncMma ||
                 S.Kind == TransferStep::MmaCommit ||
                 S.Kind == TransferStep::MmaWait ||
                 S.Kind == TransferStep::TileRead;
        });
    if (!Reads)
      continue;
    if (isUsedEarly(I))
      return reject(RejectionKind::MissingBarrier, Items[I],
                    "the tile is used in front of the wait for it");
    First = std::min(First, I);
    Last = std::max(Last, I);
  }
  if (First == Items.size())
    return reject(RejectionKind::TileAddressEscapes, Out.Header.Loop,
                  "nothing in the loop names the tile");
  for (size_t I = LastWait + 1; I < Items.size(); ++I) {
    if (!isBlockBarrier(I))
      continue;
    if (I > Last) {
      Out.Barrier = Items[I];
      Out.IsBehind = true;
      return std::nullopt;
    }
    if (I < First)
      Out.Barrier = Items[I];
  }
  // At the head of the trip it stands behind the trip before as well.
  for (size_t I = 0; I < FirstWait && !Out.Barrier; ++I)
    if (isBlockBarrier(I))
      Out.Barrier = Items[I];
  if (!Out.Barrier || Out.Around)
    return reject(RejectionKind::StageInUse, Items[Last],
                  "no barrier of the block separates what reads the tile from "
                  "the copy of the next");
  return std::nullopt;
}

/// No product is in flight where the stage is taken to be free.
RingLoopReader::Why RingLoopReader::checkAsyncReaders() {
  const TransferStep *Running = nullptr;
  for (size_t I = 0; I < Items.size(); ++I) {
    if (Running && Out.IsBehind && Items[I] == Out.Barrier)
      break;
    for (const TransferStep &S : Steps[I]) {
      if (StringRef(S.Name).starts_with("tcgen05"))
        return reject(RejectionKind::AsyncReader, S.outermost(),
                      "'" + S.Name + "' is not followed to its end");
      if (S.Kind == TransferStep::AsyncMma)
        Running = &S;
      if (S.Kind == TransferStep::MmaWait && S.Pending == 0 &&
          reachOf(Items[I], S) == Reach::Always)
        Running = nullptr;
    }
  }
  if (Running)
    return reject(RejectionKind::StageInUse, Running->outermost(),
                  "'" + Running->Name +
                      "' may still read the tile where its stage is filled "
                      "again: no 'wait_group 0' is in front of that");
  return std::nullopt;
}

/// The statements that start copies do nothing else that another place, or
/// another time, would change.
RingLoopReader::Why RingLoopReader::checkLoads() {
  std::vector<const Stmt *> Moved = Out.Loads;
  llvm::append_range(Moved, Out.Slice);
  for (const Stmt *S : Moved) {
    const Effects E = effectsOf(S, Flow, Ctx);
    for (const Occurrence &What : E.Unknown)
      if (!isPartOfStep(What.Where))
        return reject(RejectionKind::UnknownEffects, What.Where, What.What);
    for (const Occurrence &What : E.Pinned)
      if (!isPartOfStep(What.Where))
        return reject(RejectionKind::VolatileAccess, What.Where, What.What);
    for (const MemoryAccess &Write : E.MemoryWrites)
      if (Write.Root.Kind != MemoryRoot::Local && !isPartOfStep(Write.Where) &&
          !holdsBarrier(Write.Root.Var))
        return reject(OneBuffer.Kind, Write.Where,
                      "it is stored beside the copies");
    for (const VarDecl *Var : E.Writes)
      if (!declarationIn(S, Var) && !llvm::is_contained(Out.Tokens, Var) &&
          Var->hasLocalStorage())
        return reject(OneBuffer.Kind, S,
                      "'" + Var->getNameAsString() +
                          "' is set beside the copies");
  }
  return std::nullopt;
}

/// Between the arrival and the wait of a trip, which are further apart in a
/// ring, the block may have handed something on in other shared memory.
RingLoopReader::Why RingLoopReader::checkOtherShared() {
  struct Access {
    bool Reads = false, Writes = false;
    const Stmt *Where = nullptr;
  };
  std::vector<Access> Of(Items.size());
  for (size_t I = 0; I < Items.size(); ++I) {
    if (isLoad(I))
      continue;
    const Effects E = effectsOf(Items[I], Flow, Ctx);
    auto IsOther = [&](const MemoryAccess &A) {
      return (A.Root.Kind == MemoryRoot::Shared && !isTile(A.Root.Var) &&
              !holdsBarrier(A.Root.Var)) ||
             (A.Root.Kind == MemoryRoot::Unknown && !isPartOfStep(A.Where));
    };
    for (const MemoryAccess &A : E.MemoryReads)
      if (IsOther(A))
        Of[I].Reads = true, Of[I].Where = A.Where;
    // Assembly may read other memory than the tile.
    for (const TransferStep &S : Steps[I])
      if (S.Kind == TransferStep::TileRead)
        Of[I].Reads = true, Of[I].Where = S.outermost();
    for (const MemoryAccess &A : E.MemoryWrites)
      if (IsOther(A))
        Of[I].Writes = true, Of[I].Where = A.Where;
  }
  for (size_t From = 0; From < Items.size(); ++From) {
    if (!Of[From].Where)
      continue;
    bool Passed = false;
    for (size_t Next = 1; Next <= Items.size(); ++Next) {
      const size_t To = (From + Next) % Items.size();
      if (isBlockBarrier(To))
        break;
      Passed |= llvm::any_of(Steps[To], [](const TransferStep &S) {
        return S.Kind == TransferStep::BarrierWait;
      });
      if (Passed && Of[To].Where && (Of[From].Writes || Of[To].Writes))
        return reject(RejectionKind::BarrierUsedElsewhere, Of[To].Where,
                      "only the wait for the copies keeps this apart from "
                      "another access to shared memory");
    }
  }
  if (!Out.OthersArrive)
    return std::nullopt;
  // Those who arrive no more have handed on what they stored in front, and to
  // what is behind the loop.
  const bool Any = llvm::any_of(Of, [](const Access &A) { return A.Where; });
  const Stmt *Stored = nullptr;
  for (const Stmt *S : inFront()) {
    if (isBlockBarrier(S)) {
      Stored = nullptr;
      continue;
    }
    const std::vector<TransferStep> Known = transferSteps(S, Ctx);
    for (const MemoryAccess &A : effectsOf(S, Flow, Ctx).MemoryWrites)
      if ((A.Root.Kind == MemoryRoot::Shared ||
           A.Root.Kind == MemoryRoot::Unknown) &&
          !isTile(A.Root.Var) && !holdsBarrier(A.Root.Var) &&
          llvm::none_of(Known, [&](const TransferStep &Step) {
            return Step.Where == A.Where || Step.outermost() == A.Where ||
                   llvm::is_contained(Step.Calls, A.Where);
          }))
        Stored = A.Where;
  }
  if (!Any)
    Stored = nullptr;
  for (size_t I = 0; I < Items.size() && !Stored; ++I)
    if (Of[I].Writes &&
        std::none_of(Items.begin() + I, Items.end(),
                     [&](const Stmt *S) { return isBlockBarrier(S); }))
      Stored = Of[I].Where;
  if (Stored)
    return reject(RejectionKind::BarrierUsedElsewhere, Stored,
                  "only the arrivals of all keep this apart from another "
                  "access to shared memory");
  return std::nullopt;
}

/// No copy of the loop comes from \p To, where it stores.
bool RingLoopReader::isApartFromSources(const MemoryRoot &To) const {
  // What a tensor map shows has no name: it is apart from who promises so.
  if (To.Kind != MemoryRoot::Global || !To.Var ||
      (!Out.Boxes.empty() && !To.Var->getType().isRestrictQualified()))
    return false;
  bool IsApart = true;
  auto MustBeApart = [&](const RootSet &Sources) {
    for (const MemoryRoot &From : Sources)
      IsApart &= From.Kind == MemoryRoot::Shared ||
                 From.Kind == MemoryRoot::Local ||
                 From.Kind == MemoryRoot::Constant ||
                 neverOverlap(From, To, /*AssumeNoAlias=*/false);
  };
  std::vector<const Stmt *> Early = Out.Loads;
  llvm::append_range(Early, Out.Slice);
  for (const Stmt *S : Early)
    forEach<CastExpr>(S, [&](const CastExpr &Cast) {
      if (Cast.getCastKind() == CK_LValueToRValue &&
          Cast.getType()->isPointerType())
        MustBeApart(Flow.rootsOfPointer(&Cast));
      else if (Cast.getCastKind() == CK_ArrayToPointerDecay)
        MustBeApart(Flow.rootsOfObject(Cast.getSubExpr()));
    });
  // A called function may name memory by itself.
  for (const std::vector<TransferStep> &All : Steps)
    for (const TransferStep &Step : All)
      for (const CallExpr *Call : Step.Calls) {
        const FunctionDecl *Callee = calledFunction(*Call);
        if (Callee && !isLibraryFunction(*Callee, Ctx))
          forEach<DeclRefExpr>(Callee->getBody(), [&](const DeclRefExpr &Ref) {
            const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
            IsApart &= !Var || !Var->hasGlobalStorage() ||
                       Var->getType().isConstQualified();
          });
      }
  return IsApart;
}

RingLoopReader::Why RingLoopReader::checkEffects() {
  for (size_t I = 0; I < Items.size(); ++I) {
    if (isLoad(I))
      continue;
    const Effects E = effectsOf(Items[I], Flow, Ctx);
    // Of a step it is known: assembly, or a loop that asks for a phase.
    auto IsKnown = [&](const Stmt *Where) {
      return llvm::any_of(Steps[I], [&](const TransferStep &S) {
        return contains(Where, S.Where) ||
               llvm::any_of(S.Calls, [&](const CallExpr *Call) {
                 return contains(Where, Call);
               });
      });
    };
    for (const Occurrence &What : E.Unknown)
      if (!IsKnown(What.Where))
        return reject(RejectionKind::UnknownEffects, What.Where, What.What);
    for (const Occurrence &What : E.Pinned)
      if (What.Observes && !IsKnown(What.Where))
        return reject(RejectionKind::SourceMayChange, What.Where,
                      "the trip looks at what others have stored: " +
                          What.What);
    for (const BlockWait &Wait : E.BlockWaits)
      if (!IsKnown(Wait.Where))
        return reject(RejectionKind::SourceMayChange, Wait.Where, Wait.What);
    for (const MemoryAccess &Write : E.MemoryWrites) {
      if (Write.Root.Kind == MemoryRoot::Local)
        continue;
      if (Write.Root.Kind == MemoryRoot::Shared) {
        if (isTile(Write.Root.Var))
          return reject(RejectionKind::GenericWrite, Write.Where,
                        "a thread stores to '" +
                            Write.Root.Var->getNameAsString() + "'");
        continue;
      }
      if (isApartFromSources(Write.Root))
        continue;
      return reject(RejectionKind::SourceMayChange, Write.Where,
                    "it may store to what is copied, which is read earlier "
                    "now; declare the pointer that it stores through "
                    "__restrict__, if it never does");
    }
  }
  if (Out.Kernel->hasAttr<CUDAClusterDimsAttr>())
    return reject(RejectionKind::ClusterCopy, Out.Header.Loop,
                  "the kernel runs in clusters");
  return std::nullopt;
}

} // namespace cudapipe
