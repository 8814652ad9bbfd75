//===- RuntimeLaunch.h - Kernel launch, function attributes, occupancy ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `k<<<...>>>()` is checked against cudaConfigureCall or, with a newer SDK
// version, __cudaPushCallConfiguration.
// Rule: CUDA Runtime API Reference, "Execution Control", "Occupancy".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_RUNTIMELAUNCH_H
#define CUDAPIPE_EMBEDDED_RUNTIMELAUNCH_H
#pragma clang system_header

extern "C" {
__CUDAPIPE_HD int cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0,
                                    cudaStream_t stream = 0);
__CUDAPIPE_HD unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block,
                                                   size_t shared = 0,
                                                   CUstream_st *stream = 0);
__device__ void *cudaGetParameterBuffer(size_t alignment, size_t size);
__device__ cudaError_t cudaLaunchDevice(void *function, void *parameters,
                                        dim3 grid, dim3 block, unsigned shared,
                                        cudaStream_t stream);
}

enum cudaAccessProperty {
  cudaAccessPropertyNormal = 0,
  cudaAccessPropertyStreaming = 1,
  cudaAccessPropertyPersisting = 2
};
struct cudaAccessPolicyWindow {
  void *base_ptr;
  size_t num_bytes;
  float hitRatio;
  cudaAccessProperty hitProp, missProp;
};
enum cudaSynchronizationPolicy {
  cudaSyncPolicyAuto = 1,
  cudaSyncPolicySpin = 2,
  cudaSyncPolicyYield = 3,
  cudaSyncPolicyBlockingSync = 4
};
enum cudaClusterSchedulingPolicy {
  cudaClusterSchedulingPolicyDefault = 0,
  cudaClusterSchedulingPolicySpread = 1,
  cudaClusterSchedulingPolicyLoadBalancing = 2
};

enum cudaLaunchAttributeID {
  cudaLaunchAttributeIgnore = 0,
  cudaLaunchAttributeAccessPolicyWindow = 1,
  cudaLaunchAttributeCooperative = 2,
  cudaLaunchAttributeSynchronizationPolicy = 3,
  cudaLaunchAttributeClusterDimension = 4,
  cudaLaunchAttributeClusterSchedulingPolicyPreference = 5,
  cudaLaunchAttributeProgrammaticStreamSerialization = 6,
  cudaLaunchAttributeProgrammaticEvent = 7,
  cudaLaunchAttributePriority = 8,
  cudaLaunchAttributeMemSyncDomainMap = 9,
  cudaLaunchAttributeMemSyncDomain = 10,
  cudaLaunchAttributePreferredClusterDimension = 11,
  cudaLaunchAttributeLaunchCompletionEvent = 12,
  cudaLaunchAttributeDeviceUpdatableKernelNode = 13,
  cudaLaunchAttributePreferredSharedMemoryCarveout = 14
};
union cudaLaunchAttributeValue {
  char pad[64];
  cudaAccessPolicyWindow accessPolicyWindow;
  int cooperative;
  cudaSynchronizationPolicy syncPolicy;
  struct { unsigned x, y, z; } clusterDim;
  cudaClusterSchedulingPolicy clusterSchedulingPolicyPreference;
  int programmaticStreamSerializationAllowed;
  struct {
    cudaEvent_t event;
    int flags;
    int triggerAtBlockStart;
  } programmaticEvent;
  int priority;
  unsigned sharedMemCarveout;
};
struct cudaLaunchAttribute {
  cudaLaunchAttributeID id;
  char pad[8 - sizeof(cudaLaunchAttributeID)];
  cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute *attrs;
  unsigned numAttrs;
};
typedef cudaLaunchConfig_t cudaLaunchConfig_st;
typedef cudaLaunchAttributeID cudaStreamAttrID;
typedef cudaLaunchAttributeValue cudaStreamAttrValue;
typedef cudaLaunchAttributeID cudaKernelNodeAttrID;
typedef cudaLaunchAttributeValue cudaKernelNodeAttrValue;
#define cudaStreamAttributeAccessPolicyWindow                                  \
  cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy                               \
  cudaLaunchAttributeSynchronizationPolicy
#define cudaKernelNodeAttributeCooperative cudaLaunchAttributeCooperative

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block,
                             void **arguments, size_t shared = 0,
                             cudaStream_t stream = 0),
    cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block,
                                void **arguments, size_t shared = 0,
                                cudaStream_t stream = 0),
    cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel,
                        void **arguments),
    cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                           const cudaStreamAttrValue *value),
    cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                           cudaStreamAttrValue *value),
    cudaFuncSetSharedMemConfig(const void *kernel, cudaSharedMemConfig config);

template <typename T>
cudaError_t cudaLaunchKernel(T *kernel, dim3 grid, dim3 block, void **arguments,
                             size_t shared = 0, cudaStream_t stream = 0);
template <typename T>
cudaError_t cudaLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block,
                                        void **arguments, size_t shared = 0,
                                        cudaStream_t stream = 0);
template <typename... P, typename... A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config,
                               void (*kernel)(P...), A &&...arguments);
template <typename T>
cudaError_t cudaFuncSetAttribute(T *kernel, cudaFuncAttribute attribute,
                                 int value);
template <typename T>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *out, T *kernel);
template <typename T>
cudaError_t cudaFuncSetCacheConfig(T *kernel, cudaFuncCache config);
template <typename T>
cudaError_t cudaFuncGetName(const char **name, T *kernel);
template <typename T>
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, T *kernel);

template <typename T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T kernel,
                                                          int block_size,
                                                          size_t shared);
template <typename T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, T kernel, int block_size, size_t shared, unsigned flags);
template <typename T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *block_size,
                                               T kernel, size_t shared = 0,
                                               int limit = 0);
template <typename F, typename T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(
    int *min_grid, int *block_size, T kernel, F shared_of_block, int limit = 0);
template <typename T>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared, T *kernel,
                                                      int blocks,
                                                      int block_size);
template <typename T>
cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, T *kernel,
                                           const cudaLaunchConfig_t *config);
template <typename T>
cudaError_t cudaOccupancyMaxPotentialClusterSize(
    int *size, T *kernel, const cudaLaunchConfig_t *config);

#endif // CUDAPIPE_EMBEDDED_RUNTIMELAUNCH_H
