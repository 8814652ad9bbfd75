// One variable gives the size of two kernels' launches: each is changed where
// it is used.
//
// RUN: %rewrite_and_run cpasync,ldg launched
// RUN: grep -v '^//' %t.ldg.cu | FileCheck %s

__global__ void first(const float *__restrict__ A, float *__restrict__ C,
                          int K) {
  extern __shared__ float tile[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void second(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  extern __shared__ float tile[];
  const int t = threadIdx.x;
  float sum = C[t];
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: void launch(
// CHECK-NEXT: const size_t smem = 64 * sizeof(float);
// CHECK-NEXT: first<<<1, 64, 2 * smem>>>(A, C, K);
// CHECK-NEXT: second<<<1, 64, 2 * smem>>>(A, C, K);
void launch(const float *A, float *C, int K) {
  const size_t smem = 64 * sizeof(float);
  first<<<1, 64, smem>>>(A, C, K);
  second<<<1, 64, smem>>>(A, C, K);
}
