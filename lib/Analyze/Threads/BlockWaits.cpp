//===- BlockWaits.cpp - Blocks that wait for others -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/BlockWaits.h"
#include "Locks.h"
#include "cudapipe/Analyze/Effects.h"

using namespace clang;

namespace cudapipe {

static Rejection keepsBlocks(const FunctionDecl &Kernel, SourceRange At,
                             llvm::StringRef What) {
  return {RejectionKind::WaitsForBlocks, At,
          (What + ", and a rewrite may leave room for fewer blocks of '" +
           Kernel.getNameAsString() +
           "' at once; a kernel of its own for what is behind the wait needs "
           "none")
              .str()};
}

std::optional<Rejection> whyNotFewerBlocks(const FunctionDecl &Kernel,
                                           const ASTContext &Ctx) {
  const FunctionDecl *Definition = nullptr;
  if (!Kernel.hasBody(Definition))
    return std::nullopt;
  const PointerFlow Flow(*Definition);
  const Effects All = effectsOf(Definition->getBody(), Flow, Ctx);
  for (const BlockWait &Wait : All.BlockWaits)
    if (!takesLock(Wait, *Definition, All, Flow, Ctx))
      return keepsBlocks(Kernel, Wait.Where->getSourceRange(), Wait.What);
  return std::nullopt;
}

Rejection launchWantsAllBlocks(const FunctionDecl &Kernel, SourceRange Launch,
                               llvm::StringRef OtherFile) {
  return keepsBlocks(
      Kernel, Launch,
      OtherFile.empty()
          ? "this launch wants all blocks at once"
          : ("'" + OtherFile + "' launches it and wants all blocks at once")
                .str());
}

} // namespace cudapipe
