//===- ArraySlices.cpp - A slice a trip -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/ArraySlices.h"
#include "Analyze/Integers/LinearForm.h"
#include "CopyReader.h"
#include "cudapipe/Analyze/AccessType.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

/// `for (int i = start; ...; i += step)`.
struct CountedHeader {
  const VarDecl *Var;
  /// As terms: the variable and its step.
  std::string PlainKey, StepKey;
  int64_t StepValue; ///< 0 if not known.
  bool FromZero;
};

std::optional<CountedHeader> readHeader(const ForStmt &Loop,
                                        const Definitions &Defs,
                                        const ASTContext &Ctx) {
  const auto *Decls = dyn_cast_or_null<DeclStmt>(Loop.getInit());
  const auto *Var = Decls && Decls->isSingleDecl()
                        ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                        : nullptr;
  const Expr *Inc = Loop.getInc() ? Loop.getInc()->IgnoreParens() : nullptr;
  if (!Var || !Var->getInit() || !Inc || !Var->getType()->isIntegerType())
    return std::nullopt;
  auto IsVar = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == Var;
  };
  LinearForm Plain, Step;
  LinearTerm &Own = Plain.Terms[linearKey(Var)];
  Own.Factor = 1;
  Own.Vars.insert(Var);
  if (const auto *Op = dyn_cast<UnaryOperator>(Inc);
      Op && Op->isIncrementOp() && IsVar(Op->getSubExpr()))
    Step.Constant = 1;
  else if (const auto *Op = dyn_cast<BinaryOperator>(Inc);
           Op && Op->getOpcode() == BO_AddAssign && IsVar(Op->getLHS()))
    Step = linearForm(Op->getRHS(), Defs, Ctx);
  else
    return std::nullopt;
  // The step must be the same in every trip.
  for (const VarDecl *Part : Step.vars())
    if (!isNeverChanged(*Part))
      return std::nullopt;
  std::optional<int64_t> Start = constantValue(Var->getInit(), Ctx);
  return CountedHeader{Var, Plain.key(), Step.key(),
                       Step.Terms.empty() ? Step.Constant : 0,
                       Start && *Start == 0};
}

/// Elements [Index, Index + Width) of the array.
struct Access {
  LinearForm Index;
  int64_t Width;
};

class SliceReader {
public:
  SliceReader(const VarDecl &Array, const Definitions &Defs,
              const ASTContext &Ctx)
      : Array(Array), Defs(Defs), Ctx(Ctx) {}

  /// Adds the accesses in \p S; false if the array is used in another way.
  bool read(const Stmt *S) {
    if (!S)
      return true;
    if (const auto *E = dyn_cast<Expr>(S))
      if (const ArraySubscriptExpr *Element = elementIn(E))
        return add(E, *Element) && read(subscriptIndex(*Element));
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      return Ref->getDecl() != &Array;
    return llvm::all_of(S->children(),
                        [&](const Stmt *Child) { return read(Child); });
  }
  std::vector<Access> Accesses;

private:
  /// `array[i]` in \p E, if E is this element or more from there on: through
  /// &, casts, * and [0].
  const ArraySubscriptExpr *elementIn(const Expr *E) const {
    while (true) {
      E = E->IgnoreParens();
      if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
        const auto *Ref =
            dyn_cast<DeclRefExpr>(subscriptBase(*Sub)->IgnoreParenImpCasts());
        if (Ref && Ref->getDecl() == &Array)
          return Sub;
        std::optional<int64_t> At = constantValue(subscriptIndex(*Sub), Ctx);
        if (!At || *At != 0)
          return nullptr;
        E = subscriptBase(*Sub);
      } else if (const auto *Op = dyn_cast<UnaryOperator>(E);
                 Op && (Op->getOpcode() == UO_Deref ||
                        Op->getOpcode() == UO_AddrOf)) {
        E = Op->getSubExpr();
      } else if (const auto *Cast = dyn_cast<CastExpr>(E);
                 Cast && Cast->getCastKind() != CK_LValueToRValue) {
        E = Cast->getSubExpr();
      } else {
        return nullptr;
      }
    }
  }
  bool add(const Expr *Whole, const ArraySubscriptExpr &Element) {
    QualType Object = accessType(Whole->IgnoreParenImpCasts(), Ctx);
    QualType One = accessType(&Element, Ctx);
    // An address on its own may lead anywhere.
    if (Object->isPointerType() || Object->isDependentType() ||
        One->isDependentType() || One->isArrayType() ||
        !Whole->IgnoreParenImpCasts()->isGLValue())
      return false;
    int64_t Bytes = Ctx.getTypeSizeInChars(Object).getQuantity(),
            Unit = Ctx.getTypeSizeInChars(One).getQuantity();
    if (Unit == 0)
      return false;
    Accesses.push_back({linearForm(subscriptIndex(Element), Defs, Ctx),
                        std::max<int64_t>(1, (Bytes + Unit - 1) / Unit)});
    return true;
  }

  const VarDecl &Array;
  const Definitions &Defs;
  const ASTContext &Ctx;
};

/// By how much \p Index grows from trip to trip, 0 if that is not known. All
/// its other terms stay as they are.
int64_t advance(const LinearForm &Index, const CountedHeader &Header) {
  int64_t Out = 0;
  for (const auto &[Name, T] : Index.Terms) {
    if (!T.Vars.count(Header.Var))
      continue;
    if (Out != 0)
      return 0;
    if (Name == linearKey(Header.Var))
      Out = T.Factor * Header.StepValue;
    // i / STRIDE counts the trips of a loop from 0 in steps of STRIDE.
    else if (T.Quotient && Header.FromZero && T.Quotient->ScaleKey.empty() &&
             T.Quotient->DivisorKey == Header.StepKey &&
             T.Quotient->Dividend.key() == Header.PlainKey)
      Out = T.Factor;
    if (Out == 0)
      return 0;
  }
  return std::abs(Out);
}

} // namespace

bool touchesOwnSlice(const VarDecl &Array, const ForStmt &Loop,
                     llvm::ArrayRef<const Stmt *> Statements,
                     const FunctionDecl &Function, const ASTContext &Ctx) {
  Definitions Defs;
  collectDefinitions(Function.getBody(), Defs);
  std::optional<CountedHeader> Header = readHeader(Loop, Defs, Ctx);
  if (!Header || changes(Loop.getBody(), *Header->Var))
    return false;
  SliceReader Reader(Array, Defs, Ctx);
  for (const Stmt *S : Statements)
    if (!Reader.read(S))
      return false;
  if (Reader.Accesses.empty())
    return false;
  const LinearForm &First = Reader.Accesses.front().Index;
  int64_t Low = First.Constant, High = Low;
  for (const Access &A : Reader.Accesses) {
    // Sums that differ in a constant only.
    if (!sum(A.Index, First, -1).Terms.empty())
      return false;
    Low = std::min(Low, A.Index.Constant);
    High = std::max(High, A.Index.Constant + A.Width);
  }
  for (const VarDecl *Var : First.vars())
    if (Var != Header->Var && !isNeverChanged(*Var))
      return false;
  return advance(First, *Header) >= High - Low;
}

} // namespace cudapipe
