//===- HeldValues.cpp - Variables between a load and its store ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeldValues.h"
#include "Analyze/Tiles/ZeroFill.h"
#include "BranchStatements.h"
#include "Builds/OtherTypes.h"
#include "Rules/Rules.h"
#include "VariableUses.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/PassedPointers.h"
#include "cudapipe/Analyze/TemplateTypes.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

class Finder {
public:
  Finder(const LoopCandidate &Candidate, const ASTContext &Ctx)
      : Ctx(Ctx), Body(Candidate.Kernel->getBody()),
        Flow(pointersOf(Candidate, Ctx)), Found(Body) {}

  /// Looks for stores in \p S and the blocks in it.
  void visit(const Stmt *S);
  std::vector<HeldValue> takeValues();

private:
  using Path = llvm::SmallVector<const Stmt *, 4>;
  void visitBlock(const CompoundStmt &Block);
  void visitStore(const Stmt *S, const CompoundStmt &Block, unsigned Index,
                  Path &Before);
  bool readSets(HeldValue &V, const CompoundStmt &Block, unsigned Index) const;
  bool readSet(HeldValue &V, const Stmt *S) const;
  bool readLastSet(HeldValue &V, const CompoundStmt &Block,
                   unsigned Index) const;
  bool isDeadBehind(const VarDecl *Var, const Stmt *Store) const;
  void dropDeclarations();
  bool readValue(HeldValue &V, const Expr *E) const;
  bool readGuard(HeldValue &V, const IfStmt &If) const;
  const Expr *assignedBy(const Stmt *S, const VarDecl *Var) const;
  bool names(const Stmt *S, const VarDecl *Var) const;
  bool mayMove(const HeldValue &V, llvm::ArrayRef<const Stmt *> Across,
               llvm::ArrayRef<const Stmt *> Behind) const;
  Path upToBarrier(const CompoundStmt &Block, unsigned Index) const;
  bool isPure(const Expr &E) const;
  bool isAllHeld(const Stmt *Set) const;

  const ASTContext &Ctx;
  const Stmt *Body;
  PointerFlow Flow;
  VariableUses Found;
  std::vector<HeldValue> Values;
};

bool Finder::names(const Stmt *S, const VarDecl *Var) const {
  if (!S)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && Ref->getDecl() == Var)
    return true;
  if (const auto *Decls = dyn_cast<DeclStmt>(S);
      Decls && Decls == Found.declarationOf(Var))
    return true;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return names(Child, Var); });
}

/// The value that \p S, `Var = value;`, assigns.
const Expr *Finder::assignedBy(const Stmt *S, const VarDecl *Var) const {
  const auto *E = dyn_cast_or_null<Expr>(S);
  auto [To, Value] =
      E ? sidesOf(E, Ctx) : std::pair<const Expr *, const Expr *>();
  const auto *Ref =
      To ? dyn_cast<DeclRefExpr>(To->IgnoreParenImpCasts()) : nullptr;
  return Ref && Ref->getDecl() == Var ? Value : nullptr;
}

/// \p E is the load, or chooses between it and a zero.
bool Finder::readValue(HeldValue &V, const Expr *E) const {
  QualType Type = V.Var->getType().getUnqualifiedType();
  const Expr *Plain = stripCopies(E)->IgnoreParens();
  if (const auto *Cond = dyn_cast<ConditionalOperator>(Plain)) {
    bool TrueIsZero = isZero(Cond->getTrueExpr(), Ctx);
    if (TrueIsZero == isZero(Cond->getFalseExpr(), Ctx) ||
        !Ctx.hasSameUnqualifiedType(Cond->getType(), Type))
      return false;
    if (!V.Fill)
      V.Fill = TrueIsZero ? Cond->getTrueExpr() : Cond->getFalseExpr();
    V.Guards.push_back({Cond->getCond(), !TrueIsZero});
    return readValue(V,
                     TrueIsZero ? Cond->getFalseExpr() : Cond->getTrueExpr());
  }
  TileCopy Copy{};
  if (!readSource(E, Type, Flow, Ctx, Copy))
    return false;
  V.Load = Plain;
  V.Value = E;
  return true;
}

