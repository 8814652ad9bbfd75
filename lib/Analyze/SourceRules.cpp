//===- SourceRules.cpp - Rules 1 and 3, and the loop's surroundings -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DivergentExits.h"
#include "LoopAnalysis.h"
#include "cudapipe/Analyze/Taint.h"

using namespace clang;

namespace cudapipe {
namespace {

/// C11 6.7.3.1: an object that is written through one restrict pointer is not
/// accessed through a pointer of another origin. `const` proves nothing.
bool isRestrict(const VarDecl *Var) {
  return Var && Var->getType().isRestrictQualified();
}

/// A named array in device memory, which no other named array overlaps.
bool isDeviceArray(const VarDecl *Var) {
  return Var && !Var->hasLocalStorage() && !Var->getType()->isPointerType() &&
         !Var->getType()->isReferenceType();
}

} // namespace

bool neverOverlap(const MemoryRoot &A, const MemoryRoot &B,
                  bool AssumeNoAlias) {
  // Programming Guide, "Texture and Surface Memory": fetching what the same
  // kernel has written is undefined.
  if (A.Kind == MemoryRoot::Texture || B.Kind == MemoryRoot::Texture)
    return true;
  if (A.Kind == MemoryRoot::Shared || B.Kind == MemoryRoot::Shared)
    return A.Kind != B.Kind && A.Kind != MemoryRoot::Unknown &&
           B.Kind != MemoryRoot::Unknown;
  if (A.Kind != MemoryRoot::Global || B.Kind != MemoryRoot::Global)
    return false;
  if (!A.Var || !B.Var || A.Var == B.Var)
    return false;
  return isRestrict(A.Var) || isRestrict(B.Var) || AssumeNoAlias ||
         (isDeviceArray(A.Var) && isDeviceArray(B.Var));
}

const char *overlapHint(const MemoryAccess &Read, const MemoryAccess &Write) {
  return neverOverlap(Read.Root, Write.Root, /*AssumeNoAlias=*/true)
             ? " (declare the pointers __restrict__, or pass "
               "--assume-no-alias, if they never overlap)"
             : "";
}

MaybeRejection checkSources(LoopAnalysis &A) {
  llvm::SmallVector<const MemoryAccess *, 8> Sources, Writes;
  for (unsigned I = 0; I < A.M.Items.size(); ++I) {
    const Effects &E = A.M.Items[I].E;
    for (const MemoryAccess &W : E.MemoryWrites)
      if (W.Root.Kind != MemoryRoot::Shared)
        Writes.push_back(&W);
    if (A.inLoad(I) || A.M.Items[I].Early)
      for (const MemoryAccess &R : E.MemoryReads)
        Sources.push_back(&R);
  }
  for (const MemoryAccess &R : A.CondEffects.MemoryReads) {
    if (R.Root.Kind == MemoryRoot::Shared && A.isStored(R.Root.Var))
      return Rejection{RejectionKind::LoadDependsOnCompute,
                       R.Where->getSourceRange(),
                       "the loop condition reads shared memory that the loop "
                       "writes"};
    Sources.push_back(&R);
  }
  // One barrier a trip takes the place of two: what stands beside the load may
  // not read what the compute phase writes, which was a barrier away.
  for (unsigned I = 0; I < A.M.Items.size(); ++I) {
    if (A.inLoad(I) || isKeptApart(A, I))
      continue;
    for (const MemoryAccess &R : A.M.Items[I].E.MemoryReads) {
      if (R.Root.Kind == MemoryRoot::Shared && A.isStored(R.Root.Var))
        return Rejection{RejectionKind::UnsupportedLoop,
                         R.Where->getSourceRange(),
                         "this read of " + quoted(R.Root.Var) +
                             " in the load phase depends on a barrier that "
                             "goes away"};
      for (const MemoryAccess *W : Writes)
        if (!neverOverlap(R.Root, W->Root, A.AssumeNoAlias))
          return Rejection{
              RejectionKind::UnsupportedLoop, R.Where->getSourceRange(),
              "this read in the load phase may depend on " +
                  quoted(W->Where, A.Ctx) + " across a barrier that goes away" +
                  overlapHint(R, *W)};
    }
  }
  for (const MemoryAccess *Source : Sources)
    for (const MemoryAccess *W : Writes)
      if (!neverOverlap(Source->Root, W->Root, A.AssumeNoAlias)) {
        std::string Name =
            Source->Root.Var ? quoted(Source->Root.Var) : "the loaded memory";
        return Rejection{
            RejectionKind::SourceMayChange, W->Where->getSourceRange(),
            Name + " may be written by " + quoted(W->Where, A.Ctx) +
                overlapHint(*Source, *W)};
      }
  return std::nullopt;
}

/// `for (k = 0; k < n; k += s)` with a k that held something else before: it
/// counts the same for all threads whose n and s are the same.
static bool countsFromStart(const LoopAnalysis &A, const Taint &Threads) {
  const auto *Cond = dyn_cast<BinaryOperator>(A.M.Header.Cond->IgnoreParens());
  const auto *Start = dyn_cast_or_null<BinaryOperator>(A.M.Header.Init);
  const auto *Ref = Start ? dyn_cast<DeclRefExpr>(Start->getLHS()) : nullptr;
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Cond || !Cond->isComparisonOp() || !Var || !Var->hasLocalStorage() ||
      Var->getType()->isReferenceType() || A.Flow.isAliased(Var) ||
      Start->getOpcode() != BO_Assign || Threads.reaches(Start->getRHS()))
    return false;
  auto NamesVar = [&](const Expr *E) {
    const auto *Side = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Side && Side->getDecl() == Var;
  };
  const Expr *Limit = NamesVar(Cond->getLHS())   ? Cond->getRHS()
                      : NamesVar(Cond->getRHS()) ? Cond->getLHS()
                                                 : nullptr;
  if (!Limit || Threads.reaches(Limit) ||
      llvm::any_of(A.M.Items, [&](const BodyItem &Item) {
        return Item.E.Writes.count(Var);
      }))
    return false;
  return llvm::all_of(A.Increments, [&](const Expr *Increment) {
    if (!effectsOf(Increment, A.Flow, A.Ctx).Writes.count(Var))
      return true;
    const auto *Op = dyn_cast<BinaryOperator>(Increment);
    return isSimpleUpdate(A, Var, Increment) &&
           (!Op || !Threads.reaches(Op->getRHS()));
  });
}

