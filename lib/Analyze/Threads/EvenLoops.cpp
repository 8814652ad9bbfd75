//===- EvenLoops.cpp - Copy loops of which no thread skips a trip ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int i = threadIdx.x; i < 2048; i += 128)    blocks of 128: 16 trips
//                                                    for each thread
//
// Threads start below the step, and the step divides the limit: from a base of
// 0, 128, ..., 1920 no thread comes to 2048.
//
//===----------------------------------------------------------------------===//

#include "Analyze/Integers/IndexBounds.h"
#include "Analyze/Loop/LoopAnalysis.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;

namespace cudapipe {

/// The loops in \p S that start at another place in each thread.
static void collectLoops(const Stmt *S, const ASTContext &Ctx,
                         std::vector<CountedLoop> &Out) {
  forEach<ForStmt>(S, [&](const ForStmt &For) {
    std::optional<CountedLoop> Counted = countedLoop(For, Ctx);
    if (Counted && !Counted->ConstantStart)
      Out.push_back(*Counted);
  });
}

bool loopsAreEven(const LoopAnalysis &A,
                  llvm::function_ref<LaunchFacts()> ReadFacts) {
  // One instantiation says nothing about the others.
  if (A.M.Kernel->isTemplated() ||
      A.M.Kernel->getTemplateInstantiationPattern())
    return false;
  std::vector<CountedLoop> Loops;
  for (unsigned I = 0; I < A.M.Items.size(); ++I)
    if (A.inLoad(I))
      collectLoops(A.M.Items[I].S, A.Ctx, Loops);
  bool Divides = llvm::all_of(Loops, [&](const CountedLoop &Loop) {
    std::optional<int64_t> Limit = knownValue(Loop.Limit, A.Ctx);
    return Limit && *Limit > 0 && (*Limit + Loop.ToLimit) % Loop.StepValue == 0;
  });
  if (Loops.empty() || !Divides)
    return false;
  const LaunchFacts Facts = ReadFacts();
  return llvm::all_of(Loops, [&](const CountedLoop &Loop) {
    IndexBounds Bounds(Facts, A.Ctx);
    std::optional<Interval> Start =
        Bounds.range(Bounds.value(Loop.Start, IndexBounds::Place()));
    return Start && Start->Low >= 0 && Start->High < Loop.StepValue;
  });
}

} // namespace cudapipe
