//===- UntakenBranches.cpp - What no instantiation here has ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a branch computes is no matter to the pipeline. It is where the branch
// does what the rules ask about: stores, waits, jumps, sets what the loads and
// the trips depend on, or reads a tile where the next one may be loaded.
//
//===----------------------------------------------------------------------===//

#include "UntakenBranches.h"
#include "cudapipe/Analyze/PassedPointers.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/Taint.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

/// The first statement in \p S that is more than a block.
const Stmt *firstIn(const Stmt *S) {
  return findStatement(
      S, [](const Stmt &At) { return !isa<CompoundStmt, NullStmt>(At); });
}

/// Of a dropped branch, an instantiation has an empty block.
bool takes(const LoopCandidate &Instantiation, const Stmt &First) {
  return holds(Instantiation.Kernel->getBody(), [&](const Stmt &At) {
    return !isa<CompoundStmt>(At) && At.getBeginLoc() == First.getBeginLoc();
  });
}

void addNames(const Stmt *S, VarSet &To) {
  forEach<DeclRefExpr>(S, [&](const DeclRefExpr &Ref) {
    if (const auto *Var = dyn_cast<VarDecl>(Ref.getDecl()))
      To.insert(Var);
  });
}

bool meet(const VarSet &A, const VarSet &B) {
  return llvm::any_of(A, [&](const VarDecl *Var) { return B.count(Var); });
}

/// The init, condition and step of a loop, and its body.
struct LoopOf {
  llvm::SmallVector<const Stmt *, 3> Header;
  const Stmt *Body = nullptr;
};
LoopOf partsOf(const Stmt *S) {
  if (const auto *For = dyn_cast<ForStmt>(S))
    return {{For->getInit(), For->getCond(), For->getInc()}, For->getBody()};
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return {{While->getCond()}, While->getBody()};
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return {{Do->getCond()}, Do->getBody()};
  return {};
}

/// What the loop that all instantiations have is made of.
class PipelineNames {
public:
  PipelineNames(const LoopCandidate &Whole,
                llvm::ArrayRef<const Stmt *> Untaken, const PointerFlow &Flow,
                const ASTContext &Ctx);

  /// Named where the loop goes on, stores, loads, waits or leaves, and in what
  /// it asks for that.
  VarSet Asked;
  /// Variables of the loop's body that the loads are made by.
  VarSet OfLoads;

private:
  /// What stands in a statement.
  struct Holds {
    bool Steps = false, Loads = false;
    Holds &operator|=(const Holds &O) {
      Steps |= O.Steps;
      Loads |= O.Loads;
      return *this;
    }
  };
  Holds visit(const Stmt *S);
  Holds visitLeaf(const Stmt &S);
  void ask(const Stmt *S, const Holds &In);

  llvm::ArrayRef<const Stmt *> Untaken;
  const PointerFlow &Flow;
  const ASTContext &Ctx;
  /// What is loaded from global memory, and all that is made of it.
  VarSet Loaded;
  /// What each statement writes, and reads.
  std::vector<std::pair<VarSet, VarSet>> Sets;
};

bool isOutside(const MemoryAccess &Access) {
  return Access.Root.Kind != MemoryRoot::Shared &&
         Access.Root.Kind != MemoryRoot::Local;
}

bool isInShared(const MemoryAccess &Access) {
  return Access.Root.Kind == MemoryRoot::Shared ||
         Access.Root.Kind == MemoryRoot::Unknown ||
         Access.Root.Kind == MemoryRoot::Stranger;
}

PipelineNames::PipelineNames(const LoopCandidate &Whole,
                             llvm::ArrayRef<const Stmt *> Untaken,
                             const PointerFlow &Flow, const ASTContext &Ctx)
    : Untaken(Untaken), Flow(Flow), Ctx(Ctx) {
  const LoopOf Loop = partsOf(Whole.Loop);
  VarSet Seeds;
  holds(Loop.Body, [&](const Stmt &S) {
    if (!isa<DeclStmt, BinaryOperator, CallExpr>(S))
      return false;
    const Effects E = effectsOf(&S, Flow, Ctx);
    if (llvm::any_of(E.MemoryReads, isOutside))
      Seeds.insert(E.Writes.begin(), E.Writes.end());
    return false;
  });
  Loaded = Taint(Whole.Loop, Flow, Ctx, Taint::Seed::VariablesOnly, Seeds)
               .variables();
  for (const Stmt *S : Loop.Header)
    if (S)
      addNames(S, Asked);
  visit(Loop.Body);
  // Backwards, to what they are made of.
  VarSet Set;
  for (bool Grows = true; Grows;) {
    const size_t Before = OfLoads.size();
    for (const auto &[Writes, Reads] : Sets)
      if (meet(Writes, OfLoads))
        OfLoads.insert(Reads.begin(), Reads.end());
    Grows = OfLoads.size() > Before;
  }
  for (const auto &[Writes, Reads] : Sets)
    Set.insert(Writes.begin(), Writes.end());
  OfLoads.remove_if([&](const VarDecl *Var) { return !Set.count(Var); });
}