/// `if (g) v = load;`, where v is zero so far, or an else makes it so.
bool Finder::readGuard(HeldValue &V, const IfStmt &If) const {
  if (If.getInit() || If.getConditionVariable() || If.isConstexpr() || V.Load)
    return false;
  const Expr *Then = nullptr, *Else = nullptr;
  for (const Stmt *S : statementsOf(If.getThen()))
    if (names(S, V.Var)) {
      // if (g) if (h) v = load;
      if (const auto *Inner = dyn_cast<IfStmt>(S);
          Inner && V.Fill && !If.getElse() &&
          onlyStatement(If.getThen()) == Inner && !Inner->getElse()) {
        V.Guards.push_back({If.getCond(), true});
        return readGuard(V, *Inner);
      }
      if (Then || !(Then = assignedBy(S, V.Var)))
        return false;
    }
  for (const Stmt *S : statementsOf(If.getElse()))
    if (names(S, V.Var))
      if (Else || !(Else = assignedBy(S, V.Var)))
        return false;
  bool Loads = true;
  const Expr *Value = Then;
  if (Then && Else) {
    bool ThenIsZero = isZero(Then, Ctx);
    if (V.Fill || ThenIsZero == isZero(Else, Ctx))
      return false;
    Loads = !ThenIsZero;
    Value = Loads ? Then : Else;
    V.Fill = Loads ? Else : Then;
  } else if (!V.Fill) {
    return false; // it may have no value
  } else if (Else) {
    Loads = false;
    Value = Else;
  }
  V.Guards.push_back({If.getCond(), Loads});
  return readValue(V, Value);
}

/// The next statement that names the variable.
bool Finder::readSet(HeldValue &V, const Stmt *S) const {
  V.Sets.push_back(S);
  const Expr *Value = nullptr;
  if (S == Found.declarationOf(V.Var)) {
    if (V.Sets.size() > 1)
      return false;
    Value = V.Var->getInit();
    const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(
        Value ? Value->IgnoreImplicit() : nullptr);
    if (!Value || (Construct && Construct->getNumArgs() == 0 &&
                   !Construct->requiresZeroInitialization()))
      return !Value || Construct->getConstructor()->isTrivial() ||
             isLibraryFunction(*Construct->getConstructor(), Ctx);
  } else if (const auto *If = dyn_cast<IfStmt>(S)) {
    return readGuard(V, *If);
  } else {
    Value = assignedBy(S, V.Var);
  }
  if (!Value || V.Load || V.Fill)
    return false;
  if (isZero(Value, Ctx)) {
    V.Fill = Value;
    return true;
  }
  return readValue(V, Value);
}

/// What the statements of \p Block in front of \p Index give the variable.
bool Finder::readSets(HeldValue &V, const CompoundStmt &Block,
                      unsigned Index) const {
  const DeclStmt *Declaration = Found.declarationOf(V.Var);
  if (!Declaration || !Found.blockOf(Declaration))
    return false;
  // Declared around the block: what it starts with must not matter here.
  if (!llvm::is_contained(Block.body(), Declaration)) {
    if (V.Var->getInit() && !isPure(*V.Var->getInit()))
      return false;
    V.Sets.push_back(Declaration);
  }
  for (unsigned I = 0; I < Index; ++I)
    if (const Stmt *S = Block.body_begin()[I]; names(S, V.Var))
      if (!readSet(V, S))
        return false;
  if (!V.Load || (!V.Guards.empty() && !V.Fill) || (V.Fill && !isPure(*V.Fill)))
    return false;
  // All uses are those that were read.
  unsigned Read = 1;
  auto Count = [&](auto &&Self, const Stmt *S) -> void {
    if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S))
      Read += Ref->getDecl() == V.Var;
    for (const Stmt *Child : S->children())
      if (Child)
        Self(Self, Child);
  };
  for (const Stmt *S : V.Sets)
    Count(Count, S);
  return Read == Found.usesOf(V.Var).size();
}

