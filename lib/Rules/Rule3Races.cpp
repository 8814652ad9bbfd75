//===- Rule3Races.cpp - Barriers separate stores and reads
//-----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analyze/Integers/LinearForm.h"
#include "Races.h"
#include "Rules.h"
#include "cudapipe/Analyze/AccessType.h"

using namespace clang;

namespace cudapipe {

RaceFinder::RaceFinder(const LoopAnalysis &A)
    : A(A),
      Threads(A.M.Kernel->getBody(), A.Flow, A.Ctx, Taint::Seed::ThreadIndex),
      Moving(A.M.Header.Body, A.Flow, A.Ctx, Taint::Seed::VariablesOnly,
             carriedVariables(A)) {}

/// One element of an array that is named as such, and not volatile. What lies
/// in dynamic shared memory has no name of its own.
bool RaceFinder::isPlain(const MemoryAccess &Access) const {
  const Expr *E = Access.Where->IgnoreParens();
  return Access.Root.Kind == MemoryRoot::Shared && E->isGLValue() &&
         isa<ArraySubscriptExpr, MemberExpr, DeclRefExpr>(E) &&
         !Access.Root.Var->hasExternalStorage() &&
         !E->getType().isVolatileQualified() &&
         !A.Ctx.getBaseElementType(Access.Root.Var->getType())
              .isVolatileQualified();
}

static bool waits(const BodyItem &Item) {
  return Item.R == Role::Barrier || !Item.E.Barriers.empty();
}

/// A barrier stands between the items \p From and \p To, on the way down the
/// body and, where To is above, around the loop.
bool RaceFinder::separated(unsigned From, unsigned To) const {
  for (unsigned I = (From + 1) % A.M.Items.size(); I != To;
       I = (I + 1) % A.M.Items.size())
    if (waits(A.M.Items[I]))
      return true;
  return false;
}

/// Threads may wait for each other by other means than barriers of the body.
bool RaceFinder::ordersOtherwise() const {
  return !A.CondEffects.Barriers.empty() || !A.IncEffects.Barriers.empty() ||
         llvm::any_of(A.M.Items,
                      [](const BodyItem &Item) {
                        return Item.R != Role::Barrier &&
                               (!Item.E.AsyncCopies.empty() ||
                                !Item.E.Pinned.empty() ||
                                !Item.E.Unknown.empty());
                      }) ||
         knowsWarps(A.M.Kernel->getBody());
}

/// Which element \p Object is depends on \p Seeds; not what it holds.
bool RaceFinder::movesWith(const Taint &Seeds, const Expr *Object) {
  Object = Object->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Object);
      Ref && !Ref->getType()->isPointerType() &&
      !Ref->getDecl()->getType()->isReferenceType())
    return false;
  if (const auto *Member = dyn_cast<MemberExpr>(Object);
      Member && !Member->isArrow())
    return movesWith(Seeds, Member->getBase());
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(Object))
    return Seeds.reaches(subscriptIndex(*Sub)) ||
           movesWith(Seeds, subscriptBase(*Sub));
  return Seeds.reaches(Object);
}

/// \p Var counts up from zero in a loop around \p Use.
bool RaceFinder::countsFromZero(const VarDecl *Var, const Stmt *Use) const {
  for (; Use && Use != A.M.Header.Body; Use = A.Parents.getParent(Use)) {
    const auto *For = dyn_cast<ForStmt>(Use);
    const Expr *Start = nullptr;
    if (const auto *Decls =
            dyn_cast_or_null<DeclStmt>(For ? For->getInit() : nullptr)) {
      if (llvm::is_contained(Decls->decls(), Var))
        Start = Var->getInit();
    } else if (const auto *Assign = dyn_cast_or_null<BinaryOperator>(
                   For ? For->getInit() : nullptr)) {
      const auto *Ref =
          dyn_cast<DeclRefExpr>(Assign->getLHS()->IgnoreParenImpCasts());
      if (Assign->getOpcode() == BO_Assign && Ref && Ref->getDecl() == Var)
        Start = Assign->getRHS();
    }
    if (Start)
      return constantValue(Start, A.Ctx) == 0;
  }
  return false;
}

