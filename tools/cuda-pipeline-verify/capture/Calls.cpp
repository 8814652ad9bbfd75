//===- Calls.cpp - What the program's CUDA calls say ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"

using namespace cudapipe;

namespace {

template <typename To> const To &as(const void *Parameters) {
  return *static_cast<const To *>(Parameters);
}

void setShape(LaunchCall &Out, dim3 Grid, dim3 Block) {
  const unsigned GridSizes[] = {Grid.x, Grid.y, Grid.z};
  const unsigned BlockSizes[] = {Block.x, Block.y, Block.z};
  for (int I = 0; I < 3; ++I) {
    Out.Grid[I] = GridSizes[I];
    Out.Block[I] = BlockSizes[I];
  }
}

/// Of the runtime: the driver's has the same ids and values.
void setAttributes(LaunchCall &Out, const CUlaunchAttribute *Attributes,
                   unsigned Count) {
  for (unsigned I = 0; Attributes && I < Count; ++I) {
    const CUlaunchAttribute &A = Attributes[I];
    if (A.id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
      Out.IsCooperative = A.value.cooperative != 0;
    if (A.id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
      Out.Cluster[0] = A.value.clusterDim.x;
      Out.Cluster[1] = A.value.clusterDim.y;
      Out.Cluster[2] = A.value.clusterDim.z;
    }
  }
}

LaunchCall runtimeLaunch(CallKind Kind, const void *Parameters) {
  LaunchCall Out;
  if (Kind == CallKind::LaunchKernelEx) {
    const auto &P = as<cudaLaunchKernelExC_v11060_params>(Parameters);
    setShape(Out, P.config->gridDim, P.config->blockDim);
    Out.Function = P.func;
    Out.Shared = P.config->dynamicSmemBytes;
    Out.Stream = reinterpret_cast<CUstream>(P.config->stream);
    Out.Arguments = P.args;
    setAttributes(Out,
                  reinterpret_cast<const CUlaunchAttribute *>(P.config->attrs),
                  P.config->numAttrs);
    return Out;
  }
  // Of cudaLaunchCooperativeKernel, too: the same members.
  const auto &P = as<cudaLaunchKernel_v7000_params>(Parameters);
  setShape(Out, P.gridDim, P.blockDim);
  Out.Function = P.func;
  Out.Shared = P.sharedMem;
  Out.Stream = reinterpret_cast<CUstream>(P.stream);
  Out.Arguments = P.args;
  Out.IsCooperative = Kind == CallKind::LaunchCooperative;
  return Out;
}

/// CU_LAUNCH_PARAM_BUFFER_POINTER and its size.
void setPacked(LaunchCall &Out, void **Extra) {
  for (; Extra && *Extra != CU_LAUNCH_PARAM_END; Extra += 2) {
    if (*Extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
      Out.Packed = Extra[1];
    else if (*Extra == CU_LAUNCH_PARAM_BUFFER_SIZE)
      Out.PackedBytes = *static_cast<size_t *>(Extra[1]);
    else
      return;
  }
}

LaunchCall driverLaunch(CallKind Kind, const void *Parameters) {
  LaunchCall Out;
  if (Kind == CallKind::LaunchKernelEx) {
    const auto &P = as<cuLaunchKernelEx_params>(Parameters);
    const CUlaunchConfig &C = *P.config;
    setShape(Out, {C.gridDimX, C.gridDimY, C.gridDimZ},
             {C.blockDimX, C.blockDimY, C.blockDimZ});
    Out.Function = P.f;
    Out.Shared = C.sharedMemBytes;
    Out.Stream = C.hStream;
    Out.Arguments = P.kernelParams;
    setPacked(Out, P.extra);
    setAttributes(Out, C.attrs, C.numAttrs);
    return Out;
  }
  // Of cuLaunchCooperativeKernel, too: the same members, but for the last.
  const auto &P = as<cuLaunchKernel_params>(Parameters);
  setShape(Out, {P.gridDimX, P.gridDimY, P.gridDimZ},
           {P.blockDimX, P.blockDimY, P.blockDimZ});
  Out.Function = P.f;
  Out.Shared = P.sharedMemBytes;
  Out.Stream = P.hStream;
  Out.Arguments = P.kernelParams;
  Out.IsCooperative = Kind == CallKind::LaunchCooperative;
  if (Kind == CallKind::LaunchKernel)
    setPacked(Out, P.extra);
  return Out;
}

uint64_t number(const void *Pointer) {
  return reinterpret_cast<uint64_t>(Pointer);
}

void followRuntime(Allocations &Live, CallKind Kind, const char *Name,
                   const void *Parameters) {
  if (Kind == CallKind::Allocate) {
    const auto &P = as<cudaMalloc_v3020_params>(Parameters);
    Live.add(number(*P.devPtr), P.size, Name);
  } else if (Kind == CallKind::AllocatePitch) {
    const auto &P = as<cudaMallocPitch_v3020_params>(Parameters);
    Live.add(number(*P.devPtr), *P.pitch * P.height, Name);
  } else if (Kind == CallKind::Allocate3D) {
    const auto &P = as<cudaMalloc3D_v3020_params>(Parameters);
    Live.add(number(P.pitchedDevPtr->ptr),
             P.pitchedDevPtr->pitch * P.extent.height * P.extent.depth, Name);
  } else if (Kind == CallKind::AllocateManaged) {
    const auto &P = as<cudaMallocManaged_v6000_params>(Parameters);
    Live.add(number(*P.devPtr), P.size, Name);
  } else if (Kind == CallKind::AllocateAsync) {
    // Also of cudaMallocFromPoolAsync: it begins with the same members.
    const auto &P = as<cudaMallocAsync_v11020_params>(Parameters);
    Live.add(number(*P.devPtr), P.size, Name);
  }
}

void followDriver(Allocations &Live, CallKind Kind, const char *Name,
                  const void *Parameters) {
  if (Kind == CallKind::Allocate) {
    const auto &P = as<cuMemAlloc_v2_params>(Parameters);
    Live.add(*P.dptr, P.bytesize, Name);
  } else if (Kind == CallKind::AllocatePitch) {
    const auto &P = as<cuMemAllocPitch_v2_params>(Parameters);
    Live.add(*P.dptr, *P.pPitch * P.Height, Name);
  } else if (Kind == CallKind::AllocateManaged) {
    const auto &P = as<cuMemAllocManaged_params>(Parameters);
    Live.add(*P.dptr, P.bytesize, Name);
  } else if (Kind == CallKind::AllocateAsync) {
    const auto &P = as<cuMemAllocAsync_params>(Parameters);
    Live.add(*P.dptr, P.bytesize, Name);
  } else if (Kind == CallKind::Map) {
    const auto &P = as<cuMemMap_params>(Parameters);
    Live.add(P.ptr, P.size, Name);
  }
}

} // namespace

LaunchCall cudapipe::launchOf(CallKind Kind, bool IsRuntime,
                              const void *Parameters) {
  if (!Parameters)
    return {};
  return IsRuntime ? runtimeLaunch(Kind, Parameters)
                   : driverLaunch(Kind, Parameters);
}

void cudapipe::follow(Allocations &Live, CallKind Kind, bool IsRuntime,
                      bool IsEnter, const char *Name, const void *Parameters) {
  if (!Parameters)
    return;
  bool Frees = Kind == CallKind::Free || Kind == CallKind::FreeAsync ||
               Kind == CallKind::Unmap;
  // All of them have the address as their first member. On entry: another
  // thread may get the same memory before this call has returned.
  if (Frees && IsEnter)
    Live.remove(as<uint64_t>(Parameters));
  if (Frees || IsEnter)
    return;
  if (IsRuntime)
    followRuntime(Live, Kind, Name, Parameters);
  else
    followDriver(Live, Kind, Name, Parameters);
}
