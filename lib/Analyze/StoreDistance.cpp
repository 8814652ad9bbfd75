//===- StoreDistance.cpp - Do two stores hit one element? -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   float *As = smem, *Bs = smem + 1024;
//   As[t] = ...;                      byte 4 t
//   Bs[t + 64 * i] = ...;             byte 4 t + 4096 + 256 i, i in [0, 3]
//
// What one thread stores is compared: both addresses as linear forms over the
// same variables, in bytes from the start of the array.
//
//===----------------------------------------------------------------------===//

#include "LinearForm.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

class ByteOffset {
public:
  ByteOffset(const Definitions &Defs, const ASTContext &Ctx)
      : Defs(Defs), Ctx(Ctx) {}

  /// Bytes from the start of \p Tile to the glvalue or pointer \p E.
  std::optional<LinearForm> of(const Expr *E, const VarDecl *Tile,
                               unsigned Depth = 0) const {
    E = E->IgnoreParens();
    while (const auto *Cast = dyn_cast<CastExpr>(E)) {
      if (isa<CXXMemberCallExpr>(Cast->getSubExpr()->IgnoreParens()))
        return std::nullopt;
      E = Cast->getSubExpr()->IgnoreParens();
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      if (Var == Tile)
        return LinearForm();
      // A parameter of a called function.
      if (auto It = Defs.find(Var); It != Defs.end() && Depth <= 6)
        return of(It->second, Tile, Depth + 1);
      if (!Var || !Var->getInit() || Depth > 6 || !isNeverChanged(*Var) ||
          !(Var->getType()->isPointerType() ||
            Var->getType()->isReferenceType()))
        return std::nullopt;
      return of(Var->getInit(), Tile, Depth + 1);
    }
    if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E))
      return moved(Sub->getBase(), Sub->getIdx(), 1, Tile, Depth);
    if (const auto *Op = dyn_cast<UnaryOperator>(E))
      if (Op->getOpcode() == UO_AddrOf || Op->getOpcode() == UO_Deref)
        return of(Op->getSubExpr(), Tile, Depth);
    if (const auto *Op = dyn_cast<BinaryOperator>(E);
        Op && Op->isAdditiveOp()) {
      bool Swapped = Op->getLHS()->getType()->isIntegerType();
      const Expr *Pointer = Swapped ? Op->getRHS() : Op->getLHS();
      const Expr *Index = Swapped ? Op->getLHS() : Op->getRHS();
      if (Index->getType()->isIntegerType())
        return moved(Pointer, Index, Op->getOpcode() == BO_Add ? 1 : -1, Tile,
                     Depth);
    }
    return std::nullopt;
  }

private:
  std::optional<LinearForm> moved(const Expr *Pointer, const Expr *Index,
                                  int Sign, const VarDecl *Tile,
                                  unsigned Depth) const {
    QualType Element = accessType(Pointer, Ctx);
    if (Element->isPointerType())
      Element = Element->getPointeeType();
    else if (const ArrayType *Array = Ctx.getAsArrayType(Element))
      Element = Array->getElementType();
    else
      return std::nullopt;
    if (Element->isDependentType() || Element->isIncompleteType())
      return std::nullopt;
    std::optional<LinearForm> Base = of(Pointer, Tile, Depth);
    if (!Base)
      return std::nullopt;
    int64_t Bytes = Ctx.getTypeSizeInChars(Element).getQuantity();
    return sum(*Base, linearForm(Index, Defs, Ctx), Sign * Bytes);
  }

  const Definitions &Defs;
  const ASTContext &Ctx;
};

/// Inclusive bounds.
struct Range {
  int64_t Low = 0, High = 0;
};

/// Takes the counters of \p Loops out of \p F and gives what they add, if each
/// is bounded and stands alone.
std::optional<Range> takeCounters(LinearForm &F,
                                  llvm::ArrayRef<const ForStmt *> Loops,
                                  const ASTContext &Ctx) {
  Range Out;
  for (const ForStmt *Loop : Loops) {
    std::optional<CountedLoop> Counted = countedLoop(*Loop, Ctx);
    if (!Counted || Counted->Symbolic)
      return std::nullopt;
    auto It = F.Terms.find(linearKey(Counted->Var));
    Range Values{0, 0};
    if (Counted->ConstantStart) {
      Values.Low = Counted->leastValue();
      Values.High = Values.Low + (int64_t(Counted->Trips) - 1) *
                                     std::abs(Counted->StepValue);
    } else {
      // A start that differs from thread to thread is not negative.
      std::optional<int64_t> Limit =
          Counted->Limit ? constantValue(Counted->Limit, Ctx) : std::nullopt;
      if (!Limit)
        return std::nullopt;
      Values.High = *Limit - 1;
    }
    if (It != F.Terms.end()) {
      int64_t Factor = It->second.Factor;
      Out.Low += Factor * (Factor > 0 ? Values.Low : Values.High);
      Out.High += Factor * (Factor > 0 ? Values.High : Values.Low);
      F.Terms.erase(It);
    }
    if (F.vars().count(Counted->Var))
      return std::nullopt;
  }
  return Out;
}

} // namespace

bool storeDifferentElements(const TileCopy &A, const TileCopy &B,
                            const Definitions &DefsA, const Definitions &DefsB,
                            const VarSet &Changing, const ASTContext &Ctx) {
  std::optional<LinearForm>
      FormA = ByteOffset(DefsA, Ctx).of(A.Destination, A.Tile),
      FormB = ByteOffset(DefsB, Ctx).of(B.Destination, B.Tile);
  if (!FormA || !FormB || !A.Bytes || !B.Bytes)
    return false;
  std::optional<Range> RangeA = takeCounters(*FormA, A.Loops, Ctx),
                       RangeB = takeCounters(*FormB, B.Loops, Ctx);
  if (!RangeA || !RangeB)
    return false;
  LinearForm Distance = sum(*FormB, *FormA, -1);
  VarSet Vars = FormA->vars();
  for (const VarDecl *Var : FormB->vars())
    Vars.insert(Var);
  if (!Distance.Terms.empty() || llvm::any_of(Vars, [&](const VarDecl *Var) {
        return Changing.count(Var);
      }))
    return false;
  int64_t Low = Distance.Constant + RangeB->Low - RangeA->High;
  int64_t High = Distance.Constant + RangeB->High - RangeA->Low;
  return Low >= int64_t(A.Bytes) || High <= -int64_t(B.Bytes);
}

} // namespace cudapipe
