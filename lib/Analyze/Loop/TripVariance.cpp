//===- TripVariance.cpp - What is another from trip to trip ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TripVariance.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Expressions in expressions that are looked into.
constexpr unsigned DeepestLook = 24;

const VarDecl *namedVariableOf(const Expr *E) {
  const auto *Ref =
      E ? dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()) : nullptr;
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// The variable that \p Target is, or is a part of.
const VarDecl *changedVariable(const Expr *Target) {
  while (true) {
    Target = Target->IgnoreParenCasts();
    if (const auto *Member = dyn_cast<MemberExpr>(Target);
        Member && !Member->isArrow())
      Target = Member->getBase();
    else if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(Target);
             Member && !Member->isImplicitAccess() && !Member->isArrow())
      Target = Member->getBase();
    else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Target);
             Element && Element->getBase()
                            ->IgnoreParenImpCasts()
                            ->getType()
                            ->isArrayType())
      Target = Element->getBase();
    else
      return namedVariableOf(Target);
  }
}

/// A counter or a struct of counters: whoever gets it by reference may step it.
bool maybeStepped(const VarDecl *Var) {
  QualType Type = Var->getType();
  if (!Var->hasLocalStorage() || Type->isReferenceType() ||
      Type.isConstQualified() || Type->isArrayType() || Type->isPointerType())
    return false;
  if (const CXXRecordDecl *Record = Type->getAsCXXRecordDecl())
    return !llvm::StringRef(Record->getQualifiedNameAsString())
                .starts_with("cuda::") &&
           llvm::any_of(Record->fields(), [](const FieldDecl *Field) {
             return Field->getType()->isIntegerType();
           });
  return Type->isIntegerType();
}

} // namespace

TripVariance::TripVariance(const Stmt &Loop, const ASTContext &Ctx)
    : Loop(Loop), Ctx(Ctx) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop)) {
    collectChanged(For->getCond(), 0);
    collectChanged(For->getInc(), 0);
    collectChanged(For->getBody(), 0);
  } else {
    collectChanged(&Loop, 0);
  }
}

void TripVariance::addChanged(const Expr *Target) {
  if (const VarDecl *Var = changedVariable(Target))
    Changed.insert(Var);
}

void TripVariance::collectChanged(const Stmt *S, unsigned Depth) {
  if (!S || isa<LambdaExpr>(S))
    return;
  for (const Stmt *Child : S->children())
    collectChanged(Child, Depth);
  if (const auto *Op = dyn_cast<BinaryOperator>(S);
      Op && Op->isAssignmentOp()) {
    addChanged(Op->getLHS());
    if (const VarDecl *Var = namedVariableOf(Op->getLHS()))
      Values[Var].push_back(Op->getRHS());
  } else if (const auto *Step = dyn_cast<UnaryOperator>(S);
             Step && Step->isIncrementDecrementOp()) {
    addChanged(Step->getSubExpr());
  }
  const auto *Call = dyn_cast<CallExpr>(S);
  if (!Call)
    return;
  const FunctionDecl *Callee = knownCallee(*Call);
  const FunctionDecl *Body = calledFunction(*Call);
  // A method, or a reference, may step a counter; values cannot.
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
    const CXXMethodDecl *Method = Member->getMethodDecl();
    const VarDecl *Var = changedVariable(Member->getImplicitObjectArgument());
    if (Var && Method && !Method->isConst() && maybeStepped(Var))
      Changed.insert(Var);
  } else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call)) {
    const VarDecl *Var = changedVariable(Operator->getArg(0));
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
    if (Var && Method && !Method->isConst() && maybeStepped(Var))
      Changed.insert(Var);
  }
  if (Callee)
    for (const ParmVarDecl *Param : Callee->parameters()) {
      const Expr *Arg = argumentFor(*Call, *Param);
      if (!Arg)
        continue;
      const QualType Type = Param->getType();
      const bool ByReference = Type->isReferenceType() &&
                               !Type.getNonReferenceType().isConstQualified();
      const auto *Address = dyn_cast<UnaryOperator>(Arg->IgnoreParenCasts());
      const bool ByAddress =
          Type->isPointerType() && Address && Address->getOpcode() == UO_AddrOf;
      const VarDecl *Var = ByReference ? changedVariable(Arg)
                           : ByAddress ? changedVariable(Address->getSubExpr())
                                       : nullptr;
      if (Var && maybeStepped(Var))
        Changed.insert(Var);
    }
  // A lambda's body sets the variables of its maker.
  if (Body && Depth < 8 && !isLibraryFunction(*Body, Ctx) &&
      (isLambdaBody(*Body) || makesTransferSteps(*Body, Ctx)))
    collectChanged(Body->getBody(), Depth + 1);
}

