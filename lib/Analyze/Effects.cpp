//===- Effects.cpp - What a statement reads and does ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk in evaluation order. `Written` holds what is surely written so far;
// a read of anything else is upward exposed. Branches join by intersection and
// loop bodies may run zero times.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/Effects.h"
#include "EffectsWalker.h"
#include "PipelineObjects.h"
#include "WaitFinder.h"
#include "cudapipe/Analyze/AsmBarrier.h"
#include "cudapipe/Analyze/AsmText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace cudapipe {

Effects effectsOf(const Stmt *S, const PointerFlow &Flow,
                  const ASTContext &Ctx) {
  Effects Out;
  EffectsWalker Walker(Out, Flow, Ctx);
  Walker.statement(S);
  Out.Kills = Walker.written();
  return Out;
}

void EffectsWalker::declare(const VarDecl &Var) {
  if (isShared(Var) || Var.hasExternalStorage())
    return;
  if (const Expr *Init = Var.getInit()) {
    if (Var.getType()->isReferenceType()) {
      address(Init);
      Out.Writes.insert(&Var);
      kill(&Var);
      return;
    }
    read(Init);
  }
  const auto *Record =
      Var.getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (Record && Record->hasDefinition() && !Record->hasTrivialDestructor() &&
      !isThreadPipeline(Var.getType()))
    Out.Unknown.push_back(
        {Var.getInit(), "the destructor of '" + Var.getNameAsString() + "'"});
  Out.Writes.insert(&Var);
  kill(&Var);
}

/// A break or continue in \p S: what stands behind it may not run.
static bool jumps(const Stmt *S) {
  return S && (isa<BreakStmt, ContinueStmt>(S) ||
               llvm::any_of(S->children(), jumps));
}

void EffectsWalker::loopBody(const Stmt *Body, const Stmt *Increment) {
  VarSet Before = Written;
  ++LoopDepth;
  ++BreakDepth;
  statement(Body);
  if (jumps(Body))
    Written = Before;
  statement(Increment);
  --BreakDepth;
  --LoopDepth;
  Written = Before; // the body may not run at all
}

void EffectsWalker::branches(llvm::function_ref<void()> Then,
                             llvm::function_ref<void()> Else) {
  VarSet Before = Written;
  Then();
  VarSet AfterThen = Written;
  Written = Before;
  Else();
  VarSet Both;
  for (const VarDecl *Var : Written)
    if (AfterThen.count(Var))
      Both.insert(Var);
  Written = Both;
}

/// Adds what \p Reads may be of that other blocks may write to \p Out.
static void addWatched(llvm::ArrayRef<MemoryAccess> Reads, bool AllThatAsk,
                       RootSet &Out) {
  for (const MemoryAccess &Read : Reads)
    if (Read.Root.Kind != MemoryRoot::Shared &&
        Read.Reader != MemoryAccess::OfBlock &&
        (!AllThatAsk || Read.Reader == MemoryAccess::Asks) &&
        !llvm::is_contained(Out, Read.Root))
      Out.push_back(Read.Root);
}

/// Whoever waits for others must not have loaded what they are about to write,
/// and if these are other blocks, they must be there.
void EffectsWalker::waits(const Stmt &Loop, llvm::ArrayRef<const Stmt *> Body,
                          const Expr *Cond) {
  auto ReadsOf = [&](const Stmt *S) {
    Effects Of;
    EffectsWalker(Of, Flow, Ctx, CallDepth + 1).value(*S);
    return Of.MemoryReads;
  };
  WaitFinder Finder(Body, Cond, [&](const Stmt *S) {
    RootSet Asked;
    addWatched(ReadsOf(S), /*AllThatAsk=*/true, Asked);
    return !Asked.empty();
  });
  if (!Finder.isWait())
    return;
  Out.Pinned.push_back({&Loop, "a loop that waits for what others store",
                        /*Observes=*/true});
  BlockWait Wait{&Loop, "this loop goes round until others have stored"};
  for (const Stmt *S : Finder.watched())
    addWatched(ReadsOf(S), /*AllThatAsk=*/false, Wait.Watched);
  if (!Wait.Watched.empty())
    Out.BlockWaits.push_back(std::move(Wait));
}

