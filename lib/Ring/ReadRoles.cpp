//===- ReadRoles.cpp - Whether a warp more can copy -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   What is the same for all threads
//   The copies: what one thread, whichever it is, can make
//   All that the kernel reaches: who meets the block, or counts it
//   In front of the loop: what a warp more may run
//   Barriers of the block, behind that
//   How many threads a block has
//   How a thread waits and arrives
//
//===----------------------------------------------------------------------===//

#include "Rewrite/LaunchEditor.h"
#include "RingLoopReader.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/AsmText.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Builds/Configurations.h"
#include "cudapipe/Ring/RingRoles.h"
#include "clang/AST/Attr.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/Regex.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

bool isCallOf(const Stmt *S, StringRef Name) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  const auto *Call = E ? dyn_cast<CallExpr>(E->IgnoreImplicit()) : nullptr;
  const FunctionDecl *Callee = Call ? knownCallee(*Call) : nullptr;
  return Callee && Callee->getIdentifier() && Callee->getName() == Name;
}

/// `blockDim` of `blockDim.x`, and the x.
const VarDecl *builtinOf(const Expr *E, std::string &Member) {
  const Expr *Base = nullptr;
  if (const auto *Object = dyn_cast<PseudoObjectExpr>(E))
    E = Object->getSyntacticForm()->IgnoreParenImpCasts();
  if (const auto *Property = dyn_cast<MSPropertyRefExpr>(E)) {
    Base = Property->getBaseExpr();
    Member = Property->getPropertyDecl()->getNameAsString();
  } else if (const auto *At = dyn_cast<MemberExpr>(E)) {
    Base = At->getBase();
    Member = At->getMemberDecl()->getNameAsString();
  }
  const VarDecl *Of = Base ? ringVariable(Base) : nullptr;
  return Of && (Of->getName() == "threadIdx" || Of->getName() == "blockIdx" ||
                Of->getName() == "blockDim" || Of->getName() == "gridDim")
             ? Of
             : nullptr;
}

class RolesReader {
public:
  RolesReader(const RingLoop &Loop, const LaunchSites &Launches,
              const ASTContext &Ctx)
      : Loop(Loop), Launches(Launches), Ctx(Ctx), Flow(*Loop.Kernel),
        Kernel(cast<CompoundStmt>(Loop.Kernel->getBody())) {}

  OrRejection<RingRoles> read();

private:
  using Why = std::optional<Rejection>;
  Rejection reject(RejectionKind Kind, const Stmt *At,
                   const llvm::Twine &Text) const {
    return {Kind, At->getSourceRange(), Text.str()};
  }
  bool isSame(const Stmt *S, const Stmt *Own = nullptr,
              unsigned Depth = 0) const;
  bool asksForThread(const FunctionDecl &Function,
                     llvm::SmallPtrSetImpl<const FunctionDecl *> &Seen) const;
  Why readCopies();
  Why readReached();
  Why look(const Stmt &At, bool IsOwn, const Stmt *Where);
  Why readFront();
  Why whyNotForMore(const Stmt *S) const;
  Why readBarriers();
  bool areSpared() const;
  Why readBlock();
  Why readWords();
  size_t placeOf(const Stmt *Inner) const;

  const RingLoop &Loop;
  const LaunchSites &Launches;
  const ASTContext &Ctx;
  const PointerFlow Flow;
  const CompoundStmt *Kernel;
  RingRoles Out;
  /// In the kernel's own text.
  std::vector<const CallExpr *> AllSyncs;
  /// The statements of the kernel's block; the loop, and Out.Behind.
  std::vector<const Stmt *> Items;
  size_t LoopAt = 0, BehindAt = 0;
};

size_t RolesReader::placeOf(const Stmt *Inner) const {
  for (size_t I = 0; I < Items.size(); ++I)
    if (contains(Items[I], Inner))
      return I;
  return Items.size();
}

//===- What is the same for all threads ---------------------------------===//

