//===- CopyTrace.cpp - Which thread copies what ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyTrace.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TripCount.h"
#include "cudapipe/Effort.h"

using namespace clang;

namespace cudapipe {

/// More statements than this are not played for one thread.
static constexpr unsigned MaxSteps = 65536;

CopyTrace::CopyTrace(const LoopModel &M, const Taint &PerThread,
                     const ASTContext &Ctx)
    : M(M), PerThread(PerThread), Ctx(Ctx) {
  for (const BodyItem &Item : M.Items)
    if (Item.R == Role::Load || Item.R == Role::Both)
      WrittenInLoad.insert(Item.E.Writes.begin(), Item.E.Writes.end());
}

bool CopyTrace::declaredInBody(const VarDecl *Var) const {
  const SourceManager &SM = Ctx.getSourceManager();
  return SM.isPointWithin(SM.getExpansionLoc(Var->getLocation()),
                          SM.getExpansionLoc(M.Header.Body->getBeginLoc()),
                          SM.getExpansionLoc(M.Header.Body->getEndLoc()));
}

void CopyTrace::forAnyThread(std::array<int64_t, 3> NewBlockDim,
                             std::map<const Expr *, TraceValue> NewParts) {
  // What does not vary has none of the parts in it.
  const bool SameParts =
      Now.AnyThread && Now.BlockDim == NewBlockDim &&
      llvm::equal(llvm::make_first_range(Now.Parts),
                  llvm::make_first_range(NewParts)) &&
      llvm::all_of(llvm::make_second_range(NewParts),
                   [](const TraceValue &Part) { return Part.Varies; });
  Now.BlockDim = NewBlockDim;
  Now.Parts = std::move(NewParts);
  Now.AnyThread = true;
  Now.Values.clear();
  Settled.clear();
  if (!SameParts)
    Known.clear();
}

void CopyTrace::forThread(std::array<int64_t, 3> NewThread,
                          std::array<int64_t, 3> NewBlockDim) {
  // Only blockDim may have got into what does not vary.
  if (Now.BlockDim != NewBlockDim || Now.AnyThread)
    Known.clear();
  Now.AnyThread = false;
  Now.Parts.clear();
  Now.Thread = NewThread;
  Now.BlockDim = NewBlockDim;
  Now.Values.clear();
  Settled.clear();
}

bool CopyTrace::run(std::array<int64_t, 3> NewThread,
                    std::array<int64_t, 3> NewBlockDim, OnStore NewStore) {
  spend(Effort::PlayedThreads);
  forThread(NewThread, NewBlockDim);
  Now.Store = std::move(NewStore);
  Now.Failed = false;
  Now.Steps = 0;
  for (const BodyItem &Item : M.Items)
    if (Item.R == Role::Load || Item.R == Role::Both)
      play(Item.S);
  return !Now.Failed;
}

const TileCopy *CopyTrace::storedBy(const Stmt *S) const {
  for (const TileCopy &Copy : M.Copies)
    if (Copy.Store == S || Copy.Zero.GuardIf == S)
      return &Copy;
  return nullptr;
}

bool CopyTrace::stores(const Stmt *S) {
  if (!S)
    return false;
  auto It = Stores.find(S);
  if (It != Stores.end())
    return It->second;
  bool Out = storedBy(S) || llvm::any_of(S->children(), [&](const Stmt *Child) {
               return stores(Child);
             });
  return Stores[S] = Out;
}

/// Nothing is known any more of what \p S changes.
void CopyTrace::forget(const Stmt *S) {
  if (stores(S))
    Now.Failed = true;
  for (const VarDecl *Var : effectsOf(S, *M.Pointers, Ctx).Writes)
    Now.Values[Var] = TraceValue();
}

void CopyTrace::playStore(const Stmt *S) {
  for (const TileCopy &Copy : M.Copies)
    if (Copy.Store == S || Copy.Zero.GuardIf == S)
      Now.Store(Copy);
}

void CopyTrace::playLoop(const ForStmt &For) {
  if (!stores(&For))
    return forget(&For);
  play(For.getInit());
  while (!Now.Failed) {
    std::optional<int64_t> Cond =
        For.getCond() ? evaluate(For.getCond()).number() : std::nullopt;
    if (!Cond || ++Now.Steps > MaxSteps) {
      Now.Failed = true;
      return;
    }
    if (!*Cond)
      return;
    play(For.getBody());
    if (For.getInc())
      play(For.getInc());
  }
}

void CopyTrace::play(const Stmt *S) {
  if (!S || Now.Failed || isa<NullStmt>(S))
    return;
  if (++Now.Steps > MaxSteps) {
    Now.Failed = true;
    return;
  }
  if (storedBy(S))
    return playStore(S);
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body())
      play(Child);
    return;
  }
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return play(Attributed->getSubStmt());
  if (const auto *Full = dyn_cast<FullExpr>(S))
    return play(Full->getSubExpr());
  if (const auto *For = dyn_cast<ForStmt>(S))
    return playLoop(*For);
  if (const auto *If = dyn_cast<IfStmt>(S);
      If && !If->getInit() && !If->getConditionVariable()) {
    if (!stores(S))
      return forget(S);
    std::optional<int64_t> Cond = evaluate(If->getCond()).number();
    if (!Cond)
      Now.Failed = true;
    else
      play(*Cond ? If->getThen() : If->getElse());
    return;
  }
  if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D);
          Var && !isShared(*Var) && Var->hasLocalStorage()) {
        QualType Type = Var->getType();
        bool Followed =
            Type->isIntegralOrEnumerationType() || Type->isPointerType();
        Now.Values[Var] = Followed && Var->getInit() ? evaluate(Var->getInit())
                                                     : TraceValue();
        Now.Values[Var].Varies |= !isNeverChanged(*Var);
        // Once a trip, and then it stays: a value of its own for the block.
        if (!Now.Values[Var].isKnown() && isNeverChanged(*Var) &&
            llvm::any_of(M.Items,
                         [&](const BodyItem &Item) { return Item.S == S; }))
          Now.Values.erase(Var);
      }
    return;
  }
  const auto *E = dyn_cast<Expr>(S);
  const auto *Op = dyn_cast_or_null<BinaryOperator>(E);
  if (Op && Op->getOpcode() == BO_Comma) {
    play(Op->getLHS());
    return play(Op->getRHS());
  }
  if (Op && Op->getOpcode() == BO_Assign)
    return assign(Op->getLHS(), evaluate(Op->getRHS()));
  if (const auto *Compound = dyn_cast_or_null<CompoundAssignOperator>(E)) {
    const Expr *L = Compound->getLHS();
    TraceValue Old = load(L), By = evaluate(Compound->getRHS());
    return assign(L, combine(BinaryOperator::getOpForCompoundAssignment(
                                 Compound->getOpcode()),
                             Compound, L->getType(), Old, By));
  }
  if (const auto *Step = dyn_cast_or_null<UnaryOperator>(E);
      Step && Step->isIncrementDecrementOp()) {
    const Expr *L = Step->getSubExpr();
    return assign(L, combine(Step->isIncrementOp() ? BO_Add : BO_Sub, Step,
                             L->getType(), load(L), number(1, false)));
  }
  forget(S);
}