static bool holdsLabel(const Stmt *S) {
  return S && (isa<LabelStmt>(S) || llvm::any_of(S->children(), holdsLabel));
}

/// One call of the function may come to the loop more than once.
static bool comesAgain(const LoopAnalysis &A) {
  for (const Stmt *S = A.Parents.getParent(A.M.Header.LoopWithPragmas); S;
       S = A.Parents.getParent(S))
    if (isa<ForStmt, WhileStmt, DoStmt>(S))
      return true;
  return holdsLabel(A.M.Kernel->getBody());
}

/// \p S names a member of the object of the function.
static bool namesMember(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  return (E && fieldOfThis(E)) ||
         (S && llvm::any_of(S->children(), namesMember));
}

MaybeRejection checkUniform(LoopAnalysis &A) {
  Taint Threads(A.M.Kernel->getBody(), A.Flow, A.Ctx, Taint::Seed::ThreadIndex,
                A.PerThread, publishedScalars(A));
  auto Differs = [&](const Expr *Cond) -> MaybeRejection {
    if (!Cond || !Threads.reaches(Cond))
      return std::nullopt;
    const bool OfObject = A.Flow.members() && namesMember(Cond);
    return Rejection{RejectionKind::BarrierNotUniform, Cond->getSourceRange(),
                     quoted(Cond, A.Ctx) + " may differ from thread to thread" +
                         (OfObject ? ": it names a member, which is the same "
                                     "for all only if nothing but the "
                                     "initializers of its class sets it"
                                   : "")};
  };
  // Who returns from a kernel is gone; from a function, goes on elsewhere.
  // Behind the loop and its last barrier that is no matter.
  if (A.inDeviceFunction())
    if (MaybeRejection Why = Differs(
            divergentReturn(A.M.Kernel->getBody(), Threads, /*From=*/nullptr,
                            comesAgain(A) ? nullptr : A.M.Header.Loop,
                            &A.Ctx.getSourceManager())))
      return Why;
  // The outermost first: what stands in it differs because of it.
  std::vector<const Expr *> Around;
  for (const Stmt *S = A.Parents.getParent(A.M.Header.LoopWithPragmas); S;
       S = A.Parents.getParent(S)) {
    if (const auto *If = dyn_cast<IfStmt>(S))
      Around.push_back(If->getCond());
    else if (const auto *For = dyn_cast<ForStmt>(S))
      Around.push_back(For->getCond());
    else if (const auto *While = dyn_cast<WhileStmt>(S))
      Around.push_back(While->getCond());
    else if (const auto *Do = dyn_cast<DoStmt>(S))
      Around.push_back(Do->getCond());
    else if (const auto *Switch = dyn_cast<SwitchStmt>(S))
      Around.push_back(Switch->getCond());
  }
  for (const Expr *Cond : llvm::reverse(Around))
    if (MaybeRejection Why = Differs(Cond))
      return Why;
  if (!countsFromStart(A, Threads)) {
    const Expr *Limit = limitOfWholeRounds(A);
    if (MaybeRejection Why = Differs(Limit ? Limit : A.M.Header.Cond))
      return Why;
  }
  return std::nullopt;
}

