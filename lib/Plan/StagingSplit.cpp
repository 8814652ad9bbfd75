//===- StagingSplit.cpp - Load phase in two halves ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Plan/StagingSplit.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {
namespace {

class Splitter {
public:
  Splitter(const LoopModel &M, llvm::ArrayRef<Travel> Travels,
           const ASTContext &Ctx)
      : M(M), Travels(Travels), Ctx(Ctx), Flow(*M.Kernel) {}

  OrRejection<StagingSplit> run();

private:
  enum PhaseTy { Fetch, Store };

  void collect(const Stmt *S, unsigned Item);
  llvm::ArrayRef<TileCopy> copiesOf(const SliceLeaf &Leaf) const {
    return Leaf.Copy < 0 ? llvm::ArrayRef<TileCopy>()
                         : llvm::ArrayRef(M.Copies).slice(Leaf.Copy,
                                                          Leaf.Copies);
  }
  VarSet readsOf(const SliceLeaf &Leaf, PhaseTy Phase) const;
  void addReads(const Stmt *S, VarSet &Out) const {
    Effects E = effectsOf(S, Flow, Ctx);
    Out.insert(E.Reads.begin(), E.Reads.end());
  }
  bool isPure(const Effects &E) const {
    return E.MemoryReads.empty() && E.MemoryWrites.empty() &&
           llvm::none_of(E.Writes, [&](const VarDecl *Var) {
             return M.LoadState.count(Var);
           });
  }
  std::optional<Rejection> growFetch();
  std::optional<Rejection> growStore();
  std::optional<Rejection> keepForStore(const VarDecl *Var,
                                        const SliceLeaf &Reader);
  std::optional<Rejection> persist(const VarDecl *Var, const SliceLeaf &Reader);
  static bool initializedInPlace(const VarDecl &Var);
  static bool hasValue(const VarDecl &Var);
  bool persistVariable(const VarDecl *Var, llvm::ArrayRef<unsigned> Defs,
                       llvm::ArrayRef<unsigned> Readers);
  bool persistValues(const VarDecl *Var, llvm::ArrayRef<unsigned> Defs,
                     llvm::ArrayRef<unsigned> Readers);
  std::optional<Rejection> countRegisters();
  Rejection unsupported(const Stmt *S, std::string Why) const {
    return {RejectionKind::UnsupportedStatement, S->getSourceRange(),
            std::move(Why)};
  }

