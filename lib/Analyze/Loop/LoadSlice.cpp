//===- LoadSlice.cpp - What the tile stores depend on ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The load slice starts with the statements that store to tiles and grows by
// every statement that writes a variable it reads. Executed once a tile, in
// tile order, it computes what it computed in the loop, wherever it runs, as
// long as nothing else writes its variables. Variables that the rest of the
// loop uses too are therefore sorted into
//
//   recurrence   k += BK      the load gets its next value as an argument
//   temporary    row = k + ty both sides compute it
//   settled      len = n - k  both compute it, from what the trip before left
//   counter      i = 0, ...   each side uses a variable of its own
//
// and anything else is a rejection.
//
//===----------------------------------------------------------------------===//

#include "Analyze/Effects/StrangerCall.h"
#include "Analyze/Integers/TripValues.h"
#include "Rules/Rules.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

/// What \p Update, of the form `v op= e`, `++v` or `v = f(v)`, gives \p Var
/// besides its own value: null for `++v`. Nothing if it has another form.
static std::optional<const Expr *> operandOf(const Expr *Update,
                                             const VarDecl *Var) {
  auto Names = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == Var;
  };
  if (const auto *Op = dyn_cast<UnaryOperator>(Update))
    return Op->isIncrementDecrementOp() && Names(Op->getSubExpr())
               ? std::optional<const Expr *>(nullptr)
               : std::nullopt;
  const auto *Op = dyn_cast<BinaryOperator>(Update);
  return Op && Op->isAssignmentOp() && Names(Op->getLHS())
             ? std::optional<const Expr *>(Op->getRHS())
             : std::nullopt;
}

bool isSimpleUpdate(const LoopAnalysis &A, const VarDecl *Var,
                    const Expr *Update) {
  std::optional<const Expr *> Operand = operandOf(Update, Var);
  return Operand && (!*Operand || A.isInvariant(*Operand, Var));
}

namespace {

class Slicer {
public:
  /// \p Nearest: what an item reads comes from the items that set it last; else
  /// from all that set it.
  Slicer(LoopAnalysis &A, bool Nearest) : A(A), M(A.M), Nearest(Nearest) {}

  MaybeRejection run();

private:
  void grow();
  void takeDeclarations();
  MaybeRejection sortVariable(const VarDecl *Var);
  MaybeRejection sortHeaderVariable(const VarDecl *Var);
  MaybeRejection checkStrangers() const;
  MaybeRejection addRecurrence(const VarDecl *Var, const Expr *Update,
                               int Item);
  bool settleOperands(const Expr *E, const VarDecl *Except,
                      const VarDecl *&Changing);

  bool writtenInHeader(const VarDecl *Var) const {
    return A.IncEffects.Writes.count(Var);
  }
  bool readByLoad(const VarDecl *Var) const {
    return anyItem([&](unsigned I) {
      return A.inLoad(I) && M.Items[I].E.UpwardReads.count(Var);
    });
  }
  /// Something other than the load slice touches \p Var.
  bool usedElsewhere(const VarDecl *Var) const {
    return A.DeclaredInHeader.count(Var) || A.CondEffects.Reads.count(Var) ||
           A.IncEffects.Reads.count(Var) || anyItem([&](unsigned I) {
             return M.Items[I].R != Role::Load &&
                    (M.Items[I].E.Reads.count(Var) ||
                     M.Items[I].E.Writes.count(Var));
           });
  }
  /// Every statement that touches \p Var writes it in whole first.
  bool neverCarried(const VarDecl *Var) const {
    return !A.CondEffects.Reads.count(Var) && !A.IncEffects.Reads.count(Var) &&
           !anyItem(
               [&](unsigned I) { return M.Items[I].E.UpwardReads.count(Var); });
  }
  template <typename Fn> bool anyItem(Fn Test) const {
    for (unsigned I = 0; I < M.Items.size(); ++I)
      if (Test(I))
        return true;
    return false;
  }
  void declareOnBothSides(const VarDecl *Var);

