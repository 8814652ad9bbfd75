//===- StagingSplit.cpp - Load phase in two halves ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   The steps behind splitStaging()
//   Load phase in two halves
//   Where a value is cut
//   Temporaries from load to store
//   Variables from outside that a load sets and stores read
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Plan/StagingSplit.h"
#include "Analyze/Integers/IndexForm.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/ArraySlices.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/BoundedLoop.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TemplateTypes.h"
#include "cudapipe/Frontend/QuietClass.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {

//===- The steps behind splitStaging() ----------------------------------===//

/// A variable, or a store: what is computed from loads on the way to a tile.
using Computed = const void *;
using ComputedSet = llvm::SmallSetVector<Computed, 4>;

class Splitter {
public:
  /// Of \p InFetch the computed value is kept; of all others what is loaded,
  /// where that can be.
  Splitter(const LoopModel &M, llvm::ArrayRef<Travel> Travels,
           const clang::ASTContext &Ctx, bool AsConverted,
           const ComputedSet &InFetch = {})
      : M(M), Travels(Travels), Ctx(Ctx), Flow(*M.Pointers),
        AsConverted(AsConverted), ComputedInFetch(InFetch) {}

  OrRejection<StagingSplit> run();

  /// What run() has left to Store.
  const ComputedSet &computedInStore() const { return ComputedInStore; }
  /// Fetch computes some of it, too.
  bool computesTwice() const { return ComputesTwice; }

private:
  enum PhaseTy { Fetch, Store };

  void collect(const clang::Stmt *S, unsigned Item);
  llvm::ArrayRef<TileCopy> copiesOf(const SliceLeaf &Leaf) const {
    return Leaf.Copy < 0
               ? llvm::ArrayRef<TileCopy>()
               : llvm::ArrayRef(M.Copies).slice(Leaf.Copy, Leaf.Copies);
  }
  VarSet readsOf(const SliceLeaf &Leaf, PhaseTy Phase) const;
  /// Variables named in \p S, what is in \p Except left out.
  static void addNames(const clang::Stmt *S,
                       llvm::ArrayRef<const clang::Stmt *> Except,
                       VarSet &Out) {
    collectNames(S, Except, Out);
  }
  void addReads(const clang::Stmt *S, VarSet &Out) const {
    Effects E = effectsOf(S, Flow, Ctx);
    Out.insert(E.Reads.begin(), E.Reads.end());
  }
  bool isPure(const Effects &E) const {
    return E.MemoryReads.empty() && E.MemoryWrites.empty() &&
           llvm::none_of(E.Writes, [&](const clang::VarDecl *Var) {
             return M.Variables.LoadState.count(Var);
           });
  }
  std::optional<std::vector<GuardedLoad>> separateLoads(const clang::Stmt *Part,
                                                        const SliceLeaf &Leaf,
                                                        const Effects &E) const;
  void chooseAtLoad(GuardedLoad &Load, const clang::Stmt &Part,
                    llvm::ArrayRef<GuardedLoad> All) const;
  bool keepLoads(SliceLeaf &Leaf, std::vector<GuardedLoad> Loads);
  bool canDeclare(const clang::Expr &Load) const;
  bool computesOnLoads(const SliceLeaf &Leaf, const Effects &E) const;
  bool isComputed(llvm::ArrayRef<unsigned> Defs) const;
  bool declaresInSlice(const clang::VarDecl *Var) const;
  bool mayReach(const SliceLeaf &Def, const SliceLeaf &Reader,
                const clang::VarDecl *Var) const;
  bool defer(const clang::VarDecl *Var, llvm::ArrayRef<unsigned> Defs);
  void findLoaded();
  void cutStores();
  std::optional<Rejection> growFetch();
  std::optional<Rejection> growStore();
  std::optional<Rejection> keepForStore(const clang::VarDecl *Var,
                                        const SliceLeaf &Reader);
  bool keepsSlices(const clang::VarDecl *Var) const;
  bool moveOnInStore(const clang::VarDecl *Var, SliceLeaf &Step);
  void deferOutside();
  bool livesInStore(const clang::VarDecl *Var);
  std::optional<Rejection> persist(const clang::VarDecl *Var,
                                   const SliceLeaf &Reader);
  Rejection cannotKeep(const clang::VarDecl *Var,
                       const SliceLeaf &Reader) const;
  static bool initializedInPlace(const clang::VarDecl &Var);
  bool comesApart(const clang::DeclStmt &Decls, const Effects &E) const;
  static bool hasValue(const clang::VarDecl &Var);
  bool persistVariable(const clang::VarDecl *Var, llvm::ArrayRef<unsigned> Defs,
                       llvm::ArrayRef<unsigned> Readers);
  bool persistValues(const clang::VarDecl *Var, llvm::ArrayRef<unsigned> Defs,
                     llvm::ArrayRef<unsigned> Readers);
  bool stepsByConstant(const clang::ForStmt &For) const;
  void dropUnreadSteps();
  std::string unknownStep(llvm::ArrayRef<const clang::ForStmt *> Loops) const;
  std::optional<Rejection> countRegisters();
  Rejection unsupported(const clang::Stmt *S, std::string Why) const {
    return {RejectionKind::UnsupportedStatement, S->getSourceRange(),
            std::move(Why)};
  }

  void joinArms();
  void joinOverwritten();
  void shareRegisters();
  bool storesAlike(const SliceLeaf &A, const SliceLeaf &B) const;

  const LoopModel &M;
  llvm::ArrayRef<Travel> Travels;
  const clang::ASTContext &Ctx;
  const PointerFlow &Flow;
  /// What is loaded is converted in some instantiation: so it is in all.
  const bool AsConverted;
  const ComputedSet ComputedInFetch;
  ComputedSet ComputedInStore;
  bool ComputesTwice = false;
  /// Variables whose value comes from what the slice loads.
  VarSet Loaded;
  StagingSplit Out;
  /// Leaves that move load state on behind the stores that need it.
  llvm::SmallPtrSet<const SliceLeaf *, 2> StoreSteps;
  std::vector<Effects> LeafEffects;
  llvm::SmallVector<const clang::Stmt *, 3> Parents;
};

//===- Load phase in two halves -----------------------------------------===//

const BinaryOperator *separateStores(const Stmt *S, const LoopModel &M) {
  const auto *Op = dyn_cast_or_null<BinaryOperator>(S);
  if (!Op || Op->getOpcode() != BO_Comma)
    return nullptr;
  auto Stores = [&](auto &&Self, const Expr *E) -> bool {
    const auto *Inner = dyn_cast<BinaryOperator>(E);
    return llvm::any_of(M.Copies,
                        [&](const TileCopy &C) { return C.isMadeBy(E); }) ||
           (Inner && Inner->getOpcode() == BO_Comma &&
            (Self(Self, Inner->getLHS()) || Self(Self, Inner->getRHS())));
  };
  return Stores(Stores, Op->getLHS()) || Stores(Stores, Op->getRHS()) ? Op
                                                                      : nullptr;
}

void Splitter::collect(const Stmt *S, unsigned Item) {
  if (!S || isa<NullStmt>(S))
    return;
  int Copy = -1;
  unsigned Copies = 0;
  for (auto [I, C] : llvm::enumerate(M.Copies))
    if (C.isMadeBy(S)) {
      if (Copy < 0)
        Copy = I;
      ++Copies;
    }
  if (Copy < 0) {
    if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
      for (const Stmt *Child : Block->body())
        collect(Child, Item);
      return;
    }
    if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
      return collect(Attributed->getSubStmt(), Item);
    if (const BinaryOperator *Stores = separateStores(S, M)) {
      collect(Stores->getLHS(), Item);
      return collect(Stores->getRHS(), Item);
    }
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      Parents.push_back(S);
      collect(For->getBody(), Item);
      Parents.pop_back();
      return;
    }
    if (const auto *If = dyn_cast<IfStmt>(S);
        If && !If->getInit() && !If->getConditionVariable()) {
      Parents.push_back(S);
      collect(If->getThen(), Item);
      collect(If->getElse(), Item);
      Parents.pop_back();
      return;
    }
  }
  Out.Leaves.push_back({S, Copy, Copies, Item, Parents});
  LeafEffects.push_back(effectsOf(S, Flow, Ctx));
}

