//===- EarlyLoads.cpp - Which loads feed a tile ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   current = ahead;                a window in registers
//   ahead = A[k + plane];           feeds the tile, two trips later
//   tile[t] = current;
//   if (t < R)
//     tile[t + 64] = A[k + 64];     feeds the tile
//   __syncthreads();
//   sum += tile[i] * W[k];          does not
//
//===----------------------------------------------------------------------===//

#include "EarlyLoads.h"
#include "Analyze/Pointers/Callers.h"
#include "Rules/Rules.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/BuildLoopModel.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

void namedVariables(const Stmt *S, VarSet &Out) {
  forEach<DeclRefExpr>(S, [&](const DeclRefExpr &Ref) {
    if (const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
        Var && Var->hasLocalStorage())
      Out.insert(Var);
  });
}

namespace {

/// What the tool cannot look at is not fetched either.
bool isGlobal(const MemoryAccess &R) {
  return R.Root.Kind == MemoryRoot::Global ||
         R.Root.Kind == MemoryRoot::Texture;
}

class LoadFinder {
public:
  explicit LoadFinder(LoopAnalysis &A) : A(A), Early(A.M.Early.emplace()) {}

  MaybeRejection run();

private:
  using Leaf = EarlyLoads::Leaf;

  void collect(const Stmt *S, unsigned Item);
  bool readsTile(const Effects &E) const;
  bool storesShared(const Effects &E) const;
  bool addConditions(const Leaf &L, VarSet &Wanted) const;
  void findFeeds();
  const Expr *loadedObject(const MemoryAccess &R) const;
  MaybeRejection readLoad(const Expr *Load, unsigned Index);
  MaybeRejection readGuards(EarlyLoad &Load) const;
  MaybeRejection readLoads(unsigned Index);
  const VarDecl *nameFor(const Leaf &L) const;
  Rejection unsupported(const Stmt *S, const llvm::Twine &Why) const {
    return {RejectionKind::UnsupportedStatement, S->getSourceRange(),
            Why.str()};
  }

  LoopAnalysis &A;
  EarlyLoads &Early;
  llvm::SmallVector<const Stmt *, 3> Parents;
  /// One a leaf: what it loads ends in a tile.
  std::vector<bool> Feeds;
};

void LoadFinder::collect(const Stmt *S, unsigned Item) {
  if (!S || isa<NullStmt>(S))
    return;
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body())
      collect(Child, Item);
    return;
  }
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return collect(Attributed->getSubStmt(), Item);
  // What a header sets must show in some leaf.
  size_t Before = Early.Leaves.size();
  auto Writes = [&](const Expr *Cond) {
    return Cond && !effectsOf(Cond, A.Flow, A.Ctx).Writes.empty();
  };
  const auto *For = dyn_cast<ForStmt>(S);
  if (For && !For->getConditionVariable() && !Writes(For->getCond())) {
    Parents.push_back(S);
    collect(For->getBody(), Item);
    Parents.pop_back();
    if (Early.Leaves.size() > Before)
      return;
  }
  const auto *If = dyn_cast<IfStmt>(S);
  if (If && !If->getInit() && !If->getConditionVariable() &&
      !Writes(If->getCond())) {
    Parents.push_back(S);
    collect(If->getThen(), Item);
    collect(If->getElse(), Item);
    Parents.pop_back();
    return;
  }
  Early.Leaves.push_back({S, Item, Parents, effectsOf(S, A.Flow, A.Ctx)});
}

bool LoadFinder::readsTile(const Effects &E) const {
  return llvm::any_of(E.MemoryReads, [&](const MemoryAccess &R) {
    return R.Root.Kind == MemoryRoot::Shared && A.isStored(R.Root.Var);
  });
}

bool LoadFinder::storesShared(const Effects &E) const {
  return llvm::any_of(E.MemoryWrites, [](const MemoryAccess &W) {
    return W.Root.Kind == MemoryRoot::Shared;
  });
}