void CopyTrace::assign(const Expr *To, TraceValue Value) {
  const auto *Ref = dyn_cast<DeclRefExpr>(To->IgnoreParens());
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || Var->getType()->isReferenceType() || !Var->hasLocalStorage())
    return forget(To); // no tile: memory that is not followed
  // A narrower type may not hold the number.
  if (std::optional<int64_t> N = Value.number();
      N && Var->getType()->isIntegralOrEnumerationType() &&
      Ctx.getIntWidth(Var->getType()) < 32)
    Value = TraceValue();
  Value.Varies = true;
  Now.Values[Var] = std::move(Value);
}

TraceValue CopyTrace::atom(Uniform What) {
  Table.Uniforms.push_back(What);
  return number(Polynomial::atom(Table.Uniforms.size() - 1), false);
}

TraceValue CopyTrace::initial(const VarDecl &Var) {
  if (auto It = Settled.find(&Var); It != Settled.end())
    return It->second;
  const Expr *Init = Var.getInit();
  if (!Init)
    return {};
  bool Before = std::exchange(Now.InInitializer,
                              Now.InInitializer || !declaredInBody(&Var));
  TraceValue Out =
      Var.getType()->isReferenceType() ? addressOf(Init) : evaluate(Init);
  Now.InInitializer = Before;
  return Out.isKnown() ? Settled[&Var] = Out : TraceValue();
}

TraceValue CopyTrace::variable(const VarDecl *Var) {
  if (auto It = Now.Values.find(Var); It != Now.Values.end())
    return It->second;
  QualType Type = Var->getType();
  bool IsPointer = Type->isPointerType();
  // A piece of dynamic shared memory, the same for all threads.
  if (IsPointer && M.Staged.Dynamic &&
      llvm::is_contained(M.Staged.Dynamic->Names, Var))
    return {TraceValue::Pointer, Polynomial(), Var, false};
  if (Type->isReferenceType() || Type.isVolatileQualified() ||
      (!IsPointer && !Type->isIntegralOrEnumerationType()) || isShared(*Var))
    return {};
  if (isNeverChanged(*Var) && !isa<ParmVarDecl>(Var) &&
      Var->hasLocalStorage()) {
    TraceValue Out = initial(*Var);
    if (Out.isKnown() || !Var->getInit())
      return Out;
  }
  // What an initializer read may have changed since.
  if (PerThread.reaches(Var) || (Now.InInitializer && !isNeverChanged(*Var)) ||
      M.Pointers->isAliased(Var) ||
      (!Var->hasLocalStorage() && !Type.isConstQualified()))
    return {};
  auto [It, New] = Table.Atoms.try_emplace(Var);
  if (New)
    It->second = IsPointer ? TraceValue{TraceValue::Pointer, {}, Var, false}
                           : atom({Var, nullptr});
  TraceValue Out = It->second;
  Out.Varies = !isNeverChanged(*Var) && WrittenInLoad.count(Var);
  return Out;
}

