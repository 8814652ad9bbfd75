//===- IndexForm.cpp - Subscripts as linear forms -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexForm.h"
#include "LinearForm.h"
#include "cudapipe/Analyze/AccessType.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {
namespace {

/// The subscripts of \p E, outermost array first; the rest (casts, members,
/// the array itself) is the frame, which must agree for a comparison.
std::vector<LinearForm> subscripts(const Expr *E, const Definitions &Defs,
                             const ASTContext &Ctx) {
  std::vector<LinearForm> Out;
  while (true) {
    E = E->IgnoreParenCasts();
    if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
      Out.push_back(linearForm(Sub->getIdx(), Defs, Ctx));
      E = Sub->getBase();
    } else if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
      E = Op->getSubExpr();
    } else if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      E = Member->getBase();
    } else if (const auto *Op = dyn_cast<BinaryOperator>(E);
               Op && Op->isAdditiveOp()) {
      Out.push_back(linearForm(Op->getRHS(), Defs, Ctx));
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
std::optional<int64_t> factorOf(const LinearForm &F, const VarDecl *Var) {
  int64_t Out = 0;
  std::string Own = linearKey(Var);
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
  QualType Element = Copy.Name->getType();
  if (Element->isPointerType())
    Element = Element->getPointeeType();
  Element = Ctx.getBaseElementType(Element);
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
bool hasDivModPair(const std::vector<LinearForm> &Forms, const VarDecl *Var,
                   int64_t Width) {
  for (const LinearForm &A : Forms)
    for (const auto &[DivName, Div] : A.Terms) {
      size_t At = DivName.rfind(")div");
      if (At == std::string::npos || !Div.Vars.count(Var))
        continue;
      std::string Inner = DivName.substr(0, At + 1);
      std::string Own = linearKey(Var);
      if (Inner.find("*" + Own) == std::string::npos ||
          Inner.find("div") != std::string::npos ||
          Inner.find("mod") != std::string::npos ||
          Inner.find('x') != Inner.rfind('x'))
        continue;
      std::string ModName = Inner + "mod" + DivName.substr(At + 4);
      int64_t Divisor = std::atoll(DivName.c_str() + At + 4);
      for (const LinearForm &B : Forms) {
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
  std::vector<LinearForm> Forms = subscripts(Copy.Destination, Defs, Ctx);
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
    return llvm::any_of(Forms, [&](const LinearForm &F) {
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
        llvm::any_of(llvm::drop_end(Forms), [&, I = I](const LinearForm &F) {
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

bool storeDifferentSubscripts(const TileCopy &A, const TileCopy &B,
                              const Definitions &Defs, const VarSet &Changing,
                              const ASTContext &Ctx) {
  if (!A.Loops.empty() || !B.Loops.empty() || A.Name != B.Name ||
      (A.Name != A.Tile && !isNeverChanged(*A.Name)))
    return false;
  std::vector<LinearForm> FormsA = subscripts(A.Destination, Defs, Ctx);
  std::vector<LinearForm> FormsB = subscripts(B.Destination, Defs, Ctx);
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
