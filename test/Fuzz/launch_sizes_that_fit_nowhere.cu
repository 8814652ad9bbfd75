// Bytes of dynamic shared memory of which there are more than an int64_t counts.
//
// RUN: not cuda-pipeline-rewrite --check --explain --variant=cpasync %s 2>&1 | FileCheck %s
//
// CHECK-NOT: internal error
// CHECK: K-loop in 'dynamic'
// CHECK-NOT: internal error
__global__ void dynamic(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  extern __shared__ float tile[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  dynamic<<<1, 64, ~0ull>>>(A, C, K);
  dynamic<<<1, 64, 1 << ~0ull>>>(A, C, K);
  dynamic<<<1, 64, 4ull << ~0ull>>>(A, C, K);
}