/// \p Function, or one that it calls, asks which thread it is.
bool RolesReader::asksForThread(
    const FunctionDecl &Function,
    llvm::SmallPtrSetImpl<const FunctionDecl *> &Seen) const {
  const FunctionDecl *Definition = nullptr;
  if (!Function.hasBody(Definition))
    return !isLibraryFunction(Function, Ctx);
  if (!Seen.insert(Definition).second)
    return false;
  return holds(Definition->getBody(), [&](const Stmt &At) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&At))
      return Ref->getDecl()->getDeclName().isIdentifier() &&
             (Ref->getDecl()->getName() == "threadIdx" ||
              Ref->getDecl()->getName() == "blockDim");
    if (const auto *Asm = dyn_cast<GCCAsmStmt>(&At)) {
      const std::string Text = asmText(*Asm);
      return llvm::any_of(
          std::initializer_list<StringRef>{"%tid", "%lane", "%warpid", "%ntid",
                                           "elect", "activemask", "shfl"},
          [&](StringRef Word) { return StringRef(Text).contains(Word); });
    }
    const auto *Call = dyn_cast<CallExpr>(&At);
    const FunctionDecl *Callee = Call ? calledFunction(*Call) : nullptr;
    return Callee && asksForThread(*Callee, Seen);
  });
}

/// All threads of the block, and any more, find the same in \p S, where they
/// come to \p Own, which declares variables of its own.
bool RolesReader::isSame(const Stmt *S, const Stmt *Own, unsigned Depth) const {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return true;
  if (Depth > 64 || isa<LambdaExpr, StmtExpr, AsmStmt, CXXThisExpr>(S))
    return false;
  auto Is = [&](const Stmt *Part) { return isSame(Part, Own, Depth + 1); };
  if (const auto *E = dyn_cast<Expr>(S)) {
    std::string Member;
    if (const VarDecl *Of = builtinOf(E, Member))
      return Of->getName() == "blockIdx" || Of->getName() == "gridDim";
    if (E->getType().isVolatileQualified())
      return false;
  }
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    return llvm::all_of(Decls->decls(), [&](const Decl *D) {
      const auto *Var = dyn_cast<VarDecl>(D);
      return !Var || Is(Var->getInit());
    });
  if (const auto *Load = dyn_cast<ImplicitCastExpr>(S);
      Load && Load->getCastKind() == CK_LValueToRValue)
    if (const VarDecl *Var = ringVariable(Load->getSubExpr());
        Var && Var->hasAttr<CUDASharedAttr>())
      return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var || Var->hasAttr<CUDASharedAttr>() || Var == Loop.Header.Counter ||
        Var == Loop.Phase || llvm::is_contained(Loop.Tokens, Var) ||
        llvm::is_contained(Loop.Names, Var) || (Own && declarationIn(Own, Var)))
      return true;
    if (Var->hasGlobalStorage())
      return Var->getType().isConstQualified() ||
             Var->hasAttr<CUDAConstantAttr>();
    if (isa<ParmVarDecl>(Var))
      return isNeverChanged(*Var);
    return Var->getInit() && isNeverChanged(*Var) && Is(Var->getInit());
  }
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *Callee = calledFunction(*Call);
    if (!Callee)
      Callee = knownCallee(*Call);
    llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
    if (!Callee || asksForThread(*Callee, Seen) ||
        classifyLibraryCall(Callee->getQualifiedNameAsString()) ==
            LibraryCall::PerThread)
      return false;
  }
  return llvm::all_of(S->children(), Is);
}

//===- The copies -------------------------------------------------------===//

