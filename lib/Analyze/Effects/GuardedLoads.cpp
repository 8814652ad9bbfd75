//===- GuardedLoads.cpp - What a statement loads
//----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/GuardedLoads.h"
#include "Analyze/Pointers/LentPointers.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

class LoadReader {
public:
  LoadReader(const Stmt &S, const Effects &E, const PointerFlow &Flow,
             const ASTContext &Ctx)
      : Statement(S), E(E), Flow(Flow), Ctx(Ctx) {}

  OrRejection<std::vector<GuardedLoad>> run();

private:
  using Path = llvm::SmallVector<const Stmt *, 8>;

  const Expr *loadedObject(const MemoryAccess &R) const;
  void addChosen(const Expr *Object,
                 llvm::SmallVectorImpl<const Expr *> &Out) const;
  Path pathTo(const Expr *Load) const;
  std::optional<Rejection> whyNot(const Expr *Load) const;
  std::optional<Rejection> add(const Expr *Load, const Path &Around);
  static Rejection unsupported(const Stmt *S, const llvm::Twine &Why) {
    return {RejectionKind::UnsupportedStatement, S->getSourceRange(),
            Why.str()};
  }

  const Stmt &Statement;
  const Effects &E;
  const PointerFlow &Flow;
  const ASTContext &Ctx;
  std::vector<GuardedLoad> Out;
};

/// What the tool cannot look at is not fetched either.
bool isGlobal(const MemoryAccess &R) {
  return R.Root.Kind == MemoryRoot::Global ||
         R.Root.Kind == MemoryRoot::Texture;
}

/// The object that \p R reads, for a copy of an object its source; null where
/// more than a load happens there.
const Expr *LoadReader::loadedObject(const MemoryAccess &R) const {
  const Expr *Where = R.Where->IgnoreParens();
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Where))
    return Construct->getNumArgs() == 1 &&
                   Construct->getConstructor()->isCopyOrMoveConstructor()
               ? Construct->getArg(0)->IgnoreParenImpCasts()
               : nullptr;
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(Where))
    return Op->getOperator() == OO_Equal && Op->getNumArgs() == 2 &&
                   knownCallee(*Op) && copiesBytes(*knownCallee(*Op))
               ? Op->getArg(1)->IgnoreParenImpCasts()
               : nullptr;
  // `float(half)`: what is converted is loaded, and that later.
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Where);
      Call && isa_and_nonnull<CXXConversionDecl>(Call->getMethodDecl())) {
    const Expr *Object = Call->getImplicitObjectArgument();
    if (Object && Object->isGLValue() && !holdsPointers(Object->getType()) &&
        !isa<CallExpr>(Object->IgnoreParenImpCasts()))
      return Object->IgnoreParenImpCasts();
  }
  if (const auto *Call = dyn_cast<CallExpr>(Where))
    return Call->isPRValue() && !Call->getType()->isVoidType() ? Call : nullptr;
  return Where;
}

/// What the thread has by itself: `zero` of `in ? A[i] : zero`.
bool isOwnVariable(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && Var->hasLocalStorage() && !Var->getType()->isReferenceType();
}

/// Adds the objects that \p Object may be, but for the thread's own: those are
/// no loads.
void LoadReader::addChosen(const Expr *Object,
                           llvm::SmallVectorImpl<const Expr *> &Out) const {
  const auto *Choice = dyn_cast<ConditionalOperator>(Object->IgnoreParens());
  if (!Choice || !Choice->isGLValue() || !holds(Choice, [](const Stmt &At) {
        const auto *Inner = dyn_cast<ConditionalOperator>(&At);
        return Inner && (isOwnVariable(Inner->getTrueExpr()) ||
                         isOwnVariable(Inner->getFalseExpr()));
      })) {
    Out.push_back(Object);
    return;
  }
  for (const Expr *Branch : {Choice->getTrueExpr(), Choice->getFalseExpr()})
    if (!isOwnVariable(Branch))
      addChosen(Branch->IgnoreParenImpCasts(), Out);
}

/// The statements around \p Load, the outermost first, and Load itself.
LoadReader::Path LoadReader::pathTo(const Expr *Load) const {
  Path Around;
  auto Visit = [&](auto &&Self, const Stmt *S) -> bool {
    if (!S)
      return false;
    Around.push_back(S);
    if (S == Load || llvm::any_of(S->children(), [&](const Stmt *Child) {
          return Self(Self, Child);
        }))
      return true;
    Around.pop_back();
    return false;
  };
  Visit(Visit, &Statement);
  return Around;
}

std::optional<Rejection> LoadReader::whyNot(const Expr *Load) const {
  Effects L = effectsOf(Load, Flow, Ctx);
  if (!L.Writes.empty() || !L.MemoryWrites.empty() || !L.Pinned.empty() ||
      !L.Unknown.empty() || !L.Barriers.empty() || !L.AsyncCopies.empty())
    return unsupported(Load, "the load has a side effect");
  QualType Type = accessType(Load, Ctx);
  if (Type->isArrayType() || Type->isReferenceType() ||
      (!Type->isDependentType() && !Type.isTriviallyCopyableType(Ctx) &&
       !isCopiedByBytes(Type)))
    return unsupported(Load, "an object of this type has to stay in memory");
  // The address must not change between the load and the end of its statement.
  VarSet Written = E.Writes;
  if (const auto *Op = dyn_cast<BinaryOperator>(&Statement);
      Op && Op->isAssignmentOp()) {
    Written = effectsOf(Op->getRHS(), Flow, Ctx).Writes;
    Effects To = effectsOf(Op->getLHS(), Flow, Ctx);
    Written.insert(To.Writes.begin(), To.Writes.end());
  }
  std::optional<Rejection> Why;
  forEach<DeclRefExpr>(Load, [&](const DeclRefExpr &Ref) {
    const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
    if (Var && Var->hasLocalStorage() && Written.count(Var) && !Why)
      Why =
          unsupported(Load, "the statement changes '" + Var->getNameAsString() +
                                "', which the load depends on");
  });
  return Why;
}

