//===- cudapipe/Emit/KernelsJson.h - Kernels for other programs -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --print-kernels=json: what cuda-pipeline-verify has to know of a file.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMIT_KERNELSJSON_H
#define CUDAPIPE_EMIT_KERNELSJSON_H

#include "cudapipe/Match/KernelFacts.h"
#include "cudapipe/RewriteFile.h"
#include "llvm/Support/raw_ostream.h"

namespace cudapipe {

/// Prints \p Kernels, and what becomes of their loops, as one JSON object.
void printKernels(llvm::raw_ostream &OS, llvm::ArrayRef<KernelFacts> Kernels,
                  llvm::ArrayRef<LoopReport> Loops);

} // namespace cudapipe

#endif // CUDAPIPE_EMIT_KERNELSJSON_H
