//===- StepWay.h - From a step to the loop ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step stands in a function that a statement of the loop calls, perhaps
// through others. Here its operands are followed out to the names of the loop.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_RING_STEPWAY_H
#define CUDAPIPE_LIB_RING_STEPWAY_H

#include "cudapipe/Analyze/TransferStep.h"

namespace cudapipe {

using Way = llvm::ArrayRef<const clang::CallExpr *>;

/// An expression, and the calls that lead to the function it stands in.
struct ExprOnWay {
  const clang::Expr *E = nullptr;
  Way Calls;
};

/// The variable that \p E is, or null.
const clang::VarDecl *ringVariable(const clang::Expr *E);

/// What a parameter was given, as far out as it is one.
ExprOnWay outermost(ExprOnWay At);

/// The variable of shared memory whose address, or a number made of it, \p At
/// is; and in \p Through, another variable that holds it.
const clang::VarDecl *sharedRootOf(ExprOnWay At, const clang::VarDecl *&Through,
                                   unsigned Depth = 0);

/// Where a statement stands in another that is run once.
enum class Reach { Always, Again, Perhaps };

/// \p Top may be left, or entered, in front of \p Next, which stands in it.
bool leavesBefore(const clang::Stmt *Top, const clang::Stmt *Next);

/// How \p Top leads to \p Step, through all functions.
Reach reachOf(const clang::Stmt *Top, const TransferStep &Step);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_RING_STEPWAY_H
