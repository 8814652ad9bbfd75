//===- TileRing.cpp - Loops over counted copies ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/TileRing.h"
#include "TripVariance.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/PerAst.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace cudapipe {
namespace {

/// What was asked of statements before.
struct KnownSteps {
  llvm::DenseMap<const Stmt *, std::unique_ptr<std::vector<TransferStep>>> Of;
};

const std::vector<TransferStep> &stepsOf(const Stmt &S, const ASTContext &Ctx) {
  std::unique_ptr<std::vector<TransferStep>> &Out =
      perAst<KnownSteps>(Ctx).Of[&S];
  if (!Out)
    Out = std::make_unique<std::vector<TransferStep>>(transferSteps(&S, Ctx));
  return *Out;
}

bool hasStep(llvm::ArrayRef<TransferStep> Steps,
             std::initializer_list<TransferStep::KindTy> Kinds) {
  return llvm::any_of(Steps, [&](const TransferStep &S) {
    return llvm::is_contained(Kinds, S.Kind);
  });
}

bool copiesAny(llvm::ArrayRef<TransferStep> Steps) {
  return llvm::any_of(Steps, [](const TransferStep &S) { return S.isCopy(); });
}

/// A wait for others, not for what the thread itself has started.
bool isWaitForOthers(const TransferStep &S) {
  return S.Kind == TransferStep::BarrierWait ||
         (S.Kind == TransferStep::PipelineWait && !S.OfThread);
}

bool readsSharedIn(const Stmt &S, const FunctionDecl &Function,
                   const ASTContext &Ctx) {
  const Effects E = effectsOf(&S, PointerFlow(Function), Ctx);
  return llvm::any_of(E.MemoryReads, [](const MemoryAccess &A) {
    return A.Root.Kind == MemoryRoot::Shared;
  });
}

/// The loop stores to shared memory, and loads from global memory.
bool storesLoaded(const Stmt &S, const FunctionDecl &Function,
                  const ASTContext &Ctx) {
  const Effects E = effectsOf(&S, PointerFlow(Function), Ctx);
  auto Reaches = [](llvm::ArrayRef<MemoryAccess> Accesses,
                    MemoryRoot::KindTy Kind) {
    return llvm::any_of(
        Accesses, [&](const MemoryAccess &A) { return A.Root.Kind == Kind; });
  };
  return Reaches(E.MemoryWrites, MemoryRoot::Shared) &&
         (Reaches(E.MemoryReads, MemoryRoot::Global) ||
          Reaches(E.MemoryReads, MemoryRoot::Param));
}

/// The loop computes with tiles, and does not only move them.
bool computesWithTiles(llvm::ArrayRef<TransferStep> Steps, const Stmt &Loop,
                       const FunctionDecl &Function, const ASTContext &Ctx) {
  return hasStep(Steps, {TransferStep::AsyncMma, TransferStep::TileRead,
                         TransferStep::Mma}) ||
         readsSharedIn(Loop, Function, Ctx);
}

/// Reads one loop.
class RingReader {
public:
  RingReader(const Stmt &Loop, const FunctionDecl &Function,
             const ASTContext &Ctx)
      : Loop(Loop), Function(Function), Ctx(Ctx), Trip(Loop, Ctx) {}

  TileRing read();

private:
  std::string rootOf(const TransferStep &S) {
    return Trip.rootOf(S.Barrier, S.Calls);
  }
  bool isFilled(const TransferStep &S) { return Filled.contains(rootOf(S)); }
  void collectFilled();
  TileRing::RoleTy roleOf();
  bool fetchesAhead(const TransferStep &Copy) const;
  bool startsInFront(const TransferStep &Copy);
  bool isAhead();
  unsigned countTurns();
  const IfStmt *branchTo(const TransferStep &S) const;
  bool hasRolesInside();
  bool othersFill() const;
  void measure();