/// How the subscripts \p Store and \p Read of one dimension relate.
RaceFinder::Relation RaceFinder::relate(const Expr *Store,
                                        const Expr *Read) const {
  LinearForm S = linearForm(Store, {}, A.Ctx), R = linearForm(Read, {}, A.Ctx);
  bool CommonThread = false;
  for (auto It = S.Terms.begin(); It != S.Terms.end();) {
    auto Same = R.Terms.find(It->first);
    if (Same == R.Terms.end() || Same->second.Factor != It->second.Factor) {
      ++It;
      continue;
    }
    CommonThread |= std::abs(It->second.Factor) == 1;
    R.Terms.erase(Same);
    It = S.Terms.erase(It);
  }
  int64_t Distance = R.Constant - S.Constant;
  if (S.Terms.empty() && R.Terms.empty()) {
    if (Distance == 0)
      return Relation::Same;
    // tile[t] and tile[t + 1]: a neighbour. Farther away may be another part.
    return CommonThread && Threads.reaches(Store) && std::abs(Distance) <= 4
               ? Relation::Others
               : Relation::Unknown;
  }
  auto OfThread = [&](const LinearTerm &T) {
    return T.Vars.empty() || llvm::any_of(T.Vars, [&](const VarDecl *Var) {
             return Threads.reaches(Var) || Var->getName() == "threadIdx";
           });
  };
  if (S.Terms.empty() || !Threads.reaches(Store) ||
      !llvm::all_of(S.Terms, [&](const auto &T) { return OfThread(T.second); }))
    return Relation::Unknown;
  // tile[t] and tile[63 - t].
  if (S.Terms.size() == 1 && R.Terms.size() == 1 &&
      S.Terms.begin()->first == R.Terms.begin()->first)
    return Relation::Others;
  // tile[t] and tile[i], tile[t] and tile[0].
  bool Counters = llvm::all_of(R.Terms, [&](const auto &T) {
    return T.second.Vars.size() == 1 && !OfThread(T.second) &&
           countsFromZero(T.second.Vars[0], Read);
  });
  bool SameStart = R.Terms.empty() ? Distance >= 0 : Distance == 0;
  return Counters && SameStart ? Relation::Others : Relation::Unknown;
}

/// Whether the element \p Read is one that another thread stores at \p Store.
RaceFinder::Relation RaceFinder::relateElements(const Expr *Store,
                                                const Expr *Read) const {
  Store = Store->IgnoreParenImpCasts();
  Read = Read->IgnoreParenImpCasts();
  const auto *StoreSub = dyn_cast<ArraySubscriptExpr>(Store);
  const auto *ReadSub = dyn_cast<ArraySubscriptExpr>(Read);
  if (StoreSub && ReadSub) {
    Relation Outer =
        relateElements(subscriptBase(*StoreSub), subscriptBase(*ReadSub));
    if (Outer == Relation::Unknown)
      return Outer;
    Relation Here = relate(subscriptIndex(*StoreSub), subscriptIndex(*ReadSub));
    return Here == Relation::Same ? Outer : Here;
  }
  const auto *StoreMember = dyn_cast<MemberExpr>(Store);
  const auto *ReadMember = dyn_cast<MemberExpr>(Read);
  if (StoreMember && ReadMember && !StoreMember->isArrow() &&
      !ReadMember->isArrow() &&
      StoreMember->getMemberDecl() == ReadMember->getMemberDecl())
    return relateElements(StoreMember->getBase(), ReadMember->getBase());
  const auto *StoreRef = dyn_cast<DeclRefExpr>(Store);
  const auto *ReadRef = dyn_cast<DeclRefExpr>(Read);
  return StoreRef && ReadRef && StoreRef->getDecl() == ReadRef->getDecl() &&
                 isShared(*cast<VarDecl>(StoreRef->getDecl()))
             ? Relation::Same
             : Relation::Unknown;
}

/// Some thread reads at \p Read what another one stores at \p Store, and the
/// reader has not stored the element itself.
bool RaceFinder::meets(const MemoryAccess &Store,
                       const MemoryAccess &Read) const {
  Relation Found = relateElements(Store.Where, Read.Where);
  if (Found == Relation::Unknown || movesWith(Moving, Store.Where))
    return false;
  if (Found == Relation::Others)
    return llvm::none_of(A.M.Items, [&](const BodyItem &Item) {
      return llvm::any_of(Item.E.MemoryWrites, [&](const MemoryAccess &W) {
        return W.Root == Read.Root && isPlain(W) &&
               relateElements(W.Where, Read.Where) == Relation::Same;
      });
    });
  // if (t == 0) total = ...; and everybody reads total.
  return !movesWith(Threads, Store.Where) && isGuardedByThread(Store.Where) &&
         !isGuardedByThread(Read.Where);
}

