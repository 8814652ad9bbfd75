//===- TileCopies.cpp - The stores of the load phase ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexForm.h"
#include "LoopAnalysis.h"
#include "ZeroFill.h"
#include "cudapipe/Analyze/AccessType.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

class CopyReader {
public:
  CopyReader(LoopAnalysis &A, unsigned Item) : A(A), Item(Item) {}

  MaybeRejection read(const Stmt *S);

private:
  MaybeRejection readStore(const Expr *E);
  MaybeRejection readIf(const IfStmt *If);
  bool storesTile(const Stmt *S) const {
    return S && llvm::any_of(effectsOf(S, A.Flow, A.Ctx).MemoryWrites,
                             [](const MemoryAccess &W) {
                               return W.Root.Kind == MemoryRoot::Shared;
                             });
  }
  static Rejection unsupported(const Stmt *S, const char *Why) {
    return {RejectionKind::UnsupportedStatement, S->getSourceRange(), Why};
  }
  void classify(TileCopy &Copy) const;
  bool addressNeedsGuard(const TileCopy &Copy) const;
  const Expr *onlyLoad(const Expr *Value, const Effects &E) const;

  LoopAnalysis &A;
  unsigned Item;
  llvm::SmallVector<const ForStmt *, 2> Loops;
  llvm::SmallVector<const Expr *, 2> Conditions;
};

/// Both sides of `dst = value`, for built-in and class types.
std::pair<const Expr *, const Expr *> sidesOf(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(E))
    E = Cleanups->getSubExpr()->IgnoreParens();
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    if (Op->getOpcode() == BO_Assign)
      return {Op->getLHS(), Op->getRHS()};
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E))
    if (Call->getOperator() == OO_Equal && Call->getNumArgs() == 2)
      return {Call->getArg(0), Call->getArg(1)};
  return {nullptr, nullptr};
}

bool isDivisionOrCall(const Stmt *S, const ASTContext &Ctx) {
  if (const auto *Op = dyn_cast<BinaryOperator>(S))
    if ((Op->getOpcode() == BO_Div || Op->getOpcode() == BO_Rem) &&
        !constantValue(Op->getRHS(), Ctx))
      return true;
  if (isa<CallExpr>(S))
    return true;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return Child && isDivisionOrCall(Child, Ctx);
  });
}

bool CopyReader::addressNeedsGuard(const TileCopy &Copy) const {
  const Expr *Address = Copy.SourcePointer ? Copy.SourcePointer : Copy.Source;
  Effects E = effectsOf(Address, A.Flow, A.Ctx);
  if (llvm::any_of(E.MemoryReads, [&](const MemoryAccess &R) {
        return R.Where->IgnoreParens() != Address->IgnoreParens();
      }))
    return true;
  return isDivisionOrCall(Address, A.Ctx);
}

void CopyReader::classify(TileCopy &Copy) const {
  QualType Type = accessType(Copy.Destination, A.Ctx);
  if (!Type->isDependentType() && !Type->isIncompleteType()) {
    Copy.Bytes = A.Ctx.getTypeSizeInChars(Type).getQuantity();
    Copy.Alignment = A.Ctx.getTypeAlignInChars(Type).getQuantity();
  }
  Effects Value = effectsOf(Copy.Value, A.Flow, A.Ctx);
  bool Loads = llvm::any_of(Value.MemoryReads, [](const MemoryAccess &R) {
    return R.Root.Kind == MemoryRoot::Global;
  });
  // A temporary of the load phase carries loaded data too, but its load has
  // been made by the time of the store.
  Copy.Kind = Loads ? TileCopy::Computed : TileCopy::Fill;

  const Expr *Plain = stripCopies(Copy.Value);
  if (const auto *Cond = dyn_cast<ConditionalOperator>(Plain)) {
    bool TrueIsZero = isZero(Cond->getTrueExpr(), A.Ctx);
    bool FalseIsZero = isZero(Cond->getFalseExpr(), A.Ctx);
    if (TrueIsZero != FalseIsZero &&
        (Cond->getType()->isDependentType() ||
         A.Ctx.hasSameUnqualifiedType(Cond->getType(), Type))) {
      const Expr *Arm =
          FalseIsZero ? Cond->getTrueExpr() : Cond->getFalseExpr();
      if (readSource(Arm, Type, A.Flow, A.Ctx, Copy)) {
        Copy.Kind = TileCopy::Copy;
        Copy.Guard = Cond->getCond();
        Copy.GuardIsTrue = FalseIsZero;
      }
    }
  } else if (readSource(Copy.Value, Type, A.Flow, A.Ctx, Copy)) {
    Copy.Kind = TileCopy::Copy;
  }
  if (Copy.Kind == TileCopy::Copy)
    Copy.AddressNeedsGuard = addressNeedsGuard(Copy);
  if (Copy.Kind == TileCopy::Computed)
    Copy.RawLoad = onlyLoad(Copy.Value, Value);
}