void PipelineNames::ask(const Stmt *S, const Holds &In) {
  if (!S)
    return;
  if (In.Steps)
    addNames(S, Asked);
  if (In.Loads)
    addNames(S, OfLoads);
}

PipelineNames::Holds PipelineNames::visitLeaf(const Stmt &S) {
  const Effects E = effectsOf(&S, Flow, Ctx);
  Sets.emplace_back(E.Writes, E.Reads);
  for (const auto *Accesses : {&E.MemoryReads, &E.MemoryWrites})
    for (const MemoryAccess &Access : *Accesses)
      addNames(Access.Where, Asked);
  Holds Out;
  Out.Loads =
      !E.AsyncCopies.empty() ||
      (llvm::any_of(E.MemoryWrites, isInShared) &&
       (llvm::any_of(E.MemoryReads, isOutside) || meet(E.Reads, Loaded)));
  Out.Steps = Out.Loads || !E.MemoryWrites.empty() || !E.Barriers.empty() ||
              !E.Exits.empty() || !E.Unknown.empty();
  if (Out.Loads)
    ask(&S, Out);
  return Out;
}

PipelineNames::Holds PipelineNames::visit(const Stmt *S) {
  if (!S || llvm::is_contained(Untaken, S))
    return {};
  if (isa<Expr, DeclStmt, ReturnStmt>(S))
    return visitLeaf(*S);
  if (isa<BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt>(S))
    return {/*Steps=*/true, false};
  Holds Out;
  if (const LoopOf Loop = partsOf(S); Loop.Body) {
    for (const Stmt *Part : Loop.Header)
      Out |= visit(Part);
    Out |= visit(Loop.Body);
    for (const Stmt *Part : Loop.Header)
      ask(Part, Out);
  } else if (const auto *If = dyn_cast<IfStmt>(S)) {
    for (const Stmt *Part :
         {If->getInit(), static_cast<const Stmt *>(If->getCond()),
          If->getThen(), If->getElse()})
      Out |= visit(Part);
    ask(If->getInit(), Out);
    ask(If->getConditionVariableDeclStmt(), Out);
    ask(If->getCond(), Out);
  } else {
    for (const Stmt *Child : S->children())
      Out |= visit(Child);
    if (const auto *Switch = dyn_cast<SwitchStmt>(S))
      ask(Switch->getCond(), Out);
  }
  return Out;
}

/// \p Branch, in \p Loop, reads shared memory behind a barrier of the trip that
/// stands behind the stores.
bool readsWhatIsPublished(const Stmt *Branch, const Stmt *Loop,
                          const Effects &E, const PointerFlow &Flow,
                          const ASTContext &Ctx) {
  VarSet Arrays;
  for (const MemoryAccess &Read : E.MemoryReads) {
    if (!isInShared(Read))
      continue;
    if (Read.Root.Kind != MemoryRoot::Shared || !Read.Root.Var)
      return false;
    Arrays.insert(Read.Root.Var);
  }
  if (Arrays.empty())
    return true;
  const auto *Body = dyn_cast_or_null<CompoundStmt>(partsOf(Loop).Body);
  if (!Body)
    return false;
  VarSet Stored, Published, Anywhere;
  bool IsBehind = false, IsPublished = false;
  for (const Stmt *Item : Body->body()) {
    const Effects Of = effectsOf(Item, Flow, Ctx);
    VarSet Here;
    for (const MemoryAccess &Write : Of.MemoryWrites) {
      if (!isInShared(Write))
        continue;
      if (Write.Root.Kind != MemoryRoot::Shared || !Write.Root.Var)
        return false;
      Here.insert(Write.Root.Var);
    }
    Anywhere.insert(Here.begin(), Here.end());
    if (contains(Item, Branch)) {
      IsBehind = true;
      if (meet(Here, Arrays))
        return false;
      IsPublished = llvm::all_of(Arrays, [&](const VarDecl *Var) {
        return Published.count(Var) && !Stored.count(Var);
      });
    } else if (!IsBehind) {
      Stored.insert(Here.begin(), Here.end());
      if (isa<Expr>(Item) && !Of.Barriers.empty()) {
        Published.insert(Stored.begin(), Stored.end());
        Stored.clear();
      }
    }
  }
  return IsPublished || !meet(Anywhere, Arrays);
}

std::string nameOf(const MemoryAccess &Access) {
  return Access.Root.Var ? "'" + Access.Root.Var->getNameAsString() + "'"
                         : "memory";
}