  const Stmt &Loop;
  const FunctionDecl &Function;
  const ASTContext &Ctx;
  TripVariance Trip;
  TileRing Out;
  /// The barriers that copies of the loop count at.
  llvm::StringSet<> Filled;
};

void RingReader::collectFilled() {
  for (const TransferStep &S : Out.Steps)
    if (S.isCopy() || S.Kind == TransferStep::ExpectBytes ||
        S.Kind == TransferStep::CopyArrive)
      if (std::string Root = rootOf(S); !Root.empty())
        Filled.insert(Root);
}

TileRing::RoleTy RingReader::roleOf() {
  const bool Computes = computesWithTiles(Out.Steps, Loop, Function, Ctx);
  if (Out.CopiesPlainly)
    return Computes ? TileRing::Both : TileRing::Producer;
  // What its parameters point to, only the callers know.
  if (!copiesAny(Out.Steps) && !Computes &&
      !Function.hasAttr<CUDAGlobalAttr>() &&
      hasStep(Out.Steps, {TransferStep::Arrive, TransferStep::NamedArrive}))
    return TileRing::Either;
  if (!copiesAny(Out.Steps))
    return Computes || hasStep(Out.Steps, {TransferStep::Release})
               ? TileRing::Consumer
               : TileRing::Both;
  if (hasStep(Out.Steps, {TransferStep::PipelineWait}))
    return TileRing::Both;
  bool Tells = false;
  for (const TransferStep &S : Out.Steps)
    if (S.Kind == TransferStep::BarrierWait && !Filled.empty()) {
      const std::string Root = rootOf(S);
      if (Filled.contains(Root))
        return TileRing::Both;
      Tells |= !Root.empty();
    }
  if (Tells)
    return TileRing::Producer;
  return Computes ||
                 !hasStep(Out.Steps,
                          {TransferStep::BarrierWait, TransferStep::Acquire,
                           TransferStep::NamedArrive, TransferStep::NamedSync})
             ? TileRing::Both
             : TileRing::Producer;
}

/// \p Copy stands in a loop of its own that goes on where the trip before has
/// left it: `for (; next < n && next < k + S; ++next)`.
bool RingReader::fetchesAhead(const TransferStep &Copy) const {
  bool Found = false;
  auto Look = [&](const Stmt &Inner, const Stmt *Cond, const Stmt *Init) {
    if (&Inner == &Loop || !Cond || !contains(&Inner, Copy.outermost()))
      return;
    forEach<DeclRefExpr>(Cond, [&](const DeclRefExpr &Ref) {
      const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
      if (!Var || declarationIn(&Loop, Var) || (Init && mentions(Init, Var)))
        return;
      Found |= holds(&Inner, [&](const Stmt &S) {
        const auto *Step = dyn_cast<UnaryOperator>(&S);
        const auto *Set = dyn_cast<BinaryOperator>(&S);
        return (Step && Step->isIncrementDecrementOp() &&
                mentions(Step->getSubExpr(), Var)) ||
               (Set && Set->isAssignmentOp() && mentions(Set->getLHS(), Var));
      });
    });
  };
  forEach<ForStmt>(&Loop, [&](const ForStmt &For) {
    Look(For, For.getCond(), For.getInit());
  });
  forEach<WhileStmt>(&Loop, [&](const WhileStmt &While) {
    Look(While, While.getCond(), nullptr);
  });
  // The variable of the loop itself is declared in it.
  if (const auto *For = dyn_cast<ForStmt>(&Loop); For && For->getInit())
    forEach<ForStmt>(For->getBody(), [&](const ForStmt &Inner) {
      if (!Inner.getCond() || !contains(&Inner, Copy.outermost()))
        return;
      forEach<DeclRefExpr>(Inner.getCond(), [&](const DeclRefExpr &Ref) {
        const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
        Found |= Var && declarationIn(For->getInit(), Var) && Inner.getInc() &&
                 mentions(Inner.getInc(), Var);
      });
    });
  return Found;
}

/// A copy like \p Copy is made in front of the loop.
bool RingReader::startsInFront(const TransferStep &Copy) {
  const SourceManager &SM = Ctx.getSourceManager();
  // `full + 2` is one of `full`.
  auto WithoutOffset = [&](const TransferStep &S) {
    return llvm::StringRef(rootOf(S)).split('+').first.str();
  };
  const std::string Root = WithoutOffset(Copy);
  return llvm::any_of(
      stepsOf(*Function.getBody(), Ctx), [&](const TransferStep &Other) {
        if (!Other.isCopy() || contains(&Loop, Other.outermost()) ||
            !SM.isBeforeInTranslationUnit(
                SM.getExpansionLoc(Other.outermost()->getBeginLoc()),
                SM.getExpansionLoc(Loop.getBeginLoc())))
          return false;
        const std::string OtherRoot = WithoutOffset(Other);
        return Root.empty() || OtherRoot.empty() ? Other.Kind == Copy.Kind
                                                 : OtherRoot == Root;
      });
}

bool RingReader::isAhead() {
  llvm::StringSet<> Waited;
  bool AnyWait = false;
  const bool ByGroups = !llvm::any_of(Out.Steps, isWaitForOthers);
  for (const TransferStep &S : Out.Steps) {
    if (S.isWait()) {
      Waited.insert(rootOf(S));
      AnyWait |= S.Kind != TransferStep::BarrierWait || Filled.empty() ||
                 rootOf(S).empty();
    }
    if (S.Kind == TransferStep::GroupWait && S.Pending.value_or(0) > 0)
      return true;
    if (S.isCopy() && (AnyWait || Waited.contains(rootOf(S)) ||
                       fetchesAhead(S) || (!ByGroups && startsInFront(S))))
      return true;
  }
  return false;
}

/// `wait(b0); compute(t0); load(t0, b0); wait(b1); compute(t1); load(t1, b1);`:
/// how many barriers take turns in a trip, or 0.
unsigned RingReader::countTurns() {
  llvm::StringSet<> Waited, Refilled;
  bool Turns = false;
  for (const TransferStep &S : Out.Steps) {
    const std::string Root = rootOf(S);
    if (Root.empty())
      continue;
    if (S.isCopy() && Waited.contains(Root))
      Refilled.insert(Root);
    if (S.Kind != TransferStep::BarrierWait || !isFilled(S))
      continue;
    Turns |= !Refilled.empty() && !Refilled.contains(Root);
    Waited.insert(Root);
  }
  return Turns ? Filled.size() : 0;
}

/// The copies are not in sight, or another loop makes them and nothing else.
bool RingReader::othersFill() const {
  if (!copiesAny(stepsOf(*Function.getBody(), Ctx)))
    return true;
  return holds(Function.getBody(), [&](const Stmt &S) {
    return isa<ForStmt, WhileStmt, DoStmt>(S) && !contains(&S, &Loop) &&
           copiesAny(stepsOf(S, Ctx)) &&
           RingReader(S, Function, Ctx).read().Role == TileRing::Producer;
  });
}

/// The branch of the loop that leads to \p S, or null: the outermost.
const IfStmt *RingReader::branchTo(const TransferStep &S) const {
  const IfStmt *Out = nullptr;
  forEach<IfStmt>(&Loop, [&](const IfStmt &If) {
    if (!Out && (contains(If.getThen(), S.outermost()) ||
                 contains(If.getElse(), S.outermost())))
      Out = &If;
  });
  return Out;
}

/// `if (warp == 0) copy(...); else { wait(...); compute(...); }`
bool RingReader::hasRolesInside() {
  bool Copies = false, Waits = false;
  auto IsApart = [&](const TransferStep &S, const TransferStep &Other) {
    const IfStmt *If = branchTo(S);
    return If && (If != branchTo(Other) ||
                  contains(If->getThen(), S.outermost()) !=
                      contains(If->getThen(), Other.outermost()));
  };
  for (const TransferStep &Copy : Out.Steps)
    for (const TransferStep &Wait : Out.Steps) {
      if (!Copy.isCopy() || !isWaitForOthers(Wait) ||
          (Wait.Kind == TransferStep::BarrierWait && !isFilled(Wait)))
        continue;
      Copies = Waits = true;
      if (!IsApart(Copy, Wait) || !IsApart(Wait, Copy))
        return false;
    }
  return Copies && Waits;
}

/// Finds what goes round, and how long it is.
void RingReader::measure() {
  auto Take = [&](unsigned Stages) {
    if (Stages > 1 && !Out.Stages)
      Out.Stages = Stages;
  };
  for (const TransferStep &S : Out.Steps) {
    const bool Counts = S.isCopy() || S.isWait() ||
                        S.Kind == TransferStep::ExpectBytes ||
                        S.Kind == TransferStep::Acquire;
    if (!Counts)
      continue;
    // A pipeline knows its stages; an object that varies is one of an array.
    if (S.Kind == TransferStep::PipelineWait ||
        S.Kind == TransferStep::PipelineCopy ||
        S.Kind == TransferStep::Acquire) {
      const unsigned Stages =
          S.OfThread ? 0 : Trip.stagesOfPipeline(S.Barrier, S.Calls);
      Out.GoesRound |= Stages > 1;
      Take(Stages);
    } else if (Trip.varies(S.Barrier, S.Calls)) {
      Out.GoesRound = true;
      Take(Trip.lengthOf(S.Barrier, S.Calls));
    }
  }
  for (const TransferStep &S : Out.Steps)
    if (S.isCopy() && Trip.varies(S.To, S.Calls)) {
      Out.GoesRound = true;
      Take(Trip.lengthOf(S.To, S.Calls));
    }
}

TileRing RingReader::read() {
  Out.Steps = stepsOf(Loop, Ctx);
  collectFilled();
  Out.CopiesPlainly =
      !copiesAny(Out.Steps) && storesLoaded(Loop, Function, Ctx);
  Out.Role = roleOf();
  measure();
  Out.HasRoles = Out.Role == TileRing::Both       ? hasRolesInside()
                 : Out.Role == TileRing::Consumer ? othersFill()
                                                  : true;
  Out.IsAhead = Out.Role == TileRing::Both && (Out.HasRoles || isAhead());
  if (const unsigned Turns = countTurns(); Turns > 1 && !Out.GoesRound) {
    Out.GoesRound = Out.IsAhead = true;
    Out.Stages = Turns;
  }
  // What a reader looks for: the copy, or the wait for it.
  const TransferStep *Best = nullptr;
  for (const TransferStep &S : Out.Steps)
    if (S.isCopy() && (!Best || S.Kind < Best->Kind))
      Best = &S;
  for (const TransferStep &S : Out.Steps)
    if (!Best && (isWaitForOthers(S) || S.Kind == TransferStep::NamedSync ||
                  S.Kind == TransferStep::Acquire || S.isWait()))
      Best = &S;
  if (Best)
    Out.Step = *Best;
  return std::move(Out);
}

} // namespace

