//===- Effects.cpp - What a statement reads and does --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   The walk behind effectsOf()
//   What a statement reads and does
//   Effects of expressions
//   Effects of calls
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/Effects.h"
#include "Analyze/Threads/WaitFinder.h"
#include "PipelineObjects.h"
#include "StrangerCall.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/AsmBarrier.h"
#include "cudapipe/Analyze/AsmText.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/BlockCounter.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/DroppedWords.h"
#include "cudapipe/Analyze/PerAst.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TransferStep.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace cudapipe {

//===- The walk behind effectsOf() --------------------------------------===//

class EffectsWalker {
public:
  EffectsWalker(Effects &Out, const PointerFlow &Flow,
                const clang::ASTContext &Ctx, unsigned CallDepth = 0)
      : Out(Out), Flow(Flow), Ctx(Ctx), CallDepth(CallDepth) {}

  void statement(const clang::Stmt *S);
  /// What is surely written when the walk is over.
  const VarSet &written() const { return Written; }

private:
  enum AccessTy { Read = 1, Write = 2, ReadWrite = 3 };

  void declare(const clang::VarDecl &Var);
  void loopBody(const clang::Stmt *Body, const clang::Stmt *Increment);
  void waits(const clang::Stmt &Loop, llvm::ArrayRef<const clang::Stmt *> Body,
             const clang::Expr *Cond);
  void jumpsBack(const clang::CompoundStmt &Block);
  void value(const clang::Stmt &S);
  void branches(llvm::function_ref<void()> Then,
                llvm::function_ref<void()> Else);

  /// Evaluates \p E and throws the result away.
  void discard(const clang::Expr *E);
  /// Evaluates \p E and uses its value.
  void read(const clang::Expr *E);
  /// Evaluates which object the glvalue \p E is, without touching the object.
  void address(const clang::Expr *E);
  /// Evaluates the glvalue \p E and accesses the object.
  void object(const clang::Expr *E, AccessTy Access);
  void assignment(const clang::BinaryOperator &Op);

  void touch(const clang::Expr *Where, const MemoryRoot &Root, AccessTy Access,
             bool Whole);
  void touch(const clang::Expr *Where, const RootSet &Roots, AccessTy Access,
             bool Whole = false);
  void kill(const clang::VarDecl *Var) { Written.insert(Var); }

  void call(const clang::CallExpr &Call);
  void construct(const clang::CXXConstructExpr &Construct);
  void arguments(const clang::FunctionDecl *Callee,
                 llvm::ArrayRef<const clang::Expr *> Args);
  void libraryCall(const clang::Expr &Call, const clang::FunctionDecl &Callee,
                   const clang::Expr *Object,
                   llvm::ArrayRef<const clang::Expr *> Args);
  void userCall(const clang::Expr &Call, const clang::FunctionDecl &Callee,
                const clang::Expr *Object,
                llvm::ArrayRef<const clang::Expr *> Args,
                bool Constructs = false);
  void asmLoads(const clang::GCCAsmStmt &Asm, llvm::StringRef Text);
  void asmNumbers(const clang::GCCAsmStmt &Asm, llvm::StringRef Text);
  std::optional<RootSet>
  onlyParameters(llvm::ArrayRef<const clang::Expr *> Addresses) const;
  void libraryWait(const clang::Expr &Call, const clang::FunctionDecl &Callee,
                   const clang::Expr *Object,
                   llvm::ArrayRef<const clang::Expr *> Args);
  void asyncCopy(const AsyncOperation &Op);
  bool callOfOverloads(const CallExpr &Call,
                       const UnresolvedLookupExpr &Lookup);
  void dependentCall(const clang::CallExpr &Call);
  bool lendToStranger(const clang::Expr *Operand);
  void touchKnownToStrangers(const clang::Expr &Call);
  bool dependentOperator(const clang::CXXOperatorCallExpr &Call);

  Effects &Out;
  const PointerFlow &Flow;
  const clang::ASTContext &Ctx;
  VarSet Written, SwitchHead;
  const clang::Expr *Discarded = nullptr;
  /// Who calls the function throws away what it returns.
  bool DiscardsReturned = false;
  unsigned LoopDepth = 0, BreakDepth = 0;
  unsigned CallDepth;
  /// How what is being read is read.
  MemoryAccess::ReaderTy Reader = MemoryAccess::Plain;
};

//===- What a statement reads and does ----------------------------------===//
// One walk in evaluation order. `Written` holds what is surely written so far;
// a read of anything else is upward exposed. Branches join by intersection and
// loop bodies may run zero times.

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
      !isThreadPipeline(Var.getType()) && !isBlockPipeline(Var.getType()))
    Out.Unknown.push_back(
        {Var.getInit(), "the destructor of '" + Var.getNameAsString() + "'"});
  Out.Writes.insert(&Var);
  kill(&Var);
}

void EffectsWalker::loopBody(const Stmt *Body, const Stmt *Increment) {
  VarSet Before = Written;
  ++LoopDepth;
  ++BreakDepth;
  statement(Body);
  if (holdsA<BreakStmt, ContinueStmt>(Body))
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

/// The value of \p S is made of integers that no pointer leads to.
static bool isOfNumbers(const Stmt *S) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var && Var->hasLocalStorage() &&
           Var->getType()->isIntegralOrEnumerationType();
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && !Op->isArithmeticOp() && !Op->isIncrementDecrementOp())
    return false;
  return isa<IntegerLiteral, CXXBoolLiteralExpr, SubstNonTypeTemplateParmExpr,
             CastExpr, ParenExpr, UnaryOperator, BinaryOperator>(S) &&
         llvm::all_of(S->children(), isOfNumbers);
}

