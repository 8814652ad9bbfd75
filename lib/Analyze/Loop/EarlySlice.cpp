//===- EarlySlice.cpp - What early loads need, and when they have it ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int z = 0; z < n; ++z) {      z is a recurrence: z + 1
//     at += plane;                     needed: runs on a copy of `at`
//     tile[t] = A[at];                 the load
//     __syncthreads();
//     ---- the next trip's load        `at` is what it will be at its start
//     sum += tile[i];
//   }
//
// The load of the next trip is made from the values that the variables have at
// the start of that trip. A variable has that value behind its last write in
// the body; else it must be a simple update of it. From there the statements in
// front of the load that it depends on run once more, on copies.
//
//===----------------------------------------------------------------------===//

#include "Analyze/Tiles/CopyReader.h"
#include "EarlyLoads.h"
#include "Rules/Rules.h"

using namespace clang;

namespace cudapipe {
namespace {

class EarlySlicer {
public:
  explicit EarlySlicer(LoopAnalysis &A)
      : A(A), M(A.M), Early(*A.M.Early), Leaves(Early.Leaves) {}

  MaybeRejection run();

private:
  using Leaf = EarlyLoads::Leaf;

  MaybeRejection need(const Stmt *Part, unsigned At);
  MaybeRejection needVariable(const VarDecl *Var, unsigned At);
  MaybeRejection needParents(unsigned At);
  MaybeRejection runTwice(unsigned At);
  MaybeRejection placeNext();
  MaybeRejection sortVariable(const VarDecl *Var);
  MaybeRejection checkNames() const;
  bool isUsed(unsigned I) const { return Used.size() > I && Used[I]; }

  /// A for loop around both leaves.
  bool shareLoop(unsigned I, unsigned J) const {
    return llvm::any_of(Leaves[I].Parents, [&](const Stmt *S) {
      return isa<ForStmt>(S) && llvm::is_contained(Leaves[J].Parents, S);
    });
  }
  static bool headerWrites(const ForStmt *For, const VarDecl *Var,
                           const LoopAnalysis &A) {
    for (const Stmt *Part : {For->getInit(), (const Stmt *)For->getInc()})
      if (Part && effectsOf(Part, A.Flow, A.Ctx).Writes.count(Var))
        return true;
    return false;
  }
  Rejection state(const Stmt *Where, const VarDecl *Var,
                  const char *Why) const {
    return {RejectionKind::StatePassedAround, Where->getSourceRange(),
            "the next load needs " + quoted(Var) + ", " + Why};
  }

