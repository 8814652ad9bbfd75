//===- HandPipeline.h - Two stages, by hand ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __pipeline_memcpy_async(&As[0][t], &A[t], 4);         First
//   __pipeline_commit();
//   int stage = 0;
//   for (int k = 0; k < K; k += T) {
//     if (k + T < K) {                                    Next
//       __pipeline_memcpy_async(&As[stage ^ 1][t], &A[k + T + t], 4);
//       __pipeline_commit();
//       __pipeline_wait_prior(1);
//     } else
//       __pipeline_wait_prior(0);
//     __syncthreads();
//     ... As[stage] ...
//     __syncthreads();
//     stage ^= 1;
//   }
//
// What is shown here, and not by pipelining the plain loop again: that Next
// loads the tile of the next trip, if there is one, and First that of the
// first; that stages take turns; that each tile is waited for and published
// before it is read, and read before its stage is loaded again.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_UNDO_HANDPIPELINE_H
#define CUDAPIPE_LIB_UNDO_HANDPIPELINE_H

#include "../Rewrite/SourceText.h"
#include "cudapipe/Rules/Rejection.h"
#include "clang/AST/StmtCXX.h"
#include <map>
#include <set>

namespace cudapipe {

struct HandPipeline {
  const clang::FunctionDecl *Function = nullptr;
  const clang::ForStmt *Loop = nullptr;
  const clang::CompoundStmt *Steps = nullptr;
  const clang::VarDecl *Counter = nullptr;
  /// What Counter grows by in a trip; null: one.
  const clang::Expr *Step = nullptr;
  std::set<const clang::VarDecl *> Tiles, Ring;
  const clang::IfStmt *Next = nullptr;
  std::vector<const clang::Stmt *> First, Copies;
  /// Statements that go, in front of the loop and in it.
  std::vector<const clang::Stmt *> Gone;
  /// Where registers carry the next tile: what Next sets, to what; and the
  /// statement that stores them, whose parts are Copies.
  std::vector<std::pair<const clang::VarDecl *, const clang::Expr *>> Registers;
  const clang::IfStmt *Store = nullptr;
  /// A barrier has to follow the load.
  bool AddsBarrier = false;
  /// Variables that are the counter of the next trip.
  std::vector<const clang::VarDecl *> NextCounters;
  const clang::Stmt *LoadAt = nullptr, *Barrier = nullptr;
  bool HasBarrierAtEnd = false;
};

struct FoundByHand {
  const clang::FunctionDecl *Function;
  const clang::Stmt *Loop;
  OrRejection<HandPipeline> Parts;
};

/// Those of the main file of \p Ctx, in the order of the text.
std::vector<FoundByHand> findHandPipelines(clang::ASTContext &Ctx);

/// The edits that leave one stage of \p Of: what Next copies is copied at the
/// start of the trip, asynchronously still.
OrRejection<std::vector<TextEdit>> oneStage(const HandPipeline &Of,
                                            const SourceText &Source,
                                            const clang::ASTContext &Ctx);

/// What the copies of \p Of are, to be compared with those of another parse.
struct CopiesSpelled {
  std::string OfFirst, OfNext;
  std::vector<std::string> Tiles;
  /// Statements of the loop that stay in front of the load; of the load.
  unsigned Before = 0, Count = 0;
};
std::optional<CopiesSpelled> spellCopies(const HandPipeline &Of,
                                         const clang::ASTContext &Ctx);

/// The load of the one stage, \p Copies of the loop \p Loop, copies what \p Of
/// says.
bool copiesTheSame(llvm::ArrayRef<const clang::Stmt *> Copies,
                   const clang::ForStmt &Loop, const CopiesSpelled &Of,
                   const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_UNDO_HANDPIPELINE_H
