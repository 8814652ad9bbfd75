//===- Surroundings.cpp - What runs before, behind and around the loop ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopAnalysis.h"
#include "Rules/Rules.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;

namespace cudapipe {

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
              !neverOverlap(A, X.Root, W.Root))
            return true;
        if (!AfterWrites)
          continue;
        for (const MemoryAccess &R : Item.E.MemoryReads) {
          if (X.Root.Kind == MemoryRoot::Shared &&
              R.Root.Kind == MemoryRoot::Shared) {
            if (isSameShared(X.Root.Var, R.Root.Var))
              return true;
          } else if (!neverOverlap(A, X.Root, R.Root)) {
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
               !neverOverlap(A, X.Root, Y.Root);
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
        return !neverOverlap(A, W.Root, R.Root);
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

/// \p S makes the pipeline that counts the copies of the loop, which is a
/// barrier of the block.
static bool makesPipeline(const Stmt *S, const LoopAnalysis &A) {
  const auto *Decls = dyn_cast<DeclStmt>(S);
  return Decls && A.M.Groups.Counter && A.M.Groups.Counter->Pipeline &&
         llvm::is_contained(Decls->decls(), A.M.Groups.Counter->Pipeline);
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
      if (isBlockBarrier(S, *A.M.Kernel, A.Ctx) || makesPipeline(S, A)) {
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

/// \p E may touch dynamic shared memory, by whatever name.
static bool touchesArea(const Effects &E) {
  auto Touches = [](const MemoryAccess &X) {
    return X.Root.Kind == MemoryRoot::Unknown ||
           (X.Root.Kind == MemoryRoot::Shared && isDynamicShared(*X.Root.Var));
  };
  return !E.Unknown.empty() || !E.AsyncCopies.empty() ||
         llvm::any_of(E.MemoryReads, Touches) ||
         llvm::any_of(E.MemoryWrites, Touches);
}

/// In front of the first barrier behind the loop something may touch dynamic
/// shared memory.
static bool touchesAreaBehind(const LoopAnalysis &A) {
  const Stmt *Inner = A.M.Header.LoopWithPragmas;
  for (const Stmt *Outer = A.Parents.getParent(Inner); Outer;
       Inner = Outer, Outer = A.Parents.getParent(Outer)) {
    if (isa<ForStmt, WhileStmt, DoStmt>(Outer))
      return true; // the next round comes
    const auto *Block = dyn_cast<CompoundStmt>(Outer);
    if (!Block)
      continue;
    bool Behind = false;
    for (const Stmt *S : Block->body()) {
      if (Behind && isBlockBarrier(S, *A.M.Kernel, A.Ctx))
        return false;
      if (Behind && touchesArea(effectsOf(S, A.Flow, A.Ctx)))
        return true;
      Behind |= S == Inner;
    }
  }
  return A.inDeviceFunction();
}

/// \p S may leave the block that it stands in.
static bool mayLeave(const Stmt &S) {
  return holds(&S, [](const Stmt &At) {
    return isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt, IndirectGotoStmt>(
        At);
  });
}

/// Behind the loop, in front of the next barrier, memory is used that the last
/// trip uses; or the loop comes again. From the loop outwards: a barrier on the
/// way clears all that is behind it.
static bool needsBarrierBehind(const LoopAnalysis &A) {
  bool Leaves = false;
  /// From behind \p Begin to in front of \p End: true where memory is in the
  /// way, false behind a barrier.
  auto Meets = [&](const CompoundStmt &Block, const Stmt *Begin,
                   const Stmt *End) -> std::optional<bool> {
    bool Runs = !Begin;
    for (const Stmt *S : Block.body()) {
      if (S == End)
        break;
      if (Runs) {
        if (!Leaves && isBlockBarrier(S, *A.M.Kernel, A.Ctx))
          return false;
        if (needsBarrier(effectsOf(S, A.Flow, A.Ctx), A.M.Items, A))
          return true;
        Leaves |= mayLeave(*S);
      }
      Runs |= S == Begin;
    }
    return std::nullopt;
  };
  const Stmt *Inner = A.M.Header.LoopWithPragmas, *InBlock = nullptr;
  for (const Stmt *Outer = A.Parents.getParent(Inner); Outer;
       Inner = Outer, Outer = A.Parents.getParent(Outer)) {
    if (const auto *Block = dyn_cast<CompoundStmt>(Outer)) {
      if (std::optional<bool> Met = Meets(*Block, Inner, nullptr))
        return *Met;
      InBlock = Inner;
      continue;
    }
    if (!isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Outer))
      continue;
    // The next round comes to what stands in front of the loop.
    const auto *For = dyn_cast<ForStmt>(Outer);
    const auto *Body = For ? dyn_cast<CompoundStmt>(For->getBody()) : nullptr;
    auto IsApart = [&](const Stmt *S) {
      return !S || !needsBarrier(effectsOf(S, A.Flow, A.Ctx), A.M.Items, A);
    };
    if (!Body || Body != Inner || !IsApart(For->getCond()) ||
        !IsApart(For->getInc()) ||
        Meets(*Body, nullptr, InBlock).value_or(true))
      return true;
  }
  return A.inDeviceFunction();
}

void readSurroundings(LoopAnalysis &A) {
  LoopModel &M = A.M;
  M.Around.BarrierNeededAfter = needsBarrierBehind(A);
  // What callers do around the call is not looked at.
  M.Around.MemoryWrittenBefore = A.inDeviceFunction();
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
  if (M.Staged.Dynamic) {
    M.Around.AreaTouchedBefore =
        happensBefore(A, touchesArea, [](const Stmt &) { return true; });
    M.Around.AreaTouchedBehind = touchesAreaBehind(A);
  }
  M.Around.BarrierNeededAfterLoadPhase |=
      UsesMemory && (M.Around.Nested || A.inDeviceFunction());
}

} // namespace cudapipe
