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
// All of them share the thread's commit groups (PTX ISA, "cp.async"), so they
// may be mixed. Anything else (mbarrier, bulk copies, groups) is Other.
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
    Copy,   ///< Copies From to To, complete after a Wait that covers it.
    Commit, ///< Closes a group of copies.
    Wait,   ///< Waits for all groups but the last Pending.
    Other
  };
  KindTy Kind = Other;
  /// Copy: pointers, or an integer made from one for shared memory.
  const clang::Expr *To = nullptr, *From = nullptr;
  /// Copy: bytes written, zero fill included; 0 when no constant.
  uint64_t Bytes = 0;
  /// Copy: the size is constant in every instantiation of a template.
  bool ConstantSize = false;
  /// Wait: groups that may stay in flight; nothing when no constant is known.
  std::optional<uint64_t> Pending;
  /// Wait: copies that no Commit has closed are waited for too.
  bool CoversUncommitted = false;
};

/// Reads \p S, one call or asm statement; nothing when it is neither an
/// asynchronous operation nor a function around one.
std::optional<AsyncOperation> asyncOperation(const clang::Stmt *S,
                                             const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_ASYNCOPERATION_H