const Expr *TripVariance::argumentOf(const VarDecl *Var, Way &Calls) const {
  const auto *Param = dyn_cast<ParmVarDecl>(Var);
  if (!Param)
    return nullptr;
  for (size_t I = Calls.size(); I-- > 0;) {
    const FunctionDecl *Callee = calledFunction(*Calls[I]);
    if (!Callee || Param->getFunctionScopeIndex() >= Callee->getNumParams() ||
        Callee->getParamDecl(Param->getFunctionScopeIndex()) != Param)
      continue;
    const Expr *Arg = argumentFor(*Calls[I], *Param);
    Calls = Calls.take_front(I);
    return Arg;
  }
  return nullptr;
}

const Expr *TripVariance::objectOf(Way &Calls) const {
  for (size_t I = Calls.size(); I-- > 0;)
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Calls[I])) {
      Calls = Calls.take_front(I);
      return Member->getImplicitObjectArgument();
    }
  return nullptr;
}

bool TripVariance::isDeclaredInLoop(const VarDecl *Var) const {
  const Stmt *Body = &Loop;
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    Body = For->getBody();
  return declarationIn(Body, Var);
}

bool TripVariance::variesVariable(const VarDecl *Var, Way Calls) {
  if (Var->hasGlobalStorage() || !Asked.insert(Var).second)
    return false;
  Way Outer = Calls;
  const Expr *Arg = argumentOf(Var, Outer);
  bool Out = Arg && varies(Arg, Outer);
  const bool InCallee = llvm::any_of(Calls, [&](const CallExpr *Call) {
    return calledFunction(*Call) == Var->getDeclContext();
  });
  if (!Out && !Arg && !InCallee && Changed.count(Var) && !isDeclaredInLoop(Var))
    Out = true;
  if (!Out && !Arg && (InCallee || isDeclaredInLoop(Var))) {
    Out = Var->getInit() && varies(Var->getInit(), Calls);
    for (const Expr *Value : Values.lookup(Var))
      Out = Out || varies(Value, Calls);
  }
  Asked.erase(Var);
  return Out;
}

bool TripVariance::varies(const Expr *E, Way Calls) {
  if (!E)
    return false;
  if (const VarDecl *Var = namedVariableOf(E))
    return variesVariable(Var, Calls);
  if (isa<CXXThisExpr>(E->IgnoreParenImpCasts())) {
    Way Outer = Calls;
    const Expr *Object = objectOf(Outer);
    return Object && varies(Object, Outer);
  }
  return llvm::any_of(E->children(), [&](const Stmt *Child) {
    const auto *Part = dyn_cast_or_null<Expr>(Child);
    return Part && varies(Part, Calls);
  });
}

static bool isFixed(const Stmt *E, unsigned Depth = 0);