RolesReader::Why RolesReader::readCopies() {
  for (const Stmt *Load : Loop.Loads) {
    const auto *If = dyn_cast<IfStmt>(Load);
    if (!If || If->hasInitStorage() || If->hasVarStorage() ||
        If->isConstexpr() || !isOneThread(If->getCond(), Ctx))
      return reject(RejectionKind::ProducerOfMany, Load,
                    "it is no 'if' for one thread, 'if (threadIdx.x == 0)'");
    if (If->getElse() && If != Loop.OthersArrive)
      return reject(RejectionKind::ProducerOfMany, If->getElse(),
                    "other threads do something here, too");
    if (holdsA<ContinueStmt, BreakStmt, ReturnStmt, GotoStmt>(If->getThen()))
      return reject(RejectionKind::ProducerOfMany, Load,
                    "a jump stands beside the copies");
    if (holdsA<ForStmt, WhileStmt, DoStmt>(If->getThen()))
      return reject(RejectionKind::ProducerOfMany, Load,
                    "a loop makes the copies of a trip");
    if (!isSame(If->getThen(), If->getThen()))
      return reject(RejectionKind::ProducerOfMany, Load,
                    "what is copied depends on the thread that does it");
    const auto *Block = dyn_cast<CompoundStmt>(If->getThen());
    if (Block && Block->body_empty())
      return reject(RejectionKind::ProducerOfMany, Load, "it is empty");
  }
  for (const Stmt *S : Loop.Slice)
    if (!isSame(S, S))
      return reject(RejectionKind::ProducerOfMany, S,
                    "what is copied depends on the thread that does it");
  if (!isSame(Loop.Header.Bound))
    return reject(RejectionKind::ProducerOfMany, Loop.Header.Bound,
                  "how many trips there are may depend on the thread");
  for (const RingBarrier &B : Loop.Barriers)
    if (!B.Init || !B.Count || B.Var->getType()->isArrayType() ||
        B.Var->hasExternalStorage())
      return reject(RejectionKind::ProducerOfMany, Loop.Header.Loop,
                    "'" + B.Var->getNameAsString() + "' is one of several");
  // One thread makes all arrivals, as far as they are told.
  for (const RingBarrier &B : Loop.Barriers) {
    if (B.CountsInCall)
      return reject(RejectionKind::ProducerOfMany, B.Init,
                    "the function that initializes '" +
                        B.Var->getNameAsString() +
                        "' says how many arrive: give it the number, as more "
                        "arrive where a stage is free");
    if (!Loop.OthersArrive && !constantValue(B.Count, Ctx))
      return reject(RejectionKind::ProducerOfMany, B.Count,
                    "all threads arrive at '" + B.Var->getNameAsString() + "'");
  }
  return std::nullopt;
}

//===- All that the kernel reaches --------------------------------------===//

/// \p At, in the kernel itself if \p IsOwn, else in what \p Where leads to.
RolesReader::Why RolesReader::look(const Stmt &At, bool IsOwn,
                                   const Stmt *Where) {
  auto Meets = [&](const llvm::Twine &Text) {
    return reject(RejectionKind::BlockMeets, Where, Text);
  };
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(&At)) {
    static const llvm::Regex Starts("(^|[^a-z0-9_.])(bar|barrier)\\.");
    const std::string Text = asmText(*Asm);
    if (Starts.match(Text))
      return Meets("this assembly waits for threads of the block");
    if (StringRef(Text).contains("%ntid") ||
        StringRef(Text).contains("%nwarpid"))
      return Meets("this assembly asks how many threads the block has");
    return std::nullopt;
  }
  const auto *E = dyn_cast<Expr>(&At);
  if (!E)
    return std::nullopt;
  std::string Member;
  if (const VarDecl *Of = builtinOf(E, Member);
      Of && Of->getName() == "blockDim") {
    if (Member != "x")
      return std::nullopt; // 1, as before
    if (!IsOwn)
      return Meets("a function that it calls asks for 'blockDim'");
    if (!llvm::is_contained(Out.BlockSizes, E) &&
        llvm::none_of(Out.BlockSizes,
                      [&](const Expr *Other) { return contains(Other, E); }))
      Out.BlockSizes.push_back(E);
    return std::nullopt;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E);
      Ref && Ref->getDecl()->getDeclName().isIdentifier() &&
      Ref->getDecl()->getName() == "blockDim" &&
      llvm::none_of(Out.BlockSizes,
                    [&](const Expr *Size) { return contains(Size, Ref); })) {
    // The y and the z of it stay.
    return std::nullopt;
  }
  // Groups count their threads.
  if (const CXXRecordDecl *Record =
          E->getType().getNonReferenceType()->getAsCXXRecordDecl();
      Record && Record->getIdentifier() &&
      StringRef(Record->getQualifiedNameAsString())
          .starts_with("cooperative_groups::") &&
      (Record->getName() == "thread_block" ||
       Record->getName().contains("grid_group") ||
       Record->getName() == "cluster_group"))
    return Meets("the group here is of all threads of the block");
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? knownCallee(*Call) : nullptr;
  if (!Callee || !Callee->getIdentifier())
    return std::nullopt;
  const StringRef Name = Callee->getName();
  if (Name == "__syncthreads") {
    if (!IsOwn)
      return Meets("a function that it calls meets the block");
    AllSyncs.push_back(Call);
    return std::nullopt;
  }
  if (Name.starts_with("__syncthreads_") ||
      Name.starts_with("__barrier_sync") || Name.starts_with("__cluster_"))
    return Meets("'" + Name + "' counts the threads of the block");
  const LibraryCall Kind =
      classifyLibraryCall(Callee->getQualifiedNameAsString());
  if (isLibraryFunction(*Callee, Ctx) &&
      (Kind == LibraryCall::Barrier || Kind == LibraryCall::Collective) &&
      Name != "__syncwarp")
    return Meets("'" + Name + "' is for all threads of the block");
  return std::nullopt;
}

