//===- cudapipe/Emit/FindingsJson.h - For scripts ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMIT_FINDINGSJSON_H
#define CUDAPIPE_EMIT_FINDINGSJSON_H

#include "cudapipe/Emit/Finding.h"
#include "llvm/Support/raw_ostream.h"

namespace cudapipe {

/// A file that could not be done.
struct FileFailure {
  std::string File, Message;
};

/// Prints every loop of \p Findings, and what went wrong.
void printFindingsJson(llvm::raw_ostream &OS, llvm::ArrayRef<Finding> Findings,
                       llvm::ArrayRef<FileFailure> Failures);

} // namespace cudapipe

#endif // CUDAPIPE_EMIT_FINDINGSJSON_H
