//===- LinearForm.cpp - Integer expressions as linear forms ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearForm.h"
#include "Analyze/Loop/LoopStep.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TripCount.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {

static LinearForm plainSum(LinearForm A, const LinearForm &B, int64_t Factor) {
  A.Constant += Factor * B.Constant;
  for (const auto &[Name, T] : B.Terms) {
    LinearTerm &Mine = A.Terms[Name];
    int64_t Sum = Mine.Factor + Factor * T.Factor;
    Mine = T;
    Mine.Factor = Sum;
    if (Sum == 0)
      A.Terms.erase(Name);
  }
  return A;
}

LinearForm sum(LinearForm A, const LinearForm &B, int64_t Factor) {
  A = plainSum(std::move(A), B, Factor);
  // (e / c) * c + e % c == e, for every e.
  for (const auto &[QuotientName, Q] : A.Terms)
    for (const auto &[RemainderName, R] : A.Terms)
      if (Q.Quotient && R.Remainder && Q.Quotient->Key == R.Remainder->Key &&
          Q.Factor % R.Factor == 0 &&
          Q.Quotient->undoneBy(Q.Factor / R.Factor)) {
        std::shared_ptr<const Division> Whole = Q.Quotient;
        int64_t Times = R.Factor;
        A.Terms.erase(std::string(QuotientName));
        A.Terms.erase(std::string(RemainderName));
        return sum(std::move(A), Whole->Dividend, Times);
      }
  return A;
}

std::string linearKey(const VarDecl *Var) {
  return llvm::formatv("v{0}", (const void *)Var);
}

namespace {

class Reader {
public:
  Reader(const Definitions &Defs, const ASTContext &Ctx)
      : Defs(Defs), Ctx(Ctx) {}

  LinearForm read(const Expr *E, unsigned Depth = 0) const {
    E = E->IgnoreParens();
    while (const auto *Cast = dyn_cast<CastExpr>(E)) {
      if (narrows(Cast))
        return opaque(E);
      E = Cast->getSubExpr()->IgnoreParens();
    }
    LinearForm Out;
    if (std::optional<int64_t> Value = constantValue(E, Ctx)) {
      Out.Constant = *Value;
      return Out;
    }
    if (isTemplateConstant(E, Ctx)) {
      llvm::FoldingSetNodeID Id;
      E->Profile(Id, Ctx, /*Canonical=*/true);
      return single(llvm::formatv("c{0}", Id.ComputeHash()), {});
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl())) {
        auto It = Defs.find(Var);
        if (It != Defs.end() && Depth < 8)
          return read(It->second, Depth + 1);
        VarSet Vars;
        Vars.insert(Var);
        return single(linearKey(Var), Vars);
      }
    if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
      switch (Op->getOpcode()) {
      case BO_Add:
      case BO_Sub:
        return sum(read(Op->getLHS(), Depth), read(Op->getRHS(), Depth),
                   Op->getOpcode() == BO_Add ? 1 : -1);
      case BO_Mul: {
        LinearForm Left = read(Op->getLHS(), Depth),
                   Right = read(Op->getRHS(), Depth);
        if (Left.Terms.empty())
          std::swap(Left, Right);
        if (Right.Terms.empty())
          return sum(LinearForm(), Left, Right.Constant);
        // A template parameter scales every term.
        if (Left.vars().empty())
          std::swap(Left, Right);
        if (Right.vars().empty()) {
          LinearForm Scaled;
          if (Left.Constant)
            Scaled.Terms["*(" + Right.key() + ")"].Factor = Left.Constant;
          for (const auto &[Name, T] : Left.Terms) {
            LinearTerm &Its = Scaled.Terms[Name + "*(" + Right.key() + ")"] =
                scaled(T, Right.key());
            LinearForm Alone;
            Alone.Terms[Name] = T;
            Alone.Terms[Name].Factor = 1;
            Its.Multiplied = std::make_shared<Product>(Product{Alone, Right});
          }
          return Scaled;
        }
        LinearForm Out = single("(" + Left.key() + ")*(" + Right.key() + ")",
                                both(Left, Right));
        Out.Terms.begin()->second.Multiplied =
            std::make_shared<Product>(Product{Left, Right});
        return Out;
      }
      case BO_Div:
      case BO_Rem: {
        LinearForm Left = read(Op->getLHS(), Depth),
                   Right = read(Op->getRHS(), Depth);
        return divided(Op->getOpcode() == BO_Div, roundingOf(*Op), Left, Right);
      }
      // Together they make their operand again, as / and % do.
      case BO_Shr:
        if (auto Bits = constantValue(Op->getRHS(), Ctx);
            Bits && *Bits >= 0 && *Bits < 31)
          return divided(true, roundingOf(*Op), read(Op->getLHS(), Depth),
                         number(int64_t(1) << *Bits));
        break;
      case BO_And:
        if (auto Mask = constantValue(Op->getRHS(), Ctx);
            Mask && *Mask > 0 && *Mask < INT32_MAX &&
            llvm::isPowerOf2_64(*Mask + 1))
          return divided(false, roundingOf(*Op), read(Op->getLHS(), Depth),
                         number(*Mask + 1));
        break;
      case BO_Xor:
        return swizzled(*Op, Depth);
      case BO_Shl:
        if (auto Bits = constantValue(Op->getRHS(), Ctx); Bits && *Bits < 32)
          return sum(LinearForm(), read(Op->getLHS(), Depth),
                     int64_t(1) << *Bits);
        break;
      default:
        break;
      }
    }
    return opaque(E);
  }

