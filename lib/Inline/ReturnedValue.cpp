//===- ReturnedValue.cpp - What a function returns ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReturnedValue.h"
#include "../Rewrite/Spelling.h"
#include "Analyze/Tiles/ZeroFill.h"
#include "BodyNames.h"
#include "BranchStatements.h"
#include "VariableUses.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TemplateTypes.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

using Condition = ReturnedValue::Condition;
using Statements = llvm::SmallVector<const Stmt *, 8>;

class Reader {
public:
  Reader(const FunctionDecl &Function, const ASTContext &Ctx)
      : Function(Function), Ctx(Ctx), Found(Function.getBody()) {}

  std::optional<ReturnedBody> run();

private:
  std::optional<ReturnedValue> value(Statements List);
  std::optional<ReturnedValue> result(const Expr *E) const;
  bool foldVariable(Statements &List);
  bool assign(const Stmt *S, const VarDecl *Var,
              std::optional<ReturnedValue> &Value);
  ReturnedValue choose(const Expr *Cond, ReturnedValue Then,
                       ReturnedValue Else) const;
  bool isZeroLeaf(const ReturnedValue &V) const {
    return V.Leaf && isZero(V.Leaf, Ctx);
  }
  bool changesNothing(const Expr *E) const;
  bool mayRunInVain(const Expr *E) const;

  const FunctionDecl &Function;
  const ASTContext &Ctx;
  VariableUses Found;
  ReturnedBody Out;
  unsigned Ifs = 0;
};

bool returns(const Stmt *S) { return holdsA<ReturnStmt>(S); }

/// \p E leaves the variables of the function alone.
bool Reader::changesNothing(const Expr *E) const {
  std::vector<const VarDecl *> All = Found.variables();
  All.insert(All.end(), Function.param_begin(), Function.param_end());
  return llvm::none_of(All, [&](const VarDecl *Var) {
    return !Var->getType().getNonReferenceType().isConstQualified() &&
           mayChange(E, Var);
  });
}

/// Arithmetic that nobody minds if its result is not needed.
bool Reader::mayRunInVain(const Expr *E) const {
  return !holds(E, [&](const Stmt &S) {
    if (const auto *Op = dyn_cast<BinaryOperator>(&S);
        Op && (Op->getOpcode() == BO_Div || Op->getOpcode() == BO_Rem))
      return !Op->getRHS()->isIntegerConstantExpr(Ctx);
    if (const auto *Unary = dyn_cast<UnaryOperator>(&S))
      return Unary->getOpcode() == UO_Deref;
    // threadIdx.x is spelled as a call in some headers.
    if (isa<PseudoObjectExpr, MSPropertyRefExpr>(S))
      return false;
    return isa<CallExpr, ArraySubscriptExpr, CXXConstructExpr>(S) ||
           (isa<MemberExpr>(S) && cast<MemberExpr>(S).isArrow() &&
            !isa<CXXThisExpr>(cast<MemberExpr>(S).getBase()));
  });
}

} // namespace

void splitCondition(const Condition &C, bool AnyHolds,
                    llvm::SmallVectorImpl<Condition> &Out) {
  const auto *Op = dyn_cast<BinaryOperator>(C.E->IgnoreParens());
  if (!Op || Op->getBeginLoc().isMacroID() ||
      Op->getOpcode() != (C.IsTrue == AnyHolds ? BO_LOr : BO_LAnd))
    return Out.push_back(C);
  splitCondition({Op->getLHS(), C.IsTrue}, AnyHolds, Out);
  splitCondition({Op->getRHS(), C.IsTrue}, AnyHolds, Out);
}

