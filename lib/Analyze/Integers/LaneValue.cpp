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

int64_t LaneValue::binary(const Node &N) {
  int64_t L = value(*N.Parts[0]);
  int64_t R = value(*N.Parts[1]);
  // Both sides of && and || may be unknown on their own.
  if (BinaryOperator::isLogicalOp(N.Op))
    return N.Op == BO_LAnd ? L && R : L || R;
  if (std::abs(L) > MaxIndex || std::abs(R) > MaxIndex)
    return unknown();
  switch (N.Op) {
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

void LaneValue::read(Node &N) {
  const Expr *E = N.E;
  unsigned Depth = N.Depth;
  N.Kind = Node::Unknown;
  auto Is = [&](Node::KindTy Kind, std::initializer_list<const Expr *> Parts) {
    N.Kind = Kind;
    for (auto [Part, Sub] : llvm::zip(N.Parts, Parts))
      Part = node(Sub, Depth + 1);
  };
  auto IsNumber = [&](Node::KindTy Kind, int64_t Number) {
    N.Kind = Kind;
    N.Number = Number;
  };
  // What has the value of something else is that.
  for (;; ++Depth) {
    E = E->IgnoreParenImpCasts();
    if (Depth > MaxDepth)
      return;
    if (std::optional<int64_t> Constant = constantValue(E, Ctx))
      return IsNumber(Node::Constant, *Constant);
    if (auto Builtin = builtinIndex(E)) {
      auto [Name, D] = *Builtin;
      if (Name == "threadIdx")
        IsNumber(Node::ThreadIndex, D);
      else if (Name == "blockDim")
        IsNumber(Node::Constant, BlockDim[D]);
      return;
    }
    if (blockQuery(E) == BlockQuery::Rank)
      return Is(Node::Rank, {});
    if (const auto *Full = dyn_cast<FullExpr>(E)) {
      E = Full->getSubExpr();
      continue;
    }
    if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E)) {
      if (!Cast->getType()->isIntegerType())
        return;
      E = Cast->getSubExpr();
      --Depth;
      continue;
    }
    if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
      return Is(Node::Choice, {Choice->getCond(), Choice->getTrueExpr(),
                               Choice->getFalseExpr()});
    if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
      if (Op->getOpcode() == UO_LNot)
        Is(Node::Not, {Op->getSubExpr()});
      else if (Op->getOpcode() == UO_Minus)
        Is(Node::Minus, {Op->getSubExpr()});
      return;
    }
    if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
      N.Op = Op->getOpcode();
      return Is(Node::Binary, {Op->getLHS(), Op->getRHS()});
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!Var || !Var->getType()->isIntegerType())
      return;
    if (auto It = Defs.find(Var); It != Defs.end()) {
      E = It->second;
      continue;
    }
    if (const auto *Param = dyn_cast<ParmVarDecl>(Var)) {
      auto It = Facts.Params.find(Param);
      if (It != Facts.Params.end())
        IsNumber(Node::Constant, It->second);
      return;
    }
    // The first value of a variable that changes.
    E = Var->getInit();
    if (!E)
      return;
  }
}

int64_t LaneValue::value(Node &N) {
  switch (N.Kind) {
  case Node::Unread:
    read(N);
    return value(N);
  case Node::Unknown:
    return unknown();
  case Node::Constant:
    return N.Number;
  case Node::ThreadIndex:
    return Thread[N.Number];
  case Node::Rank:
    return Thread[0] + BlockDim[0] * (Thread[1] + BlockDim[1] * Thread[2]);
  case Node::Not:
    return !value(*N.Parts[0]);
  case Node::Minus:
    return -value(*N.Parts[0]);
  case Node::Choice:
    return value(*N.Parts[value(*N.Parts[0]) ? 1 : 2]);
  case Node::Binary:
    return binary(N);
  }
  llvm_unreachable("covered switch");
}

} // namespace cudapipe