RolesReader::Why RolesReader::readReached() {
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
  Why Found;
  auto Visit = [&](auto &&Self, const Stmt *Body, bool IsOwn,
                   const Stmt *Where) -> void {
    holds(Body, [&](const Stmt &At) {
      const Stmt *Here = IsOwn ? &At : Where;
      Found = look(At, IsOwn, Here);
      if (Found)
        return true;
      const FunctionDecl *Callee = nullptr;
      if (const auto *Call = dyn_cast<CallExpr>(&At))
        Callee = calledFunction(*Call);
      else if (const auto *Made = dyn_cast<CXXConstructExpr>(&At))
        Callee = Made->getConstructor();
      const FunctionDecl *Definition = nullptr;
      if (Callee && Callee->hasBody(Definition) &&
          !isLibraryFunction(*Callee, Ctx) && Seen.insert(Definition).second)
        Self(Self, Definition->getBody(), false, Here);
      return Found.has_value();
    });
  };
  Visit(Visit, Kernel, true, Kernel);
  return Found;
}

//===- In front of the loop ---------------------------------------------===//

/// Why a warp more must not run \p S.
RolesReader::Why RolesReader::whyNotForMore(const Stmt *S) const {
  if (!S || isCallOf(S, "__syncthreads"))
    return std::nullopt;
  auto No = [&](const Stmt *At, const llvm::Twine &Text) {
    return reject(RejectionKind::WorkInFront, At, Text);
  };
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body())
      if (isCallOf(Child, "__syncthreads"))
        return No(Child, "the block meets inside of a statement");
      else if (Why Not = whyNotForMore(Child))
        return Not;
    return std::nullopt;
  }
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (isOneThread(If->getCond(), Ctx) && !If->hasInitStorage() &&
        !If->hasVarStorage())
      return whyNotForMore(If->getElse());
    // `if (blockIdx.x >= n) return;`
    const Stmt *Then = If->getThen();
    if (const auto *Block = dyn_cast<CompoundStmt>(Then);
        Block && Block->size() == 1)
      Then = Block->body_front();
    if (isa<ReturnStmt>(Then) && !If->getElse() && isSame(If->getCond()) &&
        effectsOf(If->getCond(), Flow, Ctx).MemoryReads.empty())
      return std::nullopt;
  }
  if (holdsA<ReturnStmt, GotoStmt, IndirectGotoStmt, LabelStmt>(S))
    return No(S, "threads may leave here");
  const Effects E = effectsOf(S, Flow, Ctx);
  if (!E.Barriers.empty())
    return No(E.Barriers.front(), "the block meets inside of a statement");
  if (!E.Unknown.empty())
    return No(E.Unknown.front().Where, E.Unknown.front().What);
  if (!E.Pinned.empty())
    return No(E.Pinned.front().Where, E.Pinned.front().What);
  if (!E.BlockWaits.empty())
    return No(E.BlockWaits.front().Where, E.BlockWaits.front().What);
  // `warps[threadIdx.x / 32]` of eight.
  const Stmt *Picked = findStatement(S, [&](const Stmt &At) {
    const auto *Element = dyn_cast<ArraySubscriptExpr>(&At);
    return Element && !isSame(Element->getIdx(), S);
  });
  for (const MemoryAccess &Write : E.MemoryWrites)
    if (Write.Root.Kind != MemoryRoot::Local)
      return No(Write.Where, "each thread of the block stores here");
  for (const MemoryAccess &Read : E.MemoryReads)
    if (Read.Root.Kind != MemoryRoot::Local &&
        Read.Root.Kind != MemoryRoot::Constant && !isSame(Read.Where))
      return No(Read.Where,
                "each thread of the block reads its own element here");
  if (Picked)
    return No(Picked, "the thread's number tells which element it is");
  return std::nullopt;
}

