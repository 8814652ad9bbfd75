//===- TransferReason.h - What a loop of counted copies is told -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_TRANSFERREASON_H
#define CUDAPIPE_LIB_ANALYZE_TRANSFERREASON_H

#include "cudapipe/Match/LoopCandidate.h"
#include "cudapipe/Rules/Rejection.h"

namespace cudapipe {

/// What is to be told of \p Candidate instead of \p Why, because its tiles come
/// by copies that something counts; else \p Why.
Rejection toldByTransfers(const LoopCandidate &Candidate,
                          const clang::ASTContext &Ctx, Rejection Why);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_TRANSFERREASON_H
