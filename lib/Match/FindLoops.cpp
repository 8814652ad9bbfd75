//===- FindLoops.cpp - Loops that stage tiles -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/UserFiles.h"
#include "cudapipe/Match/KLoop.h"
#include "cudapipe/Match/LoopCandidate.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace cudapipe {

std::vector<LoopCandidate> findLoops(ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  // Of a template the instantiations; itself where there are none.
  DeclarationMatcher Loops = decl(findAll(
      functionDecl(kernelOrDeviceFunction(), unless(hasInstantiatedBody()),
                   forEachStatement(stmt(kLoop()).bind("loop")))
          .bind("kernel")));
  std::vector<LoopCandidate> Out;
  for (const Decl *D : topLevelDecls(Ctx))
    if (!SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
      for (const BoundNodes &Found : match(Loops, *D, Ctx))
        Out.push_back({Found.getNodeAs<FunctionDecl>("kernel"),
                       Found.getNodeAs<Stmt>("loop")});

  llvm::sort(Out, [&](const LoopCandidate &A, const LoopCandidate &B) {
    SourceLocation LocA = A.Loop->getBeginLoc(), LocB = B.Loop->getBeginLoc();
    if (LocA != LocB)
      return SM.isBeforeInTranslationUnit(LocA, LocB);
    return A.Kernel->getID() < B.Kernel->getID();
  });
  return Out;
}

} // namespace cudapipe