bool waitsForTransfers(const Stmt &Loop, const FunctionDecl &Function,
                       const ASTContext &Ctx) {
  if (!makesTransferSteps(Function, Ctx))
    return false;
  const std::vector<TransferStep> &Steps = stepsOf(Loop, Ctx);
  return copiesAny(Steps) && (llvm::any_of(Steps, isWaitForOthers) ||
                              hasStep(Steps, {TransferStep::NamedSync}));
}

bool waitsAtObject(const Stmt &Loop, const FunctionDecl &Function,
                   const ASTContext &Ctx) {
  return makesTransferSteps(Function, Ctx) &&
         hasStep(stepsOf(Loop, Ctx),
                 {TransferStep::BarrierWait, TransferStep::NamedSync});
}

bool storesTileByAsm(const Stmt &S, const ASTContext &Ctx) {
  return hasStep(stepsOf(S, Ctx), {TransferStep::TileStore});
}

bool loadsByAsm(const Stmt &S, const ASTContext &Ctx) {
  return hasStep(stepsOf(S, Ctx), {TransferStep::GlobalRead});
}

bool waitsForOthers(const Stmt &Loop, const ASTContext &Ctx) {
  return llvm::any_of(stepsOf(Loop, Ctx), [](const TransferStep &S) {
    return isWaitForOthers(S) ||
           (S.Kind == TransferStep::Acquire && !S.OfThread);
  });
}