/// \p S stands under a condition that all threads share and that changes from
/// trip to trip: `if (k & 1)`.
bool RaceFinder::takesTurns(const Stmt *S) const {
  for (; S && S != A.M.Header.Body; S = A.Parents.getParent(S)) {
    const Expr *Cond = nullptr;
    if (const auto *If = dyn_cast<IfStmt>(S))
      Cond = If->getCond();
    else if (const auto *Switch = dyn_cast<SwitchStmt>(S))
      Cond = Switch->getCond();
    else if (const auto *Select = dyn_cast<AbstractConditionalOperator>(S))
      Cond = Select->getCond();
    if (Cond && Moving.reaches(Cond) && !Threads.reaches(Cond))
      return true;
  }
  return false;
}

/// Only some threads come to \p S.
bool RaceFinder::isGuardedByThread(const Stmt *S) const {
  for (; S && S != A.M.Header.Body; S = A.Parents.getParent(S))
    if (const auto *If = dyn_cast<IfStmt>(S))
      if (Threads.reaches(If->getCond()))
        return true;
  return false;
}

/// The kernel counts in warps: threads of a warp may be in step by other means.
bool RaceFinder::knowsWarps(const Stmt *S) const {
  if (!S)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    std::string Name = StringRef(Ref->getDecl()->getNameAsString()).lower();
    for (StringRef Word : {"warp", "lane", "shfl", "ballot", "activemask"})
      if (StringRef(Name).contains(Word))
        return true;
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(S)) {
    std::optional<int64_t> By = constantValue(Op->getRHS(), A.Ctx);
    BinaryOperatorKind Opcode = Op->getOpcode();
    if (((Opcode == BO_Div || Opcode == BO_Rem) && By == 32) ||
        (Opcode == BO_And && By == 31) || (Opcode == BO_Shr && By == 5))
      if (Threads.reaches(Op->getLHS()))
        return true;
  }
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return knowsWarps(Child); });
}

std::optional<RaceFinder::Race> RaceFinder::find() const {
  const std::vector<BodyItem> &Items = A.M.Items;
  if (ordersOtherwise())
    return std::nullopt;
  for (unsigned I = 0; I < Items.size(); ++I)
    for (const MemoryAccess &Store : Items[I].E.MemoryWrites)
      for (unsigned J = 0; J < Items.size(); ++J)
        for (const MemoryAccess &Read : Items[J].E.MemoryReads) {
          if (I == J || waits(Items[I]) || waits(Items[J]) || !isPlain(Store) ||
              !isPlain(Read) || Read.Root.Var != Store.Root.Var ||
              (separated(I, J) && separated(J, I)) ||
              movesWith(Moving, Store.Where) || takesTurns(Store.Where) ||
              takesTurns(Read.Where))
            continue;
          if (meets(Store, Read))
            return Race{&Store, &Read};
        }
  return std::nullopt;
}

bool RaceFinder::isOwn(const MemoryAccess &Store,
                       const MemoryAccess &Read) const {
  return isPlain(Store) && isPlain(Read) && movesWith(Threads, Store.Where) &&
         !movesWith(Moving, Store.Where) &&
         relateElements(Store.Where, Read.Where) == Relation::Same;
}

bool readsOnlyOwn(
    const LoopAnalysis &A,
    llvm::ArrayRef<std::pair<unsigned, const MemoryAccess *>> Stores,
    const MemoryAccess &Read) {
  const RaceFinder Finder(A);
  return llvm::all_of(Stores, [&](const auto &Store) {
    return Finder.isOwn(*Store.second, Read);
  });
}

MaybeRejection checkRaces(LoopAnalysis &A) {
  std::optional<RaceFinder::Race> Found = RaceFinder(A).find();
  if (!Found)
    return std::nullopt;
  Rejection Why{
      RejectionKind::MissingBarrier, Found->Store->Where->getSourceRange(),
      "no barrier keeps this store to " + quoted(Found->Store->Root.Var) +
          " apart from reads of it by other threads"};
  Why.Other = Found->Read->Where->getSourceRange();
  return Why;
}

} // namespace cudapipe