/// Adds what the conditions around \p L read; true if one reads a tile.
bool LoadFinder::addConditions(const Leaf &L, VarSet &Wanted) const {
  bool FromTile = false;
  for (const Stmt *Parent : L.Parents)
    if (const auto *If = dyn_cast<IfStmt>(Parent)) {
      Effects E = effectsOf(If->getCond(), A.Flow, A.Ctx);
      Wanted.insert(E.Reads.begin(), E.Reads.end());
      FromTile |= readsTile(E);
    }
  return FromTile;
}

/// A store to shared memory feeds a tile if nothing that it stores, and nothing
/// that led to it, was read from shared memory: it is not computed here.
void LoadFinder::findFeeds() {
  Feeds.assign(Early.Leaves.size(), false);
  for (auto [I, Store] : llvm::enumerate(Early.Leaves)) {
    if (!storesShared(Store.E) || readsTile(Store.E))
      continue;
    std::vector<bool> Leads(Early.Leaves.size());
    Leads[I] = true;
    VarSet Wanted = Store.E.Reads;
    bool Computed = addConditions(Store, Wanted);
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (auto [J, L] : llvm::enumerate(Early.Leaves)) {
        if (Leads[J] || llvm::none_of(L.E.Writes, [&](const VarDecl *Var) {
              return Wanted.count(Var);
            }))
          continue;
        Leads[J] = Changed = true;
        Computed |= readsTile(L.E) || addConditions(L, Wanted);
        Wanted.insert(L.E.Reads.begin(), L.E.Reads.end());
      }
    }
    if (!Computed)
      for (auto [J, DoesLead] : llvm::enumerate(Leads))
        Feeds[J] = Feeds[J] || DoesLead;
  }
}

/// The object that \p R reads, for a copy of an object its source; null where
/// more than a load happens there.
const Expr *LoadFinder::loadedObject(const MemoryAccess &R) const {
  const Expr *Where = R.Where->IgnoreParens();
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Where))
    return Construct->getNumArgs() == 1 &&
                   Construct->getConstructor()->isCopyOrMoveConstructor()
               ? Construct->getArg(0)->IgnoreParenImpCasts()
               : nullptr;
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(Where))
    return Op->getOperator() == OO_Equal && Op->getNumArgs() == 2 &&
                   Op->getDirectCallee() && copiesBytes(*Op->getDirectCallee())
               ? Op->getArg(1)->IgnoreParenImpCasts()
               : nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(Where))
    return Call->isPRValue() && !Call->getType()->isVoidType() ? Call : nullptr;
  return Where;
}