/// Both leaves store to the same place what a register has.
bool Splitter::storesAlike(const SliceLeaf &A, const SliceLeaf &B) const {
  auto IsPlain = [&](const SliceLeaf &Leaf) {
    if (Leaf.Copy < 0 || Leaf.Copies != 1 ||
        Travels[Leaf.Copy] != Travel::Register || !isa<Expr>(Leaf.S))
      return false;
    const TileCopy &Copy = M.Copies[Leaf.Copy];
    return !Copy.From.RawLoad && !Copy.From.IsAsync && !Copy.Zero.GuardIf &&
           !Copy.StoreCall && Copy.Path.Calls.empty();
  };
  return IsPlain(A) && IsPlain(B) &&
         M.Copies[A.Copy].Tile == M.Copies[B.Copy].Tile &&
         sameExpression(M.Copies[A.Copy].Destination,
                        M.Copies[B.Copy].Destination, Ctx);
}

/// if (g) T[i] = A[j]; else T[i] = 0;   whatever the arms are: one register for
/// both, and Store does not ask again.
void Splitter::joinArms() {
  llvm::SmallSetVector<const IfStmt *, 4> Ifs;
  for (const SliceLeaf &Leaf : Out.Leaves)
    if (!Leaf.Parents.empty())
      if (const auto *If = dyn_cast<IfStmt>(Leaf.Parents.back());
          If && If->getElse())
        Ifs.insert(If);
  for (const IfStmt *If : Ifs) {
    llvm::SmallVector<const SliceLeaf *, 2> Then, Else;
    bool Fits = effectsOf(If->getCond(), Flow, Ctx).Writes.empty();
    VarSet Set;
    for (auto [I, Leaf] : llvm::enumerate(Out.Leaves)) {
      if (!llvm::is_contained(Leaf.Parents, If))
        continue;
      Set.insert(LeafEffects[I].Writes.begin(), LeafEffects[I].Writes.end());
      if (Leaf.Copy < 0)
        continue;
      Fits &= Leaf.Parents.back() == If;
      (contains(If->getThen(), Leaf.S) ? Then : Else).push_back(&Leaf);
    }
    Fits &= !Then.empty() && Then.size() == Else.size();
    for (size_t I = 0; Fits && I < Then.size(); ++I)
      Fits =
          storesAlike(*Then[I], *Else[I]) &&
          llvm::none_of(
              effectsOf(M.Copies[Then[I]->Copy].Destination, Flow, Ctx).Reads,
              [&](const VarDecl *Var) { return Set.count(Var); });
    if (!Fits)
      continue;
    Out.Joined.push_back(If);
    for (auto [A, B] : llvm::zip_equal(Then, Else))
      Out.RegisterOf[B->Copy] = A->Copy;
  }
}

/// T[i] = 0; if (g) T[i] = A[j];   the same: the first store has what the
/// register holds in the end.
void Splitter::joinOverwritten() {
  for (SliceLeaf &Fill : Out.Leaves) {
    if (Fill.Copy < 0 || M.Copies[Fill.Copy].Kind != TileCopy::Fill ||
        Out.isInJoinedArm(Fill.Copy))
      continue;
    const TileCopy &Zero = M.Copies[Fill.Copy];
    const VarSet Names = effectsOf(Zero.Destination, Flow, Ctx).Reads;
    for (SliceLeaf *Leaf = &Fill + 1;
         Leaf != Out.Leaves.data() + Out.Leaves.size(); ++Leaf) {
      if (llvm::any_of(LeafEffects[Leaf - Out.Leaves.data()].Writes,
                       [&](const VarDecl *Var) { return Names.count(Var); }))
        break;
      if (Leaf->Copy < 0 || M.Copies[Leaf->Copy].Tile != Zero.Tile)
        continue;
      const auto Around = llvm::ArrayRef(Leaf->Parents);
      if (Around.size() <= Fill.Parents.size() ||
          !std::equal(Fill.Parents.begin(), Fill.Parents.end(),
                      Around.begin()) ||
          !llvm::all_of(Around.drop_front(Fill.Parents.size()),
                        llvm::IsaPred<IfStmt>) ||
          M.Copies[Leaf->Copy].Kind != TileCopy::Copy ||
          Out.isInJoinedArm(Leaf->Copy) || !storesAlike(Fill, *Leaf))
        break;
      Out.RegisterOf[Leaf->Copy] = Fill.Copy;
      Leaf->InStore = false;
      break;
    }
  }
}

/// Of two arms only one is taken: what they load goes to one register.
void Splitter::shareRegisters() {
  auto TypeOf = [&](const TileCopy &Copy) {
    return accessType(Copy.From.RawLoad ? Copy.From.RawLoad : Copy.Destination,
                      Ctx);
  };
  llvm::SmallDenseSet<unsigned> Joined;
  for (auto [A, B] : Out.RegisterOf) {
    Joined.insert(A);
    Joined.insert(B);
  }
  for (auto [I, Copy] : llvm::enumerate(M.Copies)) {
    auto MayShare = [&](unsigned At) {
      return Travels[At] == Travel::Register &&
             M.Copies[At].Kind != TileCopy::Fill && !Joined.count(At);
    };
    for (unsigned J = 0; J < I && MayShare(I); ++J) {
      const TileCopy &Other = M.Copies[J];
      if (MayShare(J) && !Out.RegisterOf.count(J) && Other.Name == Copy.Name &&
          Other.Fields == Copy.Fields && Other.Path.Loops == Copy.Path.Loops &&
          Other.Path.isDividedFrom(Copy.Path) &&
          !Other.From.RawLoad == !Copy.From.RawLoad && !Copy.StoreCall &&
          !Other.StoreCall && !TypeOf(Copy)->isDependentType() &&
          Ctx.hasSameUnqualifiedType(TypeOf(Copy), TypeOf(Other)) &&
          (!Copy.From.RawLoad ||
           elementOf(Copy.From.RawLoad) == elementOf(Other.From.RawLoad))) {
        Out.RegisterOf[I] = J;
        break;
      }
    }
  }
}

/// Trips of \p For are counted for its registers, and it steps by the number of
/// threads: a constant stands for that.
bool Splitter::stepsByConstant(const ForStmt &For) const {
  const std::optional<BoundedLoop> Counted =
      boundedLoop(For, Ctx, M.Proofs.BlockDim);
  return Counted && !Counted->BlockStep.empty() &&
         (llvm::any_of(Out.Persisted,
                       [&](const PersistedVariable &P) {
                         return llvm::is_contained(P.Loops, &For);
                       }) ||
          llvm::any_of(Out.Leaves, [&](const SliceLeaf &Leaf) {
            return llvm::is_contained(Leaf.Parents, &For) &&
                   (!Leaf.Kept.empty() ||
                    (Leaf.Copy >= 0 && Travels[Leaf.Copy] == Travel::Register));
          }));
}

/// Declarations that nothing but such steps would read go.
void Splitter::dropUnreadSteps() {
  VarSet Steps;
  for (const SliceLeaf &Leaf : Out.Leaves)
    for (const Stmt *Parent : Leaf.Parents)
      if (const auto *For = dyn_cast<ForStmt>(Parent);
          For && For->getInc() && stepsByConstant(*For))
        addReads(For->getInc(), Steps);
  for (auto [I, Leaf] : llvm::enumerate(Out.Leaves)) {
    const auto *Decls = dyn_cast<DeclStmt>(Leaf.S);
    if (!Decls || Leaf.Copy >= 0 || !Leaf.Kept.empty() ||
        !isPure(LeafEffects[I]) ||
        !llvm::all_of(Decls->decls(), [&](const Decl *D) {
          const auto *Var = dyn_cast<VarDecl>(D);
          return Var && Steps.count(Var);
        }))
      continue;
    for (auto [Phase, IsIn] : {std::pair(Fetch, &SliceLeaf::InFetch),
                               std::pair(Store, &SliceLeaf::InStore)})
      if (llvm::none_of(Out.Leaves, [&](const SliceLeaf &Other) {
            if (&Other == &Leaf || !(Other.*IsIn))
              return false;
            const VarSet Reads = readsOf(Other, Phase);
            return llvm::any_of(LeafEffects[I].Writes, [&](const VarDecl *Var) {
              return Reads.count(Var);
            });
          }))
        Leaf.*IsIn = false;
  }
}

