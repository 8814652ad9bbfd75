//===- CommentLines.h - Where lines of comments begin -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_REWRITE_COMMENTLINES_H
#define CUDAPIPE_LIB_REWRITE_COMMENTLINES_H

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace cudapipe {

/// Of each line of \p Text, which is blank but for comments: it begins inside
/// of one. That is a block comment, or a `//` that a backslash carries on.
std::vector<bool> beginInsideComment(llvm::StringRef Text);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_REWRITE_COMMENTLINES_H