/// Whoever waits for others must not have loaded what they are about to write,
/// and if these are other blocks, they must be there.
void EffectsWalker::waits(const Stmt &Loop, llvm::ArrayRef<const Stmt *> Body,
                          const Expr *Cond) {
  // Most loops are none, whatever their pointers point to.
  struct Told : llvm::DenseSet<const Stmt *> {};
  if (perAst<Told>(Ctx).count(&Loop))
    return;
  bool HasAsked = false;
  auto ReadsOf = [&](const Stmt *S) {
    HasAsked |= !isOfNumbers(S);
    Effects Of;
    EffectsWalker(Of, Flow, Ctx, CallDepth + 1).value(*S);
    return Of.MemoryReads;
  };
  auto Asks = [&](const Stmt *S) {
    RootSet Asked;
    addWatched(ReadsOf(S), /*AllThatAsk=*/true, Asked);
    return !Asked.empty();
  };
  WaitFinder Finder(Body, Cond, Asks);
  if (!Finder.isWait()) {
    if (!HasAsked)
      perAst<Told>(Ctx).insert(&Loop);
    return;
  }
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
  if (!S)
    return;
  // Another build reads it there.
  for (const VarDecl *Var : droppedReads(*S, Flow.function(), Ctx)) {
    Out.Reads.insert(Var);
    if (!Written.count(Var))
      Out.UpwardReads.insert(Var);
  }
  if (isa<NullStmt>(S))
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
    if (holdsA<BreakStmt, ContinueStmt>(Do->getBody()))
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
    const auto *Return = dyn_cast<ReturnStmt>(S);
    const Expr *Value = Return ? Return->getRetValue() : nullptr;
    // Of other references, those who ask what a call does want what it leads
    // to.
    const auto *Itself = dyn_cast_or_null<UnaryOperator>(
        Value ? Value->IgnoreParens() : nullptr);
    const bool IsThis = Itself && Itself->getOpcode() == UO_Deref &&
                        isa<CXXThisExpr>(Itself->getSubExpr()->IgnoreParens());
    if (Value && DiscardsReturned && (Value->isPRValue() || IsThis))
      discard(Value);
    else if (Value)
      read(Value);
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
    asmNumbers(*Asm, Text);
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
      const std::string Words = wordsOfPtx(Text);
      Out.Unknown.push_back(
          {S, Words.empty() ? "inline asm with effects that are not modelled"
                            : "inline asm: " + Words});
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

/// The parameters that \p Addresses are made of; none if one of them is made of
/// a pointer.
std::optional<RootSet>
EffectsWalker::onlyParameters(llvm::ArrayRef<const Expr *> Addresses) const {
  RootSet Out;
  for (const Expr *E : Addresses)
    for (const MemoryRoot &Root : Flow.rootsOfAddress(E, /*IsAddress=*/false)) {
      const auto *Param = dyn_cast_or_null<ParmVarDecl>(Root.Var);
      if (Root.Kind != MemoryRoot::Param || !Param ||
          !Param->getType()->isIntegerType())
        return std::nullopt;
      if (!llvm::is_contained(Out, Root))
        Out.push_back(Root);
    }
  return Out;
}

void EffectsWalker::asmNumbers(const GCCAsmStmt &Asm, llvm::StringRef Text) {
  if (!Text.contains('[') ||
      !(Text.contains(".shared") || Text.contains("matrix")))
    return;
  llvm::SmallVector<const Expr *, 8> Inputs;
  for (unsigned I = 0; I < Asm.getNumInputs(); ++I)
    if (!Asm.getInputExpr(I)->getType()->isRealFloatingType())
      Inputs.push_back(Asm.getInputExpr(I));
  for (unsigned I = 0; I < Asm.getNumOutputs(); ++I)
    if (Asm.isOutputPlusConstraint(I))
      Inputs.push_back(Asm.getOutputExpr(I));
  // A name may be that of an array of the asm's own.
  const bool IsConstant =
      llvm::isDigit((Text.split('[').second.ltrim() + "]").str()[0]);
  if (std::optional<RootSet> Params = onlyParameters(Inputs);
      Params && (!Inputs.empty() || IsConstant))
    Out.Numbers.push_back({&Asm, std::move(*Params)});
}

/// ldmatrix and the like read what one of their inputs is the address of.
void EffectsWalker::asmLoads(const GCCAsmStmt &Asm, llvm::StringRef Text) {
  const AsmLoads Loads = loadsOf(Text);
  if (!Loads.Any)
    return;
  llvm::SaveAndRestore As(Reader, Loads.OnlyOfBlock  ? MemoryAccess::OfBlock
                                  : Loads.Ask        ? MemoryAccess::Asks
                                  : Loads.OnlyGlobal ? MemoryAccess::OfGlobal
                                                     : MemoryAccess::Plain);
  // Of an address that the text computes, any operand may be a part.
  llvm::SmallVector<const Expr *, 8> Operands;
  for (llvm::StringRef Address : Loads.Addresses)
    Operands.push_back(addressOperand(Asm, Address));
  if (Operands.empty() || llvm::is_contained(Operands, nullptr)) {
    Operands.clear();
    for (unsigned I = 0; I < Asm.getNumInputs(); ++I)
      Operands.push_back(Asm.getInputExpr(I));
    for (unsigned I = 0; I < Asm.getNumOutputs(); ++I)
      if (Asm.isOutputPlusConstraint(I))
        Operands.push_back(Asm.getOutputExpr(I));
  }
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
  // Temporaries of arguments end with the statement.
  if (const auto *Full = dyn_cast<FullExpr>(Bare))
    Bare = Full->getSubExpr()->IgnoreParens();
  Discarded = Bare;
  // `return *this;` of an assignment whose value nobody wants: bytes are copied
  // for nothing.
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(Bare);
      Copy && Copy->getNumArgs() == 1 && Copy->getArg(0)->isGLValue() &&
      Copy->getConstructor()->isCopyOrMoveConstructor() &&
      Copy->getConstructor()->isTrivial())
    return address(Copy->getArg(0));
  if (const auto *Op = dyn_cast<UnaryOperator>(Bare);
      Op && Op->getOpcode() == UO_Deref && !Op->getType().isVolatileQualified())
    return address(Bare);
  if (Bare->isGLValue() && !isa<BinaryOperator, UnaryOperator, CallExpr,
                                ConditionalOperator, CXXOperatorCallExpr>(Bare))
    return address(Bare);
  read(E);
}

//===- Effects of expressions -------------------------------------------===//

