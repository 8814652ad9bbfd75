// Clang drops what it cannot read, and a launch with it.
//
// RUN: cuda-pipeline-rewrite --dump-after=match %s | FileCheck %s
#include <cuda_runtime.h>

extern __shared__ float tile[];

#define K_LOOP                                                                 \
  const int t = threadIdx.x;                                                   \
  float sum = 0.0f;                                                            \
  for (int k = 0; k < K; k += 64) {                                            \
    tile[t] = A[k + t];                                                        \
    __syncthreads();                                                           \
    for (int i = 0; i < 64; ++i)                                               \
      sum += tile[i];                                                          \
    __syncthreads();                                                           \
  }                                                                            \
  C[t] = sum;
#define PARAMS const float *A, float *C, int K

// CHECK-NOT: launch-out-of-sight whole
__global__ void whole(PARAMS) { K_LOOP }
void use_whole(PARAMS) { whole<<<1, 64, 256>>>(A, C, K); }

__global__ void broken(PARAMS) { K_LOOP }
void use_broken(PARAMS) { broken<<<1, 64, 256>>>(A, C, K); }
// CHECK-DAG: launch-out-of-sight broken line [[#@LINE + 1]] code that does not parse names it{{$}}
void use_broken_too(PARAMS) { if (K > { broken<<<1, 64, 256>>>(A, C, K); } }