/// Nobody asks for what \p Var has when \p Store is through.
bool Finder::isDeadBehind(const VarDecl *Var, const Stmt *Store) const {
  const Stmt *Inner = Store;
  for (const Stmt *S = Found.parentOf(Inner); S;
       Inner = S, S = Found.parentOf(S)) {
    const Expr *Cond = nullptr, *Inc = nullptr;
    const Stmt *Round = nullptr;
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      Cond = For->getCond();
      Inc = For->getInc();
      Round = For->getBody();
    } else if (const auto *While = dyn_cast<WhileStmt>(S)) {
      Cond = While->getCond();
      Round = While->getBody();
    } else if (const auto *Do = dyn_cast<DoStmt>(S)) {
      Cond = Do->getCond();
      Round = Do->getBody();
    } else if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
      for (const Stmt *Next : llvm::make_range(
               llvm::find(Block->body(), Inner) + 1, Block->body_end())) {
        Effects E = effectsOf(Next, Flow, Ctx);
        if (E.UpwardReads.count(Var) || !E.Exits.empty() || !E.Unknown.empty())
          return false;
        if (E.Kills.count(Var))
          return true;
      }
      continue;
    } else if (!isa<IfStmt, AttributedStmt>(S)) {
      return false;
    }
    if (Round && (names(Cond, Var) || names(Inc, Var) ||
                  effectsOf(Round, Flow, Ctx).UpwardReads.count(Var)))
      return false;
  }
  return true;
}

/// The statement in front of the store that sets the variable, which holds
/// something else before and behind.
bool Finder::readLastSet(HeldValue &V, const CompoundStmt &Block,
                         unsigned Index) const {
  const Stmt *Set = nullptr;
  for (unsigned I = Index; I-- > 0 && !Set;)
    if (names(Block.body_begin()[I], V.Var))
      Set = Block.body_begin()[I];
  const Expr *Value = assignedBy(Set, V.Var);
  if (!Value || !readValue(V, Value) || (V.Fill && !isPure(*V.Fill)))
    return false;
  V.Sets = {Set};
  return isDeadBehind(V.Var, Block.body_begin()[Index]);
}

/// A declaration of variables that have no use left goes; others keep the loads
/// of those that would have none.
void Finder::dropDeclarations() {
  llvm::DenseMap<const VarDecl *, size_t> Uses;
  for (const HeldValue &V : Values)
    if (!llvm::is_contained(V.Sets, Found.declarationOf(V.Var)))
      Uses[V.Var] += 2; // it is set, and stored
  auto IsUnused = [&](const Decl *D) {
    const auto *Var = dyn_cast<VarDecl>(D);
    return Var && Uses.count(Var) && Uses[Var] >= Found.usesOf(Var).size();
  };
  llvm::SmallPtrSet<const DeclStmt *, 4> Dropped;
  for (size_t I = 0; I < Values.size(); ++I) {
    HeldValue &V = Values[I];
    const DeclStmt *Declaration = Found.declarationOf(V.Var);
    if (!IsUnused(V.Var) || Dropped.count(Declaration))
      continue;
    if (llvm::all_of(Declaration->decls(), [&](const Decl *D) {
          return IsUnused(D) && !cast<VarDecl>(D)->getInit();
        })) {
      V.Sets.insert(V.Sets.begin(), Declaration);
      Dropped.insert(Declaration);
    } else {
      Values.erase(Values.begin() + I--);
    }
  }
}

/// Whether, where and how often \p E is evaluated makes no difference.
bool Finder::isPure(const Expr &E) const {
  Effects X = effectsOf(&E, Flow, Ctx);
  return X.Writes.empty() && X.MemoryWrites.empty() && X.Barriers.empty() &&
         X.AsyncCopies.empty() && X.Exits.empty() && X.Pinned.empty() &&
         X.Unknown.empty();
}

/// What other threads may run while one is at statement \p Index of \p Block,
/// behind the barrier before.
Finder::Path Finder::upToBarrier(const CompoundStmt &Block,
                                 unsigned Index) const {
  Path Out;
  for (const Stmt *S :
       llvm::make_range(Block.body_begin() + Index, Block.body_end())) {
    if (isa<Expr>(S) && !effectsOf(S, Flow, Ctx).Barriers.empty())
      return Out;
    Out.push_back(S);
  }
  return {Body};
}

