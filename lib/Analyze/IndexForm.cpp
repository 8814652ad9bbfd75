//===- IndexForm.cpp - Subscripts as linear forms -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexForm.h"
#include "cudapipe/Analyze/AccessType.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {
namespace {

struct Term {
  int64_t Factor = 0;
  VarSet Vars; ///< Everything the term reads.
};

/// Constant + sum of Factor * key. Keys name a variable or an opaque whole.
struct Form {
  int64_t Constant = 0;
  std::map<std::string, Term> Terms;

  std::string key() const {
    std::string Out = std::to_string(Constant);
    for (const auto &[Name, T] : Terms)
      Out += "+" + std::to_string(T.Factor) + "*" + Name;
    return Out;
  }
  VarSet vars() const {
    VarSet Out;
    for (const auto &Entry : Terms)
      Out.insert(Entry.second.Vars.begin(), Entry.second.Vars.end());
    return Out;
  }
};

class Reader {
public:
  Reader(const Definitions &Defs, const ASTContext &Ctx)
      : Defs(Defs), Ctx(Ctx) {}

  Form read(const Expr *E, unsigned Depth = 0) const {
    E = E->IgnoreParens();
    while (const auto *Cast = dyn_cast<CastExpr>(E)) {
      if (narrows(Cast))
        return opaque(E);
      E = Cast->getSubExpr()->IgnoreParens();
    }
    Form Out;
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
        return single(llvm::formatv("v{0}", (const void *)Var), Vars);
      }
    if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
      switch (Op->getOpcode()) {
      case BO_Add:
      case BO_Sub:
        return sum(read(Op->getLHS(), Depth), read(Op->getRHS(), Depth),
                   Op->getOpcode() == BO_Add ? 1 : -1);
      case BO_Mul: {
        Form Left = read(Op->getLHS(), Depth),
             Right = read(Op->getRHS(), Depth);
        if (Left.Terms.empty())
          std::swap(Left, Right);
        if (Right.Terms.empty())
          return sum(Form(), Left, Right.Constant);
        // A template parameter scales every term.
        if (Left.vars().empty())
          std::swap(Left, Right);
        if (Right.vars().empty()) {
          Form Scaled;
          if (Left.Constant)
            Scaled.Terms["*(" + Right.key() + ")"].Factor = Left.Constant;
          for (const auto &[Name, T] : Left.Terms)
            Scaled.Terms[Name + "*(" + Right.key() + ")"] = T;
          return Scaled;
        }
        return single("(" + Left.key() + ")*(" + Right.key() + ")",
                      both(Left, Right));
      }
      case BO_Div:
      case BO_Rem: {
        Form Left = read(Op->getLHS(), Depth),
             Right = read(Op->getRHS(), Depth);
        return single("(" + Left.key() + ")" +
                          (Op->getOpcode() == BO_Div ? "div" : "mod") +
                          Right.key(),
                      both(Left, Right));
      }
      case BO_Shl:
        if (auto Bits = constantValue(Op->getRHS(), Ctx); Bits && *Bits < 32)
          return sum(Form(), read(Op->getLHS(), Depth), int64_t(1) << *Bits);
        break;
      default:
        break;
      }
    }
    return opaque(E);
  }

private:
  Form opaque(const Expr *E) const {
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

  static VarSet both(const Form &A, const Form &B) {
    VarSet Out = A.vars();
    VarSet More = B.vars();
    Out.insert(More.begin(), More.end());
    return Out;
  }
  static Form single(std::string Key, VarSet Vars) {
    Form Out;
    Out.Terms[std::move(Key)] = Term{1, std::move(Vars)};
    return Out;
  }
  static Form sum(Form A, const Form &B, int64_t Factor) {
    A.Constant += Factor * B.Constant;
    for (const auto &[Name, T] : B.Terms) {
      Term &Mine = A.Terms[Name];
      Mine.Factor += Factor * T.Factor;
      Mine.Vars = T.Vars;
      if (Mine.Factor == 0)
        A.Terms.erase(Name);
    }
    return A;
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

/// The subscripts of \p E, outermost array first; the rest (casts, members,
/// the array itself) is the frame, which must agree for a comparison.
std::vector<Form> subscripts(const Expr *E, const Reader &R) {
  std::vector<Form> Out;
  while (true) {
    E = E->IgnoreParenCasts();
    if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
      Out.push_back(R.read(Sub->getIdx()));
      E = Sub->getBase();
    } else if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
      E = Op->getSubExpr();
    } else if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      E = Member->getBase();
    } else if (const auto *Op = dyn_cast<BinaryOperator>(E);
               Op && Op->isAdditiveOp()) {
      Out.push_back(R.read(Op->getRHS()));
      E = Op->getLHS();
    } else {
      break;
    }
  }
  std::reverse(Out.begin(), Out.end());
  return Out;
}

