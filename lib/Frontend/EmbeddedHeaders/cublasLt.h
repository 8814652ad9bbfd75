//===- cublasLt.h - cuBLASLt ------------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: cuBLAS Library documentation, "Using the cuBLASLt API".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUBLASLT_H
#define CUDAPIPE_EMBEDDED_CUBLASLT_H
#pragma clang system_header

#include "cublas_v2.h"

typedef struct cublasLtContext *cublasLtHandle_t;
typedef struct cublasLtMatmulDescOpaque_t *cublasLtMatmulDesc_t;
typedef struct cublasLtMatrixLayoutOpaque_t *cublasLtMatrixLayout_t;
typedef struct cublasLtMatmulPreferenceOpaque_t *cublasLtMatmulPreference_t;

struct cublasLtMatmulAlgo_t { unsigned long long data[8]; };
struct cublasLtMatmulHeuristicResult_t {
  cublasLtMatmulAlgo_t algo;
  size_t workspaceSize;
  cublasStatus_t state;
  float wavesCount;
  int reserved[4];
};

enum cublasLtMatmulDescAttributes_t {
  CUBLASLT_MATMUL_DESC_COMPUTE_TYPE = 0,
  CUBLASLT_MATMUL_DESC_SCALE_TYPE = 1,
  CUBLASLT_MATMUL_DESC_POINTER_MODE = 2,
  CUBLASLT_MATMUL_DESC_TRANSA = 3,
  CUBLASLT_MATMUL_DESC_TRANSB = 4,
  CUBLASLT_MATMUL_DESC_TRANSC = 5,
  CUBLASLT_MATMUL_DESC_FILL_MODE = 6,
  CUBLASLT_MATMUL_DESC_EPILOGUE = 7,
  CUBLASLT_MATMUL_DESC_BIAS_POINTER = 8,
  CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE = 10,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER = 11,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD = 12,
  CUBLASLT_MATMUL_DESC_A_SCALE_POINTER = 17,
  CUBLASLT_MATMUL_DESC_B_SCALE_POINTER = 18,
  CUBLASLT_MATMUL_DESC_C_SCALE_POINTER = 19,
  CUBLASLT_MATMUL_DESC_D_SCALE_POINTER = 20,
  CUBLASLT_MATMUL_DESC_AMAX_D_POINTER = 21,
  CUBLASLT_MATMUL_DESC_FAST_ACCUM = 25,
  CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE = 26
};
enum cublasLtMatrixLayoutAttribute_t {
  CUBLASLT_MATRIX_LAYOUT_TYPE = 0,
  CUBLASLT_MATRIX_LAYOUT_ORDER = 1,
  CUBLASLT_MATRIX_LAYOUT_ROWS = 2,
  CUBLASLT_MATRIX_LAYOUT_COLS = 3,
  CUBLASLT_MATRIX_LAYOUT_LD = 4,
  CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT = 5,
  CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET = 6
};
enum cublasLtMatmulPreferenceAttributes_t {
  CUBLASLT_MATMUL_PREF_SEARCH_MODE = 0,
  CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1,
  CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK = 3
};
enum cublasLtOrder_t { CUBLASLT_ORDER_COL = 0, CUBLASLT_ORDER_ROW = 1 };
enum cublasLtEpilogue_t {
  CUBLASLT_EPILOGUE_DEFAULT = 1,
  CUBLASLT_EPILOGUE_RELU = 2,
  CUBLASLT_EPILOGUE_BIAS = 4,
  CUBLASLT_EPILOGUE_RELU_BIAS = 6,
  CUBLASLT_EPILOGUE_GELU = 32,
  CUBLASLT_EPILOGUE_GELU_BIAS = 36,
  CUBLASLT_EPILOGUE_DGELU = 192,
  CUBLASLT_EPILOGUE_GELU_AUX = 160,
  CUBLASLT_EPILOGUE_GELU_AUX_BIAS = 164,
  CUBLASLT_EPILOGUE_DGELU_BGRAD = 208,
  CUBLASLT_EPILOGUE_BGRADA = 256,
  CUBLASLT_EPILOGUE_BGRADB = 512
};

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle),
    cublasLtDestroy(cublasLtHandle_t handle),
    cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *desc, cublasComputeType_t,
                             cudaDataType_t),
    cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t desc),
    cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t desc,
                                   cublasLtMatmulDescAttributes_t attribute,
                                   const void *value, size_t size),
    cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout, cudaDataType,
                               unsigned long rows, unsigned long cols,
                               long leading),
    cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout),
    cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                     cublasLtMatrixLayoutAttribute_t attribute,
                                     const void *value, size_t size),
    cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference),
    cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference),
    cublasLtMatmulPreferenceSetAttribute(
        cublasLtMatmulPreference_t preference,
        cublasLtMatmulPreferenceAttributes_t attribute, const void *value,
        size_t size),
    cublasLtMatmulAlgoGetHeuristic(
        cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
        cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
        cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
        cublasLtMatmulPreference_t preference, int requested,
        cublasLtMatmulHeuristicResult_t *results, int *returned),
    cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
                   const void *alpha, const void *a, cublasLtMatrixLayout_t,
                   const void *b, cublasLtMatrixLayout_t, const void *beta,
                   const void *c, cublasLtMatrixLayout_t, void *d,
                   cublasLtMatrixLayout_t, const cublasLtMatmulAlgo_t *algo,
                   void *workspace, size_t workspace_size, cudaStream_t stream);

#endif // CUDAPIPE_EMBEDDED_CUBLASLT_H