void EffectsWalker::touch(const Expr *Where, const MemoryRoot &Root,
                          AccessTy Access, bool Whole) {
  if (Root.Kind == MemoryRoot::Constant ||
      (Root.Var && Root.Var->getType()->isCUDADeviceBuiltinTextureType()))
    return; // a texture reference is a name, the fetch is the call
  if (Root.Kind != MemoryRoot::Local) {
    if (Access & Read)
      Out.MemoryReads.push_back(
          {Where,
           Reader == MemoryAccess::OfGlobal && Root.Kind == MemoryRoot::Unknown
               ? MemoryRoot{MemoryRoot::Global, nullptr}
               : Root,
           Reader});
    if (Access & Write)
      Out.MemoryWrites.push_back({Where, Root});
    return;
  }
  if (Access & Read) {
    Out.Reads.insert(Root.Var);
    if (!Written.count(Root.Var))
      Out.UpwardReads.insert(Root.Var);
  }
  if (Access & Write) {
    Out.Writes.insert(Root.Var);
    if (Whole)
      kill(Root.Var);
  }
}

void EffectsWalker::touch(const Expr *Where, const RootSet &Roots,
                          AccessTy Access, bool Whole) {
  for (const MemoryRoot &Root : Roots)
    touch(Where, Root, Access, Whole && Roots.size() == 1);
}

void EffectsWalker::object(const Expr *E, AccessTy Access) {
  address(E);
  llvm::SaveAndRestore As(Reader);
  if (E->getType().isVolatileQualified()) {
    Out.Pinned.push_back({E, "a volatile access", /*Observes=*/true});
    Reader = MemoryAccess::Asks;
  }
  bool Whole = isa<DeclRefExpr>(E->IgnoreParens());
  touch(E, Flow.rootsOfObject(E), Access, Whole);
}

void EffectsWalker::address(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E);
      Ref && isa<BindingDecl>(Ref->getDecl()))
    Out.Unknown.push_back({E, "a structured binding"});
  // A reference is a variable too: its declaration has to come along.
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        Var && Var->isLocalVarDecl() && Var->getType()->isReferenceType())
      touch(E, {MemoryRoot::Local, Var}, Read, /*Whole=*/false);
  if (isa<DeclRefExpr, StringLiteral, CXXThisExpr>(E))
    return;
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
    // In a template the array has not decayed to a pointer yet.
    const Expr *Base = subscriptBase(*Sub);
    if (Base->isGLValue() && accessType(Base, Ctx)->isArrayType())
      address(Base);
    else
      read(Base);
    return read(subscriptIndex(*Sub));
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (Member->isArrow())
      return read(Member->getBase());
    return Member->getBase()->isGLValue() ? address(Member->getBase())
                                          : read(Member->getBase());
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
    if (Op->getOpcode() == UO_Deref)
      return read(Op->getSubExpr());
    if (Op->isIncrementDecrementOp())
      return read(Op);
    return address(Op->getSubExpr());
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getSubExpr()->isGLValue() ? address(Cast->getSubExpr())
                                           : read(Cast->getSubExpr());
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return read(Temporary->getSubExpr());
  if (const auto *Cond = dyn_cast<ConditionalOperator>(E)) {
    read(Cond->getCond());
    return branches([&] { address(Cond->getTrueExpr()); },
                    [&] { address(Cond->getFalseExpr()); });
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    return read(Op);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(*Call);
  if (E->isPRValue())
    return read(E);
  for (const Stmt *Child : E->children())
    if (const auto *Sub = dyn_cast_or_null<Expr>(Child))
      read(Sub);
}

void EffectsWalker::assignment(const BinaryOperator &Op) {
  read(Op.getRHS());
  object(Op.getLHS(), Op.isCompoundAssignmentOp() ? ReadWrite : Write);
}

void EffectsWalker::read(const Expr *E) {
  if (!E)
    return;
  E = E->IgnoreParens();
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    if (Op->isAssignmentOp())
      return assignment(*Op);
    if (Op->isLogicalOp()) {
      read(Op->getLHS());
      return branches([&] { read(Op->getRHS()); }, [] {});
    }
    if (Op->getOpcode() == BO_Comma)
      discard(Op->getLHS());
    else
      read(Op->getLHS());
    return read(Op->getRHS());
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
    if (Op->isIncrementDecrementOp())
      return object(Op->getSubExpr(), ReadWrite);
    if (Op->getOpcode() == UO_AddrOf)
      return address(Op->getSubExpr());
    if (Op->getOpcode() == UO_Deref)
      return object(E, Read);
    return read(Op->getSubExpr());
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Sub = Cast->getSubExpr();
    if (Cast->getCastKind() == CK_ArrayToPointerDecay ||
        Cast->getCastKind() == CK_FunctionToPointerDecay)
      return address(Sub);
    if (Cast->getCastKind() == CK_LValueToRValue)
      return object(Sub, Read);
    return read(Sub);
  }
  if (const auto *Cond = dyn_cast<AbstractConditionalOperator>(E)) {
    read(Cond->getCond());
    return branches([&] { read(Cond->getTrueExpr()); },
                    [&] { read(Cond->getFalseExpr()); });
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(*Call);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return construct(*Construct);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(E)) {
    for (const Expr *Init : Lambda->capture_inits())
      if (Init)
        Init->isGLValue() ? address(Init) : read(Init);
    for (const LambdaCapture &Capture : Lambda->captures())
      if (Capture.capturesVariable() && Capture.getCaptureKind() == LCK_ByCopy)
        if (const auto *Var = dyn_cast<VarDecl>(Capture.getCapturedVar());
            Var && !Var->isInitCapture())
          touch(E, {MemoryRoot::Local, Var}, Read, /*Whole=*/false);
    return;
  }
  // What sizeof names is not read, but has to be declared where it stands.
  if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(E)) {
    if (!Size->isArgumentType())
      if (const auto *Ref = dyn_cast<DeclRefExpr>(
              Size->getArgumentExpr()->IgnoreParenImpCasts()))
        if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
            Var && Var->hasLocalStorage() && Var->getType()->isScalarType())
          touch(E, {MemoryRoot::Local, Var}, Read, /*Whole=*/false);
    return;
  }
  if (isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr, CharacterLiteral,
          StringLiteral, CXXThisExpr, PseudoObjectExpr, OpaqueValueExpr,
          SubstNonTypeTemplateParmExpr, ImplicitValueInitExpr,
          CXXScalarValueInitExpr, CXXNullPtrLiteralExpr, TypeTraitExpr,
          ConstantExpr, UnresolvedLookupExpr, SizeOfPackExpr,
          DependentScopeDeclRefExpr>(E))
    return;
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return read(Default->getExpr());
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(E))
    return read(Default->getExpr());
  if (isa<CXXBindTemporaryExpr>(E) && !isThreadPipeline(E->getType()))
    Out.Unknown.push_back({E, "the destructor of a temporary"});
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return read(Temporary->getSubExpr());
  if (const auto *Block = dyn_cast<StmtExpr>(E))
    return statement(Block->getSubStmt());
  if (E->containsErrors())
    Out.Unknown.push_back({E, "an expression that does not parse"});
  if (E->isGLValue() && isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr,
                            CXXDependentScopeMemberExpr>(E))
    // An array has no value: naming it takes its address.
    return accessType(E, Ctx)->isArrayType() ? address(E) : object(E, Read);
  if (isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, AtomicExpr>(E))
    Out.Unknown.push_back({E, "an expression with effects not modelled"});
  if (const auto *Atomic = dyn_cast<AtomicExpr>(E)) {
    llvm::SaveAndRestore As(Reader, MemoryAccess::Asks);
    touch(E, Flow.rootsOfPointer(Atomic->getPtr()), ReadWrite);
  }
  for (const Stmt *Child : E->children())
    if (const auto *Sub = dyn_cast_or_null<Expr>(Child))
      read(Sub);
}