RolesReader::Why RolesReader::readFront() {
  for (const Stmt *S : Kernel->body())
    Items.push_back(S);
  LoopAt = placeOf(Loop.Header.Loop);
  if (LoopAt == Items.size() || Items[LoopAt] != Loop.Header.Loop)
    return reject(RejectionKind::UnsupportedLoop, Loop.Header.Loop,
                  "a producer is written where the loop stands in the "
                  "kernel's own block, without a pragma or an attribute");
  // Barriers are ready behind the barrier of the block behind their fence.
  size_t LastInit = 0;
  for (const RingBarrier &B : Loop.Barriers)
    LastInit = std::max(LastInit, placeOf(B.Init));
  bool IsFenced = false;
  BehindAt = LoopAt;
  for (size_t I = LastInit; I < LoopAt && BehindAt == LoopAt; ++I) {
    if (IsFenced && isCallOf(Items[I], "__syncthreads"))
      BehindAt = I;
    for (const TransferStep &Step : transferSteps(Items[I], Ctx))
      IsFenced |= Step.Kind == TransferStep::ProxyFence ||
                  Step.Kind == TransferStep::InitFence;
  }
  if (BehindAt == LoopAt)
    return reject(RejectionKind::BlockMeets, Items[LastInit],
                  "no __syncthreads() of its own stands between this and the "
                  "loop");
  // What the producer needs comes first; and returns of all threads.
  std::vector<const Stmt *> Needs = Loop.Loads;
  llvm::append_range(Needs, Loop.Slice);
  Needs.push_back(Loop.Header.Bound);
  Needs.push_back(Loop.Header.Counter->getInit());
  for (const VarDecl *Name : Loop.Names)
    Needs.push_back(Name->getInit());
  for (size_t I = BehindAt + 1; I < LoopAt; ++I) {
    bool IsNeeded = holdsA<ReturnStmt, GotoStmt, LabelStmt>(Items[I]);
    const Effects E = effectsOf(Items[I], Flow, Ctx);
    for (const Stmt *S : Needs)
      forEach<DeclRefExpr>(S, [&](const DeclRefExpr &Ref) {
        const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
        IsNeeded |= Var && !llvm::is_contained(Loop.Names, Var) &&
                    !llvm::is_contained(Loop.Tokens, Var) &&
                    (declarationIn(Items[I], Var) || E.Writes.count(Var));
      });
    if (IsNeeded)
      BehindAt = I;
  }
  for (size_t I = 0; I <= BehindAt; ++I)
    if (Why Not = whyNotForMore(Items[I]))
      return Not;
  Out.Behind = Items[BehindAt];
  return std::nullopt;
}

//===- Barriers of the block --------------------------------------------===//