/// The one load of \p Value that is always made, if there are no others.
const Expr *CopyReader::onlyLoad(const Expr *Value, const Effects &E) const {
  if (E.MemoryReads.size() != 1 || !E.Writes.empty())
    return nullptr;
  const Expr *Load = E.MemoryReads[0].Where;
  if (!Load->isGLValue() || isa<CallExpr>(Load))
    return nullptr;
  for (const Stmt *S = Load; S && S != Value; S = A.Parents.getParent(S)) {
    const auto *Op = dyn_cast<BinaryOperator>(S);
    if (isa<AbstractConditionalOperator>(S) || (Op && Op->isLogicalOp()))
      return nullptr;
  }
  if (isa<AbstractConditionalOperator>(Value->IgnoreParenImpCasts()))
    return nullptr;
  return Load;
}

MaybeRejection CopyReader::readStore(const Expr *E) {
  auto [Destination, Value] = sidesOf(E);
  if (!Destination)
    return unsupported(E, "a store to the tile that is no plain assignment");
  if (storesTile(Value))
    return unsupported(E, "a chained assignment to the tile");
  RootSet Roots = A.Flow.rootsOfObject(Destination);
  if (Roots.size() != 1 || Roots[0].Kind != MemoryRoot::Shared)
    return unsupported(E, "a store that may go to more than one array");
  TileCopy Copy{};
  Copy.Tile = Roots[0].Var;
  Copy.Store = E;
  Copy.Destination = Destination;
  Copy.Value = Value;
  Copy.Item = Item;
  Copy.Loops = Loops;
  Copy.Conditions = Conditions;
  classify(Copy);
  A.M.Copies.push_back(std::move(Copy));
  return std::nullopt;
}

/// The only statement of \p S, braces ignored.
const Stmt *onlyStatement(const Stmt *S) {
  while (const auto *Block = dyn_cast_or_null<CompoundStmt>(S)) {
    if (Block->size() != 1)
      return nullptr;
    S = Block->body_front();
  }
  return S;
}

