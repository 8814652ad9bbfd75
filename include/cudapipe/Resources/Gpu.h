//===- cudapipe/Resources/Gpu.h - A GPU and its peaks -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A user's GPUs come from a file. Each needs a name, an architecture and its
// multiprocessors; what is left out is not known:
//
//   - name: RTX 3080            # shadows one of ours by the same name
//     arch: sm_86
//     multiprocessors: 68
//     clock-mhz: 1710
//     fp32-tflops: 29.8
//     fp64-tflops: 0.465
//     fp16-tensor-tflops: 59.5  # fp32 accumulation, no sparsity
//     int8-tensor-tops: 238
//     bandwidth-gb-s: 760
//     l2-kb: 5120
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_RESOURCES_GPU_H
#define CUDAPIPE_RESOURCES_GPU_H

#include "cudapipe/Resources/Architecture.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <vector>

namespace cudapipe {

/// One product. Units, and where our figures come from: Gpus.def.
struct Gpu {
  std::string Name;
  /// "GA104"; empty for a user's.
  std::string Chip;
  unsigned SmVersion = 0, Multiprocessors = 0;
  std::optional<double> ClockMHz, Fp32Tflops, Fp64Tflops, Fp16TensorTflops,
      Int8TensorTops, BandwidthGBs;
  std::optional<uint64_t> L2KB;
};

/// The GPUs of Gpus.def.
llvm::ArrayRef<Gpu> knownGpus();

/// The GPUs of the file \p Path. Fails with the place where it makes no sense:
/// "my.yaml:3: unknown key 'cores'".
llvm::Expected<std::vector<Gpu>> readGpuFile(llvm::StringRef Path);

/// The GPU called \p Name among \p Own and knownGpus(), by our name or by that
/// of the driver; case, spaces and dashes do not matter, and a chip's name will
/// do if only one GPU has it. "native": installedGpu().
llvm::Expected<Gpu> chooseGpu(llvm::StringRef Name,
                              llvm::ArrayRef<Gpu> Own = {});

/// The GPU of this machine, as nvidia-smi names it; one that is in no table has
/// a name and an architecture. Fails where there is none, or several kinds.
llvm::Expected<Gpu> installedGpu(llvm::ArrayRef<Gpu> Own = {});

/// What nvidia-smi says of \p Columns, such as "name,compute_cap": a line for
/// each GPU. Empty without a driver.
std::string askDriver(llvm::StringRef Columns);

/// A table of knownGpus() for people.
void printGpus(llvm::raw_ostream &OS);

} // namespace cudapipe

#endif // CUDAPIPE_RESOURCES_GPU_H
