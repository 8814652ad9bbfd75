//===- StrangerCall.cpp - Calls of what an instantiation brings -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StrangerCall.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/PerAst.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;

namespace cudapipe {

std::optional<llvm::SmallVector<const Expr *, 8>>
operandsOfStranger(const CallExpr &Call) {
  llvm::SmallVector<const Expr *, 8> Out(Call.arguments());
  const Expr *Callee = Call.getCallee()->IgnoreParenImpCasts();
  if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(Callee)) {
    if (Member->isImplicitAccess())
      return std::nullopt;
    Out.push_back(Member->getBase());
  } else if (const auto *Ref = dyn_cast<DeclRefExpr>(Callee)) {
    const auto *Functor = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Functor || !Functor->hasLocalStorage())
      return std::nullopt;
    Out.push_back(Ref);
  } else if (!isa<UnresolvedLookupExpr, DependentScopeDeclRefExpr>(Callee)) {
    return std::nullopt;
  }
  // What a lambda does to the variables around it, others know (Aliased); that
  // of `this` is not followed.
  for (const Expr *Operand : Out)
    if (holdsA<CXXThisExpr>(Operand))
      return std::nullopt;
  return Out;
}

/// The variable that \p E is a part of; not the pointer that leads there.
static const VarDecl *variableOf(const Expr *E, const ASTContext &Ctx) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Member = dyn_cast<MemberExpr>(E);
        Member && !Member->isArrow()) {
      E = Member->getBase();
    } else if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(E);
               Member && !Member->isImplicitAccess() && !Member->isArrow()) {
      E = Member->getBase();
    } else if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
      E = subscriptBase(*Sub)->IgnoreParenImpCasts();
      if (accessType(E, Ctx)->isPointerType())
        return nullptr;
    } else {
      const auto *Ref = dyn_cast<DeclRefExpr>(E);
      return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    }
  }
}

namespace {
/// Looks for what may give away where a variable lies.
class KnownVariables {
public:
  explicit KnownVariables(const PointerFlow &Flow)
      : Flow(Flow), Ctx(Flow.function().getASTContext()) {}

  VarSet find();

private:
  void add(const VarDecl *Var) {
    if (Var && Var->hasLocalStorage() && !Var->getType()->isReferenceType())
      Out.insert(Var);
  }
  void lend(const Expr *E);
  void visit(const Stmt &S);

  const PointerFlow &Flow;
  const ASTContext &Ctx;
  VarSet Out;
  llvm::DenseSet<const Expr *> Subscripted;
};
} // namespace

/// Who gets \p E may keep a reference to it, or the address that it is.
void KnownVariables::lend(const Expr *E) {
  if (isa<InitListExpr, ParenListExpr>(E)) {
    for (const Stmt *Child : E->children())
      lend(cast<Expr>(Child));
    return;
  }
  if (E->isGLValue())
    add(variableOf(E, Ctx));
  const QualType Type = accessType(E, Ctx).getNonReferenceType();
  if (Type->isPointerType() || Type->isArrayType() ||
      builtinPointerOperand(E, Ctx))
    for (const MemoryRoot &Root : Flow.rootsOfPointer(E))
      if (Root.Kind == MemoryRoot::Local)
        add(Root.Var);
}

void KnownVariables::visit(const Stmt &S) {
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(&S))
    Subscripted.insert(subscriptBase(*Sub)->IgnoreParenImpCasts());
  // An array that is more than subscripted: its address.
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        Var && Var->getType()->isArrayType() && !Subscripted.count(Ref))
      add(Var);
  if (const auto *Op = dyn_cast<UnaryOperator>(&S);
      Op && Op->getOpcode() == UO_AddrOf)
    lend(Op->getSubExpr());
  // A class that only an instantiation brings may keep what it is made of, or
  // what it is an operand with.
  if (const auto *Decls = dyn_cast<DeclStmt>(&S))
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D)) {
        if (Flow.isAliased(Var))
          add(Var);
        if (Var->getInit() && Var->getType()->isDependentType())
          lend(Var->getInit());
      }
  const auto *E = dyn_cast<Expr>(&S);
  if (isa<CallExpr, CXXConstructExpr>(S) ||
      (E && E->isTypeDependent() &&
       isa<BinaryOperator, ParenListExpr, InitListExpr,
           CXXUnresolvedConstructExpr, ExplicitCastExpr>(E)))
    for (const Stmt *Child : S.children())
      if (const auto *Operand = dyn_cast_or_null<Expr>(Child))
        lend(Operand);
  if (const auto *Call = dyn_cast<CallExpr>(&S))
    if (const auto Operands = operandsOfStranger(*Call))
      for (const Expr *Operand : *Operands)
        lend(Operand);
}

VarSet KnownVariables::find() {
  for (const ParmVarDecl *Param : Flow.function().parameters())
    if (Flow.isAliased(Param))
      add(Param);
  holds(Flow.function().getBody(), [this](const Stmt &S) {
    visit(S);
    return false;
  });
  return std::move(Out);
}

VarSet knownToStrangers(const PointerFlow &Flow) {
  struct Told : llvm::DenseMap<const FunctionDecl *, VarSet> {};
  auto &All = perAst<Told>(Flow.function().getASTContext());
  auto It = All.find(&Flow.function());
  if (It == All.end())
    It = All.try_emplace(&Flow.function(), KnownVariables(Flow).find()).first;
  return It->second;
}

bool callsStranger(const Effects &E) {
  return llvm::any_of(E.MemoryWrites, [](const MemoryAccess &W) {
    return W.Root.Kind == MemoryRoot::Stranger;
  });
}

std::string strangerOf(const Effects &E) {
  for (const MemoryAccess &W : E.MemoryWrites)
    if (W.Root.Kind == MemoryRoot::Stranger)
      for (const Occurrence &O : E.Pinned)
        if (O.Where == W.Where)
          return O.What;
  return "a call that is not in sight";
}

void admitStrangers(Effects &E) {
  for (Occurrence &O : E.Unknown) {
    const MemoryAccess Access{cast<Expr>(O.Where),
                              {MemoryRoot::Stranger, nullptr}};
    E.MemoryReads.push_back(Access);
    E.MemoryWrites.push_back(Access);
    E.Pinned.push_back({O.Where, std::move(O.What)});
  }
  E.Unknown.clear();
}

} // namespace cudapipe