  const LoopModel &M;
  llvm::ArrayRef<Travel> Travels;
  const ASTContext &Ctx;
  PointerFlow Flow;
  StagingSplit Out;
  std::vector<Effects> LeafEffects;
  llvm::SmallVector<const Stmt *, 3> Parents;
};

void Splitter::collect(const Stmt *S, unsigned Item) {
  if (!S || isa<NullStmt>(S))
    return;
  int Copy = -1;
  unsigned Copies = 0;
  for (auto [I, C] : llvm::enumerate(M.Copies))
    if (C.GuardIf == S || (!C.GuardIf && C.Store == S)) {
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

VarSet Splitter::readsOf(const SliceLeaf &Leaf, PhaseTy Phase) const {
  VarSet Vars;
  for (const Stmt *Parent : Leaf.Parents) {
    if (const auto *If = dyn_cast<IfStmt>(Parent))
      addReads(If->getCond(), Vars);
    if (const auto *For = dyn_cast<ForStmt>(Parent)) {
      addReads(For->getInit(), Vars);
      addReads(For->getCond(), Vars);
      addReads(For->getInc(), Vars);
    }
  }
  if (const auto *Decls = dyn_cast<DeclStmt>(Leaf.S); Decls && Phase == Store)
    if (Decls->isSingleDecl())
      if (const auto *Var = dyn_cast<VarDecl>(Decls->getSingleDecl());
          Var && Out.isPersisted(Var))
        return Vars;
  if (Leaf.Copy >= 0 && Travels[Leaf.Copy] == Travel::Register) {
    for (const TileCopy &Copy : copiesOf(Leaf)) {
      if (Phase == Store) {
        addReads(Copy.Destination, Vars);
        if (Copy.RawLoad)
          addReads(Copy.Value, Vars);
        continue;
      }
      addReads(Copy.RawLoad ? Copy.RawLoad : Copy.Value, Vars);
      if (Copy.GuardIf)
        addReads(Copy.GuardIf->getCond(), Vars);
    }
    return Vars;
  }
  if (Leaf.Copy >= 0 && Travels[Leaf.Copy] == Travel::Async) {
    for (const TileCopy &Copy : copiesOf(Leaf))
      for (const Expr *E : {Copy.Destination, Copy.Source, Copy.Guard})
        if (E)
          addReads(E, Vars);
    return Vars;
  }
  addReads(Leaf.S, Vars);
  return Vars;
}

std::optional<Rejection> Splitter::growFetch() {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const SliceLeaf &Leaf : Out.Leaves) {
      if (!Leaf.InFetch)
        continue;
      VarSet Reads = readsOf(Leaf, Fetch);
      for (auto [I, Def] : llvm::enumerate(Out.Leaves))
        if (!Def.InFetch && Def.Copy < 0)
          for (const VarDecl *Var : Reads)
            if (LeafEffects[I].Writes.count(Var)) {
              Def.InFetch = true;
              Changed = true;
              break;
            }
    }
  }
  return std::nullopt;
}

/// Keeps \p Var, which Fetch sets, for \p Reader in Store.
std::optional<Rejection> Splitter::persist(const VarDecl *Var,
                                           const SliceLeaf &Reader) {
  if (Out.isPersisted(Var))
    return std::nullopt;
  llvm::SmallVector<unsigned, 4> Defs, Readers;
  for (auto [I, Leaf] : llvm::enumerate(Out.Leaves)) {
    if (Leaf.Copy < 0 && LeafEffects[I].Writes.count(Var))
      Defs.push_back(I);
    else if (Leaf.Copy >= 0 && LeafEffects[I].Reads.count(Var))
      Readers.push_back(I);
  }
  const auto *Record =
      Var->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  bool Declarable = !Var->getType()->isReferenceType() &&
                    (!Record || Record->hasTrivialDefaultConstructor()) &&
                    !initializedInPlace(*Var);
  if (Declarable &&
      (persistVariable(Var, Defs, Readers) ||
       persistValues(Var, Defs, Readers))) {
    for (unsigned I : Defs)
      Out.Leaves[I].InFetch = true;
    return std::nullopt;
  }
  return unsupported(Reader.S, "the temporary '" + Var->getNameAsString() +
                                   "' cannot be kept in a register from load "
                                   "to store");
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
        // `float4 a[2], b[2];` comes apart, one with an initializer does not.
        if (!Decls->isSingleDecl() &&
            llvm::any_of(Decls->decls(), [](const Decl *D) {
              return hasValue(*cast<VarDecl>(D));
            }))
          return false;
        Declaration = &Out.Leaves[I];
        Around = Declaration->Parents;
      }
  if (!Declaration && !M.Private.count(Var))
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
    if (!LeafEffects[I].Kills.count(Var) || !isa<DeclStmt, Expr>(S) ||
        LeafEffects[I].UpwardReads.count(Var))
      return false;
    Values.push_back(I);
  }
  for (unsigned R : Readers) {
    int Last = -1;
    for (unsigned D : Values)
      if (D < R)
        Last = D;
    if (Last < 0 ||
        !isPrefix(Out.Leaves[Last].Parents, Out.Leaves[R].Parents))
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

std::optional<Rejection> Splitter::keepForStore(const VarDecl *Var,
                                                const SliceLeaf &Reader) {
  llvm::SmallVector<unsigned, 2> Defs;
  bool Pure = true;
  for (auto [I, Leaf] : llvm::enumerate(Out.Leaves))
    if (LeafEffects[I].Writes.count(Var)) {
      Defs.push_back(I);
      Pure &= isPure(LeafEffects[I]);
    }
  if (M.LoadState.count(Var)) {
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
  if (!Pure)
    return persist(Var, Reader);
  for (unsigned I : Defs)
    Out.Leaves[I].InStore = true;
  return std::nullopt;
}

std::optional<Rejection> Splitter::growStore() {
  for (bool Changed = true; Changed;) {
    auto Count = [&] {
      return llvm::count_if(Out.Leaves,
                            [](const SliceLeaf &L) { return L.InStore; }) +
             Out.Persisted.size();
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

/// Registers for a value inside \p Loops; nothing if a trip count is unknown.
std::optional<uint64_t> registersFor(llvm::ArrayRef<const ForStmt *> Loops,
                                     const PointerFlow &Flow,
                                     const ASTContext &Ctx) {
  uint64_t Trips = 1;
  for (const ForStmt *Loop : Loops) {
    std::optional<CountedLoop> Counted = countedLoop(*Loop, Ctx);
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

std::optional<Rejection> Splitter::countRegisters() {
  auto Add = [&](llvm::ArrayRef<const ForStmt *> Loops, uint64_t Bytes,
                 const Stmt *Where) -> std::optional<Rejection> {
    std::optional<uint64_t> Trips = registersFor(Loops, Flow, Ctx);
    if (!Trips)
      return Rejection{RejectionKind::CopyCountUnknown,
                       Where->getSourceRange(),
                       "registers have no index: each needs a place known at "
                       "compile time"};
    // Narrow elements take a register each unless the compiler packs them.
    Out.RegisterBytes += *Trips * Bytes;
    return std::nullopt;
  };
  for (auto [I, Copy] : llvm::enumerate(M.Copies)) {
    if (Travels[I] == Travel::Async)
      continue;
    uint64_t Bytes = 0;
    if (Travels[I] == Travel::Register)
      Bytes = Copy.RawLoad && Copy.Bytes
                  ? Ctx.getTypeSizeInChars(Copy.RawLoad->getType())
                        .getQuantity()
                  : Copy.Bytes;
    if (std::optional<Rejection> Why = Add(Copy.Loops, Bytes, Copy.Store))
      return Why;
  }
  for (const PersistedVariable &P : Out.Persisted) {
    QualType Type = P.Var->getType();
    uint64_t Bytes = Type->isDependentType()
                         ? 0
                         : Ctx.getTypeSizeInChars(Type).getQuantity();
    const Stmt *Where = P.Loops.empty() ? M.Loop : P.Loops.back();
    if (std::optional<Rejection> Why = Add(P.Loops, Bytes, Where))
      return Why;
  }
  if (Out.RegisterBytes > MaxRegisterBytes)
    return Rejection{
        RejectionKind::TooManyRegisters, M.Copies.front().Store->getSourceRange(),
        llvm::formatv("a thread would hold {0} bytes of the next tile in "
                      "registers, more than {1}",
                      Out.RegisterBytes, MaxRegisterBytes)};
  return std::nullopt;
}

OrRejection<StagingSplit> Splitter::run() {
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    bool InSlice = M.Items[I].R == Role::Load || M.Items[I].R == Role::Both;
    for (const Recurrence &R : M.Recurrences)
      InSlice |= R.Item == int(I) && R.UpdatedInLoad;
    if (InSlice)
      collect(M.Items[I].S, I);
  }
  for (auto [I, Leaf] : llvm::enumerate(Out.Leaves)) {
    bool WritesState = llvm::any_of(
        LeafEffects[I].Writes,
        [&](const VarDecl *Var) { return M.LoadState.count(Var); });
    if (Leaf.Copy < 0) {
      Leaf.InFetch = WritesState;
      continue;
    }
    Leaf.InFetch = Travels[Leaf.Copy] != Travel::Direct;
    Leaf.InStore = Travels[Leaf.Copy] != Travel::Async;
  }
  for (const SliceLeaf &Leaf : Out.Leaves)
    for (const Stmt *Parent : Leaf.Parents)
      if (const auto *For = dyn_cast<ForStmt>(Parent); For && Leaf.InStore) {
        // The header runs in both phases.
        for (const Stmt *Part : {For->getInit(), (const Stmt *)For->getCond(),
                                 (const Stmt *)For->getInc()})
          if (Part)
            for (const VarDecl *Var : effectsOf(Part, Flow, Ctx).Writes)
              if (M.LoadState.count(Var))
                return unsupported(Part, "the loop header moves '" +
                                             Var->getNameAsString() +
                                             "' on, and is needed twice");
      }
  for (auto Grow : {&Splitter::growFetch, &Splitter::growStore,
                    &Splitter::growFetch})
    if (std::optional<Rejection> Why = (this->*Grow)())
      return *Why;
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
  return std::move(Out);
}

} // namespace

OrRejection<StagingSplit> splitStaging(const LoopModel &M,
                                       llvm::ArrayRef<Travel> Travels,
                                       const ASTContext &Ctx) {
  return Splitter(M, Travels, Ctx).run();
}

} // namespace cudapipe
