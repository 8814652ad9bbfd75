//===- cudapipe/Analyze/BuildLoopModel.h - Candidate to facts ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_BUILDLOOPMODEL_H
#define CUDAPIPE_ANALYZE_BUILDLOOPMODEL_H

#include "cudapipe/Analyze/LoopModel.h"
#include "cudapipe/Match/LaunchSites.h"
#include "cudapipe/Match/LoopCandidate.h"

namespace cudapipe {

/// Proves rules 1 to 6 of docs/developers/how-it-works.md for \p Candidate, or
/// says which one fails and where. \p AssumeNoAlias: pointers of different
/// names are asserted not to overlap. \p Launches finds the launches of a
/// kernel.
OrRejection<LoopModel> buildLoopModel(
    const LoopCandidate &Candidate, const clang::ASTContext &Ctx,
    bool AssumeNoAlias,
    llvm::function_ref<const LaunchSites &(const clang::FunctionDecl &)>
        Launches);

/// The facts about the loads of \p Candidate that can be made a trip early
/// while all else stays: LoopModel::Early is set, no copies. Asked about loops
/// whose tiles cannot move. \p BarriersMoved: an earlier edit relies on it that
/// all threads of the block meet at the barriers.
OrRejection<LoopModel> buildEarlyLoads(
    const LoopCandidate &Candidate, const clang::ASTContext &Ctx,
    bool AssumeNoAlias,
    llvm::function_ref<const LaunchSites &(const clang::FunctionDecl &)>
        Launches,
    bool BarriersMoved);

/// Nothing of \p Tile that one of the loops leaves behind is read by the other:
/// in every trip both store the same elements.
bool storeSameElements(const LoopModel &A, const LoopModel &B,
                       const clang::VarDecl *Tile,
                       const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_BUILDLOOPMODEL_H
