//===- BlockSteps.cpp - Copy loops in steps of the block ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int i = threadIdx.x; i < n; i += blockDim.x)
//
// Where all launches are in sight and give one constant, that is the step.
//
//===----------------------------------------------------------------------===//

#include "Analyze/Integers/IndexBounds.h"
#include "Analyze/Loop/LoopAnalysis.h"
#include "Analyze/Loop/LoopStep.h"
#include "BlockQuery.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/BoundedLoop.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;

namespace cudapipe {

/// It may hold another number than it was given.
static bool isNarrow(QualType Type) {
  Type = Type.getCanonicalType();
  return Type->isBooleanType() || Type->isAnyCharacterType() ||
         Type->isSpecificBuiltinType(BuiltinType::Short) ||
         Type->isSpecificBuiltinType(BuiltinType::UShort);
}

std::optional<std::pair<int64_t, std::string>>
blockValue(const Expr *E, const BlockShape &Block, unsigned Depth) {
  E = E->IgnoreParenImpCasts();
  if (Depth > 4 || !E->getType()->isIntegerType())
    return std::nullopt;
  if (auto Index = builtinIndex(E)) {
    if (Index->first != "blockDim" || !Block[Index->second])
      return std::nullopt;
    return std::pair(*Block[Index->second],
                     std::string("blockDim.") + "xyz"[Index->second]);
  }
  if (blockQuery(E) == BlockQuery::Size) {
    int64_t Threads = 1;
    for (std::optional<int64_t> Size : Block) {
      if (!Size || *Size < 1 || *Size > 1024)
        return std::nullopt;
      Threads *= *Size;
    }
    return std::pair(Threads,
                     std::string("blockDim.x * blockDim.y * blockDim.z"));
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E);
      Op && Op->getOpcode() == BO_Mul) {
    auto Left = blockValue(Op->getLHS(), Block, Depth + 1);
    auto Right = blockValue(Op->getRHS(), Block, Depth + 1);
    // A block has at most 1024 threads: no product of two is too large.
    if (!Left || !Right || Left->first > 1024 || Right->first > 1024)
      return std::nullopt;
    return std::pair(Left->first * Right->first,
                     Left->second + " * " + Right->second);
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || !Var->getType()->isIntegerType() || !initialValue(*Var) ||
      !isNeverChanged(*Var) || isNarrow(Var->getType()))
    return std::nullopt;
  return blockValue(initialValue(*Var), Block, Depth + 1);
}

std::string blockStepOf(const ForStmt &Loop) {
  const auto *Op = dyn_cast_or_null<BinaryOperator>(
      Loop.getInc() ? Loop.getInc()->IgnoreParenImpCasts() : nullptr);
  const Expr *Added = Op ? Op->getRHS() : nullptr;
  if (Op && Op->getOpcode() == BO_Assign) { // i = i + blockDim.x
    const auto *Sum = dyn_cast<BinaryOperator>(Added->IgnoreParenImpCasts());
    Added = Sum && Sum->getOpcode() == BO_Add ? Sum->getRHS() : nullptr;
  } else if (Op && Op->getOpcode() != BO_AddAssign) {
    return "";
  }
  auto Step = Added ? blockValue(Added, {1, 1, 1}) : std::nullopt;
  return Step ? Step->second : "";
}

static bool namesBlock(const Stmt *S) {
  return holds(S, [](const Stmt &At) {
    const auto *E = dyn_cast<Expr>(&At);
    auto Index = E ? builtinIndex(E) : std::nullopt;
    return (Index && Index->first == "blockDim") ||
           (E && blockQuery(E) == BlockQuery::Size);
  });
}

/// A loop in \p S goes in steps of blockDim, or up to some more than it.
static bool stepsByBlock(const Stmt *S) {
  return holds(S, [](const Stmt &At) {
    const auto *For = dyn_cast<ForStmt>(&At);
    return For && (!blockStepOf(*For).empty() || namesBlock(For->getCond()));
  });
}

BlockShape blockOfSteps(const LoopAnalysis &A,
                        llvm::function_ref<LaunchFacts()> ReadFacts) {
  for (unsigned I = 0; I < A.M.Items.size(); ++I)
    if (A.inLoad(I) && stepsByBlock(A.M.Items[I].S))
      return ReadFacts().BlockDim;
  return {};
}

} // namespace cudapipe
