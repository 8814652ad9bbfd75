//===- cufftXt.h - cuFFT, callbacks and several GPUs ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The callback types that device code defines, and what registers them.
// Rule: cuFFT Library documentation, "cuFFT Callback Routines".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUFFTXT_H
#define CUDAPIPE_EMBEDDED_CUFFTXT_H
#pragma clang system_header

#include "cufft.h"

enum cufftXtCallbackType {
  CUFFT_CB_LD_COMPLEX = 0x0,
  CUFFT_CB_LD_COMPLEX_DOUBLE = 0x1,
  CUFFT_CB_LD_REAL = 0x2,
  CUFFT_CB_LD_REAL_DOUBLE = 0x3,
  CUFFT_CB_ST_COMPLEX = 0x4,
  CUFFT_CB_ST_COMPLEX_DOUBLE = 0x5,
  CUFFT_CB_ST_REAL = 0x6,
  CUFFT_CB_ST_REAL_DOUBLE = 0x7
};
typedef cufftComplex (*cufftCallbackLoadC)(void *, size_t, void *, void *);
typedef cufftReal (*cufftCallbackLoadR)(void *, size_t, void *, void *);
typedef void (*cufftCallbackStoreC)(void *, size_t, cufftComplex, void *,
                                    void *);
typedef void (*cufftCallbackStoreR)(void *, size_t, cufftReal, void *, void *);
typedef cufftComplex (*cufftJITCallbackLoadC)(void *, unsigned long long,
                                              void *, void *);

struct cudaXtDesc {
  int version, nGPUs, GPUs[64];
  void *data[64];
  size_t size[64];
  void *cudaXtState;
};
struct cudaLibXtDesc {
  int version;
  cudaXtDesc *descriptor;
  int library, subFormat;
  void *libDescriptor;
};
enum cufftXtSubFormat {
  CUFFT_XT_FORMAT_INPUT = 0,
  CUFFT_XT_FORMAT_OUTPUT = 1,
  CUFFT_XT_FORMAT_INPLACE = 2,
  CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 3
};
enum cufftXtCopyType {
  CUFFT_COPY_HOST_TO_DEVICE = 0,
  CUFFT_COPY_DEVICE_TO_HOST = 1,
  CUFFT_COPY_DEVICE_TO_DEVICE = 2
};
cufftResult cufftXtSetCallback(cufftHandle, void **, cufftXtCallbackType,
                               void **),
    cufftXtSetGPUs(cufftHandle, int count, int *gpus),
    cufftXtMalloc(cufftHandle, cudaLibXtDesc **, cufftXtSubFormat),
    cufftXtMemcpy(cufftHandle, void *, void *, cufftXtCopyType),
    cufftXtFree(cudaLibXtDesc *),
    cufftXtExecDescriptorC2C(cufftHandle, cudaLibXtDesc *, cudaLibXtDesc *,
                             int direction);

#endif // CUDAPIPE_EMBEDDED_CUFFTXT_H
