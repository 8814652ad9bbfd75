//===- GpuSettings.cpp - What runs the kernels ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SettingsGroups.h"

using namespace llvm;

namespace cudapipe {

namespace {

cl::opt<std::string>
    GpuName("gpu", cl::cat(readingOptions()), cl::value_desc("name"),
            cl::desc("The GPU that the kernels run on, such as H200: its "
                     "figures are what auto weighs, and its architecture the "
                     "default of --gpu-arch"));
cl::opt<std::string>
    GpuFile("gpu-file", cl::cat(readingOptions()), cl::value_desc("yaml"),
            cl::desc("GPUs of your own, for --gpu (docs/resources.md)"));
cl::opt<std::string>
    Nvcc("nvcc", cl::ValueOptional, cl::cat(readingOptions()),
         cl::value_desc("path"),
         cl::desc("Compile files with nvcc, that on PATH or this, to count "
                  "registers instead of guessing them"));
} // namespace

Error readGpu(Settings &Result) {
  std::vector<Gpu> Own;
  if (!GpuFile.empty()) {
    Expected<std::vector<Gpu>> Read = readGpuFile(GpuFile);
    if (!Read)
      return createStringError("--gpu-file: " + toString(Read.takeError()));
    Own = std::move(*Read);
    if (GpuName.empty())
      return createStringError("--gpu-file=" + GpuFile +
                               ": choose one of its GPUs with --gpu");
  }
  if (!GpuName.empty()) {
    Expected<Gpu> Chosen = chooseGpu(GpuName, Own);
    if (!Chosen)
      return createStringError("--gpu: " + toString(Chosen.takeError()));
    Result.Frontend.DefaultArch = "sm_" + std::to_string(Chosen->SmVersion);
    Result.Rewrite.RunsOn = std::move(*Chosen);
    Result.Given.insert("gpu");
  }
  if (Nvcc.getNumOccurrences() == 0)
    return Error::success();
  Expected<std::string> Path = findNvcc(Nvcc.empty() ? "auto" : StringRef(Nvcc),
                                        Result.Frontend.CudaPath);
  if (!Path)
    return createStringError("--nvcc: " + toString(Path.takeError()));
  Result.Nvcc = std::move(*Path);
  return Error::success();
}

} // namespace cudapipe
