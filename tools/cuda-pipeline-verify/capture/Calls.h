//===- Calls.h - What the program's CUDA calls say --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of the runtime or the driver, as CUPTI hands it over. Calls go by
// their names, which stay; CUPTI's numbers of them come and go with versions.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_CAPTURE_CALLS_H
#define CUDAPIPE_CAPTURE_CALLS_H

#include "Allocations.h"

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <cupti.h>
#include <string>

namespace cudapipe {

/// One kernel launch, whichever call made it.
struct LaunchCall {
  std::string Call;
  const void *Function = nullptr; ///< CUkernel, CUfunction or a host address.
  unsigned Grid[3] = {0, 0, 0}, Block[3] = {0, 0, 0}, Cluster[3] = {1, 1, 1};
  size_t Shared = 0;
  bool IsCooperative = false;
  CUstream Stream = nullptr;
  void **Arguments = nullptr; ///< One address a parameter; or null, and then:
  const void *Packed = nullptr;
  size_t PackedBytes = 0;

  /// CUPTI may one day hand over something else than we think.
  bool isPlausible() const {
    for (int I = 0; I < 3; ++I)
      if (!Grid[I] || !Block[I] || Block[I] > 1024)
        return false;
    return Function && Shared < (1u << 20);
  }
};

enum class CallKind : unsigned char {
  Unknown, // Not looked at yet.
  Other,
  LaunchKernel,
  LaunchKernelEx,
  LaunchCooperative,
  LaunchGraph,
  Allocate,
  AllocatePitch,
  Allocate3D,
  AllocateManaged,
  AllocateAsync,
  Map,
  Free,
  FreeAsync,
  Unmap
};

/// "cudaMalloc" of "cudaMalloc_ptsz_v3020".
inline std::string plainName(const char *Name) {
  std::string Text = Name ? Name : "";
  size_t Version = Text.rfind("_v");
  if (Version != std::string::npos &&
      Text.find_first_not_of("0123456789", Version + 2) == std::string::npos)
    Text.resize(Version);
  for (const char *End : {"_ptsz", "_ptds"})
    if (Text.size() > 5 && Text.compare(Text.size() - 5, 5, End) == 0)
      Text.resize(Text.size() - 5);
  return Text;
}

inline CallKind kindOf(const std::string &Name) {
  static const std::map<std::string, CallKind> Kinds = {
      {"cudaLaunchKernel", CallKind::LaunchKernel},
      {"__cudaLaunchKernel", CallKind::LaunchKernel},
      {"cuLaunchKernel", CallKind::LaunchKernel},
      {"cudaLaunchKernelExC", CallKind::LaunchKernelEx},
      {"cuLaunchKernelEx", CallKind::LaunchKernelEx},
      {"cudaLaunchCooperativeKernel", CallKind::LaunchCooperative},
      {"cuLaunchCooperativeKernel", CallKind::LaunchCooperative},
      {"cudaGraphLaunch", CallKind::LaunchGraph},
      {"cuGraphLaunch", CallKind::LaunchGraph},
      {"cudaMalloc", CallKind::Allocate},
      {"cuMemAlloc", CallKind::Allocate},
      {"cudaMallocPitch", CallKind::AllocatePitch},
      {"cuMemAllocPitch", CallKind::AllocatePitch},
      {"cudaMalloc3D", CallKind::Allocate3D},
      {"cudaMallocManaged", CallKind::AllocateManaged},
      {"cuMemAllocManaged", CallKind::AllocateManaged},
      {"cudaMallocAsync", CallKind::AllocateAsync},
      {"cuMemAllocAsync", CallKind::AllocateAsync},
      {"cudaMallocFromPoolAsync", CallKind::AllocateAsync},
      {"cuMemAllocFromPoolAsync", CallKind::AllocateAsync},
      {"cuMemMap", CallKind::Map},
      {"cudaFree", CallKind::Free},
      {"cuMemFree", CallKind::Free},
      {"cudaFreeAsync", CallKind::FreeAsync},
      {"cuMemFreeAsync", CallKind::FreeAsync},
      {"cuMemUnmap", CallKind::Unmap}};
  auto It = Kinds.find(Name);
  return It == Kinds.end() ? CallKind::Other : It->second;
}

inline bool isLaunch(CallKind Kind) {
  return Kind == CallKind::LaunchKernel || Kind == CallKind::LaunchKernelEx ||
         Kind == CallKind::LaunchCooperative;
}

/// Reads the call's arguments; Function stays null if there are none.
LaunchCall launchOf(CallKind Kind, bool IsRuntime, const void *Parameters);

/// Follows a call that allocates or frees.
void follow(Allocations &Live, CallKind Kind, bool IsRuntime, bool IsEnter,
            const char *Name, const void *Parameters);

} // namespace cudapipe

#endif