std::string TripVariance::rootOf(const Expr *E, Way Calls, unsigned Depth) {
  if (!E || Depth > DeepestLook)
    return "";
  E = E->IgnoreParenCasts();
  auto Of = [&](const Expr *Part) { return rootOf(Part, Calls, Depth + 1); };
  if (const auto *Op = dyn_cast<UnaryOperator>(E))
    return Of(Op->getSubExpr());
  // `bars[S + s]` are others than `bars[s]`.
  auto Addend = [&](const Expr *Part) -> std::string {
    const std::optional<int64_t> Value =
        Part->isValueDependent() ? std::nullopt : constantValue(Part, Ctx);
    return Value && *Value > 1 ? "+" + std::to_string(*Value) : "";
  };
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    const auto *Sum =
        dyn_cast<BinaryOperator>(Element->getIdx()->IgnoreParenCasts());
    std::string Offset;
    if (Sum && Sum->getOpcode() == BO_Add)
      Offset = Addend(Sum->getLHS()) + Addend(Sum->getRHS());
    return Of(Element->getBase()) + Offset;
  }
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return Of(Temporary->getSubExpr());
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const std::string Name = Member->getMemberDecl()->getNameAsString();
    return Of(Member->getBase()) + "." + Name;
  }
  if (isa<CXXThisExpr>(E)) {
    Way Outer = Calls;
    const Expr *Object = objectOf(Outer);
    return Object ? rootOf(Object, Outer, Depth + 1) : "this";
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    const std::string Left = Of(Op->getLHS());
    if (Left.empty() || (!Op->getLHS()->getType()->isPointerType() &&
                         varies(Op->getLHS(), Calls)))
      return Of(Op->getRHS());
    return Left + (Op->getOpcode() == BO_Add ? Addend(Op->getRHS()) : "");
  }
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
    return Of(Operator->getArg(0));
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
    return Of(Member->getImplicitObjectArgument()) + "." +
           (Member->getMethodDecl() ? Member->getMethodDecl()->getNameAsString()
                                    : "");
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    if (Call->getNumArgs() > 0)
      return Of(Call->getArg(0));
    const FunctionDecl *Callee = knownCallee(*Call);
    return Callee ? Callee->getNameAsString() : "";
  }
  const VarDecl *Var = namedVariableOf(E);
  if (!Var)
    return "";
  Way Outer = Calls;
  if (const Expr *Arg = argumentOf(Var, Outer))
    return rootOf(Arg, Outer, Depth + 1);
  const QualType Type = Var->getType();
  // `next = now;` of two pointers that change places.
  if (Changed.count(Var) && Type->isPointerType())
    return "";
  // `int empty = full + bytes;` is a place of its own.
  const auto *Sum =
      Var->getInit()
          ? dyn_cast<BinaryOperator>(Var->getInit()->IgnoreParenCasts())
          : nullptr;
  if (Sum && Sum->getOpcode() == BO_Add && Addend(Sum->getRHS()).empty() &&
      isFixed(Sum->getRHS()))
    return Var->getNameAsString();
  if (Var->getInit() && Var->hasLocalStorage() &&
      (Type->isReferenceType() || Type->isPointerType() ||
       Type->isIntegerType()))
    if (std::string Root = Of(Var->getInit()); !Root.empty())
      return Root;
  return Var->getNameAsString();
}

/// \p E has one value in the whole kernel.
static bool isFixed(const Stmt *E, unsigned Depth) {
  return Depth < 8 &&
         !holds(
             E,
             [&](const Stmt &S) {
               const auto *Ref = dyn_cast<DeclRefExpr>(&S);
               const auto *Var =
                   Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
               if (!Var || Var->hasGlobalStorage())
                 return false;
               const auto *Of = dyn_cast<FunctionDecl>(Var->getDeclContext());
               if (!isNeverChanged(*Var) || !Of || isLambdaBody(*Of))
                 return true;
               return isa<ParmVarDecl>(Var)
                          ? !Of->hasAttr<CUDAGlobalAttr>()
                          : Var->getInit() &&
                                !isFixed(Var->getInit(), Depth + 1);
             });
}

/// The constant that \p E is; nothing for 0 and 1, around which nothing goes.
static unsigned wrapConstant(const Expr *E, const ASTContext &Ctx) {
  const std::optional<int64_t> Value =
      E->isValueDependent() ? std::nullopt : constantValue(E, Ctx);
  return Value && *Value > 1 && *Value < 256 ? *Value : 0;
}

/// What \p Var has been compared with when \p Cond holds, counted from where a
/// next trip would be: S of `++s == S` and `s + 1 == S`; \p Before: also of
/// `s == S - 1`, where the step is still to come.
static unsigned comparedWith(const Expr *Cond, const VarDecl *Var, bool Before,
                             const ASTContext &Ctx) {
  unsigned Out = 0;
  holds(Cond, [&](const Stmt &S) {
    const auto *Op = dyn_cast<BinaryOperator>(&S);
    if (!Op || (Op->getOpcode() != BO_EQ && Op->getOpcode() != BO_GE) ||
        Op->getRHS()->isValueDependent())
      return false;
    const std::optional<int64_t> Value = constantValue(Op->getRHS(), Ctx);
    if (!Value || *Value < 1 || *Value > 255 || !mentions(Op->getLHS(), Var))
      return false;
    const Expr *Left = Op->getLHS()->IgnoreParenImpCasts();
    const auto *Step = dyn_cast<UnaryOperator>(Left);
    const bool IsOld = Step ? Step->getOpcode() == UO_PostInc
                            : changedVariable(Left) == Var && Before;
    Out = *Value + IsOld;
    return true;
  });
  return Out > 1 ? Out : 0;
}

