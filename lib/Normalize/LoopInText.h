//===- LoopInText.h - A loop while its AST is there -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_NORMALIZE_LOOPINTEXT_H
#define CUDAPIPE_LIB_NORMALIZE_LOOPINTEXT_H

#include "../FileRewriter.h"
#include "cudapipe/Inline/InlineCalls.h"
#include "cudapipe/Normalize/Proposal.h"

namespace cudapipe {

/// A loop, and what became of it as it stands. All instantiations of a template
/// have one text: what is not the same edit for each of them is none.
struct LoopInText {
  llvm::ArrayRef<LoopCandidate> Instantiations;
  clang::ASTContext &Ctx;
  const RewriteOptions &Options;
  const KernelFilter &Filter;
  const Outcome &Agreed;

  /// Why it was left alone; null if it was not.
  const Rejection *why() const {
    return std::get_if<Rejection>(&Agreed.Rewrite);
  }
  /// One proposal of what \p ChangeOf gives for all instantiations, or none.
  std::vector<Proposal>
  changed(llvm::function_ref<
          std::optional<clang::tooling::AtomicChange>(const LoopCandidate &)>
              ChangeOf) const;
  /// The same, with what each of them means then.
  std::vector<Proposal>
  inlined(llvm::function_ref<std::optional<InlinedLoop>(const LoopCandidate &,
                                                        clang::ASTContext &)>
              Inline) const;
  /// ... of longer rows.
  std::vector<Proposal> lengthened(const TileRows &Rows) const;
};

/// What all passes propose for \p Loop.
LoopProposals proposeAll(const LoopInText &Loop);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_NORMALIZE_LOOPINTEXT_H