VarSet Splitter::readsOf(const SliceLeaf &Leaf, PhaseTy Phase) const {
  VarSet Vars;
  for (const Stmt *Parent : Leaf.Parents) {
    if (const auto *If = dyn_cast<IfStmt>(Parent);
        If && !(Phase == Store && Out.joinsArms(If)))
      addReads(If->getCond(), Vars);
    if (const auto *For = dyn_cast<ForStmt>(Parent)) {
      addReads(For->getInit(), Vars);
      addReads(For->getCond(), Vars);
      if (!stepsByConstant(*For))
        addReads(For->getInc(), Vars);
    }
  }
  if (!Leaf.Kept.empty()) {
    llvm::SmallVector<const Stmt *, 2> Loads;
    for (const KeptLoad &Kept : Leaf.Kept) {
      Loads.push_back(Kept.Load);
      llvm::append_range(Loads, Kept.Again);
      if (Phase == Store)
        continue;
      addReads(Kept.Load, Vars);
      for (const auto &Guard : Kept.Guards)
        addReads(Guard.first, Vars);
    }
    if (Phase == Store)
      addNames(Leaf.S, Loads, Vars);
    else if (Leaf.WholeInFetch)
      addReads(Leaf.S, Vars);
    return Vars;
  }
  if (const auto *Decls = dyn_cast<DeclStmt>(Leaf.S); Decls && Phase == Store) {
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D);
          Var && Out.makesInStore(*Decls, *Var, Flow, Ctx))
        addReads(Var->getInit(), Vars);
    return Vars;
  }
  if (Leaf.Copy >= 0 && Travels[Leaf.Copy] == Travel::Register) {
    for (const TileCopy &Copy : copiesOf(Leaf)) {
      if (Phase == Store) {
        addReads(Copy.Destination, Vars);
        if (Copy.From.RawLoad)
          addNames(Copy.Value, {Copy.From.RawLoad}, Vars);
        continue;
      }
      addReads(Copy.From.RawLoad ? Copy.From.RawLoad : Copy.Value, Vars);
      if (Copy.From.RawGuard)
        addReads(Copy.From.RawGuard, Vars);
      if (Copy.Zero.GuardIf)
        addReads(Copy.Zero.GuardIf->getCond(), Vars);
    }
    return Vars;
  }
  if (Leaf.Copy >= 0 && Travels[Leaf.Copy] == Travel::Async &&
      M.Copies[Leaf.Copy].Path.Calls.empty() &&
      !M.Copies[Leaf.Copy].From.IsAsync &&
      llvm::all_of(copiesOf(Leaf), [](const TileCopy &Copy) {
        return Copy.Kind == TileCopy::Copy; // else it is stored plainly
      })) {
    for (const TileCopy &Copy : copiesOf(Leaf))
      for (const Expr *E : {Copy.Destination, Copy.From.Source, Copy.Zero.Guard,
                            Copy.Zero.OuterGuard})
        if (E)
          addReads(E, Vars);
    return Vars;
  }
  addReads(Leaf.S, Vars);
  return Vars;
}

bool Splitter::declaresInSlice(const VarDecl *Var) const {
  return llvm::any_of(Out.Leaves, [&](const SliceLeaf &Leaf) {
    const auto *Decls = dyn_cast<DeclStmt>(Leaf.S);
    return Decls && llvm::is_contained(Decls->decls(), Var);
  });
}

/// What \p Def sets \p Var to, \p Reader may find there.
bool Splitter::mayReach(const SliceLeaf &Def, const SliceLeaf &Reader,
                        const VarDecl *Var) const {
  return &Def < &Reader || !declaresInSlice(Var) ||
         llvm::any_of(
             Def.Parents,
             [&](const Stmt *Parent) {
               return isa<ForStmt>(Parent) &&
                      llvm::is_contained(Reader.Parents, Parent);
             });
}

std::optional<Rejection> Splitter::growFetch() {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const SliceLeaf &Leaf : Out.Leaves) {
      if (!Leaf.InFetch)
        continue;
      VarSet Reads = readsOf(Leaf, Fetch);
      for (auto [I, Def] : llvm::enumerate(Out.Leaves))
        if (!(Def.InFetch && (Def.Kept.empty() || Def.WholeInFetch)) &&
            Def.Copy < 0 && !StoreSteps.contains(&Def))
          for (const VarDecl *Var : Reads)
            if (LeafEffects[I].Writes.count(Var) && mayReach(Def, Leaf, Var)) {
              Def.InFetch = true;
              Def.WholeInFetch = !Def.Kept.empty();
              Changed = true;
              break;
            }
    }
  }
  return std::nullopt;
}

/// \p Step, the last that the slice has to do with \p Var, and all it does, may
/// as well wait for the stores: the next Fetch comes behind them.
bool Splitter::moveOnInStore(const VarDecl *Var, SliceLeaf &Step) {
  const Effects &E = LeafEffects[&Step - Out.Leaves.data()];
  if (Step.Copy >= 0 || !isa<Expr>(Step.S) || !Step.Parents.empty() ||
      E.Writes.size() != 1 || !E.MemoryReads.empty() ||
      !E.MemoryWrites.empty() || !E.Pinned.empty() || !E.Unknown.empty())
    return false;
  for (const SliceLeaf *Leaf = &Step + 1;
       Leaf != Out.Leaves.data() + Out.Leaves.size(); ++Leaf)
    if (readsOf(*Leaf, Fetch).count(Var) || readsOf(*Leaf, Store).count(Var))
      return false;
  Step.InFetch = false;
  Step.InStore = true;
  StoreSteps.insert(&Step);
  return true;
}

std::optional<Rejection> Splitter::keepForStore(const VarDecl *Var,
                                                const SliceLeaf &Reader) {
  if (Out.Deferred.count(Var))
    return std::nullopt; // Store does all that is done with it
  llvm::SmallVector<unsigned, 2> Defs;
  bool Pure = true;
  for (auto [I, Leaf] : llvm::enumerate(Out.Leaves))
    if (LeafEffects[I].Writes.count(Var)) {
      Defs.push_back(I);
      Pure &= isPure(LeafEffects[I]);
    }
  if (M.Variables.LoadState.count(Var)) {
    if (keepsSlices(Var))
      return std::nullopt;
    if (Defs.size() == 1 && (StoreSteps.contains(&Out.Leaves[Defs[0]]) ||
                             (&Out.Leaves[Defs[0]] > &Reader &&
                              moveOnInStore(Var, Out.Leaves[Defs[0]]))))
      return std::nullopt;
    // By the time of Store the whole slice has run: Var has its last value.
    for (unsigned I : Defs)
      if (&Out.Leaves[I] >= &Reader ||
          llvm::any_of(Out.Leaves[I].Parents, [&](const Stmt *S) {
            return isa<ForStmt>(S) && llvm::is_contained(Reader.Parents, S);
          }))
        return unsupported(Reader.S,
                           "the store needs '" + Var->getNameAsString() +
                               "', which the load phase has moved on by then");
    return std::nullopt;
  }
  if (Pure) {
    for (unsigned I : Defs)
      Out.Leaves[I].InStore |= mayReach(Out.Leaves[I], Reader, Var);
    return std::nullopt;
  }
  // What is in no phase yet may still choose: if Fetch sets the variable
  // anyway, it waits for the load.
  if (!Out.isPersisted(Var) && !ComputedInFetch.count(Var) &&
      isComputed(Defs) && defer(Var, Defs)) {
    ComputedInStore.insert(Var);
    return std::nullopt;
  }
  std::optional<Rejection> Why = persist(Var, Reader);
  return Why && defer(Var, Defs) ? std::nullopt : Why;
}

