// RUN: cuda-pipeline-rewrite --explain %s 2>&1 >/dev/null | FileCheck %s

// CHECK: {{.*}}:[[@LINE+1]]:10: warning: parse error: 'company/logging.h' file not found
#include <company/logging.h>

// Templates are still instantiated after it.
template <int N> struct Twice { static const int value = 2 * N; };

// CHECK: remark: K-loop in 'kernel' pipelined
__global__ void kernel(const float *__restrict__ A, float *__restrict__ out,
                       int K) {
  __shared__ float tile[Twice<128>::value];
  float sum = 0;
  for (int k = 0; k < K; k += 256) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += tile[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