namespace {

/// One choice less where two give the same zero.
ReturnedValue Reader::choose(const Expr *Cond, ReturnedValue Then,
                             ReturnedValue Else) const {
  ReturnedValue New;
  New.Conditions.push_back({Cond, true});
  auto Take = [&](const ReturnedValue &Inner, bool Negated) {
    for (Condition C : Inner.Conditions)
      New.Conditions.push_back({C.E, C.IsTrue != Negated});
  };
  auto AllHold = [](const ReturnedValue &V) {
    return V.Conditions.size() == 1 || !V.AnyHolds;
  };
  auto AnyHolds = [](const ReturnedValue &V) {
    return V.Conditions.size() == 1 || V.AnyHolds;
  };
  if (!Then.Leaf && isZeroLeaf(Else)) {
    if (isZeroLeaf(*Then.Else) && AllHold(Then)) {
      Take(Then, false);
      Then = ReturnedValue(*Then.Then);
    } else if (isZeroLeaf(*Then.Then) && AnyHolds(Then)) {
      Take(Then, true);
      Then = ReturnedValue(*Then.Else);
    }
  } else if (!Else.Leaf && isZeroLeaf(Then)) {
    if (isZeroLeaf(*Else.Then) && AnyHolds(Else)) {
      Take(Else, false);
      New.AnyHolds = true;
      Else = ReturnedValue(*Else.Else);
    } else if (isZeroLeaf(*Else.Else) && AllHold(Else)) {
      New.Conditions.front().IsTrue = false;
      Take(Else, false);
      Then = ReturnedValue(*Else.Then);
      Else = ReturnedValue(*Else.Else);
    }
  }
  const auto *Op = dyn_cast<BinaryOperator>(Cond->IgnoreParens());
  if (New.Conditions.size() == 1)
    New.AnyHolds = Op && Op->getOpcode() == BO_LOr;
  for (const Condition &C : std::exchange(New.Conditions, {}))
    splitCondition(C, New.AnyHolds, New.Conditions);
  New.Then = std::make_shared<ReturnedValue>(std::move(Then));
  New.Else = std::make_shared<ReturnedValue>(std::move(Else));
  return New;
}

/// \p E, of the type of the result.
std::optional<ReturnedValue> Reader::result(const Expr *E) const {
  if (!E || !changesNothing(E))
    return std::nullopt;
  const Expr *Bare = stripCopies(E)->IgnoreParens();
  // In another instantiation it converts.
  const QualType Type = Function.getReturnType();
  if (Bare->isGLValue() && Ctx.hasSameUnqualifiedType(Bare->getType(), Type) &&
      !isSameForAll(Bare->getType(), Type))
    return std::nullopt;
  const auto *Choice = dyn_cast<ConditionalOperator>(Bare);
  if (!Choice || Bare->getBeginLoc().isMacroID() ||
      !Ctx.hasSameUnqualifiedType(Choice->getType(), Function.getReturnType()))
    return ReturnedValue{E, {}, false, nullptr, nullptr};
  std::optional<ReturnedValue> Then = result(Choice->getTrueExpr());
  std::optional<ReturnedValue> Else = result(Choice->getFalseExpr());
  if (!Then || !Else)
    return std::nullopt;
  return choose(Choice->getCond(), std::move(*Then), std::move(*Else));
}

/// What \p List returns in the end. Declarations in it move up.
std::optional<ReturnedValue> Reader::value(Statements List) {
  if (List.empty())
    return std::nullopt;
  const Stmt *First = List.front();
  List.erase(List.begin());
  if (!First || isa<NullStmt>(First))
    return value(std::move(List));
  if (const auto *Return = dyn_cast<ReturnStmt>(First))
    return result(Return->getRetValue());
  if (const auto *Block = dyn_cast<CompoundStmt>(First)) {
    List.insert(List.begin(), Block->body_begin(), Block->body_end());
    return value(std::move(List));
  }
  if (const auto *Decls = dyn_cast<DeclStmt>(First)) {
    for (const Decl *D : Decls->decls()) {
      const auto *Var = dyn_cast<VarDecl>(D);
      if (!Var || !Var->getInit() || !changesNothing(Var->getInit()) ||
          !mayRunInVain(Var->getInit()) || mayChange(Function.getBody(), Var))
        return std::nullopt;
    }
    if (!llvm::is_contained(Out.Before, First))
      Out.Before.push_back(First);
    return value(std::move(List));
  }
  const auto *If = dyn_cast<IfStmt>(First);
  // What follows is read once for each branch.
  if (!If || If->getInit() || If->getConditionVariable() || ++Ifs > 16 ||
      !changesNothing(If->getCond()))
    return std::nullopt;
  auto Branch = [&](const Stmt *S) {
    Statements All = statementsOf(S);
    All.append(List.begin(), List.end());
    return value(std::move(All));
  };
  if (If->isConstexpr()) {
    std::optional<const Stmt *> Taken = If->getNondiscardedCase(Ctx);
    return Taken ? Branch(*Taken) : std::nullopt;
  }
  std::optional<ReturnedValue> Then = Branch(If->getThen());
  std::optional<ReturnedValue> Else = Branch(If->getElse());
  if (!Then || !Else)
    return std::nullopt;
  return choose(If->getCond(), std::move(*Then), std::move(*Else));
}

/// What \p Value, that of \p Var, is behind \p S.
bool Reader::assign(const Stmt *S, const VarDecl *Var,
                    std::optional<ReturnedValue> &Value) {
  if (!S || isa<NullStmt>(S))
    return true;
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Block->body(), [&](const Stmt *Child) {
      return assign(Child, Var, Value);
    });
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    std::optional<ReturnedValue> Then = Value, Else = Value;
    if (If->getInit() || If->getConditionVariable() || If->isConstexpr() ||
        mentions(If->getCond(), Var) || !changesNothing(If->getCond()) ||
        !assign(If->getThen(), Var, Then) || !assign(If->getElse(), Var, Else))
      return false;
    // Without a value on one side it has none that may be read.
    if (!Then || !Else)
      return false;
    Value = choose(If->getCond(), std::move(*Then), std::move(*Else));
    return true;
  }
  const auto *E = dyn_cast<Expr>(S);
  auto [To, From] =
      E ? sidesOf(E, Ctx) : std::pair<const Expr *, const Expr *>();
  const auto *Ref =
      To ? dyn_cast<DeclRefExpr>(To->IgnoreParenImpCasts()) : nullptr;
  if (!Ref || Ref->getDecl() != Var || mentions(From, Var))
    return false;
  Value = result(From);
  return Value.has_value();
}