//===- Effects of calls -------------------------------------------------===//
// A library function is judged by its name and parameter types, a user's
// function by its body: what the body does through a parameter happens to what
// the argument names. A function without a body has unknown effects.

/// The source is read and the destination written, if only later.
void EffectsWalker::asyncCopy(const AsyncOperation &Op) {
  if (!Op.To || !Op.From)
    return;
  touch(Op.To, Flow.rootsOfAddress(Op.To), Write);
  touch(Op.From, Flow.rootsOfPointer(Op.From), Read);
}

/// Deeper call chains than this are not followed; recursion ends here too.
static constexpr unsigned MaxCallDepth = 12;

void EffectsWalker::arguments(const FunctionDecl *Callee,
                              llvm::ArrayRef<const Expr *> Args) {
  for (auto [I, Arg] : llvm::enumerate(Args)) {
    bool ByReference = Callee && I < Callee->getNumParams() &&
                       Callee->getParamDecl(I)->getType()->isReferenceType();
    if (ByReference && Arg->isGLValue())
      address(Arg);
    else
      read(Arg);
  }
}

static bool isPointerToConst(QualType Type) {
  QualType Pointee = Type->getPointeeType();
  return !Pointee.isNull() && Pointee.isConstQualified();
}

/// tex2D<float>(object, x, y), tex1Dfetch(reference, x) and the like.
static bool isTextureFetch(const FunctionDecl &Callee) {
  const IdentifierInfo *Name = Callee.getIdentifier();
  return Name && llvm::StringRef(Name->getName()).starts_with("tex");
}

namespace {
/// Who waits at a barrier.
enum class GroupTy { Block, Warp, Grid, Other };
} // namespace

/// The group of `block.sync()` and `cg::sync(block)`; __syncthreads() and the
/// like are for the block.
static GroupTy groupOf(const FunctionDecl &Callee, const Expr *Object,
                       llvm::ArrayRef<const Expr *> Args) {
  if (!llvm::StringRef(Callee.getQualifiedNameAsString())
           .contains("cooperative_groups"))
    return GroupTy::Block;
  const Expr *Group = Object ? Object : Args.empty() ? nullptr : Args[0];
  QualType Type = Group ? Group->IgnoreParenBaseCasts()->getType() : QualType();
  if (!Type.isNull() && Type->isPointerType())
    Type = Type->getPointeeType();
  const CXXRecordDecl *Record =
      Type.isNull() ? nullptr : Type->getAsCXXRecordDecl();
  // The toolkit's thread_block::sync() is static: it has no object.
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Callee); Method && !Record)
    Record = Method->getParent();
  llvm::StringRef Class =
      Record && Record->getIdentifier() ? Record->getName() : "";
  if (Class == "thread_block")
    return GroupTy::Block;
  if (Class == "grid_group" || Class == "multi_grid_group")
    return GroupTy::Grid;
  // The toolkit's sync() is that of __static_size_thread_block_tile_base.
  return Class.contains("thread_block_tile") || Class == "coalesced_group"
             ? GroupTy::Warp
             : GroupTy::Other;
}

/// \p Call waits for the threads of a group.
static void meet(const Expr &Call, GroupTy Group, Effects &Out) {
  switch (Group) {
  case GroupTy::Block:
    return Out.Barriers.push_back(&Call);
  case GroupTy::Warp:
    return Out.Pinned.push_back({&Call, "a sync of a part of the block"});
  case GroupTy::Grid:
  case GroupTy::Other:
    return Out.Unknown.push_back({&Call, "a wait for more than the block"});
  }
}

/// It returns what others have stored by now: loads past the cache, members of
/// libcu++'s atomics.
static bool asksOthers(llvm::StringRef QualifiedName) {
  llvm::StringRef Name = QualifiedName.rsplit("::").second;
  if (Name.empty())
    Name = QualifiedName;
  return Name.starts_with("__ldc") || Name.starts_with("ThreadLoad") ||
         (QualifiedName.starts_with("cuda::") &&
          QualifiedName.contains("atomic"));
}

