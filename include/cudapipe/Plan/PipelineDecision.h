//===- cudapipe/Plan/PipelineDecision.h - What was chosen -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_PLAN_PIPELINEDECISION_H
#define CUDAPIPE_PLAN_PIPELINEDECISION_H

#include "cudapipe/Transport/Transport.h"
#include <string>

namespace cudapipe {

/// What was chosen for a loop, and why: one sentence, without full stop.
struct PipelineDecision {
  const Transport *Variant = nullptr;
  unsigned Stages = 2;
  std::string Reason = "";
};

} // namespace cudapipe

#endif // CUDAPIPE_PLAN_PIPELINEDECISION_H