  LoopAnalysis &A;
  LoopModel &M;
  const bool Nearest;
  /// Load and compute each set these before they read them.
  VarSet OfEachPhase;
};

/// `Cell cell;` of a class that leaves it as it is: nothing happens.
static bool onlyDeclares(const Stmt *S) {
  const auto *Decls = dyn_cast<DeclStmt>(S);
  return Decls && llvm::all_of(Decls->decls(), [](const Decl *D) {
           const auto *Var = dyn_cast<VarDecl>(D);
           const auto *Construct =
               Var ? dyn_cast_or_null<CXXConstructExpr>(Var->getInit())
                   : nullptr;
           return Construct && Var->hasLocalStorage() &&
                  Construct->getNumArgs() == 0 &&
                  Construct->getConstructor()->isTrivial();
         });
}

/// Objects that the load alone names are declared by it, too.
void Slicer::takeDeclarations() {
  for (BodyItem &Item : M.Items) {
    if (Item.R != Role::Compute || !onlyDeclares(Item.S))
      continue;
    bool InLoad = false, Elsewhere = false;
    for (const Decl *D : cast<DeclStmt>(Item.S)->decls())
      for (const BodyItem &Other : M.Items)
        if (&Other != &Item && mentions(Other.S, cast<VarDecl>(D)))
          (Other.R == Role::Load ? InLoad : Elsewhere) = true;
    if (InLoad && !Elsewhere)
      Item.R = Role::Load;
  }
}

void Slicer::grow() {
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (unsigned I = 0; I < M.Items.size(); ++I) {
      if (!A.inLoad(I))
        continue;
      for (const VarDecl *Var : M.Items[I].E.UpwardReads)
        for (unsigned Setter : settersOf(M, Var, I, Nearest))
          if (M.Items[Setter].R == Role::Compute) {
            M.Items[Setter].R = Role::Load;
            Changed = true;
          }
    }
  }
  takeDeclarations();
}

/// \p E reads nothing that changes in a trip once the early items have run;
/// they become so here. Else the variable that does, or null for memory.
bool Slicer::settleOperands(const Expr *E, const VarDecl *Except,
                            const VarDecl *&Changing) {
  for (const VarDecl *Var : effectsOf(E, A.Flow, A.Ctx).Reads)
    if (Var != Except && A.WrittenInLoop.count(Var) && !settleEarly(A, Var)) {
      Changing = Var;
      return false;
    }
  return A.isInvariant(E, Except);
}

MaybeRejection Slicer::addRecurrence(const VarDecl *Var, const Expr *Update,
                                     int Item) {
  const VarDecl *Changing = nullptr;
  std::optional<const Expr *> Operand =
      Update ? operandOf(Update, Var) : std::nullopt;
  bool Simple =
      Operand && (!*Operand || settleOperands(*Operand, Var, Changing));
  if (!Simple)
    return whyNotAhead(A, Var, Update, Changing);
  Recurrence R{Var, Update, Item, false, false};
  if (Item >= 0)
    M.Items[Item].R = Role::Advance;
  M.Variables.Recurrences.push_back(R);
  return std::nullopt;
}

MaybeRejection Slicer::sortHeaderVariable(const VarDecl *Var) {
  if (!readByLoad(Var) && !A.CondEffects.Reads.count(Var))
    return std::nullopt; // nobody needs it early
  const Expr *Update = nullptr;
  for (const Expr *Increment : A.Increments)
    if (effectsOf(Increment, A.Flow, A.Ctx).Writes.count(Var)) {
      if (Update)
        return addRecurrence(Var, nullptr, -1);
      Update = Increment;
    }
  if (anyItem([&](unsigned I) { return M.Items[I].E.Writes.count(Var); }))
    return Rejection{RejectionKind::StatePassedAround, Update->getSourceRange(),
                     quoted(Var) +
                         " is changed by the loop header and by the body"};
  return addRecurrence(Var, Update, -1);
}

void Slicer::declareOnBothSides(const VarDecl *Var) {
  for (BodyItem &Item : M.Items)
    if (const auto *Decls = dyn_cast<DeclStmt>(Item.S);
        Decls && llvm::is_contained(Decls->decls(), Var))
      Item.R = Role::Both;
}

