//===- HostArithmetic.cpp - Sizes as host code computes them --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostArithmetic.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace cudapipe {
namespace {

/// A variable may start from another; not endlessly.
constexpr unsigned MaxDepth = 12;

/// What a function returns that does nothing else.
const Expr *onlyResult(const FunctionDecl &Callee) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Callee.getBody());
  if (!Body || Body->size() != 1)
    return nullptr;
  const auto *Return = dyn_cast<ReturnStmt>(Body->body_front());
  return Return ? Return->getRetValue() : nullptr;
}

bool isWhole(const Expr &E) {
  return E.getType()->isIntegralOrEnumerationType();
}

} // namespace

HostArithmetic::Spelled HostArithmetic::name(const VarDecl &Var,
                                             std::string Name) {
  const Expr *Start = initialValue(Var);
  Names[Name] =
      Start && isNeverChanged(Var) ? knownValue(Start, Ctx) : std::nullopt;
  return {std::move(Name), Spelled::Atom};
}

HostArithmetic::Spelled HostArithmetic::spellVariable(const ValueDecl &D,
                                                      unsigned Depth) {
  const auto *Var = dyn_cast<VarDecl>(&D);
  if (!Var)
    return {};
  if (const auto *Param = dyn_cast<ParmVarDecl>(Var))
    if (auto It = Arguments.find(Param); It != Arguments.end())
      return It->second;
  if (auto It = Kept.find(Var->getCanonicalDecl()); It != Kept.end())
    return name(*Var, It->second);
  if (!Var->getType()->isIntegralOrEnumerationType())
    return {};
  const Expr *Start = initialValue(*Var);
  if (Start && isNeverChanged(*Var))
    if (Spelled Inner = spell(Start, Depth + 1); !Inner.Text.empty())
      return Inner;
  return name(*Var, Var->getNameAsString());
}

HostArithmetic::Spelled HostArithmetic::spellBinary(const BinaryOperator &Op,
                                                    unsigned Depth) {
  Spelled L = spell(Op.getLHS(), Depth + 1), R = spell(Op.getRHS(), Depth + 1);
  if (L.Text.empty() || R.Text.empty())
    return {};
  auto Joined = [&](const char *Sign, int Left, int Right, auto Binds) {
    return Spelled{within(L, Left) + Sign + within(R, Right), Binds};
  };
  switch (Op.getOpcode()) {
  case BO_Mul:
    return Joined(" * ", Spelled::Product, Spelled::Product, Spelled::Product);
  case BO_Div:
    return Joined(isWhole(Op) ? " // " : " / ", Spelled::Product, Spelled::Atom,
                  Spelled::Product);
  case BO_Rem:
    return Joined(" % ", Spelled::Product, Spelled::Atom, Spelled::Product);
  case BO_Add:
    return Joined(" + ", Spelled::Sum, Spelled::Sum, Spelled::Sum);
  case BO_Sub:
    return Joined(" - ", Spelled::Sum, Spelled::Product, Spelled::Sum);
  case BO_Shl:
    return Joined(" << ", Spelled::Atom, Spelled::Atom, Spelled::Loose);
  case BO_Shr:
    return Joined(" >> ", Spelled::Atom, Spelled::Atom, Spelled::Loose);
  case BO_LT:
  case BO_GT:
  case BO_LE:
  case BO_GE:
  case BO_EQ:
  case BO_NE: {
    std::string Sign = " " + Op.getOpcodeStr().str() + " ";
    return Joined(Sign.c_str(), Spelled::Atom, Spelled::Atom, Spelled::Loose);
  }
  default:
    return {};
  }
}

HostArithmetic::Spelled HostArithmetic::spellCall(const CallExpr &Call,
                                                  unsigned Depth) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || !Callee->getIdentifier())
    return {};
  std::vector<Spelled> Args;
  for (const Expr *Arg : Call.arguments()) {
    Args.push_back(spell(Arg, Depth + 1));
    if (Args.back().Text.empty())
      return {};
  }
  StringRef Known = llvm::StringSwitch<StringRef>(Callee->getName())
                        .Cases({"ceil", "ceilf"}, "ceil")
                        .Cases({"floor", "floorf"}, "floor")
                        .Case("min", "min")
                        .Case("max", "max")
                        .Default("");
  if (!Known.empty()) {
    std::string Text;
    for (const Spelled &Arg : Args)
      Text += (Text.empty() ? "" : ", ") + Arg.Text;
    return {(Known + "(" + Text + ")").str(), Spelled::Atom};
  }
  const FunctionDecl *Body = nullptr;
  const Expr *Result = Callee->hasBody(Body) ? onlyResult(*Body) : nullptr;
  if (!Result || Body->getNumParams() != Args.size())
    return {};
  auto Before = Arguments;
  for (auto [I, Arg] : llvm::enumerate(Args))
    Arguments[Body->getParamDecl(I)] = Arg;
  Spelled Out = spell(Result, Depth + 1);
  Arguments = std::move(Before);
  return Out;
}