/// Nothing in \p Across changes what the value reads, nor sees it read later.
/// What other threads may run then is \p Behind, if a barrier is crossed.
bool Finder::mayMove(const HeldValue &V, llvm::ArrayRef<const Stmt *> Across,
                     llvm::ArrayRef<const Stmt *> Behind) const {
  VarSet Reads;
  llvm::SmallVector<MemoryAccess, 4> Memory;
  llvm::SmallVector<const Expr *, 4> Parts{V.Value};
  for (const auto &Guard : V.Guards)
    Parts.push_back(Guard.first);
  for (const Expr *Part : Parts) {
    if (!isPure(*Part))
      return false;
    Effects E = effectsOf(Part, Flow, Ctx);
    Reads.insert(E.Reads.begin(), E.Reads.end());
    Memory.append(E.MemoryReads.begin(), E.MemoryReads.end());
  }
  for (const VarDecl *Var : Reads)
    if (Var == V.Var ||
        (Flow.isAliased(Var) && !Var->getType().isConstQualified()))
      return false;
  auto MayChange = [&](const Effects &E) {
    for (const MemoryAccess &Write : E.MemoryWrites)
      for (const MemoryAccess &Read : Memory)
        if (Read.Root.Kind != MemoryRoot::Constant &&
            !neverOverlap(Read.Root, Write.Root, /*AssumeNoAlias=*/false))
          return true;
    return false;
  };
  for (const Stmt *S : Across) {
    Effects E = effectsOf(S, Flow, Ctx);
    if (!E.AsyncCopies.empty() || !E.Exits.empty() || !E.Pinned.empty() ||
        !E.Unknown.empty() || MayChange(E))
      return false;
    for (const VarDecl *Var : E.Writes)
      if (Reads.count(Var))
        return false;
    if (!E.Barriers.empty() && llvm::any_of(Behind, [&](const Stmt *Other) {
          return MayChange(effectsOf(Other, Flow, Ctx));
        }))
      return false;
    // What other threads write to shared memory a barrier may publish.
    if (!E.Barriers.empty() &&
        llvm::any_of(Memory, [](const MemoryAccess &Read) {
          return Read.Root.Kind != MemoryRoot::Global &&
                 Read.Root.Kind != MemoryRoot::Constant;
        }))
      return false;
  }
  return true;
}

/// The words that name the elements of \p Var, or its type.
static std::string spelledType(const VarDecl &Var, const SourceText &Text) {
  const TypeSourceInfo *Info = Var.getTypeSourceInfo();
  TypeLoc Of = Info ? Info->getTypeLoc().getUnqualifiedLoc() : TypeLoc();
  while (true)
    if (const auto Array = Of.getAs<ArrayTypeLoc>())
      Of = Array.getElementLoc().getUnqualifiedLoc();
    else if (const auto Pointer = Of.getAs<PointerTypeLoc>())
      Of = Pointer.getPointeeLoc().getUnqualifiedLoc();
    else
      break;
  const std::optional<TextRange> Range =
      Of ? Text.range(Of.getSourceRange()) : std::nullopt;
  return Range ? Text.text(*Range).str() : "";
}

/// In another build, \p Var has another type, and the elements of \p Tile do
/// not go along.
static bool convertsElsewhere(const VarDecl &Var, const VarDecl &Tile,
                              const FunctionDecl &Kernel,
                              const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceText Text(SM.getFileID(SM.getExpansionLoc(Kernel.getLocation())),
                        Ctx);
  const std::string Words = spelledType(Var, Text);
  return Words != "auto" && Words != spelledType(Tile, Text) &&
         OtherTypes(Kernel, Text, Ctx).isOneOf(Var.getType(), Words);
}