private:
  static LinearTerm scaled(LinearTerm T, const std::string &By) {
    T.Remainder = nullptr;
    T.Swizzled = nullptr;
    T.Multiplied = nullptr;
    if (T.Quotient) {
      auto Scaled = std::make_shared<Division>(*T.Quotient);
      Scaled->ScaleKey = Scaled->ScaleKey.empty() ? By : "?";
      T.Quotient = std::move(Scaled);
    }
    return T;
  }
  static LinearForm number(int64_t Value) {
    LinearForm Out;
    Out.Constant = Value;
    return Out;
  }
  /// What a quotient or remainder of a negative number would be: of another as
  /// an unsigned one, and >> and & round down.
  std::string roundingOf(const BinaryOperator &Op) const {
    bool Down = (Op.getOpcode() == BO_Shr || Op.getOpcode() == BO_And) &&
                !Op.getType()->isUnsignedIntegerType() &&
                !isNonNegative(Op.getLHS(), Ctx);
    return (Down ? "down " : "") +
           Op.getType().getCanonicalType().getAsString();
  }
  static LinearForm divided(bool IsDiv, const std::string &Rounding,
                            const LinearForm &Left, const LinearForm &Right) {
    auto Whole = std::make_shared<Division>();
    Whole->Dividend = Left;
    Whole->DivisorKey = Right.key();
    Whole->Key = "(" + Left.key() + ")by" + Right.key() + ":" + Rounding;
    if (Right.Terms.empty())
      Whole->Divisor = Right.Constant;
    LinearForm Out =
        single((IsDiv ? "div" : "mod") + Whole->Key, both(Left, Right));
    LinearTerm &T = Out.Terms.begin()->second;
    (IsDiv ? T.Quotient : T.Remainder) = std::move(Whole);
    return Out;
  }
  LinearForm swizzled(const BinaryOperator &Xor, unsigned Depth) const {
    auto Both = std::make_shared<Swizzle>(
        Swizzle{read(Xor.getLHS(), Depth), read(Xor.getRHS(), Depth), &Xor});
    LinearForm Out =
        single("(" + Both->Left.key() + ")^(" + Both->Right.key() + ")",
               both(Both->Left, Both->Right));
    Out.Terms.begin()->second.Swizzled = std::move(Both);
    return Out;
  }
  LinearForm opaque(const Expr *E) const {
    llvm::FoldingSetNodeID Id;
    E->Profile(Id, Ctx, /*Canonical=*/true);
    VarSet Vars;
    collect(E, Vars);
    return single(llvm::formatv("x{0}", Id.ComputeHash()), Vars);
  }
  /// The cast drops bits: equal results may come from different values.
  bool narrows(const CastExpr *Cast) const {
    QualType From = Cast->getSubExpr()->getType(), To = Cast->getType();
    if (From->isDependentType() || To->isDependentType() ||
        !From->isIntegralOrEnumerationType() ||
        !To->isIntegralOrEnumerationType())
      return Cast->getCastKind() == CK_FloatingToIntegral;
    return Ctx.getTypeSize(To) < Ctx.getTypeSize(From);
  }

  static VarSet both(const LinearForm &A, const LinearForm &B) {
    VarSet Out = A.vars();
    VarSet More = B.vars();
    Out.insert(More.begin(), More.end());
    return Out;
  }
  static LinearForm single(std::string Key, VarSet Vars) {
    LinearForm Out;
    Out.Terms[std::move(Key)] = LinearTerm{1, std::move(Vars)};
    return Out;
  }
  static void collect(const Stmt *S, VarSet &Out) {
    if (!S)
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
        Out.insert(Var);
    for (const Stmt *Child : S->children())
      collect(Child, Out);
  }

  const Definitions &Defs;
  const ASTContext &Ctx;
};

} // namespace

LinearForm linearForm(const Expr *E, const Definitions &Defs,
                      const ASTContext &Ctx) {
  return Reader(Defs, Ctx).read(E);
}

} // namespace cudapipe
