//===- cublas_v2.h - cuBLAS -------------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handles, enumerations and the most called functions.
// Rule: cuBLAS Library documentation.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUBLAS_V2_H
#define CUDAPIPE_EMBEDDED_CUBLAS_V2_H
#pragma clang system_header

// The toolkit's guard: code tests it to see what is included.
#define CUBLAS_V2_H_
#define CUBLAS_API_H_
#define CUBLASWINAPI

#include "cuComplex.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "library_types.h"

typedef struct cublasContext *cublasHandle_t;
typedef cudaDataType cublasDataType_t;

enum cublasStatus_t {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
};
enum cublasOperation_t { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 };
enum cublasFillMode_t {
  CUBLAS_FILL_MODE_LOWER = 0,
  CUBLAS_FILL_MODE_UPPER = 1,
  CUBLAS_FILL_MODE_FULL = 2
};
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 };
enum cublasPointerMode_t {
  CUBLAS_POINTER_MODE_HOST = 0,
  CUBLAS_POINTER_MODE_DEVICE = 1
};
enum cublasMath_t {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3
};
enum cublasGemmAlgo_t {
  CUBLAS_GEMM_DFALT = -1,
  CUBLAS_GEMM_DEFAULT = -1,
  CUBLAS_GEMM_ALGO0 = 0,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
  CUBLAS_GEMM_DFALT_TENSOR_OP = 99
};
enum cublasComputeType_t {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_32I = 72,
  CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77
};

cublasStatus_t cublasCreate(cublasHandle_t *handle),
    cublasDestroy(cublasHandle_t handle),
    cublasCreate_v2(cublasHandle_t *handle),
    cublasDestroy_v2(cublasHandle_t handle),
    cublasGetVersion(cublasHandle_t handle, int *version),
    cublasGetProperty(libraryPropertyType type, int *value),
    cublasSetStream(cublasHandle_t handle, cudaStream_t stream),
    cublasGetStream(cublasHandle_t handle, cudaStream_t *stream),
    cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode),
    cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode),
    cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t size),
    cublasSetVector(int n, int size, const void *x, int incx, void *y,
                    int incy),
    cublasGetVector(int n, int size, const void *x, int incx, void *y,
                    int incy),
    cublasSetMatrix(int rows, int cols, int size, const void *a, int lda,
                    void *b, int ldb),
    cublasGetMatrix(int rows, int cols, int size, const void *a, int lda,
                    void *b, int ldb);
size_t cublasGetCudartVersion();
const char *cublasGetStatusString(cublasStatus_t status);
const char *cublasGetStatusName(cublasStatus_t status);

// The BLAS routines: P is the letter, T the element.
#define __CUDAPIPE_BLAS(P, T)                                                  \
  cublasStatus_t cublas##P##gemm(                                              \
      cublasHandle_t, cublasOperation_t, cublasOperation_t, int m, int n,      \
      int k, const T *alpha, const T *a, int lda, const T *b, int ldb,         \
      const T *beta, T *c, int ldc),                                           \
      cublas##P##gemmStridedBatched(                                           \
          cublasHandle_t, cublasOperation_t, cublasOperation_t, int m, int n,  \
          int k, const T *alpha, const T *a, int lda, long long stride_a,      \
          const T *b, int ldb, long long stride_b, const T *beta, T *c,        \
          int ldc, long long stride_c, int count),                             \
      cublas##P##gemmBatched(cublasHandle_t, cublasOperation_t,                \
                             cublasOperation_t, int m, int n, int k,           \
                             const T *alpha, const T *const a[], int lda,      \
                             const T *const b[], int ldb, const T *beta,       \
                             T *const c[], int ldc, int count),                \
      cublas##P##gemv(cublasHandle_t, cublasOperation_t, int m, int n,         \
                      const T *alpha, const T *a, int lda, const T *x,         \
                      int incx, const T *beta, T *y, int incy),                \
      cublas##P##axpy(cublasHandle_t, int n, const T *alpha, const T *x,       \
                      int incx, T *y, int incy),                               \
      cublas##P##scal(cublasHandle_t, int n, const T *alpha, T *x, int incx),  \
      cublas##P##copy(cublasHandle_t, int n, const T *x, int incx, T *y,       \
                      int incy),                                               \
      cublas##P##swap(cublasHandle_t, int n, T *x, int incx, T *y, int incy),  \
      cublas##P##geam(cublasHandle_t, cublasOperation_t, cublasOperation_t,    \
                      int m, int n, const T *alpha, const T *a, int lda,       \
                      const T *beta, const T *b, int ldb, T *c, int ldc),      \
      cublas##P##trsm(cublasHandle_t, cublasSideMode_t, cublasFillMode_t,      \
                      cublasOperation_t, cublasDiagType_t, int m, int n,       \
                      const T *alpha, const T *a, int lda, T *b, int ldb);

__CUDAPIPE_BLAS(S, float)
__CUDAPIPE_BLAS(D, double)
__CUDAPIPE_BLAS(C, cuComplex)
__CUDAPIPE_BLAS(Z, cuDoubleComplex)
#undef __CUDAPIPE_BLAS

#define __CUDAPIPE_BLAS_REAL(P, T)                                             \
  cublasStatus_t cublas##P##dot(cublasHandle_t, int n, const T *x, int incx,   \
                                const T *y, int incy, T *result),              \
      cublas##P##nrm2(cublasHandle_t, int n, const T *x, int incx, T *result), \
      cublas##P##asum(cublasHandle_t, int n, const T *x, int incx, T *result);

__CUDAPIPE_BLAS_REAL(S, float)
__CUDAPIPE_BLAS_REAL(D, double)
#undef __CUDAPIPE_BLAS_REAL

cublasStatus_t cublasIsamax(cublasHandle_t, int n, const float *x, int incx,
                            int *result),
    cublasIdamax(cublasHandle_t, int n, const double *x, int incx, int *result),
    cublasIsamin(cublasHandle_t, int n, const float *x, int incx, int *result),
    cublasIdamin(cublasHandle_t, int n, const double *x, int incx, int *result);

cublasStatus_t cublasHgemm(cublasHandle_t, cublasOperation_t, cublasOperation_t,
                           int m, int n, int k, const __half *alpha,
                           const __half *a, int lda, const __half *b, int ldb,
                           const __half *beta, __half *c, int ldc);

// The compute type is a cublasComputeType_t or, before CUDA 11, a cudaDataType.
template <typename Compute>
cublasStatus_t
cublasGemmEx(cublasHandle_t, cublasOperation_t, cublasOperation_t, int m, int n,
             int k, const void *alpha, const void *a, cudaDataType, int lda,
             const void *b, cudaDataType, int ldb, const void *beta, void *c,
             cudaDataType, int ldc, Compute, cublasGemmAlgo_t);
template <typename Compute>
cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t, cublasOperation_t, cublasOperation_t, int m, int n, int k,
    const void *alpha, const void *a, cudaDataType, int lda, long long stride_a,
    const void *b, cudaDataType, int ldb, long long stride_b, const void *beta,
    void *c, cudaDataType, int ldc, long long stride_c, int count, Compute,
    cublasGemmAlgo_t);

#endif // CUDAPIPE_EMBEDDED_CUBLAS_V2_H
