// A device function loads from what its callers pass: where that is shared
// memory for one of them, no asynchronous copy stands for its variables. The near
// twin is Rewrite/cpasync/variable_of_the_load_in_a_device_function.cu.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

// CHECK: 'of_either_memory' left alone: {{.*}}reads through a pointer that cannot be followed
__device__ float of_either_memory(const float *A, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    float x = 0.0f;
    if (k + t < n)
      x = A[k + t];
    tile[t] = x;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i] * (i + t);
    __syncthreads();
  }
  return sum;
}

__global__ void launch(const float *A, float *out, int n) {
  __shared__ float first[64];
  first[threadIdx.x] = A[threadIdx.x];
  first[threadIdx.x + 32] = A[threadIdx.x + 32];
  __syncthreads();
  out[threadIdx.x] = of_either_memory(A, n) + of_either_memory(first, 64);
}
