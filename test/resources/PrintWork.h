//===- PrintWork.h - The counts of a file's loops ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TEST_RESOURCES_PRINTWORK_H
#define CUDAPIPE_TEST_RESOURCES_PRINTWORK_H

#include "llvm/ADT/StringRef.h"

namespace cudapipe {

/// Prints what each tile loop of \p File computes; an exit code.
int printWork(llvm::StringRef File, unsigned SmVersion);

} // namespace cudapipe

#endif // CUDAPIPE_TEST_RESOURCES_PRINTWORK_H