/// The variable at the bottom of the object \p E: tile for tile[i].x.
const VarDecl *variableOf(const Expr *E) {
  while (true) {
    E = E->IgnoreParenCasts();
    if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E))
      E = Sub->getBase();
    else if (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase();
    else if (const auto *Op = dyn_cast<UnaryOperator>(E))
      E = Op->getSubExpr();
    else if (const auto *Op = dyn_cast<BinaryOperator>(E);
             Op && Op->isAdditiveOp())
      E = Op->getLHS();
    else
      break;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

const VarDecl *LoadFinder::nameFor(const Leaf &L) const {
  if (const auto *Decls = dyn_cast<DeclStmt>(L.S);
      Decls && Decls->isSingleDecl())
    if (const auto *Var = dyn_cast<VarDecl>(Decls->getSingleDecl()))
      return Var;
  const Expr *E = dyn_cast<Expr>(L.S);
  E = E ? E->IgnoreImplicit()->IgnoreParens() : nullptr;
  const VarDecl *Var = nullptr;
  if (const auto *Op = dyn_cast_or_null<BinaryOperator>(E))
    Var = variableOf(Op->getLHS());
  else if (const auto *Call = dyn_cast_or_null<CallExpr>(E);
           Call && Call->getNumArgs())
    Var = variableOf(Call->getArg(0));
  if (Var)
    return Var;
  for (const MemoryAccess &W : L.E.MemoryWrites)
    if (W.Root.Var)
      return W.Root.Var;
  return A.M.Staged.Tiles.front();
}

/// The conditions under which the statement makes the load.
MaybeRejection LoadFinder::readGuards(EarlyLoad &Load) const {
  const Stmt *Statement = Early.Leaves[Load.Leaf].S;
  const Stmt *Child = Load.Load;
  while (Child != Statement) {
    const Stmt *S = A.Parents.getParent(Child);
    if (!S || isa<LambdaExpr, StmtExpr, BinaryConditionalOperator>(S))
      return unsupported(Load.Load, "a load inside an expression of this kind");
    if (const auto *Cond = dyn_cast<ConditionalOperator>(S);
        Cond && Child != Cond->getCond())
      Load.Guards.push_back({Cond->getCond(), Child == Cond->getTrueExpr()});
    if (const auto *Op = dyn_cast<BinaryOperator>(S);
        Op && Op->isLogicalOp() && Child == Op->getRHS())
      Load.Guards.push_back({Op->getLHS(), Op->getOpcode() == BO_LAnd});
    Child = S;
  }
  std::reverse(Load.Guards.begin(), Load.Guards.end());
  for (const auto &Guard : Load.Guards) {
    Effects E = effectsOf(Guard.first, A.Flow, A.Ctx);
    if (!E.Writes.empty() || !E.MemoryWrites.empty() || !E.Pinned.empty() ||
        !E.Unknown.empty())
      return unsupported(Guard.first, "a condition with a side effect");
  }
  return std::nullopt;
}

MaybeRejection LoadFinder::readLoad(const Expr *Load, unsigned Index) {
  const Leaf &L = Early.Leaves[Index];
  Effects E = effectsOf(Load, A.Flow, A.Ctx);
  if (!E.Writes.empty() || !E.MemoryWrites.empty() || !E.Pinned.empty() ||
      !E.Unknown.empty() || !E.Barriers.empty() || !E.AsyncCopies.empty())
    return unsupported(Load, "the load has a side effect");
  QualType Type = accessType(Load, A.Ctx);
  if (Type->isArrayType() || Type->isReferenceType() ||
      (!Type->isDependentType() && !Type.isTriviallyCopyableType(A.Ctx)))
    return unsupported(Load, "an object of this type has to stay in memory");
  // The address must not change between the load and the end of its statement.
  VarSet Named;
  namedVariables(Load, Named);
  VarSet Written = L.E.Writes;
  if (const auto *Op = dyn_cast<BinaryOperator>(L.S);
      Op && Op->isAssignmentOp()) {
    Written = effectsOf(Op->getRHS(), A.Flow, A.Ctx).Writes;
    Effects To = effectsOf(Op->getLHS(), A.Flow, A.Ctx);
    Written.insert(To.Writes.begin(), To.Writes.end());
  }
  for (const VarDecl *Var : Named)
    if (Written.count(Var))
      return unsupported(Load, "the statement changes " + quoted(Var) +
                                   ", which the load depends on");
  for (const Stmt *Parent : L.Parents) {
    const auto *For = dyn_cast<ForStmt>(Parent);
    std::optional<CountedLoop> Counted =
        For ? countedLoop(*For, A.Ctx) : std::nullopt;
    if (For && (!Counted || !Counted->ConstantStart))
      return Rejection{RejectionKind::CopyCountUnknown, For->getForLoc(),
                       "the loop around this load has to make the same "
                       "constant number of trips in every thread"};
  }
  // A macro may bring parentheses.
  if (Load->getBeginLoc().isMacroID())
    while (const auto *Paren =
               dyn_cast_or_null<ParenExpr>(A.Parents.getParent(Load)))
      Load = Paren;
  EarlyLoad Out{Load, Index, {}, nameFor(L)};
  if (MaybeRejection Why = readGuards(Out))
    return Why;
  Early.Loads.push_back(std::move(Out));
  return std::nullopt;
}

/// Every load from global memory in leaf \p Index; of loads in an address the
/// outermost.
MaybeRejection LoadFinder::readLoads(unsigned Index) {
  const Leaf &L = Early.Leaves[Index];
  llvm::SmallVector<const Expr *, 2> Loads;
  for (const MemoryAccess &R : L.E.MemoryReads) {
    if (R.Root.Kind == MemoryRoot::Unknown || R.Root.Kind == MemoryRoot::Param)
      return Rejection{RejectionKind::UnknownEffects, R.Where->getSourceRange(),
                       "the load phase reads through a pointer that cannot be "
                       "followed"};
    if (!isGlobal(R))
      continue;
    const Expr *Load = loadedObject(R);
    if (Load && Load->isGLValue())
      for (const MemoryRoot &Root : A.Flow.rootsOfObject(Load))
        if (Root.Kind != MemoryRoot::Global &&
            Root.Kind != MemoryRoot::Constant)
          return unsupported(Load, "a load that may be of other than global "
                                   "memory");
    if (!Load || !isa<Expr, DeclStmt>(L.S))
      return unsupported(R.Where, "a load in a statement of this kind");
    if (!llvm::is_contained(Loads, Load))
      Loads.push_back(Load);
  }
  auto IsInner = [&](const Expr *Load) {
    for (const Stmt *S = A.Parents.getParent(Load); S && S != L.S;
         S = A.Parents.getParent(S))
      if (llvm::is_contained(Loads, S))
        return true;
    return false;
  };
  for (const Expr *Load : Loads)
    if (!IsInner(Load))
      if (MaybeRejection Why = readLoad(Load, Index))
        return Why;
  return std::nullopt;
}

MaybeRejection LoadFinder::run() {
  for (unsigned I = 0; I < A.M.Items.size(); ++I)
    if (A.M.Items[I].R != Role::Barrier && A.M.Items[I].R != Role::Declaration)
      collect(A.M.Items[I].S, I);
  findFeeds();
  for (unsigned I = 0; I < Early.Leaves.size(); ++I)
    if (Feeds[I] && !readsTile(Early.Leaves[I].E))
      if (MaybeRejection Why = readLoads(I))
        return Why;
  if (Early.Loads.empty())
    return Rejection{RejectionKind::UnsupportedLoop,
                     A.M.Header.Loop->getSourceRange(),
                     "the loop stores nothing to a shared array that it has "
                     "only loaded"};
  return std::nullopt;
}

} // namespace

