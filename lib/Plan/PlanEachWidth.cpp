//===- PlanEachWidth.cpp - A pipeline for each width of the copies --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where copies may be wide or not, and those of single bytes pass through
// registers, these stand in the way of the wide ones in the same loop, and have
// no registers left (docs/performance.md: bf16 4.03 and 4.20 of 4.29 by hand,
// int8 in odd sizes 0.69 and 1.12 of plain). Then the whole pipeline is a
// lambda that is called with a constant: nvcc makes two loops of it.
//
//===----------------------------------------------------------------------===//

#include "Planner.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace cudapipe {
namespace {

/// nvcc 13 inlined a lambda with 9400 nodes (100 statements, a call of sinf in
/// each) in two places, one with 18600 in none. Then what the loop sums up
/// would be in local memory.
constexpr unsigned MostNodes = 3000;

/// Counts what would be there twice. Jumps, labels and what cannot be captured
/// have been refused before.
class NodeCounter : public DynamicRecursiveASTVisitor {
public:
  unsigned Nodes = 0;
  /// `__func__` is another in a lambda.
  bool NamesFunction = false;

  bool VisitStmt(Stmt *S) override {
    ++Nodes;
    NamesFunction |= isa<PredefinedExpr>(S);
    return true;
  }
};

} // namespace

bool Planner::wantsEachWidth(const PipelinePlan &Plan) const {
  if (!Plan.UsesWide || !M.Staged.UsedAfter.empty())
    return false;
  bool Pays = llvm::any_of(M.Wide.Copies, [](const WideCopy &W) {
    int64_t Threads = std::max<int64_t>(1, W.Threads.BlockDim[0]) *
                      std::max<int64_t>(1, W.Threads.BlockDim[1]) *
                      std::max<int64_t>(1, W.Threads.BlockDim[2]);
    return !W.isCertain() && W.Box.ElementBytes * W.Box.Grain < 4 &&
           W.Box.Rows * W.Box.Columns > Threads;
  });
  if (!Pays)
    return false;
  NodeCounter Counter;
  Counter.TraverseStmt(const_cast<Stmt *>(M.Header.Loop));
  return !Counter.NamesFunction && Counter.Nodes <= MostNodes;
}

} // namespace cudapipe
