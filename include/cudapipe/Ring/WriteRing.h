//===- cudapipe/Ring/WriteRing.h - A ring as edits --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_RING_WRITERING_H
#define CUDAPIPE_RING_WRITERING_H

#include "cudapipe/Rewrite/LoopRewrite.h"
#include "cudapipe/Ring/RingPlan.h"
#include "cudapipe/Ring/RingRoles.h"

namespace cudapipe {

/// Writes \p Plan into the file of \p Loop's kernel; with \p Roles, if there
/// are any. A rejection means that the place cannot be edited (rule 8).
OrRejection<LoopRewrite> writeRing(const RingPlan &Plan, const RingLoop &Loop,
                                   const RingRoles *Roles, NameTable &Names,
                                   const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_RING_WRITERING_H