/// Evaluates \p S, an expression or a statement that is asm.
void EffectsWalker::value(const Stmt &S) {
  const auto *E = dyn_cast<Expr>(&S);
  E ? read(E) : statement(&S);
}

/// `again: if (load(flag) != n) goto again;` in \p Block.
void EffectsWalker::jumpsBack(const CompoundStmt &Block) {
  auto GoesTo = [](auto &&Self, const Stmt *S, const LabelDecl *To) -> bool {
    const auto *Goto = dyn_cast_or_null<GotoStmt>(S);
    return S && ((Goto && Goto->getLabel() == To) ||
                 llvm::any_of(S->children(), [&](const Stmt *Child) {
                   return Self(Self, Child, To);
                 }));
  };
  llvm::SmallVector<const Stmt *, 8> Body(Block.body());
  for (auto [I, S] : llvm::enumerate(Body))
    if (const auto *Label = dyn_cast<LabelStmt>(S))
      for (size_t J = Body.size(); J-- > I;)
        if (GoesTo(GoesTo, Body[J], Label->getDecl())) {
          waits(*S, llvm::ArrayRef(Body).slice(I, J - I + 1), nullptr);
          break;
        }
}

void EffectsWalker::statement(const Stmt *S) {
  if (!S || isa<NullStmt>(S))
    return;
  if (const auto *E = dyn_cast<Expr>(S))
    return discard(E);
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body())
      statement(Child);
    jumpsBack(*Block);
  } else if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        declare(*Var);
  } else if (const auto *If = dyn_cast<IfStmt>(S)) {
    statement(If->getInit());
    if (If->getConditionVariable())
      declare(*If->getConditionVariable());
    read(If->getCond());
    branches([&] { statement(If->getThen()); },
             [&] { statement(If->getElse()); });
  } else if (const auto *For = dyn_cast<ForStmt>(S)) {
    statement(For->getInit());
    read(For->getCond());
    loopBody(For->getBody(), For->getInc());
    waits(*For, {For->getBody(), For->getInc()}, For->getCond());
  } else if (const auto *While = dyn_cast<WhileStmt>(S)) {
    read(While->getCond());
    loopBody(While->getBody(), nullptr);
    waits(*While, {While->getBody(), While->getCond()}, While->getCond());
  } else if (const auto *Do = dyn_cast<DoStmt>(S)) {
    VarSet Before = Written;
    ++LoopDepth;
    ++BreakDepth;
    statement(Do->getBody());
    if (jumps(Do->getBody()))
      Written = Before;
    --BreakDepth;
    --LoopDepth;
    read(Do->getCond());
    waits(*Do, {Do->getBody(), Do->getCond()}, Do->getCond());
  } else if (const auto *Switch = dyn_cast<SwitchStmt>(S)) {
    statement(Switch->getInit());
    read(Switch->getCond());
    // A switch catches break, but not continue; no case may be taken.
    VarSet Before = Written, Outer = SwitchHead;
    SwitchHead = Written;
    ++BreakDepth;
    statement(Switch->getBody());
    --BreakDepth;
    Written = Before;
    SwitchHead = Outer;
  } else if (const auto *Attributed = dyn_cast<AttributedStmt>(S)) {
    statement(Attributed->getSubStmt());
  } else if (const auto *Case = dyn_cast<SwitchCase>(S)) {
    Written = SwitchHead; // control may come from the head
    statement(Case->getSubStmt());
  } else if (isa<ContinueStmt, BreakStmt>(S)) {
    if ((isa<BreakStmt>(S) ? BreakDepth : LoopDepth) == 0)
      Out.Exits.push_back(S);
  } else if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt, LabelStmt>(S)) {
    if (const auto *Return = dyn_cast<ReturnStmt>(S))
      read(Return->getRetValue());
    Out.Exits.push_back(S);
    if (const auto *Label = dyn_cast<LabelStmt>(S))
      statement(Label->getSubStmt());
  } else if (const auto *Asm = dyn_cast<GCCAsmStmt>(S)) {
    for (unsigned I = 0; I < Asm->getNumInputs(); ++I)
      read(Asm->getInputExpr(I));
    for (unsigned I = 0; I < Asm->getNumOutputs(); ++I)
      object(Asm->getOutputExpr(I),
             Asm->isOutputPlusConstraint(I) ? ReadWrite : Write);
    const std::string Text = asmText(*Asm);
    asmLoads(*Asm, Text);
    if (isAsmBarrier(S, Ctx)) {
      Out.Barriers.push_back(S);
      if (!clobbersMemory(*Asm))
        Out.Unknown.push_back(
            {S, "an asm barrier without a \"memory\" clobber, across which the "
                "compiler may move loads and stores; __syncthreads() keeps "
                "them in place"});
    } else if (std::optional<AsyncOperation> Op = asyncOperation(S, Ctx)) {
      Out.AsyncCopies.push_back(S);
      asyncCopy(*Op);
    } else if (!isReadOnlyAsm(Text)) {
      Out.Unknown.push_back(
          {S, "inline asm with effects that are not modelled"});
    } else if (mindsItsPlace(Text) &&
               (Asm->isVolatile() || llvm::StringRef(Text).contains(".cv"))) {
      Out.Pinned.push_back(
          {S, "volatile inline asm",
           /*Observes=*/llvm::StringRef(Text).contains(".cv")});
    }
  } else if (const auto *Range = dyn_cast<CXXForRangeStmt>(S);
             Range && Range->getBeginStmt() && Range->getCond()) {
    statement(Range->getInit());
    statement(Range->getRangeStmt());
    statement(Range->getBeginStmt());
    statement(Range->getEndStmt());
    read(Range->getCond());
    VarSet Before = Written;
    statement(Range->getLoopVarStmt());
    loopBody(Range->getBody(), Range->getInc());
    Written = Before;
  } else {
    Out.Unknown.push_back({S, "a statement of unknown kind"});
  }
}

