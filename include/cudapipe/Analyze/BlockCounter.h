//===- cudapipe/Analyze/BlockCounter.h - Who counts copies ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An object of libcu++ in shared memory that counts the copies of all threads
// of the block, and at which all of them meet:
//
//   __shared__ cuda::barrier<cuda::thread_scope_block> bar;     Shared
//   if (threadIdx.x == 0)
//     init(&bar, blockDim.x);                                   Init
//   ...
//   bar.arrive_and_wait();        a barrier of the block, behind the copies
//
//   __shared__ cuda::pipeline_shared_state<
//       cuda::thread_scope_block, 1> state;                     Shared
//   auto pipe = cuda::make_pipeline(block, &state);             Pipeline, Init
//   ...
//   pipe.consumer_wait();         all have committed, and their copies landed
//   pipe.consumer_release();      who acquires the stage waits until all have
//
// Of a pipeline the wait and the release keep the tile apart from what stores
// it, and order nothing else that the threads do.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_BLOCKCOUNTER_H
#define CUDAPIPE_ANALYZE_BLOCKCOUNTER_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace cudapipe {

struct BlockCounter {
  /// The barrier, or the state of the pipeline.
  const clang::VarDecl *Shared = nullptr;
  /// The pipeline object of each thread; null: it is a barrier.
  const clang::VarDecl *Pipeline = nullptr;
  /// init(&bar, threads), or make_pipeline(block, &state).
  const clang::CallExpr *Init = nullptr;
  /// What the loop and its stages name: Shared of a barrier.
  const clang::VarDecl *staged() const { return Pipeline ? nullptr : Shared; }
};

/// \p Type is cuda::barrier<cuda::thread_scope_block>, without a function of
/// the user's that runs at the end of a phase.
bool isBlockBarrierObject(clang::QualType Type);

/// \p Type is cuda::pipeline<cuda::thread_scope_block>.
bool isBlockPipeline(clang::QualType Type);

/// \p Bar, if it stands in shared memory and is initialized once, for all
/// threads of the block.
std::optional<BlockCounter> barrierOfBlock(const clang::VarDecl &Bar,
                                           const clang::ASTContext &Ctx);

/// \p Pipe, if all threads of the block are on both of its sides, and it has
/// one stage.
std::optional<BlockCounter> pipelineOfBlock(const clang::VarDecl &Pipe,
                                            const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_BLOCKCOUNTER_H
