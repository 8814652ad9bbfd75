//===- WorkCounter.cpp - Statements, loops, memory ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkCounter.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/AsmText.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/BoundedLoop.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace cudapipe {

/// The widest load there is.
static constexpr uint64_t WidestAccess = 16;

WorkCounter::WorkCounter(const Stmt *Scope, const PointerFlow &Flow,
                         const ASTContext &Ctx, const TripHint &Hint)
    : Flow(&Flow), Ctx(Ctx), Hint(Hint) {
  // Data spread through variables; a chain of more rounds is none.
  bool Grew = true;
  for (unsigned Round = 0; Grew && Round < 8; ++Round) {
    Grew = false;
    collectData(Scope, Grew);
  }
}

void WorkCounter::statement(const Stmt *S) {
  if (!S)
    return;
  if (const auto *E = dyn_cast<Expr>(S))
    return E->isGLValue() && !isa<BinaryOperator, CallExpr, UnaryOperator>(E)
               ? place(E)
               : value(E);
  if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        declaration(*Var);
    return;
  }
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    statement(If->getInit());
    if (const VarDecl *Var = If->getConditionVariable())
      declaration(*Var);
    if (std::optional<int64_t> Known = constantValue(If->getCond(), Ctx))
      return statement(*Known ? If->getThen() : If->getElse());
    value(If->getCond());
    return branches([&] { statement(If->getThen()); },
                    [&] { statement(If->getElse()); });
  }
  if (const auto *For = dyn_cast<ForStmt>(S))
    return loop(*For);
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
    return asmText(*Asm);
  if (isa<WhileStmt, DoStmt, CXXForRangeStmt>(S))
    Out.noteMissed(S, "this loop has no constant trip count");
  else if (isa<SwitchStmt>(S))
    Out.noteMissed(S, "a switch takes one of its branches");
  for (const Stmt *Child : S->children())
    statement(Child);
}

void WorkCounter::declaration(const VarDecl &Var) {
  const Expr *Init = Var.getInit();
  if (!Init || isShared(Var))
    return;
  if (Var.getType()->isReferenceType() && Init->isGLValue())
    place(Init);
  else
    value(Init);
  DependsOn[&Var] = levelsOf(Init);
}

/// All variables that \p S assigns to; those it declares are set anew.
static void assignedIn(const Stmt *S,
                       llvm::function_ref<void(const VarDecl *)> Use) {
  if (!S)
    return;
  const Expr *To = nullptr;
  if (const auto *Op = dyn_cast<BinaryOperator>(S); Op && Op->isAssignmentOp())
    To = Op->getLHS();
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && Op->isIncrementDecrementOp())
    To = Op->getSubExpr();
  if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(
          To ? To->IgnoreParenImpCasts() : nullptr))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      Use(Var);
  for (const Stmt *Child : S->children())
    assignedIn(Child, Use);
}

void WorkCounter::loop(const ForStmt &For) {
  statement(For.getInit());
  std::optional<uint64_t> Trips;
  if (std::optional<CountedLoop> Counted = countedLoop(For, Ctx);
      Counted && !Counted->Symbolic)
    Trips = Counted->Trips;
  else if (std::optional<BoundedLoop> Bounded = boundedLoop(For, Ctx);
           Bounded && !Bounded->Symbolic)
    Trips = Bounded->Trips; // only the last tile is shorter
  else if (Hint)
    Trips = Hint(For);
  if (!Trips)
    Out.noteMissed(&For, "this loop has no constant trip count");
  Effects Done = effectsOf(&For, *Flow, Ctx);
  uint64_t Bit = uint64_t(1) << std::min<size_t>(Levels.size(), 63);
  for (auto &Entry : DependsOn)
    Entry.second &= ~Bit;
  // What a trip leaves for the next changes with the loop.
  assignedIn(&For, [&](const VarDecl *Var) { DependsOn[Var] |= Bit; });
  Levels.push_back({double(Trips.value_or(1)),
                    !Done.MemoryWrites.empty() || !Done.Barriers.empty()});
  statement(For.getBody());
  Levels.pop_back();
}

void WorkCounter::branches(llvm::function_ref<void()> Then,
                           llvm::function_ref<void()> Else) {
  WorkCount Before = std::move(Out);
  Out = {};
  Then();
  WorkCount First = std::move(Out);
  Out = {};
  Else();
  for (double WorkCount::*Figure :
       {&WorkCount::Operations, &WorkCount::Math, &WorkCount::GlobalLoads,
        &WorkCount::GlobalStores, &WorkCount::SharedLoads,
        &WorkCount::SharedStores, &WorkCount::AsyncCopies,
        &WorkCount::LoadedBytes})
    Out.*Figure = std::max(Out.*Figure, First.*Figure);
  Out.noteMissed(First.Missed, First.WhyMissed);
  Before += Out;
  Out = std::move(Before);
}