/// Nothing but the tiles hangs on the barriers of the trip.
bool RolesReader::areSpared() const {
  VarSet Before, After;
  auto IsStaged = [&](const VarDecl *Var) {
    return llvm::is_contained(Loop.Tiles, Var) ||
           llvm::any_of(Loop.Barriers,
                        [&](const RingBarrier &B) { return B.Var == Var; });
  };
  auto Collect = [&](const Stmt *S, VarSet *Into) {
    const std::vector<TransferStep> Steps = transferSteps(S, Ctx);
    auto IsStep = [&](const Expr *Where) {
      return llvm::any_of(Steps, [&](const TransferStep &Step) {
        return contains(Where, Step.Where) || contains(Step.Where, Where) ||
               llvm::any_of(Step.Calls, [&](const CallExpr *Call) {
                 return contains(Where, Call);
               });
      });
    };
    const Effects E = effectsOf(S, Flow, Ctx);
    for (bool IsWrite : {false, true})
      for (const MemoryAccess &A : IsWrite ? E.MemoryWrites : E.MemoryReads) {
        if (IsStep(A.Where))
          continue;
        if (A.Root.Kind == MemoryRoot::Shared) {
          if (IsStaged(A.Root.Var))
            continue;
          if (!Into)
            return false;
          Into->insert(A.Root.Var);
        } else if (A.Root.Kind == MemoryRoot::Unknown) {
          return false;
        } else if (IsWrite && A.Root.Kind != MemoryRoot::Local &&
                   Into != &After) {
          return false;
        }
      }
    return true;
  };
  for (size_t I = 0; I < Items.size(); ++I)
    if (I != LoopAt && !Collect(Items[I], I < LoopAt ? &Before : &After))
      return false;
  for (const Stmt *S : Loop.Header.Body->body())
    if (!llvm::is_contained(Loop.Loads, S) && !Collect(S, nullptr))
      return false;
  return llvm::none_of(Before,
                       [&](const VarDecl *Var) { return After.count(Var); });
}

RolesReader::Why RolesReader::readBarriers() {
  const bool Spares = areSpared();
  // Those that are statements.
  std::vector<const CallExpr *> Statements;
  holds(Kernel, [&](const Stmt &At) {
    if (isa<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt>(At))
      for (const Stmt *Child : At.children())
        if (isCallOf(Child, "__syncthreads"))
          Statements.push_back(
              cast<CallExpr>(cast<Expr>(Child)->IgnoreImplicit()));
    return false;
  });
  bool MayHaveLeft = false;
  for (size_t I = LoopAt + 1; I < Items.size(); ++I) {
    for (const CallExpr *Sync : AllSyncs)
      if (contains(Items[I], Sync) &&
          (MayHaveLeft || holdsA<ReturnStmt>(Items[I])))
        return reject(RejectionKind::BlockMeets, Sync,
                      "some threads may have left, which others then wait for");
    MayHaveLeft |= holdsA<ReturnStmt>(Items[I]);
  }
  for (const CallExpr *Sync : AllSyncs) {
    if (!llvm::is_contained(Statements, Sync))
      return reject(RejectionKind::BlockMeets, Sync,
                    "the barrier is no statement of its own");
    const size_t At = placeOf(Sync);
    if (At <= BehindAt)
      continue; // the producer takes part
    if (At == LoopAt && Spares &&
        llvm::is_contained(Loop.Header.Body->body(), Sync))
      Out.Spared.push_back(Sync);
    else
      Out.Syncs.push_back(Sync);
  }
  if (!llvm::is_contained(Out.Spared, Loop.Barrier) &&
      !llvm::is_contained(Out.Syncs, Loop.Barrier))
    return reject(RejectionKind::BlockMeets, Loop.Barrier,
                  "the barrier of the trip is no __syncthreads()");
  return std::nullopt;
}

//===- How many threads a block has -------------------------------------===//

