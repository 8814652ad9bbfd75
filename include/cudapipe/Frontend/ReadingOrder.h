//===- cudapipe/Frontend/ReadingOrder.h - What is read when -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A source manager has precompiled lines behind all others, and knows no
// #include that leads to them. The text of the main file does.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_READINGORDER_H
#define CUDAPIPE_FRONTEND_READINGORDER_H

#include "clang/Basic/SourceManager.h"
#include <vector>

namespace cudapipe {

/// Where in the translation unit: the offset in the main file, of an #include
/// in it the offset in that file, and so on. Less is earlier.
using ReadingPosition = std::vector<int64_t>;

ReadingPosition readingPosition(clang::SourceLocation Loc,
                                const clang::SourceManager &SM);

/// No #if decides whether \p File is included.
bool isAlwaysIncluded(clang::FileID File, const clang::SourceManager &SM);

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_READINGORDER_H