/// The variable of a loop that only counts up: every trip has another value.
const VarDecl *monotonicVariable(const ForStmt &Loop) {
  const Expr *Inc = Loop.getInc() ? Loop.getInc()->IgnoreParens() : nullptr;
  const Expr *Target = nullptr;
  if (const auto *Op = dyn_cast_or_null<UnaryOperator>(Inc))
    Target = Op->isIncrementDecrementOp() ? Op->getSubExpr() : nullptr;
  else if (const auto *Op = dyn_cast_or_null<BinaryOperator>(Inc))
    Target = Op->getOpcode() == BO_AddAssign || Op->getOpcode() == BO_SubAssign
                 ? Op->getLHS()
                 : nullptr;
  const auto *Ref =
      Target ? dyn_cast<DeclRefExpr>(Target->IgnoreParenImpCasts()) : nullptr;
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// The factor of \p Var in \p F; nothing if it is also inside an opaque term.
/// A template parameter as factor counts as large: it is a row's length.
std::optional<int64_t> factorOf(const Form &F, const VarDecl *Var) {
  int64_t Out = 0;
  std::string Own = llvm::formatv("v{0}", (const void *)Var);
  for (const auto &[Name, T] : F.Terms) {
    if (Name == Own)
      Out = T.Factor;
    else if (llvm::StringRef(Name).starts_with(Own + "*") && T.Vars.size() == 1)
      Out = T.Factor * 1024;
    else if (T.Vars.count(Var))
      return std::nullopt;
  }
  return Out;
}

/// Elements of the tile that one store of \p Copy covers.
int64_t width(const TileCopy &Copy, const ASTContext &Ctx) {
  QualType Element = Ctx.getBaseElementType(Copy.Tile->getType());
  QualType Stored = accessType(Copy.Destination, Ctx);
  if (Ctx.hasSameUnqualifiedType(Element, Stored))
    return 1;
  if (Element->isDependentType() || Stored->isDependentType())
    return 16;
  int64_t StoredBytes = Ctx.getTypeSizeInChars(Stored).getQuantity();
  int64_t ElementBytes = Ctx.getTypeSizeInChars(Element).getQuantity();
  return ElementBytes ? (StoredBytes + ElementBytes - 1) / ElementBytes : 16;
}

/// `E div c` and `E mod c`, E linear in \p Var, anywhere in \p Forms with
/// factors that keep them apart: distinct E give distinct elements.
bool hasDivModPair(const std::vector<Form> &Forms, const VarDecl *Var,
                   int64_t Width) {
  for (const Form &A : Forms)
    for (const auto &[DivName, Div] : A.Terms) {
      size_t At = DivName.rfind(")div");
      if (At == std::string::npos || !Div.Vars.count(Var))
        continue;
      std::string Inner = DivName.substr(0, At + 1);
      std::string Own = llvm::formatv("v{0}", (const void *)Var);
      if (Inner.find("*" + Own) == std::string::npos ||
          Inner.find("div") != std::string::npos ||
          Inner.find("mod") != std::string::npos ||
          Inner.find('x') != Inner.rfind('x'))
        continue;
      std::string ModName = Inner + "mod" + DivName.substr(At + 4);
      int64_t Divisor = std::atoll(DivName.c_str() + At + 4);
      for (const Form &B : Forms) {
        auto Mod = B.Terms.find(ModName);
        if (Mod == B.Terms.end() || Divisor <= 0 ||
            std::abs(Mod->second.Factor) < Width)
          continue;
        if (&A != &B)
          return true;
        if (std::abs(Div.Factor) >= Divisor * std::abs(Mod->second.Factor))
          return true;
      }
    }
  return false;
}

} // namespace

bool sameExpression(const Expr *A, const Expr *B, const ASTContext &Ctx) {
  llvm::FoldingSetNodeID IdA, IdB;
  A->IgnoreParens()->Profile(IdA, Ctx, /*Canonical=*/true);
  B->IgnoreParens()->Profile(IdB, Ctx, /*Canonical=*/true);
  return IdA == IdB;
}

