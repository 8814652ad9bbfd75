// RUN: cp %s %t.cu
// RUN: %exits 2 cuda-pipeline-rewrite -i --explain %t.cu 2>&1 | FileCheck %s
// RUN: cmp %s %t.cu

// CHECK: error: parse error: use of undeclared identifier 'unknown_value'
__global__ void kernel(const float *__restrict__ A, float *__restrict__ out,
                       int K) {
  __shared__ float tile[256];
  float sum = 0;
  for (int k = 0; k < K; k += 256) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += tile[i] * unknown_value;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