std::optional<Rejection> Splitter::growStore() {
  for (bool Changed = true; Changed;) {
    auto Count = [&] {
      return llvm::count_if(Out.Leaves,
                            [](const SliceLeaf &L) { return L.InStore; }) +
             Out.Persisted.size() + Out.Deferred.size();
    };
    size_t Before = Count();
    for (const SliceLeaf &Leaf : Out.Leaves)
      if (Leaf.InStore)
        for (const VarDecl *Var : readsOf(Leaf, Store))
          if (std::optional<Rejection> Why = keepForStore(Var, Leaf))
            return Why;
    Changed = Count() != Before;
  }
  return std::nullopt;
}

bool StagingSplit::makesInStore(const DeclStmt &Decls, const VarDecl &Var,
                                const PointerFlow &Flow,
                                const ASTContext &Ctx) const {
  if (!Var.getInit() || isPersisted(&Var))
    return false;
  // `Cell cell;` of a class that leaves it as it is.
  if (const auto *Construct =
          dyn_cast<CXXConstructExpr>(Var.getInit()->IgnoreImplicit());
      Construct && Construct->getNumArgs() == 0 &&
      Construct->getConstructor()->isTrivial())
    return false;
  bool MayGo = !Decls.isSingleDecl() && (Var.getType()->isArithmeticType() ||
                                         Var.getType()->isPointerType());
  return !MayGo || effectsOf(Var.getInit(), Flow, Ctx).MemoryReads.empty();
}

std::optional<uint64_t> registersFor(llvm::ArrayRef<const ForStmt *> Loops,
                                     const LoopModel &M,
                                     const ASTContext &Ctx) {
  const PointerFlow &Flow = *M.Pointers;
  uint64_t Trips = 1;
  for (const ForStmt *Loop : Loops) {
    std::optional<BoundedLoop> Counted =
        boundedLoop(*Loop, Ctx, M.Proofs.BlockDim);
    if (!Counted)
      return std::nullopt;
    VarSet Written = effectsOf(Loop->getBody(), Flow, Ctx).Writes;
    VarSet Start = effectsOf(Counted->Start, Flow, Ctx).Reads;
    if (Written.count(Counted->Var) ||
        llvm::any_of(Start, [&](const VarDecl *Var) {
          return Written.count(Var) || Var == Counted->Var;
        }))
      return std::nullopt;
    Trips *= std::max<uint64_t>(Counted->Trips, 1);
  }
  return Trips;
}

Rejection unknownCount(const FunctionDecl &Kernel, const Stmt *Where,
                       const char *What) {
  std::string Why = "the trip count of a loop around this " +
                    std::string(What) + " is not a compile-time constant; ";
  Why +=
      Kernel.isDependentContext()
          ? "the template is not instantiated in this file, which would say "
            "its sizes: launch it here, or add an explicit instantiation"
          : "declare its bounds and its step const or constexpr; what varies "
            "goes into an if in the loop";
  return {RejectionKind::CopyCountUnknown, Where->getSourceRange(), Why};
}

/// The step of one of \p Loops that would be known if the block were.
std::string Splitter::unknownStep(llvm::ArrayRef<const ForStmt *> Loops) const {
  for (const ForStmt *Loop : Loops)
    if (std::string Step = blockStepOf(*Loop);
        !Step.empty() && !boundedLoop(*Loop, Ctx, M.Proofs.BlockDim) &&
        boundedLoop(*Loop, Ctx, BlockShape{1, 1, 1}))
      return Step;
  return "";
}

std::optional<Rejection> Splitter::countRegisters() {
  auto Add = [&](llvm::ArrayRef<const ForStmt *> Loops, uint64_t Bytes,
                 const Stmt *Where) -> std::optional<Rejection> {
    std::optional<uint64_t> Trips = registersFor(Loops, M, Ctx);
    if (!Trips) {
      if (std::string Step = unknownStep(Loops); !Step.empty())
        return Rejection{
            RejectionKind::CopyCountUnknown, Where->getSourceRange(),
            "a loop around this store goes in steps of " + Step +
                ", which is not one constant in all launches, or not all "
                "launches are in sight; make it a constant"};
      return unknownCount(*M.Kernel, Where, "store");
    }
    // Narrow elements take a register each unless the compiler packs them.
    Out.RegisterBytes += *Trips * Bytes;
    Out.Registers += *Trips * llvm::divideCeil(Bytes, 4);
    return std::nullopt;
  };
  // What only an instantiation knows does not count.
  auto SizeOf = [&](QualType Type) -> uint64_t {
    return Type->isDependentType() ? 0
                                   : Ctx.getTypeSizeInChars(Type).getQuantity();
  };
  for (auto [I, Copy] : llvm::enumerate(M.Copies)) {
    if (Travels[I] != Travel::Register || Out.keepsLoadsOf(I) ||
        Out.RegisterOf.count(I))
      continue;
    if (const auto *Stored = dyn_cast<Expr>(Copy.Store);
        Stored && !isQuiet(Stored->getType().getNonReferenceType(), Ctx))
      return unsupported(Copy.Store,
                         "a register of '" +
                             Stored->getType()
                                 .getNonReferenceType()
                                 .getUnqualifiedType()
                                 .getAsString(Ctx.getPrintingPolicy()) +
                             "' would run its constructor or destructor, which "
                             "does more than fill it");
    uint64_t Bytes = Copy.From.RawLoad
                         ? SizeOf(accessType(Copy.From.RawLoad, Ctx))
                         : Copy.Bytes;
    if (std::optional<Rejection> Why = Add(Copy.Path.Loops, Bytes, Copy.Store))
      return Why;
  }
  for (const SliceLeaf &Leaf : Out.Leaves)
    for (const KeptLoad &L : Leaf.Kept)
      if (std::optional<Rejection> Why =
              Add(L.Loops, SizeOf(accessType(L.Load, Ctx)), L.Load))
        return Why;
  for (const PersistedVariable &P : Out.Persisted) {
    uint64_t Bytes = SizeOf(P.Var->getType());
    const Stmt *Where = P.Loops.empty() ? M.Header.Loop : P.Loops.back();
    if (std::optional<Rejection> Why = Add(P.Loops, Bytes, Where))
      return Why;
  }
  if (Out.RegisterBytes > MaxRegisterBytes)
    return Rejection{
        RejectionKind::TooManyRegisters,
        M.Copies.front().Store->getSourceRange(),
        llvm::formatv("a thread would hold {0} bytes of the next tile in "
                      "registers, more than {1}",
                      Out.RegisterBytes, MaxRegisterBytes)};
  return std::nullopt;
}

