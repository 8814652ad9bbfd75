//===- cudapipe/Rewrite/StageWords.h - The size of a stage ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_REWRITE_STAGEWORDS_H
#define CUDAPIPE_REWRITE_STAGEWORDS_H

#include "cudapipe/Analyze/LoopModel.h"
#include "cudapipe/Match/LaunchSites.h"
#include "cudapipe/Plan/PipelinePlan.h"

namespace cudapipe {

/// A size of \p Least bytes or little more, a multiple of \p Alignment, for
/// what DynamicArea::Extent says of \p M: in the words of \p Launches, of the
/// kernel, or as a number. Nothing where that is no size for every build and
/// every launch.
std::optional<StageSize> spellStageSize(const LoopModel &M,
                                        const LaunchSites &Launches,
                                        uint64_t Least, unsigned Alignment,
                                        const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_REWRITE_STAGEWORDS_H
