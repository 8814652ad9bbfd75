//===- cudapipe/Analyze/BlockVote.h - What a block decides together -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   if (__syncthreads_count(done) == THREADS)
//     break;
//
// A barrier with one answer for all threads of the block: they leave together.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_BLOCKVOTE_H
#define CUDAPIPE_ANALYZE_BLOCKVOTE_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace cudapipe {

/// \p Call is `__syncthreads_count()` or its like: a barrier whose answer is
/// the same for all threads of the block.
bool isBlockVote(const clang::CallExpr &Call, const clang::ASTContext &Ctx);

/// \p S if it is `if (..) break;` whose condition holds one such vote, which is
/// made whatever the rest of the condition is; else null.
const clang::IfStmt *leavesByVote(const clang::Stmt *S,
                                  const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_BLOCKVOTE_H
