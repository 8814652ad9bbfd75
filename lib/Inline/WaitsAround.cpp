//===- WaitsAround.cpp - Barriers beside a loop ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaitsAround.h"
#include "Analyze/Loop/LoopAnalysis.h"
#include "cudapipe/Analyze/LoopParts.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Walks away from a loop, through the blocks and the loops that it stands in.
class Walk {
public:
  Walk(const LoopCandidate &Candidate, bool IsBehind, const PointerFlow &Flow,
       const ASTContext &Ctx)
      : Candidate(Candidate), IsBehind(IsBehind), Flow(Flow), Ctx(Ctx),
        InLoop(effectsOf(Candidate.Loop, Flow, Ctx)) {}

  bool meetsNobody() const;

private:
  enum class Met { Nobody, Barrier, Sharer };
  Met along(llvm::ArrayRef<const Stmt *> List, bool LeavesToo) const;
  bool shares(const Stmt &S, bool LeavesToo) const;

  const LoopCandidate &Candidate;
  const bool IsBehind;
  const PointerFlow &Flow;
  const ASTContext &Ctx;
  const Effects InLoop;
};

} // namespace

static bool mayBeOne(const MemoryAccess &A, const MemoryAccess &B) {
  auto MayBeShared = [](const MemoryAccess &Access) {
    return Access.Root.Kind == MemoryRoot::Shared ||
           Access.Root.Kind == MemoryRoot::Unknown;
  };
  return MayBeShared(A) && MayBeShared(B) &&
         (A.Root == B.Root || A.Root.Kind != B.Root.Kind);
}

static bool meet(llvm::ArrayRef<MemoryAccess> As,
                 llvm::ArrayRef<MemoryAccess> Bs) {
  return llvm::any_of(As, [&](const MemoryAccess &A) {
    return llvm::any_of(Bs,
                        [&](const MemoryAccess &B) { return mayBeOne(A, B); });
  });
}

/// Who leaves the block at \p S may miss the barrier behind it.
bool Walk::shares(const Stmt &S, bool LeavesToo) const {
  Effects E = effectsOf(&S, Flow, Ctx);
  return !E.Unknown.empty() || !InLoop.Unknown.empty() ||
         !E.AsyncCopies.empty() || (LeavesToo && !E.Exits.empty()) ||
         meet(E.MemoryWrites, InLoop.MemoryReads) ||
         meet(E.MemoryWrites, InLoop.MemoryWrites) ||
         meet(E.MemoryReads, InLoop.MemoryWrites);
}

/// \p List comes in the order of the walk.
Walk::Met Walk::along(llvm::ArrayRef<const Stmt *> List, bool LeavesToo) const {
  for (const Stmt *S : List) {
    if (isBlockBarrier(S, *Candidate.Kernel, Ctx))
      return Met::Barrier;
    if (shares(*S, LeavesToo))
      return Met::Sharer;
  }
  return Met::Nobody;
}

bool Walk::meetsNobody() const {
  const ParentMap Parents(Candidate.Kernel->getBody());
  const Stmt *In = Candidate.Loop;
  while (const Stmt *Around = Parents.getParent(In)) {
    if (const auto *Block = dyn_cast<CompoundStmt>(Around)) {
      llvm::SmallVector<const Stmt *> Before, After;
      for (const Stmt *S : Block->body())
        if (S != In)
          (llvm::find(Block->body(), S) < llvm::find(Block->body(), In) ? Before
                                                                        : After)
              .push_back(S);
      std::reverse(Before.begin(), Before.end());
      Met First = along(IsBehind ? After : Before, IsBehind);
      if (First != Met::Nobody)
        return First == Met::Barrier;
      // A round of a loop may lead to the other end.
      const Stmt *Outer = Parents.getParent(Block);
      if (isa_and_nonnull<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Outer)) {
        llvm::SmallVector<const Stmt *> Other(IsBehind ? Before : After);
        std::reverse(Other.begin(), Other.end());
        if (along(Other, true) != Met::Barrier)
          return false;
      }
    } else if (isa<LambdaExpr>(Around) ||
               (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Around) &&
                !isa<CompoundStmt>(In))) {
      return false; // a loop of nothing else
    }
    In = Around;
  }
  return true;
}

bool waitsInFront(const LoopCandidate &Candidate, const PointerFlow &Flow,
                  const ASTContext &Ctx) {
  return Walk(Candidate, /*IsBehind=*/false, Flow, Ctx).meetsNobody();
}

bool waitsBehind(const LoopCandidate &Candidate, const PointerFlow &Flow,
                 const ASTContext &Ctx) {
  return Walk(Candidate, /*IsBehind=*/true, Flow, Ctx).meetsNobody();
}

bool waitsInTrip(llvm::ArrayRef<const Stmt *> Trip, const FunctionDecl &Kernel,
                 const PointerFlow &Flow, const ASTContext &Ctx) {
  std::vector<Effects> All;
  std::vector<unsigned> Before; // barriers in front of each
  unsigned Count = 0;
  for (const Stmt *S : Trip) {
    if (isBlockBarrier(S, Kernel, Ctx)) {
      ++Count;
      continue;
    }
    All.push_back(effectsOf(S, Flow, Ctx));
    Before.push_back(Count);
    if (!All.back().Unknown.empty() || !All.back().AsyncCopies.empty())
      return false;
  }
  for (auto [I, A] : llvm::enumerate(All))
    for (auto [J, B] : llvm::enumerate(All)) {
      unsigned Down =
          std::max(Before[I], Before[J]) - std::min(Before[I], Before[J]);
      bool AreApart = I == J ? Count > 0 : Down > 0 && Count > Down;
      if (!AreApart && (meet(A.MemoryWrites, B.MemoryReads) ||
                        meet(A.MemoryWrites, B.MemoryWrites)))
        return false;
    }
  return true;
}

} // namespace cudapipe
