//===- Layout.h - Line breaks in generated statements -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the user has a .clang-format it has the last word; without one, what
// we write should still not run off the screen.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_REWRITE_LAYOUT_H
#define CUDAPIPE_LIB_REWRITE_LAYOUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace cudapipe {

/// Columns that a generated line tries to stay within.
inline constexpr unsigned MaxColumn = 80;

/// \p Text with its line breaks and what indents them turned into one blank;
/// text with a comment in it is left as it is.
std::string onOneLine(llvm::StringRef Text);

/// `Callee(a, b, c)`, one argument a line if one line is too short. \p Column
/// is where the call starts.
std::string layoutCall(unsigned Column, llvm::StringRef Callee,
                       llvm::ArrayRef<std::string> Args);

/// `Left = Right`, broken behind `=` if one line is too short.
std::string layoutAssignment(unsigned Column, llvm::StringRef Left,
                             llvm::StringRef Right);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_REWRITE_LAYOUT_H