  LoopAnalysis &A;
  LoopModel &M;
  EarlyLoads &Early;
  std::vector<Leaf> &Leaves;
  /// Leaves that hold a load or are needed.
  std::vector<bool> Used;
  /// Variables of the slice, and those that it changes.
  VarSet Reads, Changes;
  /// Parts that run in front of the loop too.
  llvm::SmallVector<const Stmt *, 16> Parts;
};

/// Everything that sets what \p Part, which stands in leaf \p At, reads.
MaybeRejection EarlySlicer::need(const Stmt *Part, unsigned At) {
  if (!Part)
    return std::nullopt;
  Effects E = effectsOf(Part, A.Flow, A.Ctx);
  for (const MemoryAccess &R : E.MemoryReads)
    if (R.Root.Kind == MemoryRoot::Shared)
      return Rejection{RejectionKind::LoadDependsOnCompute,
                       R.Where->getSourceRange(),
                       "where the next tile is to be loaded, " +
                           quoted(R.Root.Var) + " has another value"};
    else if (R.Root.Kind != MemoryRoot::Global &&
             R.Root.Kind != MemoryRoot::Texture)
      return Rejection{RejectionKind::UnknownEffects, R.Where->getSourceRange(),
                       "the load phase reads through a pointer that cannot be "
                       "followed"};
  Parts.push_back(Part);
  VarSet Vars;
  namedVariables(Part, Vars);
  Vars.insert(E.Reads.begin(), E.Reads.end());
  for (const VarDecl *Var : Vars)
    if (MaybeRejection Why = needVariable(Var, At))
      return Why;
  return std::nullopt;
}

MaybeRejection EarlySlicer::needVariable(const VarDecl *Var, unsigned At) {
  Reads.insert(Var);
  const ForStmt *Starts = nullptr;
  for (const Stmt *Parent : Leaves[At].Parents)
    if (const auto *For = dyn_cast<ForStmt>(Parent);
        For && For->getInit() &&
        effectsOf(For->getInit(), A.Flow, A.Ctx).Kills.count(Var))
      Starts = For;
  for (unsigned J = 0; J < Leaves.size(); ++J) {
    bool Shares = shareLoop(At, J);
    if (J >= At && !Shares)
      break;
    // The counter of a loop around the reader starts there.
    if (Starts && !llvm::is_contained(Leaves[J].Parents, Starts))
      continue;
    // A counter that another loop leaves behind.
    for (const Stmt *Parent : Leaves[J].Parents)
      if (const auto *For = dyn_cast<ForStmt>(Parent);
          For && !llvm::is_contained(Leaves[At].Parents, For) &&
          headerWrites(For, Var, A))
        return state(For->getBody(), Var, "which a loop of the body moves");
    if (Leaves[J].IsNeeded || !Leaves[J].E.Writes.count(Var))
      continue;
    if (J == At && !Shares)
      continue; // p = next[p] reads what it was
    Leaves[J].IsNeeded = true;
    if (MaybeRejection Why = runTwice(J))
      return Why;
  }
  return std::nullopt;
}

/// Leaf \p At runs in its own trip and in the one before.
MaybeRejection EarlySlicer::runTwice(unsigned At) {
  const Leaf &L = Leaves[At];
  const Effects &E = L.E;
  if (!isa<Expr, DeclStmt>(L.S) || !E.Exits.empty())
    return Rejection{RejectionKind::UnsupportedStatement, L.S->getSourceRange(),
                     "the address of the next load needs a statement of this "
                     "kind"};
  if (!E.MemoryWrites.empty() || !E.Pinned.empty() || !E.Unknown.empty() ||
      !E.Barriers.empty() || !E.AsyncCopies.empty())
    return Rejection{RejectionKind::LoadDependsOnCompute, L.S->getSourceRange(),
                     "the address of the next load needs this statement, which "
                     "cannot run a trip earlier"};
  Changes.insert(E.Writes.begin(), E.Writes.end());
  if (MaybeRejection Why = need(L.S, At))
    return Why;
  return needParents(At);
}

/// The conditions and loops around leaf \p At.
MaybeRejection EarlySlicer::needParents(unsigned At) {
  for (const Stmt *Parent : Leaves[At].Parents) {
    llvm::SmallVector<const Stmt *, 3> Heads;
    if (const auto *If = dyn_cast<IfStmt>(Parent))
      Heads = {If->getCond()};
    if (const auto *For = dyn_cast<ForStmt>(Parent))
      Heads = {For->getInit(), For->getCond(), For->getInc()};
    for (const Stmt *Head : Heads) {
      if (!Head)
        continue;
      Effects E = effectsOf(Head, A.Flow, A.Ctx);
      if (!E.MemoryWrites.empty() || !E.Pinned.empty() || !E.Unknown.empty() ||
          (isa<IfStmt>(Parent) && !E.Writes.empty()))
        return Rejection{RejectionKind::UnsupportedStatement,
                         Head->getSourceRange(),
                         "a condition with a side effect"};
      Changes.insert(E.Writes.begin(), E.Writes.end());
      if (MaybeRejection Why = need(Head, At))
        return Why;
    }
  }
  return std::nullopt;
}

/// The next trip's loads are made behind the last load of this trip and the
/// barrier that follows it: from there on the registers are free.
MaybeRejection EarlySlicer::placeNext() {
  unsigned First = M.Items.size(), Last = 0;
  for (const EarlyLoad &Load : Early.Loads) {
    First = std::min(First, Leaves[Load.Leaf].Item);
    Last = std::max(Last, Leaves[Load.Leaf].Item);
  }
  Early.Behind = Last;
  for (unsigned I = Last + 1; I < M.Items.size(); ++I)
    if (M.Items[I].R == Role::Barrier) {
      Early.Behind = I;
      break;
    }
  // Between there and the first load, once round, something must be computed.
  for (unsigned I = 0; I < M.Items.size(); ++I)
    if ((I > Early.Behind || I < First) &&
        llvm::any_of(M.Items[I].E.MemoryReads, [&](const MemoryAccess &R) {
          return R.Root.Kind == MemoryRoot::Shared && A.isStored(R.Root.Var);
        }))
      return std::nullopt;
  return Rejection{RejectionKind::UnsupportedLoop,
                   M.Header.Loop->getSourceRange(),
                   "nothing is computed between a trip's last load and the "
                   "first load of the next"};
}

/// How the next trip's loads find the value that \p Var has at its start.
MaybeRejection EarlySlicer::sortVariable(const VarDecl *Var) {
  if (A.declaredInBody(Var))
    return std::nullopt;
  bool InHeader = A.IncEffects.Writes.count(Var);
  llvm::SmallVector<unsigned, 2> Soon, Late;
  bool Carried = A.CondEffects.Reads.count(Var), Set = false;
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    const Effects &E = M.Items[I].E;
    if (E.Writes.count(Var))
      (I <= Early.Behind ? Soon : Late).push_back(I);
    if (M.Items[I].R != Role::Both)
      continue;
    Carried |= !Set && E.UpwardReads.count(Var);
    Set |= E.Kills.count(Var);
  }
  bool Changed = Changes.count(Var);
  if (!InHeader && Soon.empty() && Late.empty())
    return std::nullopt;
  if (A.Flow.isAliased(Var))
    return Rejection{RejectionKind::StatePassedAround, Var->getSourceRange(),
                     quoted(Var) + " has another name (a reference, a pointer "
                                   "or a lambda uses it)"};
  if (!Carried && !InHeader) {
    // Set anew in every trip: a variable of the load's own.
    if (Changed)
      M.Variables.Private.insert(Var);
    return std::nullopt;
  }
  if (Var->getType()->isArrayType() && Changed)
    return state(M.Header.Loop, Var, "an array that goes from trip to trip");
  auto Add = [&](const Expr *Update, int Item) -> MaybeRejection {
    if (Update && !isSimpleUpdate(A, Var, Update))
      return state(Update, Var,
                   "whose next value is no simple update by loop invariants");
    M.Variables.Recurrences.push_back(
        {Var, Update, Item, /*ReadByLoad=*/true, false});
    return std::nullopt;
  };
  if (!InHeader && Late.empty())
    return Changed ? Add(nullptr, -1) : std::nullopt;
  if (InHeader && Soon.empty() && Late.empty()) {
    const Expr *Update = nullptr;
    for (const Expr *Increment : A.Increments)
      if (effectsOf(Increment, A.Flow, A.Ctx).Writes.count(Var)) {
        if (Update)
          return state(Increment, Var, "which the header changes twice");
        Update = Increment;
      }
    return Add(Update, -1);
  }
  if (InHeader || !Soon.empty() || Late.size() != 1)
    return state(M.Items[Late.empty() ? Soon[0] : Late[0]].S, Var,
                 "which changes in more than one place");
  const auto *E = dyn_cast<Expr>(M.Items[Late[0]].S);
  if (!E)
    return state(M.Items[Late[0]].S, Var, "which changes under a condition");
  M.Items[Late[0]].R = Role::Advance;
  return Add(E->IgnoreParens(), Late[0]);
}

/// What the slice names is declared where it runs: outside the loop, or by a
/// statement of the slice.
MaybeRejection EarlySlicer::checkNames() const {
  VarSet Declared;
  for (const Leaf &L : Leaves)
    if (const auto *Decls = dyn_cast<DeclStmt>(L.S); Decls && L.IsNeeded)
      for (const Decl *D : Decls->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D))
          Declared.insert(Var);
  for (const Stmt *Part : Parts)
    if (const auto *Decls = dyn_cast<DeclStmt>(Part))
      for (const Decl *D : Decls->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D))
          Declared.insert(Var);
  auto Missing = [&](auto &&Self, const Stmt *S) -> const DeclRefExpr * {
    if (!S)
      return nullptr;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
      const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      if (Var && A.declaredInBody(Var) && !Declared.count(Var))
        return Ref;
    }
    for (const Stmt *Child : S->children())
      if (const DeclRefExpr *Found = Self(Self, Child))
        return Found;
    return nullptr;
  };
  for (const Stmt *Part : Parts)
    if (const DeclRefExpr *Ref = Missing(Missing, Part))
      return Rejection{RejectionKind::UnsupportedStatement,
                       Ref->getSourceRange(),
                       "the load uses " + quoted(Ref->getDecl()) +
                           ", which is declared in the loop body"};
  return std::nullopt;
}

