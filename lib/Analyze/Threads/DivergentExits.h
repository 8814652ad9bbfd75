//===- DivergentExits.h - Threads that leave early --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_DIVERGENTEXITS_H
#define CUDAPIPE_LIB_ANALYZE_DIVERGENTEXITS_H

#include "cudapipe/Analyze/Taint.h"

namespace cudapipe {

/// The condition of a return in \p Body, behind \p From and in front of \p To
/// if they are given, that only some threads of the block take. In a kernel
/// they are gone; in a device function they go on in the caller. Null if there
/// is none.
const clang::Expr *divergentReturn(const clang::Stmt *Body,
                                   const Taint &Threads,
                                   const clang::Stmt *From = nullptr,
                                   const clang::Stmt *To = nullptr,
                                   const clang::SourceManager *SM = nullptr);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_DIVERGENTEXITS_H