/// The memory that a library's object or function looks at. References to
/// atomics hold a pointer that is not followed.
static RootSet watchedBy(const FunctionDecl &Callee, const Expr *Object,
                         llvm::ArrayRef<const Expr *> Args,
                         const PointerFlow &Flow) {
  const Expr *Of = Object ? Object : Args.empty() ? nullptr : Args[0];
  RootSet Out;
  if (Of &&
      !llvm::StringRef(Callee.getQualifiedNameAsString()).contains("_ref"))
    Out = Of->getType()->isPointerType() ? Flow.rootsOfPointer(Of)
                                         : Flow.rootsOfObject(Of);
  bool IsOwn = llvm::all_of(Out, [](const MemoryRoot &Root) {
    return Root.Kind == MemoryRoot::Local;
  });
  return IsOwn ? RootSet{{MemoryRoot::Unknown, nullptr}} : Out;
}

/// Waits that the library makes: for all blocks, or for what another sets.
void EffectsWalker::libraryWait(const Expr &Call, const FunctionDecl &Callee,
                                const Expr *Object,
                                llvm::ArrayRef<const Expr *> Args) {
  const std::string Qualified = Callee.getQualifiedNameAsString();
  llvm::StringRef Name = Callee.getIdentifier() ? Callee.getName() : "";
  if (Name.starts_with("cudaCGSynchronize") ||
      (llvm::StringRef(Qualified).contains("cooperative_groups") &&
       groupOf(Callee, Object, Args) == GroupTy::Grid &&
       llvm::is_contained({"sync", "barrier_wait"}, Name))) {
    Out.BlockWaits.push_back({&Call, "here it meets all blocks of the grid"});
    return;
  }
  if (!llvm::StringRef(Qualified).starts_with("cuda::") ||
      !llvm::is_contained({"wait", "atomic_wait", "atomic_wait_explicit",
                           "acquire", "arrive_and_wait", "wait_parity"},
                          Name))
    return;
  BlockWait Wait{&Call, "here it waits for what others signal"};
  for (const MemoryRoot &Root : watchedBy(Callee, Object, Args, Flow))
    if (Root.Kind != MemoryRoot::Shared)
      Wait.Watched.push_back(Root);
  if (!Wait.Watched.empty())
    Out.BlockWaits.push_back(std::move(Wait));
}

void EffectsWalker::libraryCall(const Expr &Call, const FunctionDecl &Callee,
                                const Expr *Object,
                                llvm::ArrayRef<const Expr *> Args) {
  libraryWait(Call, Callee, Object, Args);
  std::string Name = Callee.getQualifiedNameAsString();
  llvm::SaveAndRestore As(Reader);
  if (asksOthers(Name))
    Reader = MemoryAccess::Asks;
  else if (llvm::is_contained({"__ldg", "__ldca", "__ldcs", "__ldlu"}, Name))
    Reader = MemoryAccess::OfGlobal;
  switch (classifyLibraryCall(Name)) {
  case LibraryCall::Barrier:
    return meet(Call, groupOf(Callee, Object, Args), Out);
  case LibraryCall::AsyncCopy: {
    Out.AsyncCopies.push_back(&Call);
    std::optional<AsyncOperation> Op = asyncOperation(&Call, Ctx);
    if (Op)
      asyncCopy(*Op);
    if (Name.ends_with("memcpy_async") && (!Op || !Op->To))
      Out.Unknown.push_back({&Call, "a copy whose ends are not seen"});
    if (!Op || Op->Kind != AsyncOperation::Wait)
      return;
    if (Op->Barrier)
      return meet(Call, GroupTy::Block, Out);
    if (!Op->Group)
      return;
    // cg::wait() meets the others of its group, too.
    return meet(Call, groupOf(Callee, Object, Args), Out);
  }
  case LibraryCall::Unknown:
    Out.Unknown.push_back(
        {&Call, llvm::formatv("a call of '{0}'", Name).str()});
    if (Reader == MemoryAccess::Asks)
      touch(&Call, watchedBy(Callee, Object, Args, Flow), ReadWrite);
    return;
  case LibraryCall::Atomic:
    Out.Pinned.push_back({&Call, "an atomic operation whose result is used",
                          /*Observes=*/&Call != Discarded});
    if (&Call != Discarded)
      Reader = MemoryAccess::Asks;
    if (!Args.empty())
      touch(&Call, Flow.rootsOfPointer(Args[0]), ReadWrite);
    return;
  case LibraryCall::PerThread:
    if (Object)
      touch(&Call,
            Object->getType()->isPointerType() ? Flow.rootsOfPointer(Object)
                                               : Flow.rootsOfObject(Object),
            Read);
    return;
  case LibraryCall::Pinned:
  case LibraryCall::Observes:
    Out.Pinned.push_back({&Call, llvm::formatv("a call of '{0}'", Name).str(),
                          classifyLibraryCall(Name) == LibraryCall::Observes});
    break;
  case LibraryCall::Collective:
    Out.Barriers.push_back(&Call);
    break;
  case LibraryCall::Pure:
    if (Callee.getIdentifier() && Callee.getName().starts_with("__cvta_"))
      return; // converts an address, touches nothing
    if (isTextureFetch(Callee))
      touch(&Call, {MemoryRoot::Texture, nullptr}, Read, /*Whole=*/false);
    break;
  }
  if (Object) {
    const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
    RootSet Roots = Object->getType()->isPointerType()
                        ? Flow.rootsOfPointer(Object)
                        : Flow.rootsOfObject(Object);
    touch(&Call, Roots, Method && Method->isConst() ? Read : ReadWrite,
          /*Whole=*/false);
  }
  for (auto [I, Arg] : llvm::enumerate(Args)) {
    QualType Type = I < Callee.getNumParams()
                        ? Callee.getParamDecl(I)->getType()
                        : Arg->getType();
    if (Type->isReferenceType()) {
      bool ReadOnly = Type->getPointeeType().isConstQualified() ||
                      Type->isRValueReferenceType();
      // The left side of a library type's operator= is written in whole.
      bool Assigns = I == 0 && Callee.getOverloadedOperator() == OO_Equal;
      touch(&Call, Flow.rootsOfObject(Arg),
            Assigns    ? Write
            : ReadOnly ? Read
                       : ReadWrite,
            Assigns && isa<DeclRefExpr>(Arg->IgnoreParens()));
    } else if (Type->isPointerType() && !Type->isFunctionPointerType()) {
      touch(&Call, Flow.rootsOfPointer(Arg),
            isPointerToConst(Type) ? Read : ReadWrite);
    }
  }
}

