//===- cudapipe/DriverFunctions.h - Driver API: functions -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: CUDA Driver API Reference.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_DRIVERFUNCTIONS_H
#define CUDAPIPE_EMBEDDED_DRIVERFUNCTIONS_H
#pragma clang system_header

// Of some there are two, and C files include it in an extern "C" of theirs.
extern "C++" {

struct CUlaunchConfig {
  unsigned gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  CUstream hStream;
  struct CUlaunchAttribute *attrs;
  unsigned numAttrs;
};

CUresult cuInit(unsigned flags), cuDriverGetVersion(int *version),
    cuGetErrorString(CUresult error, const char **text),
    cuGetErrorName(CUresult error, const char **name),
    cuGetProcAddress(const char *symbol, void **function, int version,
                     cuuint64_t flags, void *status = 0),
    cuDeviceGet(CUdevice *device, int ordinal), cuDeviceGetCount(int *count),
    cuDeviceGetName(char *name, int length, CUdevice device),
    cuDeviceTotalMem(size_t *size, CUdevice device),
    cuDeviceGetAttribute(int *value, CUdevice_attribute attribute,
                         CUdevice device),
    cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device),
    cuDevicePrimaryCtxRelease(CUdevice device),
    cuCtxCreate(CUcontext *context, unsigned flags, CUdevice device),
    cuCtxCreate(CUcontext *context, void *parameters, unsigned flags,
                CUdevice device),
    cuCtxDestroy(CUcontext context), cuCtxGetCurrent(CUcontext *context),
    cuCtxSetCurrent(CUcontext context), cuCtxGetDevice(CUdevice *device),
    cuCtxPushCurrent(CUcontext context), cuCtxPopCurrent(CUcontext *context),
    cuCtxSynchronize();

CUresult cuModuleLoad(CUmodule *module_, const char *file),
    cuModuleLoadData(CUmodule *module_, const void *image),
    cuModuleLoadDataEx(CUmodule *module_, const void *image, unsigned count,
                       CUjit_option *options, void **values),
    cuModuleUnload(CUmodule module_),
    cuModuleGetFunction(CUfunction *function, CUmodule module_,
                        const char *name),
    cuModuleGetGlobal(CUdeviceptr *p, size_t *size, CUmodule module_,
                      const char *name),
    cuLinkCreate(unsigned count, CUjit_option *options, void **values,
                 CUlinkState *state),
    cuLinkAddData(CUlinkState state, CUjitInputType type, void *data,
                  size_t size, const char *name, unsigned count,
                  CUjit_option *options, void **values),
    cuLinkComplete(CUlinkState state, void **cubin, size_t *size),
    cuLinkDestroy(CUlinkState state);

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute,
                            CUfunction function),
    cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute,
                       int value),
    cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config),
    cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                   unsigned grid_z, unsigned block_x, unsigned block_y,
                   unsigned block_z, unsigned shared, CUstream stream,
                   void **arguments, void **extra),
    cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function,
                     void **arguments, void **extra),
    cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x,
                              unsigned grid_y, unsigned grid_z,
                              unsigned block_x, unsigned block_y,
                              unsigned block_z, unsigned shared,
                              CUstream stream, void **arguments),
    cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                CUfunction function,
                                                int block_size, size_t shared);

CUresult cuMemAlloc(CUdeviceptr *p, size_t size), cuMemFree(CUdeviceptr p),
    cuMemAllocHost(void **p, size_t size), cuMemFreeHost(void *p),
    cuMemAllocManaged(CUdeviceptr *p, size_t size, unsigned flags),
    cuMemGetInfo(size_t *free, size_t *total),
    cuMemGetInfo(unsigned *free, unsigned *total),
    cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t size),
    cuMemcpyDtoH(void *to, CUdeviceptr from, size_t size),
    cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t size),
    cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t size,
                      CUstream stream),
    cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t size, CUstream stream),
    cuMemsetD8(CUdeviceptr p, unsigned char value, size_t count),
    cuMemsetD32(CUdeviceptr p, unsigned value, size_t count),
    cuStreamCreate(CUstream *stream, unsigned flags),
    cuStreamSynchronize(CUstream stream), cuStreamDestroy(CUstream stream),
    cuEventCreate(CUevent *event, unsigned flags),
    cuEventRecord(CUevent event, CUstream stream),
    cuEventSynchronize(CUevent event), cuEventDestroy(CUevent event),
    cuEventElapsedTime(float *ms, CUevent start, CUevent end);

} // extern "C++"

#endif // CUDAPIPE_EMBEDDED_DRIVERFUNCTIONS_H
