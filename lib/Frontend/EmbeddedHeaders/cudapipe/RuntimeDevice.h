//===- RuntimeDevice.h - Device, error, stream and event functions --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: CUDA Runtime API Reference, "Device Management", "Error Handling",
// "Stream Management", "Event Management".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_RUNTIMEDEVICE_H
#define CUDAPIPE_EMBEDDED_RUNTIMEDEVICE_H
#pragma clang system_header

__CUDAPIPE_HD const char *cudaGetErrorString(cudaError_t error),
    *cudaGetErrorName(cudaError_t error);

__CUDAPIPE_HD cudaError_t cudaGetLastError(), cudaPeekAtLastError(),
    cudaDeviceSynchronize(), cudaGetDevice(int *device),
    cudaGetDeviceCount(int *count),
    cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device),
    cudaDeviceGetLimit(size_t *value, cudaLimit limit),
    cudaDeviceGetCacheConfig(cudaFuncCache *config),
    cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config),
    cudaRuntimeGetVersion(int *version),
    cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags),
    cudaStreamDestroy(cudaStream_t stream),
    cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                        unsigned flags = 0),
    cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags),
    cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0),
    cudaEventDestroy(cudaEvent_t event);

cudaError_t cudaSetDevice(int device), cudaDeviceReset(),
    cudaThreadSynchronize(), cudaThreadExit(),
    cudaInitDevice(int device, unsigned device_flags, unsigned flags),
    cudaGetDeviceProperties(cudaDeviceProp *properties, int device),
    cudaChooseDevice(int *device, const cudaDeviceProp *properties),
    cudaSetDeviceFlags(unsigned flags), cudaGetDeviceFlags(unsigned *flags),
    cudaSetValidDevices(int *devices, int count),
    cudaDeviceSetLimit(cudaLimit limit, size_t value),
    cudaDeviceSetCacheConfig(cudaFuncCache config),
    cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config),
    cudaThreadSetCacheConfig(cudaFuncCache config),
    cudaDeviceGetStreamPriorityRange(int *least, int *greatest),
    cudaDeviceGetByPCIBusId(int *device, const char *id),
    cudaDeviceGetPCIBusId(char *id, int length, int device),
    cudaDeviceGetP2PAttribute(int *value, cudaDeviceP2PAttr attribute, int from,
                              int to),
    cudaDeviceCanAccessPeer(int *can, int device, int peer),
    cudaDeviceEnablePeerAccess(int peer, unsigned flags),
    cudaDeviceDisablePeerAccess(int peer), cudaCtxResetPersistingL2Cache(),
    cudaDriverGetVersion(int *version);

cudaError_t cudaStreamCreate(cudaStream_t *stream),
    cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags,
                                 int priority),
    cudaStreamSynchronize(cudaStream_t stream),
    cudaStreamQuery(cudaStream_t stream),
    cudaStreamGetPriority(cudaStream_t stream, int *priority),
    cudaStreamGetFlags(cudaStream_t stream, unsigned *flags),
    cudaStreamGetDevice(cudaStream_t stream, int *device),
    cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                          void *data, unsigned flags),
    cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data),
    cudaStreamAttachMemAsync(cudaStream_t stream, void *p, size_t size = 0,
                             unsigned flags = cudaMemAttachSingle);
template <typename T>
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *p, size_t size = 0,
                                     unsigned flags = cudaMemAttachSingle);

cudaError_t cudaEventCreate(cudaEvent_t *event),
    cudaEventCreate(cudaEvent_t *event, unsigned flags),
    cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = 0,
                             unsigned flags = 0),
    cudaEventSynchronize(cudaEvent_t event), cudaEventQuery(cudaEvent_t event),
    cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end);

cudaError_t cudaProfilerStart(), cudaProfilerStop();

enum cudaDriverEntryPointQueryResult {
  cudaDriverEntryPointSuccess = 0,
  cudaDriverEntryPointSymbolNotFound = 1,
  cudaDriverEntryPointVersionNotSufficent = 2
};
#define cudaEnableDefault 0x0
cudaError_t
cudaGetDriverEntryPoint(const char *symbol, void **function,
                        unsigned long long flags,
                        cudaDriverEntryPointQueryResult *result = 0),
    cudaGetDriverEntryPointByVersion(
        const char *symbol, void **function, unsigned version,
        unsigned long long flags, cudaDriverEntryPointQueryResult *result = 0);

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *p),
    cudaIpcOpenMemHandle(void **p, cudaIpcMemHandle_t handle, unsigned flags),
    cudaIpcCloseMemHandle(void *p),
    cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event),
    cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle);

#endif // CUDAPIPE_EMBEDDED_RUNTIMEDEVICE_H