/// Where `if (++s == S) s = 0;`, `s = (s + 1) % S;`, `s ^= 1;` in \p Within let
/// \p Var start anew.
unsigned TripVariance::wrapOf(const VarDecl *Var, const Stmt *Within,
                              unsigned Depth) {
  unsigned Out = 0;
  auto Sets = [&](const Stmt *S) {
    return holds(S, [&](const Stmt &At) {
      const auto *Op = dyn_cast<BinaryOperator>(&At);
      return Op && Op->getOpcode() == BO_Assign &&
             changedVariable(Op->getLHS()) == Var;
    });
  };
  holds(Within, [&](const Stmt &S) {
    if (const auto *If = dyn_cast<IfStmt>(&S); If && Sets(If->getThen()))
      Out = comparedWith(If->getCond(), Var,
                         If->getElse() && mentions(If->getElse(), Var), Ctx);
    const auto *Op = dyn_cast<BinaryOperator>(&S);
    if (!Op || !Op->isAssignmentOp() || changedVariable(Op->getLHS()) != Var)
      return Out != 0;
    const Expr *Value = Op->getRHS()->IgnoreParenImpCasts();
    const auto *Choice = dyn_cast<ConditionalOperator>(Value);
    if (Op->getOpcode() == BO_XorAssign)
      Out = constantValue(Value, Ctx) == 1 ? 2 : 0;
    else if (Op->getOpcode() == BO_RemAssign)
      Out = wrapConstant(Value, Ctx);
    else if (Op->getOpcode() == BO_Assign && Choice)
      Out = comparedWith(Choice->getCond(), Var, /*Before=*/true, Ctx);
    else if (Op->getOpcode() == BO_Assign)
      Out = lengthOf(Value, {}, Depth + 1);
    return Out != 0;
  });
  return Out;
}

unsigned TripVariance::extentOf(const Expr *Base, Way Calls, unsigned Depth) {
  if (Depth > DeepestLook)
    return 0;
  Base = Base->IgnoreParenCasts();
  if (const auto *Array = Ctx.getAsConstantArrayType(Base->getType()))
    return Array->getSize().getZExtValue();
  if (const auto *Address = dyn_cast<UnaryOperator>(Base))
    return extentOf(Address->getSubExpr(), Calls, Depth + 1);
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Base))
    if (constantValue(Element->getIdx(), Ctx) == 0)
      return extentOf(Element->getBase(), Calls, Depth + 1);
  const VarDecl *Var = namedVariableOf(Base);
  if (!Var)
    return 0;
  Way Outer = Calls;
  if (const Expr *Arg = argumentOf(Var, Outer))
    return extentOf(Arg, Outer, Depth + 1);
  return Var->getInit() ? extentOf(Var->getInit(), Calls, Depth + 1) : 0;
}