MaybeRejection Slicer::sortVariable(const VarDecl *Var) {
  llvm::SmallVector<unsigned, 2> Writers;
  bool OthersWrite = false;
  for (unsigned I = 0; I < M.Items.size(); ++I)
    if (M.Items[I].E.Writes.count(Var)) {
      if (A.inLoad(I))
        Writers.push_back(I);
      else
        OthersWrite = true;
    }
  if (Writers.empty() || M.Items[Writers[0]].R == Role::Both)
    return std::nullopt;
  if (!usedElsewhere(Var)) {
    if (!A.declaredInBody(Var)) {
      // i = 0; ... in the load only: a variable of its own keeps the outer
      // one out of the load's way, and is what one would write by hand.
      if (neverCarried(Var) && !isUsedAfterLoop(A, Var) &&
          !Var->getType()->isArrayType())
        M.Variables.Private.insert(Var);
      else
        M.Variables.LoadState.insert(Var);
    }
    return std::nullopt;
  }

  // A temporary of the trip.
  if (!isUsedAfterLoop(A, Var) && isOfEachPhase(A, Var)) {
    OfEachPhase.insert(Var);
    if (!A.declaredInBody(Var))
      M.Variables.Private.insert(Var);
    else
      declareOnBothSides(Var);
    return std::nullopt;
  }
  if (std::optional<TripValues> Values = valuesOfTrip(A, Var)) {
    for (unsigned I : Values->Items)
      M.Items[I].R = Role::Both;
    for (const VarDecl *Set : Values->Vars)
      if (!A.declaredInBody(Set))
        M.Variables.Private.insert(Set);
    return std::nullopt;
  }
  BodyItem &Writer = M.Items[Writers[0]];
  const auto *Decls = dyn_cast<DeclStmt>(Writer.S);
  bool Declared = Decls && llvm::is_contained(Decls->decls(), Var);
  bool OneWriter = Writers.size() == 1 && !OthersWrite;

  // Loop counters and the like, reused by both sides.
  if (neverCarried(Var)) {
    if (isUsedAfterLoop(A, Var))
      return Rejection{RejectionKind::StatePassedAround,
                       Writer.S->getSourceRange(),
                       quoted(Var) + " is set by the load phase and used after "
                                     "the loop"};
    M.Variables.Private.insert(Var);
    return std::nullopt;
  }
  bool FromMemory = !Writer.E.MemoryReads.empty();
  if (OneWriter && !Declared && isa<Expr>(Writer.S) && !FromMemory) {
    MaybeRejection Why =
        addRecurrence(Var, cast<Expr>(Writer.S)->IgnoreParens(), Writers[0]);
    return Why && settleEarly(A, Var) ? std::nullopt : Why;
  }
  if (settleEarly(A, Var))
    return std::nullopt;
  if (MaybeRejection Why = comesFromShared(Var, Writer.E, Writer.S);
      Why && M.isCarried(Var))
    return Why;
  return Rejection{FromMemory ? RejectionKind::LoadValueUsedInCompute
                              : RejectionKind::StatePassedAround,
                   Writer.S->getSourceRange(),
                   quoted(Var) + " is set here for the load phase and used by "
                                 "the rest of the loop"};
}

/// A stranger may look at any tile, or change it, by an address that it has
/// kept: all are stored in front of it in the trip, and none while it runs.
MaybeRejection Slicer::checkStrangers() const {
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    if (!callsStranger(M.Items[I].E))
      continue;
    const bool IsBehind = I > M.Barriers.Publish && !M.Barriers.KeepsReuse &&
                          !M.Barriers.KeepsPublish &&
                          (M.Barriers.AtTop || I < M.Barriers.Reuse);
    bool StoredLater = false;
    for (unsigned J = M.Barriers.Publish + 1; J < M.Items.size(); ++J)
      StoredLater |=
          A.inLoad(J) &&
          llvm::any_of(M.Items[J].E.MemoryWrites, [](const MemoryAccess &W) {
            return W.Root.Kind == MemoryRoot::Shared;
          });
    if (!IsBehind || StoredLater)
      return Rejection{
          RejectionKind::UnknownEffects, M.Items[I].S->getSourceRange(),
          "a tile would be stored in front of " + quoted(M.Items[I].S, A.Ctx) +
              ", not behind it; " + strangerOf(M.Items[I].E) +
              ", which may know where the tile lies"};
  }
  return std::nullopt;
}

