//===- CpAsyncCopies.h - What cp.async can copy -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_TRANSPORT_CPASYNCCOPIES_H
#define CUDAPIPE_LIB_TRANSPORT_CPASYNCCOPIES_H

#include "cudapipe/Analyze/LoopModel.h"
#include "cudapipe/Transport/Transport.h"

namespace cudapipe {

/// Why the instruction cannot make \p Copy, however it is spelled.
std::optional<Rejection> whyNotCpAsync(const TileCopy &Copy, const LoopModel &M,
                                       const clang::ASTContext &Ctx);

/// Of how many groups, \p S, a wait need not wait for.
std::string pendingText(const Step &S, const StepWords &Words);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_TRANSPORT_CPASYNCCOPIES_H
