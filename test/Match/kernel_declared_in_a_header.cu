// Who includes the header may launch the kernel.
//
// RUN: cuda-pipeline-rewrite --dump-after=match %s | FileCheck %s
// RUN: cp %s %t.cuh
// RUN: cuda-pipeline-rewrite --dump-after=match %t.cuh -- -I%S \
// RUN:   | FileCheck %s --check-prefix=HEADER
#include "Inputs/declares_kernel.h"

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

__global__ void exported(const float *A, float *C, int K) { K_LOOP }
__global__ void declared_here(const float *A, float *C, int K);
__global__ void declared_here(const float *A, float *C, int K) { K_LOOP }
static __global__ void internal(const float *A, float *C, int K) { K_LOOP }

// CHECK: launch exported line
// CHECK-NEXT: launch-out-of-sight exported line 2 'declares_kernel.h' declares it, so other files may launch it
// CHECK: launch declared_here line
// CHECK-NOT: out-of-sight
// CHECK: launch internal line
// CHECK-NOT: out-of-sight
// HEADER: launch-out-of-sight declared_here line {{.*}} it stands in a header, so other files may launch it
// HEADER: launch-out-of-sight internal line {{.*}} it stands in a header, so other files may launch it
void all(const float *A, float *C, int K) {
  exported<<<1, 64, 256>>>(A, C, K);
  declared_here<<<1, 64, 256>>>(A, C, K);
  internal<<<1, 64, 256>>>(A, C, K);
}