/// What \p Callee, a function of another file, is for may be to wait: it does
/// not just compute a value.
static bool mayWait(const FunctionDecl &Callee) {
  return Callee.getReturnType()->isVoidType() ||
         llvm::any_of(Callee.parameters(), [](const ParmVarDecl *Param) {
           const QualType Type = Param->getType().getNonReferenceType();
           return Type->isPointerType() && !isPointerToConst(Type);
         });
}

/// \p Type is a pointer, or has one in it.
static bool leadsToMemory(QualType Type) {
  Type = QualType(Type->getBaseElementTypeUnsafe(), 0);
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (!Record)
    return !Type->isArithmeticType() && !Type->isEnumeralType();
  const auto *Class = dyn_cast<CXXRecordDecl>(Record);
  return !Record->getDefinition() || (Class && Class->getNumBases() > 0) ||
         llvm::any_of(Record->fields(), [](const FieldDecl *Field) {
           return leadsToMemory(Field->getType());
         });
}

void EffectsWalker::userCall(const Expr &Call, const FunctionDecl &Callee,
                             const Expr *Object,
                             llvm::ArrayRef<const Expr *> Args,
                             bool Constructs) {
  const FunctionDecl *Definition = nullptr;
  if (!Callee.hasBody(Definition) && Callee.getTemplateInstantiationPattern())
    Callee.getTemplateInstantiationPattern()->hasBody(Definition);
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  bool Trivial = copiesBytes(Callee) || Callee.isDefaulted();
  if (Trivial && Method) {
    // Copies and assignments the compiler writes.
    if (Object)
      touch(&Call, Flow.rootsOfObject(Object), Write,
            isa<DeclRefExpr>(Object->IgnoreParens()));
    for (const Expr *Arg : Args)
      if (Arg->isGLValue())
        touch(&Call, Flow.rootsOfObject(Arg), Read);
    return;
  }
  std::string Name = Callee.getNameAsString();
  if (!Definition || CallDepth >= MaxCallDepth ||
      (Method && Method->isVirtual())) {
    if (!Definition && mayWait(Callee))
      Out.BlockWaits.push_back(
          {&Call,
           llvm::formatv("here it calls '{0}', whose body is not seen", Name)
               .str()});
    Occurrence Stranger{
        &Call,
        Definition && CallDepth >= MaxCallDepth
            ? llvm::formatv("a call of '{0}', which calls itself, or others "
                            "that call others, too often to follow",
                            Name)
                  .str()
            : llvm::formatv("a call of '{0}', whose body is not seen", Name)
                  .str()};
    // Only another file knows it, as an instantiation knows a functor. One that
    // is given no pointer does not wait for what others store.
    if (!Definition && !Method && !mayWait(Callee) &&
        llvm::none_of(Callee.parameters(), [](const ParmVarDecl *Param) {
          return leadsToMemory(Param->getType().getNonReferenceType());
        })) {
      Stranger.IsStranger = true;
      for (const Expr *Arg : Args)
        Stranger.IsStranger &= !holdsA<CXXThisExpr>(Arg) && lendToStranger(Arg);
      touchKnownToStrangers(Call);
    }
    return Out.Unknown.push_back(std::move(Stranger));
  }

  // A lambda's body uses the pointers of the function that made it.
  bool IsLambda = Method && Method->getParent()->isLambda();
  std::optional<PointerFlow> Own;
  if (!IsLambda) {
    Own.emplace(*Definition).nameWhatObjectsHold();
    Own->shareMembers(Flow, Object);
  }
  Effects Body;
  EffectsWalker Walker(Body, IsLambda ? Flow : *Own, Ctx, CallDepth + 1);
  Walker.DiscardsReturned = &Call == Discarded;
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      Walker.read(Init->getInit());
  Walker.statement(Definition->getBody());

  auto IsOwn = [&](const VarDecl *Var) {
    return Var->getDeclContext() == Definition;
  };
  auto Apply = [&](const MemoryAccess &Access, AccessTy Kind) {
    // A constructor fills an object of this thread.
    if (Access.Root == MemoryRoot{MemoryRoot::This, nullptr} && Constructs)
      return;
    touch(&Call, Flow.followCall(Access.Root, *Definition, Object, Args), Kind,
          false);
  };
  for (const MemoryAccess &Access : Body.MemoryReads) {
    llvm::SaveAndRestore As(Reader, Access.Reader);
    Apply(Access, Read);
  }
  for (const MemoryAccess &Access : Body.MemoryWrites)
    Apply(Access, Write);
  // A lambda's body names its maker's variables directly.
  for (const VarDecl *Var : Body.Reads)
    if (!IsOwn(Var) && !Definition->Encloses(Var->getDeclContext()))
      touch(&Call, {MemoryRoot::Local, Var}, Read, false);
  for (const VarDecl *Var : Body.Writes)
    if (!IsOwn(Var) && !Definition->Encloses(Var->getDeclContext()))
      touch(&Call, {MemoryRoot::Local, Var}, Write, false);
  if (!Body.Barriers.empty())
    Out.Barriers.push_back(&Call);
  if (!Body.AsyncCopies.empty())
    Out.AsyncCopies.push_back(&Call);
  for (const BlockWait &Inner : Body.BlockWaits) {
    BlockWait Wait{Inner.Where, Inner.What};
    for (const MemoryRoot &Root : Inner.Watched)
      for (const MemoryRoot &Here :
           Flow.followCall(Root, *Definition, Object, Args))
        if (Here.Kind != MemoryRoot::Shared && Here.Kind != MemoryRoot::Local)
          Wait.Watched.push_back(Here);
    if (Inner.Watched.empty() || !Wait.Watched.empty())
      Out.BlockWaits.push_back(std::move(Wait));
  }
  for (const SharedByNumber &Inner : Body.Numbers) {
    llvm::SmallVector<const Expr *, 4> Given;
    for (const MemoryRoot &Root : Inner.Params) {
      const auto *Param = cast<ParmVarDecl>(Root.Var);
      const unsigned Index = Param->getFunctionScopeIndex();
      if (Param->getDeclContext() == Definition && Index < Args.size())
        Given.push_back(Args[Index]);
    }
    if (std::optional<RootSet> Params = onlyParameters(Given))
      Out.Numbers.push_back({Inner.Where, std::move(*Params)});
  }
  for (const Occurrence &O : Body.Pinned)
    Out.Pinned.push_back({&Call, O.What, O.Observes});
  const std::string In = " in '" + Name + "'";
  for (const Occurrence &O : Body.Unknown)
    Out.Unknown.push_back(
        {&Call, llvm::StringRef(O.What).ends_with(In) ? O.What : O.What + In,
         /*Observes=*/false, O.IsStranger});
  if (llvm::none_of(Body.Unknown,
                    [](const Occurrence &O) { return O.IsStranger; }))
    return;
  // Whoever hands on a reference to const may have made it of what is not.
  touchKnownToStrangers(Call);
  for (const Expr *Arg : Args)
    for (const MemoryRoot &Root : accessType(Arg, Ctx)->isPointerType()
                                      ? Flow.rootsOfPointer(Arg)
                                      : Flow.rootsOfObject(Arg))
      if (Root.Kind == MemoryRoot::Local)
        touch(&Call, Root, ReadWrite, /*Whole=*/false);
}