unsigned TripVariance::lengthOf(const Expr *E, Way Calls, unsigned Depth) {
  if (!E || Depth > DeepestLook)
    return 0;
  E = E->IgnoreParenCasts();
  auto Of = [&](const Expr *Part) { return lengthOf(Part, Calls, Depth + 1); };
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    if (!varies(Element->getIdx(), Calls))
      return Of(Element->getBase());
    const unsigned Index = Of(Element->getIdx());
    const unsigned Extent = extentOf(Element->getBase(), Calls, Depth + 1);
    // The tile itself is longer than there are stages: `tile[stage * N]`.
    return Index ? Index : Extent < 64 ? Extent : 0;
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    if (Op->getOpcode() == BO_Rem && varies(Op->getLHS(), Calls))
      return wrapConstant(Op->getRHS(), Ctx);
    const std::optional<int64_t> Right = Op->getRHS()->isValueDependent()
                                             ? std::nullopt
                                             : constantValue(Op->getRHS(), Ctx);
    if (Op->getOpcode() == BO_And && Right && *Right > 0 && *Right < 64 &&
        llvm::isPowerOf2_64(*Right + 1) && varies(Op->getLHS(), Calls))
      return *Right + 1;
    if (Op->getOpcode() == BO_Xor && Right == 1 && varies(Op->getLHS(), Calls))
      return 2;
    if (Op->getOpcode() == BO_Add && varies(Op->getRHS(), Calls) &&
        Op->getLHS()->getType()->isPointerType() &&
        !varies(Op->getLHS(), Calls)) {
      const unsigned Offset = Of(Op->getRHS());
      const unsigned Extent = extentOf(Op->getLHS(), Calls, Depth + 1);
      return Offset ? Offset : Extent < 64 ? Extent : 0;
    }
  }
  if (const auto *Not = dyn_cast<UnaryOperator>(E);
      Not && Not->getOpcode() == UO_LNot && varies(Not, Calls))
    return 2;
  if (const VarDecl *Var = namedVariableOf(E)) {
    if (!Asked.insert(Var).second)
      return 0;
    Way Outer = Calls;
    unsigned Out = 0;
    if (const Expr *Arg = argumentOf(Var, Outer)) {
      Out = lengthOf(Arg, Outer, Depth + 1);
    } else {
      if (Changed.count(Var))
        Out = wrapOf(Var, &Loop, Depth);
      // A struct of counters steps itself.
      if (!Out && Changed.count(Var) && Var->getType()->isRecordType())
        forEach<CallExpr>(&Loop, [&](const CallExpr &Call) {
          const FunctionDecl *Body = calledFunction(Call);
          if (Out || !Body || !Body->getBody() ||
              !llvm::any_of(Call.children(), [&](const Stmt *Child) {
                return Child && mentions(Child, Var);
              }))
            return;
          forEach<BinaryOperator>(Body->getBody(), [&](const auto &Op) {
            if (!Out && (Op.getOpcode() == BO_EQ || Op.getOpcode() == BO_GE ||
                         Op.getOpcode() == BO_Rem))
              Out = wrapConstant(Op.getRHS(), Ctx);
          });
        });
      if (!Out && Var->getInit())
        Out = Of(Var->getInit());
      if (!Out)
        for (const Expr *Value : Values.lookup(Var))
          Out = Out ? Out : Of(Value);
    }
    Asked.erase(Var);
    return Out;
  }
  if (isa<CXXThisExpr>(E)) {
    Way Outer = Calls;
    const Expr *Object = objectOf(Outer);
    return Object ? lengthOf(Object, Outer, Depth + 1) : 0;
  }
  unsigned Out = 0;
  for (const Stmt *Child : E->children())
    if (const auto *Part = dyn_cast_or_null<Expr>(Child); Part && !Out)
      Out = Of(Part);
  return Out;
}

unsigned TripVariance::stagesOfPipeline(const Expr *E, Way Calls,
                                        unsigned Depth) {
  if (!E || Depth > DeepestLook)
    return 0;
  E = E->IgnoreParenImpCasts();
  QualType Type = E->getType().getNonReferenceType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  if (const auto *Record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
          Type->getAsCXXRecordDecl());
      Record && Record->getName() == "pipeline_shared_state")
    for (const TemplateArgument &Arg : Record->getTemplateArgs().asArray())
      if (&Arg != &Record->getTemplateArgs()[0] &&
          Arg.getKind() == TemplateArgument::Integral)
        return Arg.getAsIntegral().getLimitedValue();
  if (const VarDecl *Var = namedVariableOf(E)) {
    Way Outer = Calls;
    if (const Expr *Arg = argumentOf(Var, Outer))
      return stagesOfPipeline(Arg, Outer, Depth + 1);
    return stagesOfPipeline(Var->getInit(), Calls, Depth + 1);
  }
  unsigned Out = 0;
  for (const Stmt *Child : E->children())
    if (const auto *Part = dyn_cast_or_null<Expr>(Child); Part && !Out)
      Out = stagesOfPipeline(Part, Calls, Depth + 1);
  return Out;
}

} // namespace cudapipe
