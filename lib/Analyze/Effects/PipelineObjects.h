//===- PipelineObjects.h - Asynchronous copies by C++ objects ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_PIPELINEOBJECTS_H
#define CUDAPIPE_LIB_ANALYZE_PIPELINEOBJECTS_H

#include "Analyze/Loop/LoopAnalysis.h"
#include "cudapipe/Analyze/AsyncOperation.h"

namespace cudapipe {

/// Reads \p Call of \p Callee, a function of libcu++ or cooperative groups.
AsyncOperation readObjectCall(const clang::CallExpr &Call,
                              const clang::FunctionDecl &Callee,
                              const clang::ASTContext &Ctx);

/// What \p S, an operation that cannot be taken apart, is.
Rejection unsupportedAsync(const clang::Stmt *S, const clang::ASTContext &Ctx);

/// A cuda::pipeline of one thread, which its destructor leaves as it is.
bool isThreadPipeline(clang::QualType Type);

/// No group that \p Pipeline counts is in flight when the loop starts: a wait
/// for the oldest is one for the loop's own. Else where one may be left.
const clang::Stmt *mayStartBusy(const LoopAnalysis &A,
                                const clang::VarDecl *Pipeline);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_PIPELINEOBJECTS_H