std::optional<Rejection> LoadReader::add(const Expr *Load, const Path &Around) {
  if (std::optional<Rejection> Why = whyNot(Load))
    return Why;
  // A macro may bring parentheses.
  const Expr *Spelled = Load;
  if (Load->getBeginLoc().isMacroID())
    for (const Stmt *S : llvm::reverse(llvm::ArrayRef(Around).drop_back())) {
      if (!isa<ParenExpr>(S))
        break;
      Spelled = cast<ParenExpr>(S);
    }
  GuardedLoad Found{Spelled, {}};
  for (auto [S, Child] :
       llvm::zip(llvm::ArrayRef(Around), llvm::ArrayRef(Around).drop_front())) {
    if (isa<LambdaExpr, StmtExpr, BinaryConditionalOperator>(S))
      return unsupported(Load, "a load inside an expression of this kind");
    if (const auto *Cond = dyn_cast<ConditionalOperator>(S);
        Cond && Child != Cond->getCond())
      Found.Guards.push_back({Cond->getCond(), Child == Cond->getTrueExpr()});
    if (const auto *Op = dyn_cast<BinaryOperator>(S);
        Op && Op->isLogicalOp() && Child == Op->getRHS())
      Found.Guards.push_back({Op->getLHS(), Op->getOpcode() == BO_LAnd});
  }
  for (const auto &Guard : Found.Guards) {
    Effects G = effectsOf(Guard.first, Flow, Ctx);
    if (!G.Writes.empty() || !G.MemoryWrites.empty() || !G.Pinned.empty() ||
        !G.Unknown.empty())
      return unsupported(Guard.first, "a condition with a side effect");
  }
  Out.push_back(std::move(Found));
  return std::nullopt;
}

OrRejection<std::vector<GuardedLoad>> LoadReader::run() {
  llvm::SmallVector<const Expr *, 2> Loads;
  for (const MemoryAccess &R : E.MemoryReads) {
    if (R.Root.Kind == MemoryRoot::Unknown || R.Root.Kind == MemoryRoot::Param)
      return Rejection{RejectionKind::UnknownEffects, R.Where->getSourceRange(),
                       "the load phase reads through a pointer that cannot be "
                       "followed"};
    if (!isGlobal(R))
      continue;
    const Expr *Object = loadedObject(R);
    if (!Object || !isa<Expr, DeclStmt>(Statement))
      return unsupported(R.Where, "a load in a statement of this kind");
    llvm::SmallVector<const Expr *, 2> Chosen;
    addChosen(Object, Chosen);
    for (const Expr *Load : Chosen) {
      if (Load->isGLValue())
        for (const MemoryRoot &Root : Flow.rootsOfObject(Load))
          if (Root.Kind != MemoryRoot::Global &&
              Root.Kind != MemoryRoot::Constant)
            return unsupported(Load, "a load that may be of other than global "
                                     "memory");
      if (!llvm::is_contained(Loads, Load))
        Loads.push_back(Load);
    }
  }
  for (const Expr *Load : Loads) {
    Path Around = pathTo(Load);
    if (Around.empty())
      return unsupported(Load, "a load in a statement of this kind");
    bool IsInner =
        llvm::any_of(llvm::ArrayRef(Around).drop_back(), [&](const Stmt *S) {
          return llvm::is_contained(Loads, S);
        });
    if (!IsInner)
      if (std::optional<Rejection> Why = add(Load, Around))
        return *Why;
  }
  return std::move(Out);
}

/// The variable at the bottom of the object \p E: tile for tile[i].x.
const VarDecl *bottomOf(const Expr *E) {
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

} // namespace

OrRejection<std::vector<GuardedLoad>> guardedLoads(const Stmt &S,
                                                   const Effects &E,
                                                   const PointerFlow &Flow,
                                                   const ASTContext &Ctx) {
  return LoadReader(S, E, Flow, Ctx).run();
}

const VarDecl *variableSetBy(const Stmt &S) {
  if (const auto *Decls = dyn_cast<DeclStmt>(&S))
    return Decls->isSingleDecl() ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                                 : nullptr;
  const auto *E = dyn_cast<Expr>(&S);
  E = E ? E->IgnoreImplicit()->IgnoreParens() : nullptr;
  if (const auto *Op = dyn_cast_or_null<BinaryOperator>(E))
    return bottomOf(Op->getLHS());
  const auto *Call = dyn_cast_or_null<CallExpr>(E);
  return Call && Call->getNumArgs() ? bottomOf(Call->getArg(0)) : nullptr;
}

} // namespace cudapipe