/// `a += b` of operands whose type only an instantiation knows.
bool EffectsWalker::dependentOperator(const CXXOperatorCallExpr &Call) {
  OverloadedOperatorKind Kind = Call.getOperator();
  if (Kind == OO_Star && Call.getNumArgs() == 1 &&
      builtinPointerOperand(&Call, Ctx)) {
    read(Call.getArg(0));
    touch(&Call, Flow.rootsOfObject(&Call), Read);
    return true;
  }
  if (CXXOperatorCallExpr::isAssignmentOp(Kind) && Call.getNumArgs() == 2) {
    read(Call.getArg(1));
    object(Call.getArg(0), Kind == OO_Equal ? Write : ReadWrite);
    return true;
  }
  if (Kind == OO_PlusPlus || Kind == OO_MinusMinus) {
    object(Call.getArg(0), ReadWrite);
    return true;
  }
  if (Kind == OO_Subscript || Kind == OO_Call || Kind == OO_Arrow ||
      Kind == OO_ArrowStar || (Kind == OO_Star && Call.getNumArgs() == 1) ||
      (Kind == OO_Amp && Call.getNumArgs() == 1))
    return false;
  for (const Expr *Arg : Call.arguments())
    read(Arg);
  return true;
}

/// Of overloads in sight, one is called, or a specialization: the effects of
/// all. As with operators, those that only the types of an instantiation bring
/// do what these do.
bool EffectsWalker::callOfOverloads(const CallExpr &Call,
                                    const UnresolvedLookupExpr &Lookup) {
  const FunctionDecl *Atomic = nullptr;
  llvm::SmallVector<const FunctionDecl *, 4> Users;
  for (const NamedDecl *D : Lookup.decls()) {
    const FunctionDecl *F = D->getUnderlyingDecl()->getAsFunction();
    if (!F || isa<CXXMethodDecl>(F))
      return false;
    if (F->getMinRequiredArguments() > Call.getNumArgs() ||
        (F->getNumParams() < Call.getNumArgs() && !F->isVariadic()))
      continue;
    if (!isLibraryFunction(*F, Ctx)) {
      llvm::SmallVector<const FunctionDecl *, 4> Bodies =
          explicitSpecializations(*F);
      // A template that is declared only is there for its specializations.
      if (F->hasBody() || Bodies.empty())
        Bodies.push_back(F);
      // What one of them alone sets, or waits for, is not certain.
      for (const FunctionDecl *Body : Bodies)
        if (!Body->hasBody() ||
            llvm::any_of(Body->parameters(), [](const ParmVarDecl *Param) {
              const QualType Type = Param->getType();
              return Type->isPointerType() ||
                     (Type->isReferenceType() &&
                      !Type.getNonReferenceType().isConstQualified());
            }))
          return false;
      Users.append(Bodies);
    } else if (classifyLibraryCall(F->getQualifiedNameAsString()) ==
               LibraryCall::Atomic) {
      Atomic = F;
    } else {
      return false;
    }
  }
  llvm::SmallVector<const Expr *, 8> Args(Call.arguments());
  if (Atomic)
    libraryCall(Call, *Atomic, nullptr, Args);
  const size_t Barriers = Out.Barriers.size();
  for (const FunctionDecl *F : Users)
    userCall(Call, *F, nullptr, Args);
  return (Atomic || !Users.empty()) && Out.Barriers.size() == Barriers;
}

void EffectsWalker::dependentCall(const CallExpr &Call) {
  const auto *Lookup =
      dyn_cast<UnresolvedLookupExpr>(Call.getCallee()->IgnoreParenImpCasts());
  bool AllLibrary = Lookup && Lookup->getNumDecls() > 0;
  LibraryCall Kind = LibraryCall::Pure;
  if (Lookup)
    for (const NamedDecl *D : Lookup->decls()) {
      const FunctionDecl *F = D->getUnderlyingDecl()->getAsFunction();
      AllLibrary &= F && isLibraryFunction(*F, Ctx);
      if (F)
        Kind = classifyLibraryCall(F->getQualifiedNameAsString());
    }
  // One template of that name in sight, for all types: its body is what runs.
  if (Lookup && Lookup->getNumDecls() == 1 && !AllLibrary)
    if (const FunctionDecl *F =
            (*Lookup->decls_begin())->getUnderlyingDecl()->getAsFunction();
        F && explicitSpecializations(*F).empty()) {
      llvm::SmallVector<const Expr *, 8> Args(Call.arguments());
      return userCall(Call, *F, nullptr, Args);
    }
  // A library function that has no overloads is the one that is called.
  if (AllLibrary && Lookup->getNumDecls() == 1)
    if (const auto *F = dyn_cast<FunctionDecl>(*Lookup->decls_begin())) {
      llvm::SmallVector<const Expr *, 8> Args(Call.arguments());
      return libraryCall(Call, *F, nullptr, Args);
    }
  // All overloads of memcpy_async do the same.
  if (std::optional<AsyncOperation> Op =
          AllLibrary && Kind == LibraryCall::AsyncCopy
              ? asyncOperation(&Call, Ctx)
              : std::nullopt;
      Op && Op->To) {
    Out.AsyncCopies.push_back(&Call);
    return asyncCopy(*Op);
  }
  if (Lookup && callOfOverloads(Call, *Lookup))
    return;
  bool NoPointers = llvm::none_of(Call.arguments(), [&](const Expr *Arg) {
    QualType Type = accessType(Arg, Ctx);
    return Type->isPointerType() || Type->isArrayType();
  });
  if (AllLibrary && Kind == LibraryCall::Pure && NoPointers)
    return;
  Occurrence Stranger{&Call,
                      "a call that only an instantiation of the template "
                      "resolves"};
  if (const auto Operands = operandsOfStranger(Call); Operands && !AllLibrary) {
    Stranger.IsStranger = true;
    for (const Expr *Operand : *Operands)
      Stranger.IsStranger &= lendToStranger(Operand);
    touchKnownToStrangers(Call);
  }
  Out.Unknown.push_back(std::move(Stranger));
}