RolesReader::Why RolesReader::readBlock() {
  const FunctionDecl &F = *Loop.Kernel;
  const FunctionDecl *Written = F.getTemplateInstantiationPattern();
  if (const auto *Attr =
          (Written ? Written : &F)->getAttr<CUDALaunchBoundsAttr>())
    Out.Bounds = Attr->getMaxThreads();
  for (const FunctionDecl *Other : (Written ? Written : &F)->redecls())
    if (const auto *Attr = Other->getAttr<CUDALaunchBoundsAttr>();
        Attr && Attr->getMaxThreads() != Out.Bounds)
      return Rejection{RejectionKind::BlockShape, Other->getLocation(),
                       "'" + F.getNameAsString() +
                           "' is declared with __launch_bounds__ twice"};
  auto MayBeOther = [&](const Expr *E) {
    return dependsOnConfiguration(*E, F, Ctx);
  };
  bool First = true,
       IsCertain = Launches.allInSight() && !Launches.MoreElsewhere;
  Out.BoundsAreBlock = Out.Bounds && IsCertain;
  const Expr *Doubtful = nullptr;
  for (const LaunchSite &Site : Launches.Sites) {
    if (!Site.isLaunch())
      continue;
    if (std::optional<Rejection> Why =
            whyNotMoreThreads(Site, ProducerThreads, Ctx))
      return Why;
    const VarDecl *Var = nullptr;
    const Expr *Size = threadsInX(Site, Ctx, Var);
    const std::optional<int64_t> Threads =
        Size ? knownValue(Size, Ctx) : std::nullopt;
    const bool IsOther = Size && MayBeOther(Size);
    if (IsOther)
      Doubtful = Size;
    if (First && Threads && !IsOther)
      Out.Consumers = unsigned(*Threads);
    else if (!Out.Consumers || Threads != int64_t(*Out.Consumers) || IsOther)
      Out.Consumers = std::nullopt;
    First = false;
    const auto *Attr =
        Site.Kernel ? Site.Kernel->getAttr<CUDALaunchBoundsAttr>() : nullptr;
    std::optional<int64_t> Most =
        Attr ? constantValue(Attr->getMaxThreads(), Ctx) : std::nullopt;
    auto TextOf = [&](const Expr *E) {
      return Lexer::getSourceText(
          CharSourceRange::getTokenRange(
              Ctx.getSourceManager()
                  .getExpansionRange(E->getSourceRange())
                  .getAsRange()),
          Ctx.getSourceManager(), Ctx.getLangOpts());
    };
    Out.BoundsAreBlock = Out.BoundsAreBlock && Threads && Most == Threads &&
                         (TextOf(Size) == TextOf(Out.Bounds) ||
                          (!IsOther && !MayBeOther(Out.Bounds)));
  }
  if (First || !IsCertain) {
    Out.Consumers = std::nullopt;
    Out.BoundsAreBlock = false;
  }
  if (Out.BoundsAreBlock)
    return std::nullopt;
  if (Doubtful)
    return reject(RejectionKind::BlockShape, Doubtful,
                  "another build may give the block another size");
  if (!Out.Consumers && !Out.Bounds)
    return Rejection{RejectionKind::BlockShape, F.getLocation(),
                     "neither its launches nor __launch_bounds__ say how many "
                     "threads '" +
                         F.getNameAsString() + "' has"};
  return std::nullopt;
}

//===- How a thread waits and arrives -----------------------------------===//

/// `ptx::` of \p Call, `ptx::mbarrier_init(...)`.
static std::string qualifierOf(const CallExpr &Call, const ASTContext &Ctx) {
  const StringRef Name = Lexer::getSourceText(
      CharSourceRange::getTokenRange(Call.getCallee()->getSourceRange()),
      Ctx.getSourceManager(), Ctx.getLangOpts());
  return Name.take_front(Name.rfind(':') + 1).str();
}

/// A function of the file that arrives at the barrier that it is given, and
/// does nothing else.
static std::string arrivingFunction(const FunctionDecl &Kernel, QualType Type,
                                    const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  for (const Decl *D : Ctx.getTranslationUnitDecl()->decls()) {
    const auto *F = dyn_cast<FunctionDecl>(D);
    if (!F || !F->hasBody() || F->getNumParams() != 1 ||
        !F->hasAttr<CUDADeviceAttr>() || F->isTemplated() ||
        SM.isInSystemHeader(F->getLocation()) ||
        !SM.isBeforeInTranslationUnit(F->getLocation(), Kernel.getLocation()) ||
        !Ctx.hasSameType(F->getParamDecl(0)->getType(),
                         Ctx.getPointerType(Type.getUnqualifiedType())))
      continue;
    const std::vector<TransferStep> Steps = transferSteps(F->getBody(), Ctx);
    if (Steps.size() != 1 || Steps.front().Kind != TransferStep::Arrive ||
        !Steps.front().Barrier)
      continue;
    const ExprOnWay At =
        outermost({Steps.front().Barrier, Steps.front().Calls});
    bool IsGiven = false;
    forEach<DeclRefExpr>(At.E, [&](const DeclRefExpr &Ref) {
      IsGiven |= Ref.getDecl() == F->getParamDecl(0);
    });
    const auto *Body = dyn_cast<CompoundStmt>(F->getBody());
    if (IsGiven && Body && Body->size() == 1 &&
        reachOf(Body, Steps.front()) == Reach::Always)
      return F->getNameAsString();
  }
  return "";
}

