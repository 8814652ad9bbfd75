//===- GpuSettings.h - What runs the kernels --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_GPUSETTINGS_H
#define CUDAPIPE_TOOL_GPUSETTINGS_H

#include "Settings.h"
#include "llvm/Support/CommandLine.h"

namespace cudapipe {

/// The options that say how a file is read.
llvm::cl::OptionCategory &readingOptions();

/// Reads --gpu, --gpu-file and --nvcc; --cuda-path is in \p Result by then.
llvm::Error readGpu(Settings &Result);

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_GPUSETTINGS_H