/// ldmatrix and the like read what one of their inputs is the address of.
void EffectsWalker::asmLoads(const GCCAsmStmt &Asm, llvm::StringRef Text) {
  const AsmLoads Loads = loadsOf(Text);
  if (!Loads.Any)
    return;
  llvm::SaveAndRestore As(Reader, Loads.OnlyOfBlock ? MemoryAccess::OfBlock
                                  : Loads.Ask       ? MemoryAccess::Asks
                                                    : MemoryAccess::Plain);
  llvm::SmallVector<const Expr *, 8> Operands;
  for (unsigned I = 0; I < Asm.getNumInputs(); ++I)
    Operands.push_back(Asm.getInputExpr(I));
  for (unsigned I = 0; I < Asm.getNumOutputs(); ++I)
    if (Asm.isOutputPlusConstraint(I))
      Operands.push_back(Asm.getOutputExpr(I));
  RootSet Roots;
  for (const Expr *Input : Operands) {
    QualType Type = Input->getType();
    // 32 bits are an address in shared memory or a number, 64 any address.
    bool Narrow = Type->isIntegerType() && !Type->isDependentType() &&
                  Ctx.getTypeSize(Type) <= 32;
    if (Type->isRealFloatingType())
      continue;
    for (const MemoryRoot &Root : Flow.rootsOfAddress(Input, !Narrow))
      if (!llvm::is_contained(Roots, Root))
        Roots.push_back(Root);
  }
  if (Roots.empty())
    Roots.push_back({MemoryRoot::Unknown, nullptr});
  if (!Operands.empty())
    touch(Operands.front(), Roots, Read);
  else
    Out.Unknown.push_back({&Asm, "inline asm that loads by a name"});
  if (Loads.Repeat && Loads.Ask && !Loads.OnlyOfBlock)
    Out.BlockWaits.push_back(
        {&Asm, "this asm goes round until others have stored", Roots});
}

/// Evaluates \p E for its side effects only: an lvalue result is not read.
void EffectsWalker::discard(const Expr *E) {
  const Expr *Bare = E->IgnoreParens();
  Discarded = Bare;
  if (Bare->isGLValue() && !isa<BinaryOperator, UnaryOperator, CallExpr,
                                ConditionalOperator, CXXOperatorCallExpr>(Bare))
    return address(Bare);
  read(E);
}

} // namespace cudapipe