MaybeRejection CopyReader::readIf(const IfStmt *If) {
  if (If->getInit() || If->getConditionVariable() || If->isConstexpr()) {
    if (storesTile(If->getInit()))
      return unsupported(If, "a store in an if's init statement");
    if (If->getConditionVariable())
      return unsupported(If, "an if that declares a variable");
  }
  if (storesTile(If->getCond()))
    return unsupported(If->getCond(), "a store inside a condition");

  // if (g) T[i] = A[j]; else T[i] = 0;   is one zero-filled copy.
  const auto *Then = dyn_cast_or_null<Expr>(onlyStatement(If->getThen()));
  const auto *Else = dyn_cast_or_null<Expr>(onlyStatement(If->getElse()));
  if (Then && Else && !If->getInit() && !If->isConstexpr()) {
    auto [ThenTo, ThenValue] = sidesOf(Then);
    auto [ElseTo, ElseValue] = sidesOf(Else);
    Effects Cond = effectsOf(If->getCond(), A.Flow, A.Ctx);
    if (ThenTo && ElseTo && sameExpression(ThenTo, ElseTo, A.Ctx) &&
        Cond.Writes.empty() && storesTile(Then)) {
      bool ThenZero = isZero(ThenValue, A.Ctx);
      bool ElseZero = isZero(ElseValue, A.Ctx);
      if (ThenZero != ElseZero) {
        if (MaybeRejection Why = readStore(ElseZero ? Then : Else))
          return Why;
        TileCopy &Copy = A.M.Copies.back();
        Copy.GuardIf = If;
        Copy.FillStore = ElseZero ? Else : Then;
        Copy.RawLoad = nullptr; // its load is conditional
        if (Copy.Kind == TileCopy::Copy && !Copy.Guard) {
          Copy.Guard = If->getCond();
          Copy.GuardIsTrue = ElseZero;
        } else if (Copy.Kind == TileCopy::Copy) {
          Copy.Kind = TileCopy::Computed; // a guard in a guard
        }
        return std::nullopt;
      }
    }
  }
  Conditions.push_back(If->getCond());
  MaybeRejection Why = read(If->getThen());
  if (!Why)
    Why = read(If->getElse());
  Conditions.pop_back();
  return Why;
}

MaybeRejection CopyReader::read(const Stmt *S) {
  if (!S || !storesTile(S))
    return std::nullopt;
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body())
      if (MaybeRejection Why = read(Child))
        return Why;
    return std::nullopt;
  }
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return read(Attributed->getSubStmt());
  if (const auto *If = dyn_cast<IfStmt>(S))
    return readIf(If);
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    if (storesTile(For->getInit()) || storesTile(For->getCond()) ||
        storesTile(For->getInc()) || For->getConditionVariable())
      return unsupported(For, "a store to the tile in a loop header");
    Loops.push_back(For);
    MaybeRejection Why = read(For->getBody());
    Loops.pop_back();
    return Why;
  }
  if (const auto *E = dyn_cast<Expr>(S))
    return readStore(E);
  return unsupported(S, "a tile is stored in a statement of this kind");
}

/// Local variables of an item that have one initializer and no other write.
void collectDefinitions(const Stmt *S, const VarSet &Written, Definitions &Out) {
  if (!S)
    return;
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        if (Var->getInit() && Var->getType().isConstQualified())
          Out[Var] = Var->getInit();
  for (const Stmt *Child : S->children())
    collectDefinitions(Child, Written, Out);
}

} // namespace

MaybeRejection readCopies(LoopAnalysis &A) {
  LoopModel &M = A.M;
  for (unsigned I = 0; I < M.Items.size(); ++I)
    if (A.inLoad(I))
      if (MaybeRejection Why = CopyReader(A, I).read(M.Items[I].S))
        return Why;

  Definitions Defs;
  collectDefinitions(M.Kernel->getBody(), {}, Defs);
  for (TileCopy &Copy : M.Copies)
    Copy.MayOverlapItself = !storesDistinctElements(Copy, Defs, A.Ctx);
  // Two stores that may hit one element must keep their order.
  for (TileCopy &First : M.Copies)
    for (TileCopy &Second : M.Copies)
      if (&First != &Second && First.Tile == Second.Tile &&
          !storeDifferentElements(First, Second, Defs, A.Ctx))
        First.MayOverlapItself = Second.MayOverlapItself = true;

  bool AnyLoad = llvm::any_of(M.Items, [](const BodyItem &Item) {
    return (Item.R == Role::Load || Item.R == Role::Both) &&
           llvm::any_of(Item.E.MemoryReads, [](const MemoryAccess &R) {
             return R.Root.Kind == MemoryRoot::Global;
           });
  });
  if (!AnyLoad)
    return Rejection{RejectionKind::UnsupportedLoop, M.Loop->getSourceRange(),
                     "the load phase reads no global memory"};
  return std::nullopt;
}

} // namespace cudapipe
