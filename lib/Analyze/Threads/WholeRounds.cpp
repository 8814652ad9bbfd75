//===- WholeRounds.cpp - Loops that each thread starts at its own place ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   const int padded = (n + 255) / 256 * 256;
//   for (int i = threadIdx.x; i < padded; i += 256) {
//     tile[threadIdx.x] = i < n ? A[i] : 0;     float tile[256]
//
// All threads make as many trips: start + r * step < limit means r < limit /
// step for each start from 0 to step - 1, as step divides limit. It does even
// where limit has wrapped around, if step is a power of two.
//
//===----------------------------------------------------------------------===//

#include "Analyze/Loop/LoopAnalysis.h"
#include "cudapipe/Analyze/AccessType.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace cudapipe {

/// \p E, or what the unchanging variable that it names starts with.
static const Expr *definition(const Expr *E) {
  for (unsigned Depth = 0; Depth < 4; ++Depth) {
    E = E->IgnoreParenImpCasts();
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!Var || isa<ParmVarDecl>(Var) || !Var->hasLocalStorage() ||
        Var->getType()->isReferenceType() || !Var->getInit() ||
        !isNeverChanged(*Var))
      break;
    E = Var->getInit();
  }
  return E;
}

static bool isThreadIndex(const Expr *E) {
  E = definition(E);
  if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(E))
    E = Pseudo->getSyntacticForm()->IgnoreParenImpCasts();
  const Expr *Base = nullptr;
  const NamedDecl *Field = nullptr;
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    Base = Member->getBase();
    Field = Member->getMemberDecl();
  } else if (const auto *Property = dyn_cast<MSPropertyRefExpr>(E)) {
    Base = Property->getBaseExpr();
    Field = Property->getPropertyDecl();
  }
  const auto *Ref =
      Base ? dyn_cast<DeclRefExpr>(Base->IgnoreParenImpCasts()) : nullptr;
  const IdentifierInfo *Id = Ref ? Ref->getDecl()->getIdentifier() : nullptr;
  return Id && Id->getName() == "threadIdx" && Field->getName() == "x" &&
         Ref->getDecl()->getDeclContext()->isFileContext();
}

/// A number that divides \p E: the product of its constant factors.
static int64_t constantFactor(const Expr *E, const ASTContext &Ctx) {
  E = definition(E);
  if (std::optional<int64_t> Value = constantValue(E, Ctx))
    return *Value > 0 && *Value < (1 << 20) ? *Value : 1;
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op || Op->getOpcode() != BO_Mul)
    return 1;
  int64_t Out =
      constantFactor(Op->getLHS(), Ctx) * constantFactor(Op->getRHS(), Ctx);
  return Out < (1 << 20) ? Out : 1;
}

/// Threads whose index is \p Step or more do not come into the loop: they would
/// store behind the end of a tile.
static bool tileBoundsThreads(const LoopAnalysis &A, int64_t Step) {
  return llvm::any_of(A.M.Copies, [&](const TileCopy &Copy) {
    const auto *Sub =
        dyn_cast<ArraySubscriptExpr>(Copy.Destination->IgnoreParenImpCasts());
    const auto *Ref =
        Sub ? dyn_cast<DeclRefExpr>(subscriptBase(*Sub)->IgnoreParenImpCasts())
            : nullptr;
    const ConstantArrayType *Type =
        A.Ctx.getAsConstantArrayType(Copy.Tile->getType());
    return Copy.Path.Loops.empty() && Copy.Path.Conditions.empty() &&
           Copy.Path.Calls.empty() && !Copy.StoreCall && Ref && Type &&
           Ref->getDecl() == Copy.Tile && Type->getSize().ule(Step) &&
           isThreadIndex(subscriptIndex(*Sub));
  });
}

const Expr *limitOfWholeRounds(const LoopAnalysis &A) {
  if (A.M.Header.TestsLast || A.M.Header.TestsInBody)
    return nullptr;
  const auto *Cond =
      dyn_cast<BinaryOperator>(A.M.Header.Cond->IgnoreParenImpCasts());
  const auto *Ref =
      Cond && Cond->getOpcode() == BO_LT
          ? dyn_cast<DeclRefExpr>(Cond->getLHS()->IgnoreParenImpCasts())
          : nullptr;
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || !A.DeclaredInHeader.count(Var) || !Var->getInit() ||
      !isThreadIndex(Var->getInit()) || A.Increments.size() != 1 ||
      llvm::any_of(A.M.Items, [&](const BodyItem &Item) {
        return Item.E.Writes.count(Var) != 0;
      }))
    return nullptr;
  const auto *Inc = dyn_cast<BinaryOperator>(A.Increments.front());
  const auto *To =
      Inc && Inc->getOpcode() == BO_AddAssign
          ? dyn_cast<DeclRefExpr>(Inc->getLHS()->IgnoreParenImpCasts())
          : nullptr;
  if (!To || To->getDecl() != Var)
    return nullptr;
  std::optional<int64_t> Step = constantValue(definition(Inc->getRHS()), A.Ctx);
  const Expr *Limit = Cond->getRHS();
  if (!Step || *Step <= 0 || *Step > (1 << 16) || !llvm::isPowerOf2_64(*Step) ||
      constantFactor(Limit, A.Ctx) % *Step != 0 ||
      !A.Ctx.hasSameUnqualifiedType(
          Var->getType(), accessType(Limit->IgnoreParenImpCasts(), A.Ctx)))
    return nullptr;
  std::optional<int64_t> Threads = A.Facts.MaxThreads;
  return (Threads && *Threads <= *Step) || tileBoundsThreads(A, *Step)
             ? Limit
             : nullptr;
}

} // namespace cudapipe
