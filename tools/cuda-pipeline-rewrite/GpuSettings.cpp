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
                     "default of --gpu-arch; native: that of this machine; "
                     "list: shows those that are known"));
cl::opt<std::string>
    GpuFile("gpu-file", cl::cat(readingOptions()), cl::value_desc("yaml"),
            cl::desc("GPUs of your own, for --gpu (docs/resources.md)"));
cl::opt<std::string>
    Nvcc("nvcc", cl::ValueOptional, cl::cat(readingOptions()),
         cl::value_desc("path"),
         cl::desc("The nvcc that says whether a form loses, in place of that "
                  "on PATH; it counts registers for other variants, too"));
} // namespace

void readAskedGpus(Settings &Result) { Result.AsksGpus = GpuName == "list"; }

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
  const bool IsAsked = Nvcc.getNumOccurrences() > 0;
  Expected<Compiler> Found = findCompiler(
      Nvcc.empty() ? "auto" : StringRef(Nvcc), Result.Frontend.CudaPath);
  if (!Found && IsAsked)
    return createStringError("--nvcc: " + toString(Found.takeError()));
  if (!Found)
    consumeError(Found.takeError());
  else
    Result.Deciding.Nvcc = std::move(*Found);
  Result.Deciding.CountsRegisters = IsAsked;
  return Error::success();
}

} // namespace cudapipe
