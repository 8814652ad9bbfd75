//===- BlockWaits.cpp - Blocks that wait for others -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/BlockWaits.h"
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
  const Effects All =
      effectsOf(Definition->getBody(), PointerFlow(*Definition), Ctx);
  if (All.BlockWaits.empty())
    return std::nullopt;
  const BlockWait &First = All.BlockWaits.front();
  return keepsBlocks(Kernel, First.Where->getSourceRange(), First.What);
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