RolesReader::Why RolesReader::readWords() {
  for (const Stmt *S : Loop.Header.Body->body()) {
    const std::vector<TransferStep> Steps = transferSteps(S, Ctx);
    if (llvm::none_of(Steps, [](const TransferStep &Step) {
          return Step.Kind == TransferStep::BarrierWait;
        }))
      continue;
    if (llvm::any_of(Steps,
                     [](const TransferStep &Step) {
                       return Step.Kind != TransferStep::BarrierWait;
                     }) ||
        Steps.size() != 1 || !(isa<Expr, WhileStmt, DoStmt, AsmStmt>(S)) ||
        !isSame(S, S))
      return reject(RejectionKind::ProducerOfMany, S,
                    "the producer cannot wait in these words, too: they do "
                    "more, or depend on the thread");
    Out.Wait = S;
    const VarDecl *Through = nullptr;
    Out.WaitsAt =
        sharedRootOf({Steps.front().Barrier, Steps.front().Calls}, Through);
    break;
  }
  for (const RingBarrier &B : Loop.Barriers)
    if (B.Var == Out.WaitsAt) {
      const std::vector<TransferStep> Init = transferSteps(B.Init, Ctx);
      const auto *Call =
          Init.empty() ? nullptr : dyn_cast<CallExpr>(Init.front().Where);
      const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
      const std::string Name = Callee ? Callee->getQualifiedNameAsString() : "";
      if (!B.Var->getType()->isIntegerType())
        Out.Arrive = {ArriveSpelling::Member, ""};
      else if (StringRef(Name).starts_with("cuda::ptx::") &&
               Init.front().Calls.empty())
        Out.Arrive = {ArriveSpelling::Function,
                      qualifierOf(*Call, Ctx) + "mbarrier_arrive"};
      else if (std::string Own =
                   arrivingFunction(*Loop.Kernel, B.Var->getType(), Ctx);
               !Own.empty())
        Out.Arrive = {ArriveSpelling::Function, Own};
    }
  for (const RingBarrier &B : Loop.Barriers) {
    int64_t Sum = 0;
    for (const Stmt *S : Loop.Loads)
      for (const TransferStep &Step : transferSteps(S, Ctx)) {
        const VarDecl *Through = nullptr;
        if (Step.Kind != TransferStep::ExpectBytes ||
            sharedRootOf({Step.Barrier, Step.Calls}, Through) != B.Var)
          continue;
        const ExprOnWay Bytes = outermost({Step.Amount, Step.Calls});
        Sum += Step.Bytes ? *Step.Bytes
               : Bytes.E  ? constantValue(Bytes.E, Ctx).value_or(0)
                          : 0;
      }
    Out.Expected.push_back(Sum);
  }
  if (!Out.Wait || !Out.WaitsAt)
    return reject(RejectionKind::ProducerOfMany, Loop.Header.Loop,
                  "how the trip waits cannot be told");
  return std::nullopt;
}

OrRejection<RingRoles> RolesReader::read() {
  for (auto Step : {&RolesReader::readCopies, &RolesReader::readReached,
                    &RolesReader::readFront, &RolesReader::readBarriers,
                    &RolesReader::readBlock, &RolesReader::readWords})
    if (Why Not = (this->*Step)())
      return *Not;
  return std::move(Out);
}

} // namespace

OrRejection<RingRoles> readRoles(const RingLoop &Loop,
                                 const LaunchSites &Launches,
                                 const ASTContext &Ctx) {
  auto No = [&](const char *What) {
    return Rejection{RejectionKind::UnsupportedLoop,
                     Loop.Header.Loop->getSourceRange(), What};
  };
  if (Loop.Area)
    return No(
        "a warp that copies needs tiles of a known size, and these lie in "
        "memory of the launch");
  if (Loop.Around)
    return No("a warp that copies has one loop, and another is around this");
  if (Loop.CopiesInLoops)
    return No("a loop makes the copies of a trip");
  if (!llvm::all_of(Loop.Barriers,
                    [](const RingBarrier &B) { return B.IsAlone; }))
    return No("the barriers of a warp that copies are variables of their own");
  return RolesReader(Loop, Launches, Ctx).read();
}

} // namespace cudapipe
