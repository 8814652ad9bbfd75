//===- cudapipe/Emit/ReplaceFile.h - All or nothing -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMIT_REPLACEFILE_H
#define CUDAPIPE_EMIT_REPLACEFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <utility>

namespace cudapipe {

/// Makes \p Text the content of \p Path through a temporary file beside it and
/// a rename: a reader sees the old file or the new one. Links are followed,
/// permissions are kept, a read-only file is refused (for root, too).
llvm::Error replaceFile(llvm::StringRef Path, llvm::StringRef Text);

/// replaceFile() for each pair of path and text; if one cannot be written, none
/// is.
llvm::Error
replaceFiles(llvm::ArrayRef<std::pair<std::string, std::string>> Files);

} // namespace cudapipe

#endif // CUDAPIPE_EMIT_REPLACEFILE_H
