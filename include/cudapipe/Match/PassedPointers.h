//===- cudapipe/Match/PassedPointers.h - Whose memory is passed -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   cudaMalloc(&a, n);            a and c are allocations of their own: what
//   cudaMalloc(&c, n);            the kernel stores to c, it does not read from
//   kernel<<<g, b>>>(a, c, n);    a
//
// Host code is not followed any further than a variable, and the parameters of
// functions up to their calls.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_MATCH_PASSEDPOINTERS_H
#define CUDAPIPE_MATCH_PASSEDPOINTERS_H

#include "cudapipe/Match/LaunchSites.h"

namespace cudapipe {

/// Every launch of the kernel is in \p Launches, and passes for the parameters
/// \p A and \p B, by their indices, pointers into different allocations.
bool passApart(const LaunchSites &Launches, unsigned A, unsigned B,
               const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_MATCH_PASSEDPOINTERS_H