/// A stranger may do anything to what \p Operand names, or points to; false if
/// it is not known what that is.
bool EffectsWalker::lendToStranger(const Expr *Operand) {
  const QualType Type = accessType(Operand, Ctx).getNonReferenceType();
  const bool IsPointer = Type->isPointerType() || Type->isArrayType() ||
                         builtinPointerOperand(Operand, Ctx);
  if (!IsPointer && !Operand->isGLValue())
    return true;
  RootSet Lent;
  if (Operand->isGLValue() && !Type->isArrayType())
    Lent = Flow.rootsOfObject(Operand);
  if (IsPointer)
    Lent.append(Flow.rootsOfPointer(Operand));
  // In the tile's own buffer, a stranger finds and leaves what it always did.
  const QualType Of =
      IsPointer && Type->isPointerType() ? Type->getPointeeType() : Type;
  for (const MemoryRoot &Root : Lent) {
    if (Root.Kind == MemoryRoot::Unknown)
      return false;
    const bool IsRead = Root.Kind == MemoryRoot::Shared ||
                        (Root.Kind != MemoryRoot::Local &&
                         Ctx.getBaseElementType(Of).isConstQualified());
    touch(Operand, Root, IsRead ? Read : ReadWrite, /*Whole=*/false);
  }
  return true;
}

void EffectsWalker::touchKnownToStrangers(const Expr &Call) {
  for (const VarDecl *Var : knownToStrangers(Flow))
    touch(&Call, {MemoryRoot::Local, Var}, ReadWrite, /*Whole=*/false);
}

void EffectsWalker::call(const CallExpr &Call) {
  llvm::SmallVector<const Expr *, 8> Args(Call.arguments());
  const Expr *Object = nullptr;
  const FunctionDecl *Callee = knownCallee(Call);
  if (const auto *MemberCall = dyn_cast<CXXMemberCallExpr>(&Call)) {
    Object = MemberCall->getImplicitObjectArgument();
    if (Object) {
      if (Object->isGLValue())
        address(Object);
      else
        read(Object);
    }
  } else if (isa<CXXOperatorCallExpr>(Call) && Callee &&
             isa<CXXMethodDecl>(Callee) && !Args.empty()) {
    Object = Args.front();
    Args.erase(Args.begin());
    // A lambda: its own object carries no state that we model.
    bool IsLambda = cast<CXXMethodDecl>(Callee)->getParent()->isLambda();
    arguments(Callee, Args);
    if (!IsLambda) {
      if (Object->isGLValue())
        address(Object);
      else
        read(Object);
    } else {
      // The closure is read, and changed by a mutable lambda.
      touch(Object, Flow.rootsOfObject(Object),
            cast<CXXMethodDecl>(Callee)->isConst() ? Read : ReadWrite);
      return userCall(Call, *Callee, nullptr, Args);
    }
    return isLibraryFunction(*Callee, Ctx) && !copiesBytes(*Callee)
               ? libraryCall(Call, *Callee, Object, Args)
               : userCall(Call, *Callee, Object, Args);
  }
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call);
      Operator && !Callee && dependentOperator(*Operator))
    return;
  arguments(Callee, Args);
  // A pointer made of a number.
  if (Callee && Callee->getIdentifier() &&
      Callee->getName() == "__cvta_shared_to_generic")
    if (std::optional<RootSet> Params = onlyParameters(Args))
      Out.Numbers.push_back({&Call, std::move(*Params)});
  if (Callee)
    return isLibraryFunction(*Callee, Ctx)
               ? libraryCall(Call, *Callee, Object, Args)
               : userCall(Call, *Callee, Object, Args);
  if (Call.isTypeDependent() || Call.isValueDependent() ||
      Call.getCallee()->isTypeDependent())
    return dependentCall(Call);
  Out.Unknown.push_back({&Call, "a call through a pointer"});
}

void EffectsWalker::construct(const CXXConstructExpr &Construct) {
  llvm::SmallVector<const Expr *, 4> Args(Construct.arguments());
  const CXXConstructorDecl *Callee = Construct.getConstructor();
  arguments(Callee, Args);
  if (copiesBytes(*Callee) || Callee->isDefaulted() ||
      isLibraryFunction(*Callee, Ctx)) {
    for (auto [I, Arg] : llvm::enumerate(Args)) {
      if (!Arg->isGLValue())
        continue;
      // A library's object may write by the reference that it is given.
      QualType Type = I < Callee->getNumParams()
                          ? Callee->getParamDecl(I)->getType()
                          : Arg->getType();
      bool Lends = isLibraryFunction(*Callee, Ctx) &&
                   Type->isLValueReferenceType() &&
                   !Type->getPointeeType().isConstQualified();
      touch(&Construct, Flow.rootsOfObject(Arg), Lends ? ReadWrite : Read);
    }
    return;
  }
  userCall(Construct, *Callee, nullptr, Args, /*Constructs=*/true);
}

} // namespace cudapipe