/// float v = 0; if (g) v = p[i]; return v;   returns g ? p[i] : 0. True if so,
/// and \p List has no more to do with it.
bool Reader::foldVariable(Statements &List) {
  const auto *Return =
      List.empty() ? nullptr : dyn_cast<ReturnStmt>(List.front());
  const Expr *Returned = Return ? Return->getRetValue() : nullptr;
  const auto *Ref =
      Returned ? dyn_cast<DeclRefExpr>(stripCopies(Returned)->IgnoreParens())
               : nullptr;
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const DeclStmt *Declaration = Var ? Found.declarationOf(Var) : nullptr;
  auto First = llvm::find(Out.Before, Declaration);
  if (!Declaration || First == Out.Before.end() ||
      !Declaration->isSingleDecl() ||
      !Ctx.hasSameUnqualifiedType(Var->getType(), Function.getReturnType()))
    return false;
  std::optional<ReturnedValue> Value;
  const Expr *Init = Var->getInit();
  const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(
      Init ? Init->IgnoreImplicit() : nullptr);
  if (Init && !(Construct && Construct->getNumArgs() == 0)) {
    Value = result(Init);
    if (!Value)
      return false;
  }
  Statements Kept(Out.Before.begin(), First);
  for (const Stmt *S : llvm::make_range(First + 1, Out.Before.end())) {
    if (!mentions(S, Var)) {
      // It may now stand in front of what it stood behind.
      const auto *Decls = dyn_cast<DeclStmt>(S);
      if (!Decls || !llvm::all_of(Decls->decls(), [&](const Decl *D) {
            const auto *Other = cast<VarDecl>(D);
            return Other->getInit() && changesNothing(Other->getInit()) &&
                   !mayChange(Function.getBody(), Other);
          }))
        return false;
      Kept.push_back(S);
    } else if (!assign(S, Var, Value)) {
      return false;
    }
  }
  if (!Value)
    return false;
  Out.Before.assign(Kept.begin(), Kept.end());
  Out.Value = std::move(*Value);
  return true;
}

std::optional<ReturnedBody> Reader::run() {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Function.getBody());
  if (!Body || holdsA<LambdaExpr, GotoStmt, LabelStmt, CXXTryStmt>(Body))
    return std::nullopt;
  Statements List(Body->body_begin(), Body->body_end());
  while (!List.empty() && !returns(List.front())) {
    Out.Before.push_back(List.front());
    List.erase(List.begin());
  }
  for (const Stmt *S : Out.Before) {
    const auto *Decls = dyn_cast<DeclStmt>(S);
    if (Decls && !llvm::all_of(Decls->decls(), [](const Decl *D) {
          return isa<VarDecl>(D) && !isa<DecompositionDecl>(D);
        }))
      return std::nullopt;
  }
  for (const VarDecl *Var : Found.variables())
    if (!Var->hasLocalStorage() || Var->hasAttrs() ||
        Var->needsDestruction(Ctx) || Var->getType().isVolatileQualified())
      return std::nullopt;
  if (foldVariable(List))
    return std::move(Out);
  std::optional<ReturnedValue> Value = value(std::move(List));
  if (!Value)
    return std::nullopt;
  Out.Value = std::move(*Value);
  return std::move(Out);
}

} // namespace

std::optional<ReturnedBody> readReturnedBody(const FunctionDecl &Function,
                                             const ASTContext &Ctx) {
  return Reader(Function, Ctx).run();
}

} // namespace cudapipe
