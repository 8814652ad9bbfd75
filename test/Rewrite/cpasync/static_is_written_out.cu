// Behind `static`, C++ has no place for alignas: the result is parsed once more.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=2 --quiet -o %t.cu %s
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=2 --check %t.cu
// RUN: FileCheck %s < %t.cu

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  // CHECK: {{^}}  alignas(16) static __shared__ float tile_stages[2][64], other_stages[2][64];
  static __shared__ float tile[64], other[64];
  // CHECK: {{^}}  alignas(16) __shared__ static float third_stages[2][64];
  __shared__ static float third[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    tile[t] = A[k * 64 + t];
    other[t] = A[k * 64 + 64 + t];
    third[t] = A[k * 64 + 128 + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[i] * other[63 - i] - third[(i + t) % 64];
    __syncthreads();
  }
  C[t] = sum;
}
