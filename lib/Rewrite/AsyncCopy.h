//===- AsyncCopy.h - One asynchronous copy as text --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_REWRITE_ASYNCCOPY_H
#define CUDAPIPE_LIB_REWRITE_ASYNCCOPY_H

#include "Layout.h"
#include "SourceText.h"
#include "cudapipe/Analyze/LoopModel.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cudapipe {

/// `__pipeline_memcpy_async(&As[ty][tx], &A[k], Size)` behind \p Indent;
/// \p TextOf gives the text of its guards. Nothing where a macro spells an
/// address.
std::optional<std::string> asyncCopyText(
    const TileCopy &Copy, const std::string &Size,
    llvm::function_ref<std::optional<std::string>(const clang::Expr *)> TextOf,
    const std::string &Indent, const SourceText &Text, const LineLayout &Lines);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_REWRITE_ASYNCCOPY_H