WorkCounter::Memory WorkCounter::memoryOf(const RootSet &Roots) const {
  Memory Where = Memory::None;
  for (const MemoryRoot &Root : Roots) {
    if (Root.Kind == MemoryRoot::Shared)
      return Memory::Shared;
    if (Root.Kind != MemoryRoot::Local && Root.Kind != MemoryRoot::Constant)
      Where = Memory::Global;
  }
  return Where;
}

double WorkCounter::allTrips() const {
  double Trips = 1;
  for (const Level &L : Levels)
    Trips *= L.Trips;
  return Trips;
}

uint64_t WorkCounter::levelsOf(const Stmt *S) const {
  if (!S)
    return 0;
  uint64_t Bits = 0;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      Bits = DependsOn.lookup(Var);
  for (const Stmt *Child : S->children())
    Bits |= levelsOf(Child);
  return Bits;
}

double WorkCounter::tripsOf(const Expr *E) const {
  uint64_t Bits = levelsOf(E);
  double Trips = 1;
  for (auto [I, L] : llvm::enumerate(Levels))
    if (L.StoresMemory || (Bits >> std::min<size_t>(I, 63) & 1))
      Trips *= L.Trips;
  return Trips;
}

uint64_t WorkCounter::bytesOf(QualType Type, const Expr *E) {
  Type = Type.getNonReferenceType();
  if (Type->isDependentType() || Type->isIncompleteType()) {
    Out.noteMissed(E, "its size depends on a template parameter");
    return 4;
  }
  return Ctx.getTypeSizeInChars(Type).getQuantity();
}

void WorkCounter::load(const Expr *Address, Memory Where, uint64_t Bytes) {
  double Times = tripsOf(Address);
  double Each = std::max<uint64_t>(1, llvm::divideCeil(Bytes, WidestAccess));
  if (Where == Memory::Shared)
    Out.SharedLoads += Times * Each;
  if (Where == Memory::Global) {
    Out.GlobalLoads += Times * Each;
    Out.LoadedBytes += Times * Bytes;
  }
}

void WorkCounter::store(Memory Where, uint64_t Bytes) {
  double Times =
      allTrips() * std::max<uint64_t>(1, llvm::divideCeil(Bytes, WidestAccess));
  if (Where == Memory::Shared)
    Out.SharedStores += Times;
  if (Where == Memory::Global)
    Out.GlobalStores += Times;
}

void WorkCounter::loadObject(const Expr *E) {
  if (Memory Where = memoryOf(Flow->rootsOfObject(E)); Where != Memory::None)
    load(E, Where, bytesOf(accessType(E, Ctx), E));
}

void WorkCounter::storeObject(const Expr *E) {
  if (Memory Where = memoryOf(Flow->rootsOfObject(E)); Where != Memory::None)
    store(Where, bytesOf(accessType(E, Ctx), E));
}

void WorkCounter::math(Cost C) {
  if (InAddress)
    return;
  Out.Operations += C.Operations * allTrips();
  Out.Math += C.Math * allTrips();
}

void WorkCounter::asyncCopy(const AsyncOperation &Copy, const Stmt *S) {
  if (Copy.Group) // each thread's share hangs on their number
    return Out.noteMissed(S, "a group of threads copies together");
  if (!Copy.Bytes)
    Out.noteMissed(S, "this copy has no constant size");
  uint64_t Bytes = Copy.Bytes ? Copy.Bytes : 4;
  Out.AsyncCopies += allTrips() * llvm::divideCeil(Bytes, WidestAccess);
  Out.LoadedBytes += allTrips() * Bytes;
}

void WorkCounter::asmText(const GCCAsmStmt &Asm) {
  if (std::optional<AsyncOperation> Op = asyncOperation(&Asm, Ctx)) {
    if (Op->Kind == AsyncOperation::Copy)
      asyncCopy(*Op, &Asm);
    return;
  }
  const std::string Text = cudapipe::asmText(Asm);
  if (std::optional<Cost> C = asmCost(Text))
    math(*C);
  else
    Out.noteMissed(&Asm, "this instruction is not known");
  Out.SharedLoads += asmSharedLoads(Text) * allTrips();
  for (unsigned I = 0; I < Asm.getNumInputs(); ++I)
    if (Asm.getInputExpr(I)->isPRValue())
      value(Asm.getInputExpr(I));
}

} // namespace cudapipe