TraceValue CopyTrace::load(const Expr *E) {
  if (!Now.Parts.empty())
    if (auto It = Now.Parts.find(E); It != Now.Parts.end())
      return It->second;
  if (const auto *Paren = dyn_cast<ParenExpr>(E))
    return load(Paren->getSubExpr());
  if (const auto *Cast = dyn_cast<CastExpr>(E);
      Cast && Cast->getCastKind() == CK_NoOp)
    return load(Cast->getSubExpr());
  if (auto Index = builtinIndex(E)) {
    auto [Name, D] = *Index;
    if (Name == "threadIdx")
      return Now.AnyThread ? TraceValue() : number(Now.Thread[D], true);
    if (Name == "blockDim")
      return number(Now.BlockDim[D], false);
    auto [It, New] = Table.Builtins.try_emplace((Name + llvm::Twine(D)).str());
    if (New)
      It->second = atom({nullptr, E});
    return It->second;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return field(*Member);
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var ? variable(Var) : TraceValue();
}

TraceValue CopyTrace::moved(TraceValue Pointer, QualType Element,
                            TraceValue Index, int Sign) {
  if (Pointer.Kind != TraceValue::Pointer || Index.Kind != TraceValue::Number ||
      Element->isDependentType() || Element->isIncompleteType())
    return {};
  int64_t Bytes = Ctx.getTypeSizeInChars(Element).getQuantity();
  Pointer.P = Pointer.P + Index.P * Polynomial(Sign * Bytes);
  Pointer.Varies |= Index.Varies;
  return Pointer;
}

TraceValue CopyTrace::addressOf(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E);
      Cast && Cast->isGLValue() && Cast->path_empty())
    return addressOf(Cast->getSubExpr());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (Var && isShared(*Var))
      return {TraceValue::Pointer, Polynomial(), Var, false};
    return Var && Var->getType()->isReferenceType() && Var->isLocalVarDecl()
               ? initial(*Var)
               : TraceValue();
  }
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E))
    return moved(evaluate(subscriptBase(*Sub)), E->getType(),
                 evaluate(subscriptIndex(*Sub)), 1);
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->getOpcode() == UO_Deref)
    return evaluate(Op->getSubExpr());
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return addressOfField(*Member);
  return {};
}

TraceValue CopyTrace::addressOfField(const MemberExpr &E) {
  const auto *Field = dyn_cast<FieldDecl>(E.getMemberDecl());
  if (!Field || Field->isBitField() || Field->getType()->isReferenceType() ||
      Field->getParent()->isDependentType())
    return {};
  TraceValue Out = E.isArrow() ? evaluate(E.getBase()) : addressOf(E.getBase());
  if (Out.Kind != TraceValue::Pointer)
    return {};
  const int64_t Bytes =
      Ctx.toCharUnitsFromBits(Ctx.getFieldOffset(Field)).getQuantity();
  Out.P = Out.P + Polynomial(Bytes);
  return Out;
}

TraceValue CopyTrace::evaluate(const Expr *E) {
  if (!Now.Parts.empty())
    if (auto It = Now.Parts.find(E); It != Now.Parts.end())
      return It->second;
  if (const auto *Paren = dyn_cast<ParenExpr>(E))
    return evaluate(Paren->getSubExpr());
  auto [It, IsNew] = Known.try_emplace(E);
  if (It->second.isKnown())
    return It->second;
  if (IsNew)
    if (std::optional<int64_t> Constant = constantValue(E, Ctx))
      return It->second = number(*Constant, false);
  TraceValue Out = computed(E);
  if (!Out.isKnown() || !Out.P.isValid())
    return {};
  if (!Out.Varies && !Now.InInitializer)
    Known[E] = Out;
  return Out;
}

/// The whole of \p E is one value for the block, which the loop leaves alone.
TraceValue CopyTrace::opaque(const Expr *E) {
  if (PerThread.reaches(E) || Now.InInitializer)
    return {};
  Effects X = effectsOf(E, *M.Pointers, Ctx);
  if (!X.Writes.empty() || !X.MemoryReads.empty() || !X.MemoryWrites.empty() ||
      !X.Unknown.empty() || !X.Pinned.empty() || !X.Exits.empty() ||
      llvm::any_of(X.Reads, [&](const VarDecl *Var) {
        return !isNeverChanged(*Var) || !Var->hasLocalStorage();
      }))
    return {};
  return atomOf(E);
}

} // namespace cudapipe