/// \p S, statement \p Index of \p Block or in its branches, behind \p Before.
void Finder::visitStore(const Stmt *S, const CompoundStmt &Block,
                        unsigned Index, Path &Before) {
  if (const auto *If = dyn_cast<IfStmt>(S);
      If && !If->getInit() && !If->getConditionVariable()) {
    Before.push_back(If->getCond());
    for (const Stmt *Branch : {If->getThen(), If->getElse()}) {
      size_t Size = Before.size();
      for (const Stmt *Child : statementsOf(Branch))
        if (Child) {
          visitStore(Child, Block, Index, Before);
          Before.push_back(Child);
        }
      Before.truncate(Size);
    }
    Before.pop_back();
    return;
  }
  const auto *E = dyn_cast<Expr>(S);
  auto [To, Value] =
      E ? sidesOf(E, Ctx) : std::pair<const Expr *, const Expr *>();
  const auto *Ref =
      To ? dyn_cast<DeclRefExpr>(stripCopies(Value)->IgnoreParens()) : nullptr;
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || isa<ParmVarDecl>(Var) || !Var->hasLocalStorage() ||
      Var->getType()->isReferenceType() || Var->getType()->isDependentType() ||
      Var->getType().isVolatileQualified() || Flow.isAliased(Var) ||
      Var->needsDestruction(Ctx) || Var->hasAttrs() ||
      !isSameForAll(accessType(To, Ctx), Var->getType()) ||
      To->getType().isVolatileQualified())
    return;
  RootSet Roots = Flow.rootsOfObject(To);
  if (Roots.size() != 1 || Roots[0].Kind != MemoryRoot::Shared ||
      convertsElsewhere(*Var, *Roots[0].Var, Flow.function(), Ctx))
    return;
  Effects Address = effectsOf(To, Flow, Ctx);
  if (!Address.Writes.empty() || !Address.Unknown.empty() ||
      !Address.MemoryWrites.empty())
    return;
  const HeldValue Empty{Var, Ref, nullptr, nullptr, {}, nullptr, {}};
  HeldValue V = Empty;
  if (!readSets(V, Block, Index)) {
    V = Empty;
    if (!Before.empty() || names(To, Var) || !readLastSet(V, Block, Index))
      return;
  }
  // From the first statement that looks at guards, or loads.
  const Expr *Early = V.Guards.empty() ? V.Load : V.Guards[0].first;
  auto First = llvm::find_if(Block.body(), [&](const Stmt *Set) {
    return Found.contains(Set, Early) || Found.contains(Set, V.Load);
  });
  Path Across(First, Block.body_begin() + Index);
  llvm::erase_if(Across, [&](const Stmt *Inner) {
    return llvm::is_contained(V.Sets, Inner);
  });
  Across.append(Before.begin(), Before.end());
  if (mayMove(V, Across, upToBarrier(Block, Index)))
    Values.push_back(std::move(V));
}

void Finder::visitBlock(const CompoundStmt &Block) {
  for (auto [I, S] : llvm::enumerate(Block.body())) {
    Path Before;
    visitStore(S, Block, I, Before);
    visit(S);
  }
}

void Finder::visit(const Stmt *S) {
  if (!S || isa<Expr>(S))
    return;
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return visitBlock(*Block);
  for (const Stmt *Child : S->children())
    visit(Child);
}

/// Every variable that \p Set sets is held.
bool Finder::isAllHeld(const Stmt *Set) const {
  auto Held = [&](const VarDecl *Var) {
    return llvm::any_of(Values, [&](const HeldValue &V) {
      return V.Var == Var && llvm::is_contained(V.Sets, Set);
    });
  };
  if (const auto *Decls = dyn_cast<DeclStmt>(Set))
    return llvm::all_of(Decls->decls(), [&](const Decl *D) {
      const auto *Var = dyn_cast<VarDecl>(D);
      return Var && Held(Var);
    });
  auto AllOf = [&](auto &&Self, const Stmt *S) -> bool {
    if (!S || isa<NullStmt>(S))
      return true;
    if (const auto *If = dyn_cast<IfStmt>(S))
      return Self(Self, If->getThen()) && Self(Self, If->getElse());
    if (const auto *Block = dyn_cast<CompoundStmt>(S))
      return llvm::all_of(Block->body(),
                          [&](const Stmt *Child) { return Self(Self, Child); });
    const auto *E = dyn_cast<Expr>(S);
    auto [To, Value] =
        E ? sidesOf(E, Ctx) : std::pair<const Expr *, const Expr *>();
    const auto *Ref =
        To ? dyn_cast<DeclRefExpr>(To->IgnoreParenImpCasts()) : nullptr;
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return Var && Held(Var);
  };
  return AllOf(AllOf, Set);
}

std::vector<HeldValue> Finder::takeValues() {
  size_t Before;
  do {
    Before = Values.size();
    for (size_t I = 0; I < Values.size(); ++I)
      if (!llvm::all_of(Values[I].Sets,
                        [&](const Stmt *Set) { return isAllHeld(Set); })) {
        Values.erase(Values.begin() + I);
        break;
      }
  } while (Values.size() != Before);
  dropDeclarations();
  return std::move(Values);
}

} // namespace

std::vector<HeldValue> findHeldValues(const LoopCandidate &Candidate,
                                      const ASTContext &Ctx) {
  Finder F(Candidate, Ctx);
  F.visit(Candidate.Loop);
  return F.takeValues();
}

} // namespace cudapipe
