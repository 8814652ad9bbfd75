//===- PersistedVariables.cpp - Temporaries from load to store ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A temporary that the load sets and a store reads lives across the compute
// phase. Its last value must be the one the store would have seen.
//
//===----------------------------------------------------------------------===//

#include "Splitter.h"
#include "cudapipe/Analyze/ArraySlices.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

void collectNames(const Stmt *S, const Stmt *Except, VarSet &Out) {
  if (!S || S == Except)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        Var && Var->hasLocalStorage())
      Out.insert(Var);
  for (const Stmt *Child : S->children())
    collectNames(Child, Except, Out);
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
        collectNames(If->getCond(), nullptr, InHeaders);
      if (const auto *For = dyn_cast<ForStmt>(Parent)) {
        if (Around)
          return false;
        Around = For;
        collectNames(For, For->getBody(), InHeaders);
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
        collectNames(If->getCond(), nullptr, Conditions);
      else if (const auto *For = dyn_cast<ForStmt>(Parent))
        collectNames(For, For->getBody(), Conditions);
    if (Leaf.Copy < 0 && LeafEffects[I].Writes.count(Var)) {
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
      collectNames(Var->getInit(), nullptr, Names);
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
    bool SetsAll =
        Var->getType()->isArrayType()
            ? !Flow.isAliased(Var) && setsWholeArray(*Var, *S, *M.Kernel, Ctx)
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

} // namespace cudapipe
