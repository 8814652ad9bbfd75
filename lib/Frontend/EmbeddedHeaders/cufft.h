//===- cufft.h - cuFFT ------------------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: cuFFT Library documentation.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUFFT_H
#define CUDAPIPE_EMBEDDED_CUFFT_H
#pragma clang system_header

// The toolkit's guard: code tests it to see what is included.
#define _CUFFT_H_

#include "cuComplex.h"
#include "library_types.h"

enum cufftResult_t {
  CUFFT_SUCCESS = 0,
  CUFFT_INVALID_PLAN = 1,
  CUFFT_ALLOC_FAILED = 2,
  CUFFT_INVALID_VALUE = 4,
  CUFFT_INTERNAL_ERROR = 5,
  CUFFT_INVALID_TYPE = 3,
  CUFFT_EXEC_FAILED = 6,
  CUFFT_SETUP_FAILED = 7,
  CUFFT_INVALID_SIZE = 8,
  CUFFT_UNALIGNED_DATA = 9,
  CUFFT_INVALID_DEVICE = 11,
  CUFFT_NO_WORKSPACE = 13,
  CUFFT_NOT_IMPLEMENTED = 14,
  CUFFT_NOT_SUPPORTED = 16,
  CUFFT_MISSING_DEPENDENCY = 17,
  CUFFT_NVRTC_FAILURE = 18,
  CUFFT_NVJITLINK_FAILURE = 19,
  CUFFT_NVSHMEM_FAILURE = 20
};
typedef cufftResult_t cufftResult;
enum cufftType_t {
  CUFFT_R2C = 0x2a,
  CUFFT_C2R = 0x2c,
  CUFFT_C2C = 0x29,
  CUFFT_D2Z = 0x6a,
  CUFFT_Z2D = 0x6c,
  CUFFT_Z2Z = 0x69
};
typedef cufftType_t cufftType;
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1

typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;

cufftResult cufftCreate(cufftHandle *), cufftDestroy(cufftHandle),
    cufftPlan1d(cufftHandle *, int nx, cufftType, int batch),
    cufftPlan2d(cufftHandle *, int nx, int ny, cufftType),
    cufftPlan3d(cufftHandle *, int nx, int ny, int nz, cufftType),
    cufftPlanMany(cufftHandle *, int rank, int *n, int *inembed, int istride,
                  int idist, int *onembed, int ostride, int odist, cufftType,
                  int batch),
    cufftMakePlan1d(cufftHandle, int nx, cufftType, int batch, size_t *work),
    cufftMakePlan2d(cufftHandle, int nx, int ny, cufftType, size_t *work),
    cufftMakePlan3d(cufftHandle, int nx, int ny, int nz, cufftType,
                    size_t *work),
    cufftSetStream(cufftHandle, cudaStream_t),
    cufftExecC2C(cufftHandle, cufftComplex *, cufftComplex *, int direction),
    cufftExecR2C(cufftHandle, cufftReal *, cufftComplex *),
    cufftExecC2R(cufftHandle, cufftComplex *, cufftReal *),
    cufftExecZ2Z(cufftHandle, cufftDoubleComplex *, cufftDoubleComplex *,
                 int direction),
    cufftExecD2Z(cufftHandle, cufftDoubleReal *, cufftDoubleComplex *),
    cufftExecZ2D(cufftHandle, cufftDoubleComplex *, cufftDoubleReal *);

#endif // CUDAPIPE_EMBEDDED_CUFFT_H