MaybeRejection EarlySlicer::run() {
  for (const EarlyLoad &Load : Early.Loads) {
    if (MaybeRejection Why = need(Load.Load, Load.Leaf))
      return Why;
    for (const auto &Guard : Load.Guards)
      if (MaybeRejection Why = need(Guard.first, Load.Leaf))
        return Why;
    if (MaybeRejection Why = needParents(Load.Leaf))
      return Why;
  }
  Used.assign(Leaves.size(), false);
  for (const EarlyLoad &Load : Early.Loads)
    Used[Load.Leaf] = true;
  for (unsigned I = 0; I < Leaves.size(); ++I) {
    if (!isUsed(I) && !Leaves[I].IsNeeded)
      continue;
    BodyItem &Item = M.Items[Leaves[I].Item];
    Item.R = Role::Both;
    // A jump is a condition that has no brackets.
    if (const Stmt *Jump = findJump(Item.S))
      return Rejection{RejectionKind::UnsupportedStatement,
                       Jump->getSourceRange(),
                       "a jump decides what the load phase stores"};
  }
  if (MaybeRejection Why = placeNext())
    return Why;
  // The condition is asked a trip early too.
  Reads.insert(A.CondEffects.Reads.begin(), A.CondEffects.Reads.end());
  VarSet All = Reads;
  All.insert(Changes.begin(), Changes.end());
  for (const VarDecl *Var : All)
    if (MaybeRejection Why = sortVariable(Var))
      return Why;
  for (const VarDecl *Var : A.DeclaredInHeader)
    if (!A.WrittenInLoop.count(Var))
      M.Variables.HeaderConstants.insert(Var);
  if (MaybeRejection Why = checkInit(A))
    return Why;
  return checkNames();
}

} // namespace

MaybeRejection sliceEarlyLoads(LoopAnalysis &A) { return EarlySlicer(A).run(); }

} // namespace cudapipe