/// What \p Branch does that a proof without it does not cover.
std::string whatItDoes(const Stmt *Branch, const LoopCandidate &Whole,
                       const PipelineNames &Names, const PointerFlow &Flow,
                       const ASTContext &Ctx) {
  // A lambda may be called there.
  const bool IsInLoop = contains(Whole.Loop, Branch) ||
                        holds(Whole.Kernel->getBody(), [&](const Stmt &S) {
                          return isa<LambdaExpr>(S) && contains(&S, Branch);
                        });
  const Effects E = effectsOf(Branch, Flow, Ctx);
  for (const MemoryAccess &Write : E.MemoryWrites)
    if (Write.Root.Kind != MemoryRoot::Local)
      return Write.Root.Kind == MemoryRoot::Stranger
                 ? "calls what only its arguments resolve"
                 : "stores to " + nameOf(Write);
  if (!E.Exits.empty())
    return IsInLoop ? "leaves the loop or the trip" : "leaves the kernel";
  if (IsInLoop && !E.Barriers.empty())
    return "waits at a barrier";
  if (!E.AsyncCopies.empty())
    return "copies asynchronously";
  if (!E.BlockWaits.empty() || E.observesOthers())
    return "waits for other blocks";
  if (!E.Unknown.empty())
    return "does what is not in sight: " + E.Unknown.front().What;
  // What is set there reaches further.
  const Taint Reached(Whole.Kernel->getBody(), Flow, Ctx,
                      Taint::Seed::VariablesOnly, E.Writes);
  for (const VarDecl *Var : Names.Asked)
    if (Reached.reaches(Var))
      return "changes '" + Var->getNameAsString() + "'";
  if (!IsInLoop) {
    for (const MemoryAccess &Read : E.MemoryReads)
      if (isInShared(Read))
        return "reads " + nameOf(Read);
    return "";
  }
  if (!readsWhatIsPublished(Branch, Whole.Loop, E, Flow, Ctx))
    return "reads shared memory in front of the barrier behind its stores";
  // It would be of another trip, or gone.
  for (const VarDecl *Var : E.Reads)
    if (Names.OfLoads.count(Var) && !declarationIn(Branch, Var))
      return "reads '" + Var->getNameAsString() + "'";
  return "";
}

} // namespace

std::vector<UntakenBranch>
untakenBranches(const LoopCandidate &Whole,
                llvm::ArrayRef<LoopCandidate> Instantiations,
                const ASTContext &Ctx) {
  // The loop with all loops around it.
  const Stmt *Body = Whole.Kernel->getBody();
  const Stmt *Around = findStatement(Body, [&](const Stmt &S) {
    return partsOf(&S).Body && contains(&S, Whole.Loop);
  });
  const SourceManager &SM = Ctx.getSourceManager();
  llvm::SmallVector<const Stmt *, 4> Untaken, Never;
  forEach<IfStmt>(Body, [&](const IfStmt &If) {
    // What no argument chooses, no instantiation has.
    if (const std::optional<const Stmt *> Kept =
            !If.isConstexpr() || If.getCond()->isValueDependent()
                ? std::nullopt
                : If.getNondiscardedCase(Ctx)) {
      Never.push_back(*Kept == If.getThen() ? If.getElse() : If.getThen());
      return;
    }
    if (!If.isConstexpr() ||
        (Around &&
         !SM.isBeforeInTranslationUnit(If.getBeginLoc(), Around->getEndLoc())))
      return;
    // Who has the other branch has no such loop.
    if (contains(&If, Whole.Loop))
      return;
    for (const Stmt *Branch : {If.getThen(), If.getElse()}) {
      const Stmt *First = firstIn(Branch);
      auto IsIn = [&](const Stmt *Outer) {
        return Outer && contains(Outer, Branch);
      };
      if (First && llvm::none_of(Untaken, IsIn) && llvm::none_of(Never, IsIn) &&
          llvm::none_of(Instantiations, [&](const LoopCandidate &Each) {
            return takes(Each, *First);
          }))
        Untaken.push_back(Branch);
    }
  });
  std::vector<UntakenBranch> Out;
  if (Untaken.empty())
    return Out;
  const PointerFlow Flow = pointersOf(Whole, Ctx);
  const PipelineNames Names(Whole, Untaken, Flow, Ctx);
  for (const Stmt *Branch : Untaken)
    Out.push_back({Branch, whatItDoes(Branch, Whole, Names, Flow, Ctx),
                   holds(Branch, [](const Stmt &S) {
                     const auto *Ref = dyn_cast<DeclRefExpr>(&S);
                     const auto *Var =
                         Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
                     return Var && isShared(*Var);
                   })});
  return Out;
}

} // namespace cudapipe