/// A function may declare dynamic shared memory anew.
static bool isSameShared(const VarDecl *A, const VarDecl *B) {
  return A == B || (A->hasExternalStorage() && B->hasExternalStorage());
}

/// Behind the loop, \p E touches memory in a way that the loop's last barrier
/// keeps apart from what \p Items do in the last trip.
static bool needsBarrier(const Effects &E, llvm::ArrayRef<BodyItem> Items,
                         const LoopAnalysis &A) {
  if (!E.Unknown.empty() || !E.AsyncCopies.empty())
    return true;
  auto MayMeet = [&](llvm::ArrayRef<MemoryAccess> After, bool AfterWrites) {
    for (const BodyItem &Item : Items) {
      if (Item.R == Role::Load)
        continue;
      for (const MemoryAccess &X : After) {
        for (const MemoryAccess &W : Item.E.MemoryWrites)
          if (X.Root.Kind == MemoryRoot::Unknown || W.Root == X.Root ||
              !neverOverlap(X.Root, W.Root, A.AssumeNoAlias))
            return true;
        if (!AfterWrites)
          continue;
        for (const MemoryAccess &R : Item.E.MemoryReads) {
          if (X.Root.Kind == MemoryRoot::Shared &&
              R.Root.Kind == MemoryRoot::Shared) {
            if (isSameShared(X.Root.Var, R.Root.Var))
              return true;
          } else if (!neverOverlap(X.Root, R.Root, A.AssumeNoAlias)) {
            return true;
          }
        }
      }
    }
    return false;
  };
  return MayMeet(E.MemoryReads, false) || MayMeet(E.MemoryWrites, true);
}

/// In front of the loop, \p E touches memory that the first load phase uses.
static bool meetsLoad(const Effects &E, const LoopAnalysis &A) {
  if (!E.Unknown.empty() || !E.AsyncCopies.empty() || E.observesOthers())
    return true;
  auto Meet = [&](llvm::ArrayRef<MemoryAccess> Xs,
                  llvm::ArrayRef<MemoryAccess> Ys) {
    return llvm::any_of(Xs, [&](const MemoryAccess &X) {
      return llvm::any_of(Ys, [&](const MemoryAccess &Y) {
        if (X.Root.Kind == MemoryRoot::Shared &&
            Y.Root.Kind == MemoryRoot::Shared)
          return isSameShared(X.Root.Var, Y.Root.Var);
        return X.Root.Kind == MemoryRoot::Unknown ||
               Y.Root.Kind == MemoryRoot::Unknown || X.Root == Y.Root ||
               !neverOverlap(X.Root, Y.Root, A.AssumeNoAlias);
      });
    });
  };
  return llvm::any_of(A.M.Items, [&](const BodyItem &Item) {
    return (Item.R == Role::Load || Item.R == Role::Both) &&
           (Meet(E.MemoryWrites, Item.E.MemoryReads) ||
            Meet(E.MemoryWrites, Item.E.MemoryWrites) ||
            Meet(E.MemoryReads, Item.E.MemoryWrites));
  });
}

/// \p E may write memory that the load phase reads, at whatever trip, or waits
/// for another block that does.
static bool writesSource(const Effects &E, const LoopAnalysis &A) {
  if (!E.Unknown.empty() || E.observesOthers())
    return true;
  return llvm::any_of(A.M.Items, [&](const BodyItem &Item) {
    if (Item.R != Role::Load && Item.R != Role::Both && !Item.Early)
      return false;
    return llvm::any_of(Item.E.MemoryReads, [&](const MemoryAccess &R) {
      return llvm::any_of(E.MemoryWrites, [&](const MemoryAccess &W) {
        if (W.Root.Kind == MemoryRoot::Shared &&
            R.Root.Kind == MemoryRoot::Shared)
          return isSameShared(W.Root.Var, R.Root.Var);
        return !neverOverlap(W.Root, R.Root, A.AssumeNoAlias);
      });
    });
  });
}