OrRejection<StagingSplit> Splitter::run() {
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    bool InSlice = M.Items[I].R == Role::Load || M.Items[I].R == Role::Both;
    for (const Recurrence &R : M.Variables.Recurrences)
      InSlice |= R.Item == int(I) && R.UpdatedInLoad;
    if (InSlice)
      collect(M.Items[I].S, I);
  }
  for (auto [I, Leaf] : llvm::enumerate(Out.Leaves)) {
    bool WritesState =
        llvm::any_of(LeafEffects[I].Writes, [&](const VarDecl *Var) {
          return M.Variables.LoadState.count(Var);
        });
    if (Leaf.Copy < 0) {
      // The user's own commits stay with the copies.
      std::optional<AsyncOperation> Op = asyncOperation(Leaf.S, Ctx);
      Leaf.InFetch =
          WritesState || (Op && (Op->Kind == AsyncOperation::Acquire ||
                                 Op->Kind == AsyncOperation::Commit));
      continue;
    }
    Leaf.InFetch = Travels[Leaf.Copy] != Travel::Direct;
    Leaf.InStore = Travels[Leaf.Copy] != Travel::Async;
  }
  joinArms();
  joinOverwritten();
  shareRegisters();
  findLoaded();
  deferOutside();
  cutStores();
  for (auto Grow :
       {&Splitter::growFetch, &Splitter::growStore, &Splitter::growFetch})
    if (std::optional<Rejection> Why = (this->*Grow)())
      return *Why;
  dropUnreadSteps();
  for (const SliceLeaf &Leaf : Out.Leaves)
    for (const Stmt *Parent : Leaf.Parents)
      if (const auto *For = dyn_cast<ForStmt>(Parent); For && Leaf.InStore) {
        // The header runs in both phases.
        for (const Stmt *Part : {For->getInit(), (const Stmt *)For->getCond(),
                                 (const Stmt *)For->getInc()})
          if (Part)
            for (const VarDecl *Var : effectsOf(Part, Flow, Ctx).Writes)
              if (M.Variables.LoadState.count(Var))
                return unsupported(Part, "the loop header moves '" +
                                             Var->getNameAsString() +
                                             "' on, and is needed twice");
      }
  // State moves on once a trip.
  for (auto [I, Leaf] : llvm::enumerate(Out.Leaves))
    if (Leaf.Kept.empty() ? Leaf.InFetch : Leaf.WholeInFetch)
      for (const VarDecl *Var : LeafEffects[I].Writes)
        if (Out.Deferred.count(Var) && M.Variables.LoadState.count(Var))
          return cannotKeep(Var, Leaf);
  if (std::optional<Rejection> Why = countRegisters())
    return *Why;
  // A store that is in no leaf, or in no phase, would be lost.
  for (auto [I, Copy] : llvm::enumerate(M.Copies))
    if (llvm::count_if(Out.Leaves, [&, I = int(I)](const SliceLeaf &Leaf) {
          return Leaf.Copy >= 0 && Leaf.Copy <= I &&
                 I < Leaf.Copy + int(Leaf.Copies) &&
                 (Leaf.InFetch || Leaf.InStore);
        }) != 1)
      return unsupported(Copy.Store, "a store inside a statement of this kind");
  for (auto [I, Leaf] : llvm::enumerate(Out.Leaves))
    ComputesTwice |=
        Leaf.WholeInFetch &&
        llvm::any_of(LeafEffects[I].Writes, [&](const VarDecl *Var) {
          return ComputedInStore.count(Var);
        });
  return std::move(Out);
}

//===- Where a value is cut ---------------------------------------------===//
//   const float2 w = __half22float2(*(const half2 *)&B[j]);
//   Bs[c] = w.x;
//   Bs[c + 1] = w.y;
//
// From loads to stores leads a graph of values, and a cut through it is what
// registers hold while the tile before is computed. Loads lie in front of it,
// stores behind. Where a value that is computed from a load lies in front, the
// thread waits for that load before it computes, and the copy overlaps with
// nothing. So the cut is made right behind the loads, as long as that costs no
// more than some registers; an index that needs no load is computed on both
// sides.

/// So many registers a thread may cost it to keep what is loaded instead of
/// what is computed from it, as in `x = A[i] * scale[j]`. Without the overlap
/// the registers of the other tile are for nothing, so some more are well
/// spent; with many, blocks are lost that would overlap by themselves (a guess,
/// not measured).
static constexpr uint64_t RegistersForOverlap = 8;

/// \p S has a text of its own in file \p File.
static std::optional<std::pair<unsigned, unsigned>>
placeIn(FileID File, SourceRange Range, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  CharSourceRange Chars = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Range), SM, Ctx.getLangOpts());
  if (Chars.isInvalid())
    return std::nullopt;
  auto [BeginFile, Begin] = SM.getDecomposedLoc(Chars.getBegin());
  auto [EndFile, End] = SM.getDecomposedLoc(Chars.getEnd());
  if (BeginFile != File || EndFile != File)
    return std::nullopt;
  return std::pair(Begin, End);
}

/// A register for \p Load can be declared in every instantiation.
bool Splitter::canDeclare(const Expr &Load) const {
  QualType Type = accessType(&Load, Ctx);
  if (const auto *Record = Type->getAsCXXRecordDecl();
      Record && !Record->hasTrivialDefaultConstructor())
    return false;
  if (!isQuiet(Type, Ctx))
    return false;
  if (!Type->isDependentType() && !dependsOnArgument(Type))
    return true;
  const VarDecl *Array = elementOf(&Load);
  return Array && !Array->getType()->getContainedAutoType() &&
         isSameForAll(Type, namedElement(*Array, Ctx));
}

/// An element of \p Array has a built-in type by its name, in any build.
static bool isPlainElement(const VarDecl &Array, const ASTContext &Ctx) {
  return isa<PointerType, ArrayType>(Array.getType().getTypePtr()) &&
         isa<BuiltinType>(namedElement(Array, Ctx).getTypePtr()) &&
         !Array.getTypeSpecStartLoc().isMacroID();
}

/// `in ? A[i] : 0.0f` for the load of A[i] in \p Part, where that has the same
/// type: Store need not ask again.
void Splitter::chooseAtLoad(GuardedLoad &Load, const Stmt &Part,
                            llvm::ArrayRef<GuardedLoad> All) const {
  const VarDecl *Array = elementOf(Load.Load);
  if (Load.Guards.empty() || !Array || !isPlainElement(*Array, Ctx))
    return;
  auto [Guard, IsTrue] = Load.Guards.back();
  const ConditionalOperator *Choice = nullptr;
  const Expr *Whole = nullptr;
  holds(&Part, [&, Guard = Guard](const Stmt &At) {
    const auto *E = dyn_cast<Expr>(&At);
    const auto *Cond =
        E ? dyn_cast<ConditionalOperator>(E->IgnoreParens()) : nullptr;
    if (!Cond || Cond->getCond() != Guard)
      return false;
    Choice = Cond;
    Whole = E;
    return true;
  });
  if (!Choice || !Choice->isPRValue() || Whole->getBeginLoc().isMacroID() ||
      Whole->getEndLoc().isMacroID())
    return;
  const Expr *Own = IsTrue ? Choice->getTrueExpr() : Choice->getFalseExpr(),
             *Other = IsTrue ? Choice->getFalseExpr() : Choice->getTrueExpr();
  const Expr *Bare = Other->IgnoreParenImpCasts();
  if (Own->IgnoreParenImpCasts() != Load.Load->IgnoreParenImpCasts() ||
      !isa<IntegerLiteral, FloatingLiteral>(Bare) ||
      !Ctx.hasSameUnqualifiedType(accessType(Load.Load, Ctx),
                                  Choice->getType()) ||
      llvm::any_of(All, [&](const GuardedLoad &Known) {
        return &Known != &Load && contains(Choice, Known.Load);
      }))
    return;
  Load.Load = Whole;
  Load.Guards.pop_back();
}

/// The loads of \p Part of \p Leaf with the effects \p E, if Fetch can make
/// them and Store do the rest.
std::optional<std::vector<GuardedLoad>>
Splitter::separateLoads(const Stmt *Part, const SliceLeaf &Leaf,
                        const Effects &E) const {
  if (!E.MemoryWrites.empty() || !E.Barriers.empty() ||
      !E.AsyncCopies.empty() || !E.Exits.empty() || !E.Pinned.empty() ||
      !E.Unknown.empty() || !E.BlockWaits.empty())
    return std::nullopt;
  // Shared memory may have changed by the time of Store.
  if (llvm::any_of(E.MemoryReads, [](const MemoryAccess &R) {
        return R.Root.Kind != MemoryRoot::Global &&
               R.Root.Kind != MemoryRoot::Texture &&
               R.Root.Kind != MemoryRoot::Constant;
      }))
    return std::nullopt;
  if (const auto *Decls = dyn_cast<DeclStmt>(Leaf.S);
      Decls && llvm::any_of(Decls->decls(), [](const Decl *D) {
        const auto *Var = dyn_cast<VarDecl>(D);
        return !Var || !Var->hasLocalStorage() ||
               Var->getType()->isReferenceType();
      }))
    return std::nullopt;
  OrRejection<std::vector<GuardedLoad>> Loads =
      guardedLoads(*Part, E, Flow, Ctx);
  auto *Found = std::get_if<std::vector<GuardedLoad>>(&Loads);
  if (!Found)
    return std::nullopt;
  llvm::SmallVector<const ForStmt *, 2> Loops;
  for (const Stmt *Parent : Leaf.Parents)
    if (const auto *For = dyn_cast<ForStmt>(Parent))
      Loops.push_back(For);
  if (!Found->empty() && !registersFor(Loops, M, Ctx))
    return std::nullopt;
  FileID File = Ctx.getSourceManager().getFileID(M.Header.Body->getBeginLoc());
  if (!placeIn(File, Leaf.S->getSourceRange(), Ctx))
    return std::nullopt;
  for (GuardedLoad &Load : *Found)
    chooseAtLoad(Load, *Part, *Found);
  std::vector<GuardedLoad> Out;
  llvm::SmallVector<std::pair<unsigned, unsigned>, 2> Places;
  for (GuardedLoad &Load : *Found) {
    auto At = placeIn(File, Load.Load->getSourceRange(), Ctx);
    if (!At || !canDeclare(*Load.Load) ||
        llvm::any_of(Load.Guards, [&](const auto &Guard) {
          return !placeIn(File, Guard.first->getSourceRange(), Ctx);
        }))
      return std::nullopt;
    // An argument that a macro repeats is loaded once, if it is at all.
    if (const auto *Same = llvm::find(Places, *At); Same != Places.end()) {
      GuardedLoad &First = Out[Same - Places.begin()];
      if (!First.Guards.empty())
        return std::nullopt;
      First.Again.push_back(Load.Load);
      continue;
    }
    if (llvm::any_of(Places, [&](const auto &Other) {
          return At->first < Other.second && Other.first < At->second;
        }))
      return std::nullopt;
    Places.push_back(*At);
    Out.push_back(std::move(Load));
  }
  return Out;
}