HostArithmetic::Spelled HostArithmetic::spell(const Expr *E, unsigned Depth) {
  if (Depth > MaxDepth || E->isTypeDependent() || E->isValueDependent())
    return {};
  E = E->IgnoreImplicit()->IgnoreParens()->IgnoreImplicit();
  if (const auto *Literal = dyn_cast<IntegerLiteral>(E))
    return {llvm::toString(Literal->getValue(), 10, /*Signed=*/false),
            Spelled::Atom};
  if (const auto *Literal = dyn_cast<FloatingLiteral>(E)) {
    llvm::SmallString<16> Text;
    Literal->getValue().toString(Text);
    return {Text.str().str(), Spelled::Atom};
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    // A cast to an integer rounds.
    if (!E->getType()->isArithmeticType() ||
        (isWhole(*E) && !isWhole(*Cast->getSubExpr()) &&
         !isa<CallExpr>(Cast->getSubExpr()->IgnoreImplicit())))
      return {};
    return spell(Cast->getSubExpr(), Depth + 1);
  }
  if (const auto *Given = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return spell(Given->getReplacement(), Depth + 1);
  if (const auto *SizeOf = dyn_cast<UnaryExprOrTypeTraitExpr>(E)) {
    std::optional<int64_t> Value = knownValue(SizeOf, Ctx);
    return Value ? Spelled{std::to_string(*Value), Spelled::Atom} : Spelled{};
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (std::optional<int64_t> Value = constantValue(E, Ctx);
        Value && *Value >= 0 &&
        !(isa<VarDecl>(Ref->getDecl()) &&
          Kept.count(cast<VarDecl>(Ref->getDecl())->getCanonicalDecl())))
      return {std::to_string(*Value), Spelled::Atom};
    return spellVariable(*Ref->getDecl(), Depth);
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    return spellBinary(*Op, Depth);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return spellCall(*Call, Depth);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    Spelled If = spell(Choice->getCond(), Depth + 1);
    Spelled Then = spell(Choice->getTrueExpr(), Depth + 1);
    Spelled Else = spell(Choice->getFalseExpr(), Depth + 1);
    if (If.Text.empty() || Then.Text.empty() || Else.Text.empty())
      return {};
    return {"(" + Then.Text + " if " + If.Text + " else " + Else.Text + ")",
            Spelled::Atom};
  }
  return {};
}

std::string HostArithmetic::text(const Expr *E) { return spell(E, 0).Text; }

std::string HostArithmetic::elements(const Expr *Bytes, int64_t ElementSize) {
  // `n * sizeof(float)` are n floats.
  std::vector<const Expr *> Factors = {Bytes};
  for (size_t I = 0; I < Factors.size();) {
    const Expr *E = Factors[I]->IgnoreParenCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
          Var && !Kept.count(Var->getCanonicalDecl()) && initialValue(*Var) &&
          isNeverChanged(*Var))
        E = initialValue(*Var)->IgnoreParenCasts();
    const auto *Op = dyn_cast<BinaryOperator>(E);
    if (!Op || Op->getOpcode() != BO_Mul) {
      Factors[I++] = E;
      continue;
    }
    Factors[I] = Op->getLHS();
    Factors.insert(Factors.begin() + I + 1, Op->getRHS());
  }
  auto Size = llvm::find_if(Factors, [&](const Expr *Factor) {
    return isa<UnaryExprOrTypeTraitExpr>(Factor) &&
           knownValue(Factor, Ctx) == ElementSize;
  });
  if (Size == Factors.end()) {
    std::string All = text(Bytes);
    return All.empty() || ElementSize == 1
               ? All
               : "(" + All + ") // " + std::to_string(ElementSize);
  }
  Factors.erase(Size);
  std::string Out;
  for (const Expr *Factor : Factors) {
    std::string Text = within(spell(Factor, 0), Spelled::Product);
    if (Text.empty())
      return "";
    Out += (Out.empty() ? "" : " * ") + Text;
  }
  return Out.empty() ? "1" : Out;
}

std::vector<std::string> HostArithmetic::shape(const Expr *E, unsigned Depth) {
  E = E->IgnoreImplicit()->IgnoreParens()->IgnoreImplicit();
  if (const auto *Cast = dyn_cast<CastExpr>(E);
      Cast && !E->getType()->isArithmeticType())
    return shape(Cast->getSubExpr(), Depth);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E);
      Ref && !E->getType()->isArithmeticType()) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var || !Var->getInit() || Depth > MaxDepth)
      return {};
    return shape(Var->getInit(), Depth + 1);
  }
  std::vector<const Expr *> Parts = {E};
  if (const auto *Made = dyn_cast<CXXConstructExpr>(E)) {
    if (Made->getConstructor()->isCopyOrMoveConstructor())
      return shape(Made->getArg(0), Depth + 1);
    Parts.assign(Made->arg_begin(), Made->arg_end());
  } else if (const auto *List = dyn_cast<InitListExpr>(E)) {
    Parts.assign(List->inits().begin(), List->inits().end());
  }
  std::vector<std::string> Out;
  for (const Expr *Part : Parts) {
    if (isa<CXXDefaultArgExpr>(Part))
      break;
    Out.push_back(text(Part));
    if (Out.back().empty())
      return {};
  }
  return Out;
}

} // namespace cudapipe