/// \p E may touch a tile.
static bool touchesTile(const Effects &E, const LoopAnalysis &A) {
  auto Touches = [&](const MemoryAccess &X) {
    return X.Root.Kind == MemoryRoot::Unknown ||
           (X.Root.Kind == MemoryRoot::Shared &&
            llvm::any_of(A.M.Staged.Tiles, [&](const VarDecl *Tile) {
              return isSameShared(X.Root.Var, Tile);
            }));
  };
  return !E.Unknown.empty() || llvm::any_of(E.MemoryReads, Touches) ||
         llvm::any_of(E.MemoryWrites, Touches);
}

/// Behind the last barrier in front of the loop something \p Does that; \p
/// Again: something that runs before the loop does when it runs again. From the
/// loop outwards, and in each block from its start: the last barrier clears
/// all.
static bool happensBefore(const LoopAnalysis &A,
                          llvm::function_ref<bool(const Effects &)> Does,
                          llvm::function_ref<bool(const Stmt &)> Again) {
  const Stmt *Inner = A.M.Header.LoopWithPragmas;
  bool Written = false;
  for (const Stmt *Outer = A.Parents.getParent(Inner); Outer;
       Inner = Outer, Outer = A.Parents.getParent(Outer)) {
    // Of the round before.
    if (isa<ForStmt, WhileStmt, DoStmt>(Outer))
      Written |= Again(*Outer);
    const auto *Block = dyn_cast<CompoundStmt>(Outer);
    if (!Block)
      continue;
    bool HasBarrier = false, WrittenHere = false;
    for (const Stmt *S : Block->body()) {
      if (S == Inner)
        break;
      if (isBlockBarrier(S, *A.M.Kernel, A.Ctx)) {
        HasBarrier = true;
        WrittenHere = false;
      } else {
        WrittenHere |= Does(effectsOf(S, A.Flow, A.Ctx));
      }
    }
    Written |= WrittenHere;
    if (HasBarrier)
      return Written;
  }
  return Written || A.inDeviceFunction();
}

void readSurroundings(LoopAnalysis &A) {
  LoopModel &M = A.M;
  // What callers do around the call is not looked at.
  M.Around.BarrierNeededAfter = M.Around.MemoryWrittenBefore =
      A.inDeviceFunction();
  llvm::ArrayRef<BodyItem> LoadPhase =
      llvm::ArrayRef(M.Items).take_front(M.Barriers.Publish);
  bool UsesMemory = llvm::any_of(LoadPhase, [](const BodyItem &Item) {
    return Item.R != Role::Load &&
           !(Item.E.MemoryReads.empty() && Item.E.MemoryWrites.empty());
  });
  const Stmt *Inner = M.Header.LoopWithPragmas;
  for (const Stmt *Outer = A.Parents.getParent(Inner); Outer;
       Inner = Outer, Outer = A.Parents.getParent(Outer)) {
    if (isa<ForStmt, WhileStmt, DoStmt>(Outer)) {
      M.Around.Nested = true;
      if (!effectsOf(Outer, A.Flow, A.Ctx).MemoryWrites.empty())
        M.Around.MemoryWrittenBefore = true;
    }
    const auto *Block = dyn_cast<CompoundStmt>(Outer);
    if (!Block)
      continue;
    bool After = false;
    for (const Stmt *S : Block->body()) {
      if (S == Inner) {
        After = true;
        continue;
      }
      Effects E = effectsOf(S, A.Flow, A.Ctx);
      if (After) {
        M.Around.BarrierNeededAfter |= needsBarrier(E, M.Items, A);
        M.Around.BarrierNeededAfterLoadPhase |=
            UsesMemory && needsBarrier(E, LoadPhase, A);
      } else {
        M.Around.MemoryWrittenBefore |= meetsLoad(E, A);
      }
    }
  }
  auto WritesSource = [&](const Effects &E) { return writesSource(E, A); };
  M.Around.SourceWrittenBefore =
      happensBefore(A, WritesSource, [&](const Stmt &Around) {
        return WritesSource(effectsOf(&Around, A.Flow, A.Ctx));
      });
  // The loop itself leaves its tiles behind a barrier.
  M.Around.TileTouchedBefore = happensBefore(
      A, [&](const Effects &E) { return touchesTile(E, A); },
      [&](const Stmt &) {
        return !M.Staged.UsedAfter.empty() || M.Staged.Dynamic;
      });
  M.Around.BarrierNeededAfter |= M.Around.Nested;
  M.Around.BarrierNeededAfterLoadPhase |=
      UsesMemory && (M.Around.Nested || A.inDeviceFunction());
}

} // namespace cudapipe
