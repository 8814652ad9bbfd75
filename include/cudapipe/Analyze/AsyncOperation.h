//===- cudapipe/Analyze/AsyncOperation.h - cp.async, spelled out -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One instruction of the asynchronous copy unit, however it is spelled:
//
//   __pipeline_memcpy_async(&As[i], &A[j], 16);              Copy
//   asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" Copy
//                :: "r"(address), "l"(&A[j]));
//   CP_ASYNC_COMMIT_GROUP();                                 Commit
//   copy16(&As[i], &A[j]);   a function that does just that  Copy
//   __pipeline_wait_prior(1);                                Wait, 1 pending
//
//   cg::memcpy_async(block, As, A + k, 1024);                Copy and Commit
//   cg::wait(block);                                         Wait, and a
//   barrier
//
// All of them share the thread's commit groups (PTX ISA, "cp.async"), so they
// may be mixed. A cuda::pipeline of one thread counts these groups:
//
//   pipe.producer_acquire();                                 Acquire
//   cuda::memcpy_async(&As[i], &A[j], shape, pipe);          Copy
//   pipe.producer_commit();                                  Commit
//   pipe.consumer_wait();                                    Wait, the oldest
//   cuda::pipeline_consumer_wait_prior<0>(pipe);             Wait
//   pipe.consumer_release();                                 Release
//
// Objects of the block (BlockCounter.h) count copies, too:
//
//   cuda::memcpy_async(&As[i], &A[j], 4, bar);               Copy and Commit
//   bar.arrive_and_wait();                                   Wait, and a
//   barrier
//   pipe.consumer_wait();                                    Wait, the oldest;
//                                                            all have committed
//
// Anything else (mbarrier, bulk copies, roles) is Other.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_ASYNCOPERATION_H
#define CUDAPIPE_ANALYZE_ASYNCOPERATION_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include <optional>

namespace cudapipe {

struct AsyncOperation {
  enum KindTy {
    Copy,    ///< Copies From to To, complete after a Wait that covers it.
    Commit,  ///< Closes a group of copies.
    Wait,    ///< Waits for all groups but the last Pending.
    Acquire, ///< Asks for a stage; nothing waits for it in a thread's pipeline.
    Release, ///< Says that a stage has been read; the same.
    Other
  };
  KindTy Kind = Other;
  /// Copy: pointers, or an integer made from one for shared memory.
  const clang::Expr *To = nullptr, *From = nullptr;
  /// Copy: bytes written, zero fill included; 0 when no constant.
  uint64_t Bytes = 0;
  /// Copy: the size is constant in every instantiation of a template.
  bool ConstantSize = false;
  /// Copy: what both addresses and the size are multiples of; 0 when it is the
  /// size.
  uint64_t Alignment = 0;
  /// Copy: the sizes, where they are no constants.
  llvm::SmallVector<const clang::Expr *, 2> Sizes;
  /// Copy, Wait: the group of threads that makes it together.
  const clang::Expr *Group = nullptr;
  /// Copy: closes its group of copies, too.
  bool Commits = false;
  /// The pipeline object that counts; null: the groups of the thread.
  const clang::VarDecl *Pipeline = nullptr;
  /// Pipeline is one that the block shares.
  bool OfBlock = false;
  /// The cuda::barrier that counts the copy, or at which all threads of the
  /// block wait for each other and for their copies.
  const clang::VarDecl *Barrier = nullptr;
  /// Wait: groups that may stay in flight; nothing when no constant is known.
  std::optional<uint64_t> Pending;
  /// Wait: copies that no Commit has closed are waited for too.
  bool CoversUncommitted = false;
  /// Wait: for the oldest group only that has not been waited for yet.
  bool OldestOnly = false;
};

/// Reads \p S, one call or asm statement; nothing when it is neither an
/// asynchronous operation nor a function around one.
std::optional<AsyncOperation> asyncOperation(const clang::Stmt *S,
                                             const clang::ASTContext &Ctx);

/// \p S waits for copies with all threads of the block: cg::wait(block),
/// bar.arrive_and_wait().
bool waitsWithBlock(const clang::Stmt *S, const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_ASYNCOPERATION_H
