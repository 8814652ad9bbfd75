//===- LaneValue.cpp - An index, as one thread computes it ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneValue.h"
#include "Analyze/Threads/BlockQuery.h"
#include "IndexBounds.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

static constexpr unsigned MaxDepth = 24;

/// Numbers beyond this are no indices.
static constexpr int64_t MaxIndex = int64_t(1) << 40;

int64_t LaneValue::binary(const BinaryOperator &Op, unsigned Depth) {
  int64_t L = value(Op.getLHS(), Depth + 1);
  int64_t R = value(Op.getRHS(), Depth + 1);
  if (std::abs(L) > MaxIndex || std::abs(R) > MaxIndex)
    return unknown();
  switch (Op.getOpcode()) {
  case BO_Add:
    return L + R;
  case BO_Sub:
    return L - R;
  case BO_Mul:
    return std::abs(L) < (1 << 20) && std::abs(R) < (1 << 20) ? L * R
                                                              : unknown();
  case BO_Div:
    return R ? L / R : unknown();
  case BO_Rem:
    return R ? L % R : unknown();
  case BO_Shl:
    return R >= 0 && R < 20 ? L << R : unknown();
  case BO_Shr:
    return R >= 0 && R < 63 ? L >> R : unknown();
  case BO_And:
    return L & R;
  case BO_Or:
    return L | R;
  case BO_Xor:
    return L ^ R;
  case BO_LT:
    return L < R;
  case BO_GT:
    return L > R;
  case BO_LE:
    return L <= R;
  case BO_GE:
    return L >= R;
  case BO_EQ:
    return L == R;
  case BO_NE:
    return L != R;
  default:
    return unknown();
  }
}

int64_t LaneValue::value(const Expr *E, unsigned Depth) {
  E = E->IgnoreParenImpCasts();
  if (Depth > MaxDepth)
    return unknown();
  if (std::optional<int64_t> Constant = constantValue(E, Ctx))
    return *Constant;
  if (auto Builtin = builtinIndex(E)) {
    auto [Name, D] = *Builtin;
    if (Name == "threadIdx")
      return Thread[D];
    return Name == "blockDim" ? BlockDim[D] : unknown();
  }
  if (blockQuery(E) == BlockQuery::Rank)
    return Thread[0] + BlockDim[0] * (Thread[1] + BlockDim[1] * Thread[2]);
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return value(Full->getSubExpr(), Depth + 1);
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return Cast->getType()->isIntegerType() ? value(Cast->getSubExpr(), Depth)
                                            : unknown();
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return value(Choice->getCond(), Depth + 1)
               ? value(Choice->getTrueExpr(), Depth + 1)
               : value(Choice->getFalseExpr(), Depth + 1);
  if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
    if (Op->getOpcode() == UO_LNot)
      return !value(Op->getSubExpr(), Depth + 1);
    return Op->getOpcode() == UO_Minus ? -value(Op->getSubExpr(), Depth + 1)
                                       : unknown();
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    // Both sides of && and || may be unknown on their own.
    if (Op->isLogicalOp()) {
      bool L = value(Op->getLHS(), Depth + 1),
           R = value(Op->getRHS(), Depth + 1);
      return Op->getOpcode() == BO_LAnd ? L && R : L || R;
    }
    return binary(*Op, Depth);
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || !Var->getType()->isIntegerType())
    return unknown();
  if (auto It = Defs.find(Var); It != Defs.end())
    return value(It->second, Depth + 1);
  if (const auto *Param = dyn_cast<ParmVarDecl>(Var)) {
    auto It = Facts.Params.find(Param);
    return It != Facts.Params.end() ? It->second : unknown();
  }
  // The first value of a variable that changes.
  return Var->getInit() ? value(Var->getInit(), Depth + 1) : unknown();
}

} // namespace cudapipe
