// C++17 has no `register`; nvcc takes it with a warning, and so does older code.
//
// RUN: cuda-pipeline-rewrite --explain %s 2>&1 >/dev/null | FileCheck %s

// CHECK-NOT: error:
// CHECK: remark: K-loop in 'kernel' pipelined
__global__ void kernel(const float *__restrict__ A, float *__restrict__ out,
                       int K) {
  __shared__ float tile[64];
  register float sum = 0;
  for (int k = 0; k < K; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