/// Fetch makes \p Loads, all that \p Leaf loads.
bool Splitter::keepLoads(SliceLeaf &Leaf, std::vector<GuardedLoad> Loads) {
  llvm::SmallVector<const ForStmt *, 2> Loops;
  for (const Stmt *Parent : Leaf.Parents)
    if (const auto *For = dyn_cast<ForStmt>(Parent))
      Loops.push_back(For);
  const VarDecl *Set = variableSetBy(*Leaf.S);
  if (!Set && Leaf.Copy >= 0)
    Set = M.Copies[Leaf.Copy].Name;
  for (GuardedLoad &Load : Loads) {
    const VarDecl *Array = elementOf(Load.Load);
    const VarDecl *Name = Loads.size() > 1 && Array ? Array : Set ? Set : Array;
    Leaf.Kept.push_back(
        {std::move(Load), Name ? Name : M.Staged.Tiles.front(), Loops});
  }
  Leaf.WholeInFetch = Leaf.InFetch;
  Leaf.InFetch |= !Leaf.Kept.empty();
  Leaf.InStore = true;
  return true;
}

/// What lies between a load and the variable or store that takes its value as
/// it is: a register has it in the same form.
static bool passesOn(const Stmt &S, bool IsGuarded, bool IsStore,
                     const ASTContext &Ctx) {
  if (const auto *Cast = dyn_cast<CastExpr>(&S)) {
    if (Cast->getCastKind() == CK_IntegralCast) {
      // Loads widen to 32 bits by themselves. What is stored is spelled so that
      // the type of the tile does.
      QualType To = Cast->getType(), From = Cast->getSubExpr()->getType();
      return IsStore || (!IsGuarded && !To->isDependentType() &&
                         !From->isDependentType() &&
                         Ctx.getTypeSize(To) >= Ctx.getTypeSize(From) &&
                         Ctx.getTypeSize(To) <= 32);
    }
    return Cast->getCastKind() == CK_LValueToRValue ||
           Cast->getCastKind() == CK_NoOp ||
           Cast->getCastKind() == CK_BitCast ||
           Cast->getCastKind() == CK_Dependent ||
           Cast->getCastKind() == CK_ConstructorConversion;
  }
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(&S))
    return Construct->getNumArgs() == 1 &&
           Construct->getConstructor()->isCopyOrMoveConstructor();
  if (const auto *Op = dyn_cast<BinaryOperator>(&S))
    return Op->getOpcode() == BO_Assign;
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(&S))
    return Op->getOperator() == OO_Equal && Op->getDirectCallee() &&
           copiesBytes(*Op->getDirectCallee());
  // A vector that is put together.
  if (const auto *Call = dyn_cast<CallExpr>(&S)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    return Callee && Callee->getIdentifier() &&
           Callee->getName().starts_with("make_") &&
           isLibraryFunction(*Callee, Ctx);
  }
  return isa<DeclStmt, ParenExpr, ExprWithCleanups, MaterializeTemporaryExpr,
             CXXBindTemporaryExpr, ConditionalOperator, InitListExpr,
             CXXFunctionalCastExpr, CXXDefaultArgExpr>(S);
}

/// \p Leaf computes something from what it loads.
bool Splitter::computesOnLoads(const SliceLeaf &Leaf, const Effects &E) const {
  OrRejection<std::vector<GuardedLoad>> Loads =
      guardedLoads(*Leaf.S, E, Flow, Ctx);
  const auto *Found = std::get_if<std::vector<GuardedLoad>>(&Loads);
  // Where one load decides about another, Fetch waits for it.
  auto Decides = [&](const GuardedLoad &Load) {
    return llvm::any_of(*Found, [&](const GuardedLoad &Other) {
      return llvm::any_of(Other.Guards, [&](const auto &Guard) {
        return contains(Guard.first, Load.Load);
      });
    });
  };
  return Found && llvm::none_of(*Found, Decides) &&
         llvm::any_of(*Found, [&](const GuardedLoad &Load) {
           if (AsConverted && dependsOnArgument(accessType(Load.Load, Ctx)))
             return true;
           auto Passes = [&](auto &&Self, const Stmt *S) -> bool {
             if (!S || S == Load.Load)
               return S == Load.Load;
             return llvm::any_of(S->children(),
                                 [&](const Stmt *Child) {
                                   return Child && contains(Child, Load.Load) &&
                                          Self(Self, Child);
                                 }) &&
                    passesOn(*S, !Load.Guards.empty(), Leaf.Copy >= 0, Ctx);
           };
           return !Passes(Passes, Leaf.S);
         });
}

/// Some of \p Defs, all that set a variable, computes its value from a load.
bool Splitter::isComputed(llvm::ArrayRef<unsigned> Defs) const {
  // Fetch sets it anyway, for an address.
  if (llvm::any_of(Defs, [&](unsigned I) {
        const SliceLeaf &Def = Out.Leaves[I];
        return Def.Kept.empty() ? Def.InFetch : Def.WholeInFetch;
      }))
    return false;
  return llvm::any_of(Defs, [&](unsigned I) {
    const SliceLeaf &Def = Out.Leaves[I];
    const Effects &E = LeafEffects[I];
    return !Def.Kept.empty() ||
           (isPure(E) ? llvm::any_of(E.Reads,
                                     [&](const VarDecl *Var) {
                                       return Loaded.count(Var);
                                     })
                      : computesOnLoads(Def, E));
  });
}

void Splitter::findLoaded() {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto [I, Leaf] : llvm::enumerate(Out.Leaves)) {
      const Effects &E = LeafEffects[I];
      if (E.MemoryReads.empty() &&
          llvm::none_of(E.Reads,
                        [&](const VarDecl *Var) { return Loaded.count(Var); }))
        continue;
      for (const VarDecl *Var : E.Writes)
        Changed |= Loaded.insert(Var);
    }
  }
}

/// All that sets \p Var runs in Store, and Fetch makes its loads.
bool Splitter::defer(const VarDecl *Var, llvm::ArrayRef<unsigned> Defs) {
  if (Var->getType()->isReferenceType() || Out.isPersisted(Var))
    return false;
  std::vector<std::vector<GuardedLoad>> Loads(Defs.size());
  for (auto [Index, I] : llvm::enumerate(Defs)) {
    const SliceLeaf &Def = Out.Leaves[I];
    const Effects &E = LeafEffects[I];
    if (Def.Copy >= 0 || !isa<Expr, DeclStmt>(Def.S) ||
        llvm::any_of(E.Writes, [&](const VarDecl *Written) {
          return M.Variables.LoadState.count(Written) ||
                 Out.isPersisted(Written);
        }))
      return false;
    if (!Def.Kept.empty())
      continue;
    auto Found = separateLoads(Def.S, Def, E);
    if (!Found)
      return false;
    Loads[Index] = std::move(*Found);
  }
  for (auto [Index, I] : llvm::enumerate(Defs)) {
    if (Loads[Index].empty())
      Out.Leaves[I].InStore = true;
    else
      keepLoads(Out.Leaves[I], std::move(Loads[Index]));
  }
  Out.Deferred.insert(Var);
  return true;
}

