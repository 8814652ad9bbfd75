//===- cudapipe/Check/SanitizerText.h - As compute-sanitizer says it ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   ========= Error: Race reported between Write access at matmul in gemm.cu:31
//   =========     and Read access at matmul in gemm.cu:37
//
// For scripts that read what compute-sanitizer prints.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_CHECK_SANITIZERTEXT_H
#define CUDAPIPE_CHECK_SANITIZERTEXT_H

#include "cudapipe/Check/VerdictExport.h"

namespace cudapipe {

/// Prints the witnesses of \p Files in the form of compute-sanitizer.
void printAsSanitizer(llvm::raw_ostream &OS,
                      llvm::ArrayRef<ExportedFile> Files);

} // namespace cudapipe

#endif // CUDAPIPE_CHECK_SANITIZERTEXT_H
