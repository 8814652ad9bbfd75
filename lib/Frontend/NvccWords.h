//===- NvccWords.h - How nvcc takes text apart ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_FRONTEND_NVCCWORDS_H
#define CUDAPIPE_LIB_FRONTEND_NVCCWORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace cudapipe {

/// Files of options that name each other without an end are no deeper.
inline constexpr unsigned DeepestOptionsFile = 16;

/// The items of `A=1,B="x,y",C=\,`: A=1 and B="x,y" and C=, as nvcc 13 has it.
std::vector<std::string> splitNvccList(llvm::StringRef Text);

/// The folders of `a,"b,c"`: a and b,c. A backslash is one.
std::vector<std::string> splitNvccFolders(llvm::StringRef Text);

/// How many words the flag \p Argument is with its value, if nvcc has it and
/// Clang does not mean the same by it; else 0.
unsigned nvccFlagLength(llvm::StringRef Argument);

/// The words of the file of options \p File, which belongs to \p Directory.
llvm::Expected<std::vector<std::string>>
readNvccOptionsFile(llvm::StringRef File, llvm::StringRef Directory);

/// \p Arguments of GCC or Clang with `@FILE` replaced by the words in FILE, in
/// files of words, too. What is no file stays, as for them.
llvm::Expected<std::vector<std::string>>
expandResponseFiles(llvm::ArrayRef<std::string> Arguments,
                    llvm::StringRef Directory);

/// The words of \p Text as a shell has them.
std::vector<std::string> shellWords(llvm::StringRef Text);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_FRONTEND_NVCCWORDS_H