MaybeRejection findEarlyLoads(LoopAnalysis &A) { return LoadFinder(A).run(); }

OrRejection<LoopModel> buildEarlyLoads(const LoopCandidate &Candidate,
                                       const ASTContext &Ctx,
                                       bool AssumeNoAlias) {
  LaunchFacts Facts;
  LoopAnalysis A(*Candidate.Kernel, *Candidate.Loop, Ctx, Facts, AssumeNoAlias,
                 /*SplitRegions=*/false);
  for (auto *Step :
       {readCallers, readHeader, checkLambda, readItems, checkRaces})
    if (MaybeRejection Why = Step(A))
      return *Why;
  if (MaybeRejection Why = findOwnPipeline(A))
    return *Why;
  A.M.Staged.Tiles = possibleTiles(A);
  bool HasBarrier = false;
  for (unsigned I = 0; I < A.M.Items.size(); ++I) {
    if (!A.M.Items[I].E.AsyncCopies.empty())
      return Rejection{RejectionKind::AsyncCopyInLoop,
                       A.M.Items[I].S->getSourceRange(),
                       "the loop copies asynchronously"};
    if (A.M.Items[I].R == Role::Barrier) {
      A.M.Barriers.Publish = I;
      HasBarrier = true;
    }
  }
  if (!HasBarrier || A.M.Staged.Tiles.empty())
    return Rejection{RejectionKind::UnsupportedLoop,
                     A.M.Header.Loop->getSourceRange(),
                     "no barrier stands at the top level of the loop body"};
  for (auto *Step :
       {findEarlyLoads, sliceEarlyLoads, checkEarlySources, checkUniform})
    if (MaybeRejection Why = Step(A))
      return *Why;
  A.M.Pointers = std::make_shared<PointerFlow>(A.Flow);
  return std::move(A.M);
}

} // namespace cudapipe