bool storesDistinctElements(const TileCopy &Copy, const Definitions &Defs,
                            const ASTContext &Ctx) {
  if (Copy.Loops.empty())
    return true;
  Reader R(Defs, Ctx);
  std::vector<Form> Forms = subscripts(Copy.Destination, R);
  llvm::SmallVector<const VarDecl *, 2> Vars;
  for (const ForStmt *Loop : Copy.Loops) {
    Vars.push_back(monotonicVariable(*Loop));
    if (!Vars.back())
      return false;
  }
  int64_t Width = width(Copy, Ctx);
  if (Vars.size() == 1 && hasDivModPair(Forms, Vars[0], Width))
    return true;

  // A subscript of its own for each loop.
  auto StepOf = [&](const VarDecl *Var) -> int64_t {
    const ForStmt *Loop = Copy.Loops[llvm::find(Vars, Var) - Vars.begin()];
    std::optional<CountedLoop> Counted = countedLoop(*Loop, Ctx);
    return Counted && !Counted->Symbolic ? Counted->StepValue : 1;
  };
  bool Separate = llvm::all_of(Vars, [&](const VarDecl *Var) {
    return llvm::any_of(Forms, [&](const Form &F) {
      std::optional<int64_t> Factor = factorOf(F, Var);
      int64_t Needed = &F == &Forms.back() ? Width : 1;
      return Factor && *Factor != 0 &&
             std::abs(*Factor) * StepOf(Var) >= Needed &&
             llvm::none_of(Vars, [&](const VarDecl *Other) {
               return Other != Var && F.vars().count(Other);
             });
    });
  });
  if (Separate)
    return true;

  // Otherwise list the offsets of all trips of counted loops.
  if (Forms.empty())
    return false;
  llvm::SmallVector<int64_t, 64> Offsets{0};
  for (auto [I, Loop] : llvm::enumerate(Copy.Loops)) {
    std::optional<CountedLoop> Counted = countedLoop(*Loop, Ctx);
    std::optional<int64_t> Factor = factorOf(Forms.back(), Vars[I]);
    bool Elsewhere =
        llvm::any_of(llvm::drop_end(Forms), [&, I = I](const Form &F) {
          return F.vars().count(Vars[I]);
        });
    if (!Counted || Counted->Symbolic || !Factor || Elsewhere ||
        Offsets.size() * Counted->Trips > 65536)
      return false;
    llvm::SmallVector<int64_t, 64> Next;
    for (int64_t Offset : Offsets)
      for (uint64_t Trip = 0; Trip < Counted->Trips; ++Trip)
        Next.push_back(Offset + *Factor * Counted->StepValue * int64_t(Trip));
    Offsets = std::move(Next);
  }
  llvm::sort(Offsets);
  return std::adjacent_find(Offsets.begin(), Offsets.end(),
                            [&](int64_t Low, int64_t High) {
                              return High - Low < Width;
                            }) == Offsets.end();
}

bool storeDifferentElements(const TileCopy &A, const TileCopy &B,
                            const Definitions &Defs, const VarSet &Changing,
                            const ASTContext &Ctx) {
  if (!A.Loops.empty() || !B.Loops.empty())
    return false;
  Reader R(Defs, Ctx);
  std::vector<Form> FormsA = subscripts(A.Destination, R);
  std::vector<Form> FormsB = subscripts(B.Destination, R);
  if (FormsA.size() != FormsB.size() || A.Bytes != B.Bytes)
    return false;
  for (auto [FormA, FormB] : llvm::zip(FormsA, FormsB)) {
    VarSet Vars = FormA.vars();
    if (llvm::any_of(Vars,
                     [&](const VarDecl *Var) { return Changing.count(Var); }))
      continue;
    bool SameTerms =
        llvm::equal(FormA.Terms, FormB.Terms, [](const auto &X, const auto &Y) {
          return X.first == Y.first && X.second.Factor == Y.second.Factor;
        });
    int64_t Needed =
        &FormA == &FormsA.back() ? std::max(width(A, Ctx), width(B, Ctx)) : 1;
    if (SameTerms && std::abs(FormA.Constant - FormB.Constant) >= Needed)
      return true;
  }
  return false;
}

} // namespace cudapipe