MaybeRejection Slicer::run() {
  for (BodyItem &Item : M.Items)
    for (const MemoryAccess &W : Item.E.MemoryWrites)
      if (W.Root.Kind == MemoryRoot::Shared && A.isTile(W.Root.Var))
        Item.R = Role::Load;
  grow();

  VarSet Candidates;
  for (unsigned I = 0; I < M.Items.size(); ++I)
    if (A.inLoad(I))
      for (const VarDecl *Var : M.Items[I].E.Writes)
        Candidates.insert(Var);
  // The condition is asked a trip early too.
  for (const VarDecl *Var : A.CondEffects.Reads)
    for (unsigned I = 0; I < M.Items.size(); ++I)
      if (M.Items[I].R == Role::Compute && !M.Items[I].Early &&
          M.Items[I].E.Writes.count(Var)) {
        bool IsUpdate = isa<Expr>(M.Items[I].S) && !writtenInHeader(Var);
        if (!IsUpdate && settleEarly(A, Var))
          break;
        if (!IsUpdate)
          return Rejection{
              RejectionKind::StatePassedAround, M.Items[I].S->getSourceRange(),
              "the loop condition needs " + quoted(Var) + " a trip early"};
        if (llvm::any_of(M.Variables.Recurrences,
                         [&](const Recurrence &R) { return R.Var == Var; }))
          return Rejection{RejectionKind::StatePassedAround,
                           M.Items[I].S->getSourceRange(),
                           quoted(Var) + " is updated twice in a trip"};
        MaybeRejection Why =
            addRecurrence(Var, cast<Expr>(M.Items[I].S)->IgnoreParens(), I);
        if (Why && settleEarly(A, Var))
          break;
        if (Why)
          return Why;
      }
  // A computation that both sides make reads its operands on both sides, so
  // each one found sends us round again.
  auto CountMoved = [&] {
    return llvm::count_if(
        M.Items, [](const BodyItem &Item) { return Item.R == Role::Load; });
  };
  for (auto Before = CountMoved() + 1; Before != CountMoved();) {
    Before = CountMoved();
    M.Variables.LoadState.clear();
    for (const VarDecl *Var : Candidates)
      if (!writtenInHeader(Var))
        if (MaybeRejection Why = sortVariable(Var))
          return Why;
  }
  // What became known later may have changed sides.
  for (const VarDecl *Var : OfEachPhase)
    if (!isOfEachPhase(A, Var))
      return Rejection{RejectionKind::StatePassedAround, Var->getSourceRange(),
                       quoted(Var) + " is set by the load phase and by the "
                                     "rest of the loop"};
  for (const VarDecl *Var : A.IncEffects.Writes)
    if (MaybeRejection Why = sortHeaderVariable(Var))
      return Why;
  for (Recurrence &R : M.Variables.Recurrences) {
    R.ReadByLoad = readByLoad(R.Var);
    R.UpdatedInLoad = R.Item >= 0 && anyItem([&](unsigned I) {
                        return int(I) > R.Item && A.inLoad(I) &&
                               M.Items[I].E.UpwardReads.count(R.Var);
                      });
  }
  for (const VarDecl *Var : A.DeclaredInHeader)
    if (!A.WrittenInLoop.count(Var))
      M.Variables.HeaderConstants.insert(Var);
  for (unsigned I = 0; I < M.Items.size(); ++I)
    if (A.inLoad(I) && callsStranger(M.Items[I].E))
      return Rejection{RejectionKind::UnknownEffects,
                       M.Items[I].S->getSourceRange(),
                       "the load phase needs " + quoted(M.Items[I].S, A.Ctx) +
                           ": " + strangerOf(M.Items[I].E)};
  // The load phase gets its own copies of these, under their own names.
  VarSet Copied = M.Variables.Private;
  Copied.insert(M.Variables.LoadState.begin(), M.Variables.LoadState.end());
  Copied.insert(M.Variables.Settled.begin(), M.Variables.Settled.end());
  for (const Recurrence &R : M.Variables.Recurrences)
    if (R.ReadByLoad)
      Copied.insert(R.Var);
  for (const VarDecl *Var : Copied)
    if (A.Flow.isMember(Var))
      return Rejection{RejectionKind::StatePassedAround, Var->getSourceRange(),
                       "the load phase changes " + quoted(Var) +
                           ", a member of the object; keep it in a variable of "
                           "the function"};
    else if (A.Flow.isAliased(Var) && !isReadByLambdasOfCompute(A, Var))
      return Rejection{RejectionKind::StatePassedAround, Var->getSourceRange(),
                       quoted(Var) + " has another name (a reference, a "
                                     "pointer or a lambda uses it)"};
  keepBarriers(A);
  if (MaybeRejection Why = checkStrangers())
    return Why;
  for (auto *Check : {checkEarly, checkSlice})
    if (MaybeRejection Why = Check(A))
      return Why;

  return checkInit(A);
}

} // namespace

MaybeRejection sliceLoad(LoopAnalysis &A) {
  const LoopModel Before = A.M;
  if (!Slicer(A, /*Nearest=*/true).run())
    return std::nullopt;
  // What is set for compute only may be worked out on both sides.
  A.M = Before;
  return Slicer(A, /*Nearest=*/false).run();
}

} // namespace cudapipe
