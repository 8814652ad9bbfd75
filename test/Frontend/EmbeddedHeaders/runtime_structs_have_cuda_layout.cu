// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// Sizes of the structures that host code fills.

#include <cuda.h>

static_assert(sizeof(cudaMemcpy3DParms) == 160, "");
static_assert(sizeof(cudaResourceDesc) == 144, "");
static_assert(sizeof(cudaTextureDesc) == 72, "");
static_assert(sizeof(cudaChannelFormatDesc) == 20, "");
static_assert(sizeof(cudaPitchedPtr) == 32, "");
static_assert(sizeof(cudaPointerAttributes) == 88, "");
static_assert(sizeof(cudaLaunchConfig_t) == 56, "");
static_assert(sizeof(cudaLaunchAttribute) == 72, "");
static_assert(sizeof(cudaAccessPolicyWindow) == 32, "");
static_assert(sizeof(cudaIpcMemHandle_t) == 64, "");
static_assert(sizeof(cudaUUID_t) == 16, "");
static_assert(sizeof(CUtensorMap) == 128 && alignof(CUtensorMap) == 128, "");
static_assert(cudaErrorLaunchFailure == 719 && cudaErrorNotReady == 600, "");
static_assert(cudaDevAttrMaxSharedMemoryPerBlockOptin == 97, "");
static_assert(cudaFuncAttributeMaxDynamicSharedMemorySize == 8, "");
static_assert(cudaMemcpyDeviceToDevice == 3 && cudaMemcpyDefault == 4, "");
static_assert(CUDART_VERSION >= 13000 && CUDA_VERSION >= 13000, "");
