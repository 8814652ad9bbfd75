// RUN: %exits 2 cuda-pipeline-rewrite %s 2>&1 | FileCheck %s

// A kernel that Clang does not even recognise must not pass for "no K-loop".
// CHECK: error: parse error: unknown type name 'COMPANY_KERNEL'
COMPANY_KERNEL void kernel(const float *A, float *out, int K) {
  __shared__ float tile[256];
  for (int k = 0; k < K; k += 256) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
  }
}
