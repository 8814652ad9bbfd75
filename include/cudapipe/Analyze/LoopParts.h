//===- cudapipe/Analyze/LoopParts.h - Body, test and place of a loop -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What for, while and do-while loops have in common.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_LOOPPARTS_H
#define CUDAPIPE_ANALYZE_LOOPPARTS_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace cudapipe {

/// The body of a for, while or do-while loop; of braces in braces, with nothing
/// else between them, the inner ones.
const clang::Stmt *bodyOf(const clang::Stmt &Loop);

/// How many braces bodyOf() stands in, if it is in braces.
unsigned bracesAroundBody(const clang::Stmt &Loop);

/// The test in the header of such a loop, or at its end. Nothing if there is
/// none, or it declares a variable.
const clang::Expr *testOf(const clang::Stmt &Loop);

/// \p S if it is `if (..) break;`, in braces or not, and nothing else.
const clang::IfStmt *leavesIf(const clang::Stmt *S);

/// \p Loop stands among the statements of a block in \p In: there is room for
/// another in front of it.
bool isInBlock(const clang::Stmt *In, const clang::Stmt &Loop);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_LOOPPARTS_H
