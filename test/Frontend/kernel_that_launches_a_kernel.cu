// Dynamic parallelism beside a K-loop. nvcc wants -rdc=true for it; a parse that
// links nothing need not ask.
//
// RUN: cuda-pipeline-rewrite --explain %s 2>&1 >/dev/null | FileCheck %s
// RUN: cuda-pipeline-rewrite --explain %s -- -fno-gpu-rdc 2>&1 >/dev/null | FileCheck %s
// RUN: %if cuda-toolkit %{ %tool --cuda-headers=toolkit --explain %s 2>&1 >/dev/null | FileCheck %s %}

__global__ void clear(float *out) { out[threadIdx.x] = 0; }

// CHECK-NOT: error:
// CHECK: remark: K-loop in 'kernel' pipelined
__global__ void kernel(const float *__restrict__ A, float *__restrict__ out,
                       int K) {
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
  if (threadIdx.x == 0)
    clear<<<1, 64>>>(out);
}