/// A store of a value of several loads: `tile[t] = A[i] * scale[j]`.
void Splitter::cutStores() {
  for (SliceLeaf &Leaf : Out.Leaves) {
    if (Leaf.Copy < 0 || Leaf.Copies != 1 ||
        Travels[Leaf.Copy] != Travel::Register || ComputedInFetch.count(Leaf.S))
      continue;
    const TileCopy &Copy = M.Copies[Leaf.Copy];
    if (Copy.Kind != TileCopy::Computed || Copy.From.RawLoad ||
        Copy.From.IsAsync || Copy.Zero.GuardIf || Copy.StoreCall ||
        !Copy.Path.Calls.empty() || !isa<Expr>(Leaf.S))
      continue;
    Effects Value = effectsOf(Copy.Value, Flow, Ctx);
    if (!Value.Writes.empty() ||
        !computesOnLoads(Leaf, LeafEffects[&Leaf - Out.Leaves.data()]))
      continue;
    auto Loads = separateLoads(Copy.Value, Leaf, Value);
    if (!Loads || Loads->empty())
      continue;
    Leaf.InFetch = false; // as the statement that it is
    keepLoads(Leaf, std::move(*Loads));
    ComputedInStore.insert(Leaf.S);
  }
}

OrRejection<StagingSplit> splitStaging(const LoopModel &M,
                                       llvm::ArrayRef<Travel> Travels,
                                       const ASTContext &Ctx,
                                       bool AsConverted) {
  Splitter AllInStore(M, Travels, Ctx, AsConverted);
  OrRejection<StagingSplit> Best = AllInStore.run();
  ComputedSet InFetch = AllInStore.computedInStore();
  if (InFetch.empty())
    return Best;
  auto SplitOf = [](const OrRejection<StagingSplit> &R) {
    return std::get_if<StagingSplit>(&R);
  };
  OrRejection<StagingSplit> Least =
      Splitter(M, Travels, Ctx, AsConverted, InFetch).run();
  const uint64_t Most = SplitOf(Least)
                            ? SplitOf(Least)->Registers + RegistersForOverlap
                            : UINT64_MAX;
  if (SplitOf(Best) && SplitOf(Best)->Registers <= Most &&
      !AllInStore.computesTwice())
    return Best;
  // Value by value, as far as the registers go.
  Best = std::move(Least);
  for (Computed Value : AllInStore.computedInStore()) {
    ComputedSet Others = InFetch;
    Others.remove(Value);
    Splitter Next(M, Travels, Ctx, AsConverted, Others);
    OrRejection<StagingSplit> Split = Next.run();
    if (!SplitOf(Split) || SplitOf(Split)->Registers > Most ||
        Next.computesTwice())
      continue;
    Best = std::move(Split);
    InFetch = std::move(Others);
  }
  return Best;
}

//===- Temporaries from load to store -----------------------------------===//
// A temporary that the load sets and a store reads lives across the compute
// phase. Its last value must be the one the store would have seen.

void collectNames(const Stmt *S, llvm::ArrayRef<const Stmt *> Except,
                  VarSet &Out) {
  holds(
      S,
      [&](const Stmt &At) {
        const auto *Ref = dyn_cast<DeclRefExpr>(&At);
        const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
        if (Var && Var->hasLocalStorage())
          Out.insert(Var);
        return false;
      },
      Except);
}

/// An array of the user's of which each trip of a copy loop fills a slice and
/// stores it: what Store reads there no later trip of Fetch has changed.
bool Splitter::keepsSlices(const VarDecl *Var) const {
  if (!Var->getType()->isArrayType())
    return false;
  const ForStmt *Loop = nullptr;
  llvm::SmallVector<const Stmt *, 8> Statements;
  bool Read = false;
  for (auto [I, Leaf] : llvm::enumerate(Out.Leaves)) {
    bool Writes = LeafEffects[I].Writes.count(Var);
    if (!Writes && !LeafEffects[I].Reads.count(Var))
      continue;
    const ForStmt *Around = nullptr;
    VarSet InHeaders;
    for (const Stmt *Parent : Leaf.Parents) {
      if (const auto *If = dyn_cast<IfStmt>(Parent))
        collectNames(If->getCond(), {}, InHeaders);
      if (const auto *For = dyn_cast<ForStmt>(Parent)) {
        if (Around)
          return false;
        Around = For;
        collectNames(For, {For->getBody()}, InHeaders);
      }
    }
    if (InHeaders.count(Var))
      return false;
    // In a trip, all is written before any of it is stored.
    if (!Around || (Loop && Loop != Around) || (Writes && Read) ||
        (Writes && Leaf.Copy >= 0))
      return false;
    Read |= !Writes;
    Loop = Around;
    Statements.push_back(Leaf.S);
  }
  return Loop && touchesOwnSlice(*Var, *Loop, Statements, *M.Kernel, Ctx);
}

Rejection Splitter::cannotKeep(const VarDecl *Var,
                               const SliceLeaf &Reader) const {
  return unsupported(Reader.S, "the temporary '" + Var->getNameAsString() +
                                   "' cannot be kept in a register from load "
                                   "to store");
}

/// Keeps \p Var, which Fetch sets, for \p Reader in Store.
std::optional<Rejection> Splitter::persist(const VarDecl *Var,
                                           const SliceLeaf &Reader) {
  if (Out.isPersisted(Var))
    return std::nullopt;
  llvm::SmallVector<unsigned, 4> Defs, Readers, InStore;
  for (auto [I, Leaf] : llvm::enumerate(Out.Leaves)) {
    VarSet Conditions;
    for (const Stmt *Parent : Leaf.Parents)
      if (const auto *If = dyn_cast<IfStmt>(Parent))
        collectNames(If->getCond(), {}, Conditions);
      else if (const auto *For = dyn_cast<ForStmt>(Parent))
        collectNames(For, {For->getBody()}, Conditions);
    if (Leaf.Copy < 0 && LeafEffects[I].Writes.count(Var)) {
      if (!Leaf.Kept.empty())
        return cannotKeep(Var, Reader);
      Defs.push_back(I);
    } else if (LeafEffects[I].Reads.count(Var) || Conditions.count(Var)) {
      Readers.push_back(I);
      // What has effects runs in Fetch, in its old place.
      if (Leaf.Copy >= 0 || isPure(LeafEffects[I]))
        InStore.push_back(I);
    }
  }
  const auto *Record =
      Var->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  bool Declarable = !Var->getType()->isReferenceType() &&
                    (!Record || Record->hasTrivialDefaultConstructor()) &&
                    !initializedInPlace(*Var);
  if (Declarable && (persistVariable(Var, Defs, InStore) ||
                     persistValues(Var, Defs, Readers))) {
    for (unsigned I : Defs)
      Out.Leaves[I].InFetch = true;
    return std::nullopt;
  }
  return cannotKeep(Var, Reader);
}

/// `V v(a, b)` or `float v[2] = {a, b}`: no assignment can say the same.
bool Splitter::initializedInPlace(const VarDecl &Var) {
  const Expr *Init = Var.getInit();
  if (!Init)
    return false;
  if (Var.getType()->isArrayType())
    return !isa<CXXConstructExpr>(Init->IgnoreImplicit());
  const auto *Construct = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit());
  return Construct && Construct->getNumArgs() > 0 &&
         !Construct->getConstructor()->isCopyOrMoveConstructor();
}

/// `T x = e` as against `T x`, which a class type initializes too.
bool Splitter::hasValue(const VarDecl &Var) {
  const Expr *Init = Var.getInit();
  const Expr *Bare = Init ? Init->IgnoreImplicit() : nullptr;
  const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(Bare);
  return Bare && (!Construct || Construct->getNumArgs() > 0);
}

