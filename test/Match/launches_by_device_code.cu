// A kernel may launch a kernel, but it cannot raise the limit of 48 KB.
//
// RUN: cuda-pipeline-rewrite --dump-after=match %s -- -fgpu-rdc | FileCheck %s
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

__global__ void small(PARAMS) { K_LOOP }
// CHECK: launch small line {{[0-9]+}} chevron 'small' size '256'{{$}}
// CHECK-NEXT: launch small line {{[0-9]+}} chevron 'small' size '512'{{$}}
// CHECK-NEXT: twice: line {{[0-9]+}} '256' -> '2 * 256'
// CHECK-NEXT: twice: line {{[0-9]+}} '512' -> '2 * 512'
__global__ void launch_small(PARAMS) {
  small<<<1, 64, 256>>>(A, C, K);
  small<<<1, 64, 512, 0>>>(A, C, K);
}

__global__ void large(PARAMS) { K_LOOP }
// CHECK: launch large
// CHECK-NEXT: twice: launch-out-of-sight: it needs cudaFuncSetAttribute() in front of it, which device code and initializers at file scope have not
__global__ void launch_large(PARAMS) { large<<<1, 64, 32768>>>(A, C, K); }
