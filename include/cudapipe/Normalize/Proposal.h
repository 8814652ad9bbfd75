//===- cudapipe/Normalize/Proposal.h - Another text of a loop ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_NORMALIZE_PROPOSAL_H
#define CUDAPIPE_NORMALIZE_PROPOSAL_H

#include "cudapipe/Normalize/RoundState.h"
#include "clang/Tooling/Refactoring/AtomicChange.h"
#include <optional>

namespace cudapipe {

/// Edits after which a loop may be another matter.
struct Proposal {
  clang::tooling::AtomicChange Change;
  /// What the loop must mean then (Inline/LoopMeaning.h), for each
  /// instantiation. Empty: the edits show it.
  std::vector<std::string> Meaning = {};
  /// They are for the sake of wide copies.
  bool ForWideCopies = false;
  /// The rows that are longer then.
  PaddedRows Rows = {};
  /// What is chosen then. Nothing: it is chosen again.
  std::optional<PipelineDecision> Decision = std::nullopt;
  /// What to say then of the loop (LoopReport, MadePipeline).
  std::vector<std::string> Remarks = {}, Details = {}, Also = {};
};

/// What each pass proposes for one loop, by its PassId. Of the proposals of one
/// pass, the last is tried first.
using LoopProposals = std::vector<std::vector<Proposal>>;

} // namespace cudapipe

#endif // CUDAPIPE_NORMALIZE_PROPOSAL_H