/// `float4 a = A[k], b = zero;`: each may be declared by itself, in either
/// phase. What is read from memory is kept, by a register each.
bool Splitter::comesApart(const DeclStmt &Decls, const Effects &E) const {
  VarSet Names;
  bool HasValues = false;
  for (const Decl *D : Decls.decls()) {
    // A class may stand beside its variable.
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var)
      return false;
    HasValues |= hasValue(*Var);
    if (Var->getInit())
      collectNames(Var->getInit(), {}, Names);
  }
  Effects Reads = E;
  Reads.MemoryReads.clear();
  return !HasValues || (isPure(Reads) && E.Pinned.empty() &&
                        llvm::none_of(Decls.decls(), [&](const Decl *D) {
                          return Names.count(cast<VarDecl>(D));
                        }));
}

static bool isPrefix(llvm::ArrayRef<const Stmt *> A,
                     llvm::ArrayRef<const Stmt *> B) {
  return A.size() <= B.size() && std::equal(A.begin(), A.end(), B.begin());
}

/// One register for the variable itself: it is set completely before any store
/// reads it.
bool Splitter::persistVariable(const VarDecl *Var,
                               llvm::ArrayRef<unsigned> Defs,
                               llvm::ArrayRef<unsigned> Readers) {
  PersistedVariable P{Var, -1, {}};
  llvm::ArrayRef<const Stmt *> Around;
  SliceLeaf *Declaration = nullptr;
  for (unsigned I : Defs)
    if (const auto *Decls = dyn_cast<DeclStmt>(Out.Leaves[I].S))
      if (llvm::is_contained(Decls->decls(), Var)) {
        if (!Decls->isSingleDecl() && !comesApart(*Decls, LeafEffects[I]))
          return false;
        Declaration = &Out.Leaves[I];
        Around = Declaration->Parents;
      }
  if (!Declaration && !M.Variables.Private.count(Var))
    return false;
  for (unsigned R : Readers)
    for (unsigned D : Defs) {
      const SliceLeaf &Def = Out.Leaves[D], &Use = Out.Leaves[R];
      // A loop around both but not around the variable sets it again.
      bool SetAgain = llvm::any_of(Def.Parents, [&](const Stmt *S) {
        return isa<ForStmt>(S) && llvm::is_contained(Use.Parents, S) &&
               !llvm::is_contained(Around, S);
      });
      if (D > R || SetAgain || !isPrefix(Around, Use.Parents))
        return false;
    }
  for (const Stmt *Parent : Around)
    if (const auto *For = dyn_cast<ForStmt>(Parent))
      P.Loops.push_back(For);
  if (Declaration)
    Declaration->InStore = true; // as a reference to the register
  Out.Persisted.push_back(std::move(P));
  return true;
}

/// One register for each value: every store reads the value of the definition
/// right in front of it.
bool Splitter::persistValues(const VarDecl *Var, llvm::ArrayRef<unsigned> Defs,
                             llvm::ArrayRef<unsigned> Readers) {
  auto HasValue = [&](unsigned I) {
    const auto *Decls = dyn_cast<DeclStmt>(Out.Leaves[I].S);
    return !Decls || (Decls->isSingleDecl() && hasValue(*Var));
  };
  llvm::SmallVector<unsigned, 4> Values;
  for (unsigned I : Defs) {
    if (!HasValue(I))
      continue;
    const Stmt *S = Out.Leaves[I].S;
    bool SetsAll = Var->getType()->isArrayType()
                       ? !Flow.isAliased(Var) &&
                             setsWholeArray(*Var, *S, *M.Kernel, Flow, Ctx)
                       : LeafEffects[I].Kills.count(Var) &&
                             !LeafEffects[I].UpwardReads.count(Var);
    if (!SetsAll || !isa<DeclStmt, Expr>(S))
      return false;
    Values.push_back(I);
  }
  for (unsigned R : Readers) {
    int Last = -1;
    for (unsigned D : Values)
      if (D < R)
        Last = D;
    if (Last < 0 || !isPrefix(Out.Leaves[Last].Parents, Out.Leaves[R].Parents))
      return false;
  }
  for (unsigned D : Values) {
    PersistedVariable P{Var, int(D), {}};
    for (const Stmt *Parent : Out.Leaves[D].Parents)
      if (const auto *For = dyn_cast<ForStmt>(Parent))
        P.Loops.push_back(For);
    Out.Persisted.push_back(std::move(P));
  }
  return true;
}

//===- Variables from outside that a load sets and stores read ----------===//
//   for (int i = 0; i < 4; ++i) {
//     *(uint4 *)bytes = A4[i];                 the same bytes in every trip
//     for (int j = 0; j < 16; ++j)
//       As[i][j] = float(bytes[j]);
//   }
//
// All that is done with such an array can wait for Store, in the order in which
// it is written, if Fetch keeps what is loaded. So the array holds what it
// would have held, after the loop too. The same goes for any variable that is
// computed from what is loaded: `v = __half2float(A[i]); As[i] = v;`.

/// All that touches \p Var can run in Store; then it does.
bool Splitter::livesInStore(const VarDecl *Var) {
  const bool Computes = [&] {
    for (auto [I, Leaf] : llvm::enumerate(Out.Leaves))
      if (LeafEffects[I].Writes.count(Var) &&
          computesOnLoads(Leaf, LeafEffects[I]))
        return true;
    return false;
  }();
  if (Computes ? ComputedInFetch.count(Var) != 0
               : !Var->getType()->isArrayType() || keepsSlices(Var))
    return false;
  std::vector<std::pair<unsigned, std::vector<GuardedLoad>>> Touching;
  bool Stored = false, Loads = false;
  for (auto [I, Leaf] : llvm::enumerate(Out.Leaves)) {
    const Effects &E = LeafEffects[I];
    VarSet InHeaders;
    for (const Stmt *Parent : Leaf.Parents) {
      if (const auto *If = dyn_cast<IfStmt>(Parent))
        collectNames(If->getCond(), {}, InHeaders);
      if (const auto *For = dyn_cast<ForStmt>(Parent))
        collectNames(For, {For->getBody()}, InHeaders);
    }
    if (InHeaders.count(Var))
      return false;
    if (!E.Reads.count(Var) && !E.Writes.count(Var))
      continue;
    if (Leaf.Copy >= 0) {
      // Stores run in Store; what they load they load in Fetch.
      Stored = true;
      if (E.Writes.count(Var) ||
          (Travels[Leaf.Copy] != Travel::Direct &&
           !(Computes && Travels[Leaf.Copy] == Travel::Register)))
        return false;
      continue;
    }
    if (Computes && !E.Writes.count(Var) && isPure(E))
      continue;
    if (E.Writes.size() != 1 || !E.Writes.count(Var) || !isa<Expr>(Leaf.S))
      return false;
    // The value comes from global memory, where it goes does not.
    auto Here = separateLoads(Leaf.S, Leaf, E);
    if (!Here || llvm::any_of(*Here, [&](const GuardedLoad &Load) {
          return mentions(Load.Load, Var) ||
                 llvm::any_of(Load.Guards, [&](const auto &Guard) {
                   return mentions(Guard.first, Var);
                 });
        }))
      return false;
    Loads |= !Here->empty();
    Touching.push_back({unsigned(I), std::move(*Here)});
  }
  if (!Stored || !Loads)
    return false;
  if (Computes)
    ComputedInStore.insert(Var);
  for (auto &[I, Here] : Touching) {
    Out.Leaves[I].InFetch = false;
    keepLoads(Out.Leaves[I], std::move(Here));
  }
  Out.Deferred.insert(Var);
  return true;
}

void Splitter::deferOutside() {
  VarSet FromOutside;
  for (const Effects &E : LeafEffects)
    for (const VarDecl *Var : E.Writes)
      if (M.Variables.LoadState.count(Var) || M.Variables.Private.count(Var))
        FromOutside.insert(Var);
  for (const VarDecl *Var : FromOutside)
    livesInStore(Var);
}

} // namespace cudapipe
