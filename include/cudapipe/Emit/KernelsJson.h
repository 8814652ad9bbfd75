//===- cudapipe/Emit/KernelsJson.h - Kernels for other programs -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --print-kernels=json: what cuda-pipeline-verify and cuda-pipeline-report have
// to know of a file.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMIT_KERNELSJSON_H
#define CUDAPIPE_EMIT_KERNELSJSON_H

#include "cudapipe/Match/KernelFacts.h"
#include "cudapipe/Resources/Gpu.h"
#include "cudapipe/RewriteFile.h"
#include "llvm/Support/raw_ostream.h"

namespace cudapipe {

/// Prints \p Kernels of \p Ctx, and what becomes of their loops, as one JSON
/// object; \p RunsOn, if that is known, is a part of it.
void printKernels(llvm::raw_ostream &OS, llvm::ArrayRef<KernelFacts> Kernels,
                  llvm::ArrayRef<LoopReport> Loops,
                  const clang::ASTContext &Ctx, const Gpu *RunsOn);

} // namespace cudapipe

#endif // CUDAPIPE_EMIT_KERNELSJSON_H
