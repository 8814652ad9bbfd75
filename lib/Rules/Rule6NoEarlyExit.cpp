//===- Rule6NoEarlyExit.cpp - The header counts the trips -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules/Rules.h"
#include "cudapipe/Analyze/LoopParts.h"

using namespace clang;

namespace cudapipe {

Rejection endsInBody(const LoopAnalysis &A, const Stmt &Body) {
  auto Unsupported = [](const Stmt &At, const char *Why) {
    return Rejection{RejectionKind::UnsupportedLoop, At.getSourceRange(), Why};
  };
  const Stmt *Drawn = nullptr;
  const auto *For = dyn_cast<ForStmt>(A.M.Header.Loop);
  if (const auto *Block = dyn_cast<CompoundStmt>(&Body))
    for (const Stmt *S : Block->body()) {
      if (const IfStmt *Leave = leavesIf(S);
          Leave && S == Block->body_back() && For && For->getInc())
        return Unsupported(*Leave,
                           "the 'if' that ends the loop stands in front "
                           "of the increment: it is no condition of "
                           "the next trip");
      if (const IfStmt *Leave = leavesIf(S))
        return Drawn ? Unsupported(*Drawn,
                                   "the test that ends the loop stands behind "
                                   "this atomic operation: to ask for the next "
                                   "tile early is to make it once too often")
                     : Unsupported(*Leave,
                                   "the loop ends by an 'if' amid its body; as "
                                   "the first or the last statement, of "
                                   "variables from outside the body, that "
                                   "would be its condition");
      Effects E = effectsOf(S, A.Flow, A.Ctx);
      for (const Occurrence &Pinned : E.Pinned)
        if (Pinned.Observes && !Drawn)
          Drawn = Pinned.Where;
    }
  return Unsupported(*A.M.Header.Loop,
                     "the loop has no condition, or one that declares a "
                     "variable");
}

MaybeRejection checkExits(const BodyItem &Item) {
  if (Item.E.Exits.empty())
    return std::nullopt;
  return Rejection{RejectionKind::EarlyExit, Item.E.Exits[0]->getSourceRange(),
                   "a tile would be loaded that the loop never reaches"};
}

} // namespace cudapipe