bool onlyStartsTransfers(const Stmt &Loop, const FunctionDecl &Function,
                         const ASTContext &Ctx) {
  if (!makesTransferSteps(Function, Ctx))
    return false;
  const std::vector<TransferStep> &Steps = stepsOf(Loop, Ctx);
  return hasStep(Steps,
                 {TransferStep::TensorLoad, TransferStep::BulkLoad,
                  TransferStep::CountedCopy, TransferStep::PipelineCopy}) &&
         llvm::none_of(Steps, [](const TransferStep &S) { return S.isWait(); });
}

/// Another loop of \p Function copies and waits at what \p Loop only fills:
/// that is in front of it, not of another role.
static bool isInFrontOfRing(const Stmt &Loop, const FunctionDecl &Function,
                            const ASTContext &Ctx) {
  return holds(Function.getBody(),
               [&](const Stmt &S) {
                 if (!isa<ForStmt, WhileStmt, DoStmt>(S) || contains(&S, &Loop))
                   return false;
                 const std::vector<TransferStep> &Steps = stepsOf(S, Ctx);
                 return copiesAny(Steps) &&
                        hasStep(Steps, {TransferStep::PipelineWait});
               },
               {&Loop});
}

bool isRoleLoop(const Stmt &Loop, const FunctionDecl &Function,
                const ASTContext &Ctx) {
  if (!makesTransferSteps(Function, Ctx))
    return false;
  const std::vector<TransferStep> &Steps = stepsOf(Loop, Ctx);
  if (copiesAny(Steps)) // a block's pipeline, or a thread's without a barrier
    return hasStep(Steps, {TransferStep::PipelineWait}) ||
           (llvm::any_of(Steps,
                         [](const TransferStep &S) {
                           return S.Kind == TransferStep::Acquire &&
                                  !S.OfThread;
                         }) &&
            !isInFrontOfRing(Loop, Function, Ctx));
  if (!llvm::any_of(Steps, isWaitForOthers))
    return false;
  if (hasStep(Steps, {TransferStep::AsyncMma, TransferStep::TileRead,
                      TransferStep::Mma, TransferStep::Release}))
    return true;
  if (Function.hasAttr<CUDAGlobalAttr>() && !readsSharedIn(Loop, Function, Ctx))
    return false;
  if (Function.hasAttr<CUDAGlobalAttr>() &&
      copiesAny(stepsOf(*Function.getBody(), Ctx)))
    return true;
  // Waits at one barrier and arrives at another: it hands buffers on.
  TripVariance Trip(Loop, Ctx);
  llvm::StringSet<> Waited;
  for (const TransferStep &S : Steps)
    if (S.Kind == TransferStep::BarrierWait)
      Waited.insert(Trip.rootOf(S.Barrier, S.Calls));
  return llvm::any_of(Steps, [&](const TransferStep &S) {
    const std::string Root = Trip.rootOf(S.Barrier, S.Calls);
    return S.Kind == TransferStep::Arrive && !Root.empty() &&
           !Waited.contains(Root);
  });
}

TileRing readTileRing(const Stmt &Loop, const FunctionDecl &Function,
                      const ASTContext &Ctx) {
  return RingReader(Loop, Function, Ctx).read();
}

} // namespace cudapipe
