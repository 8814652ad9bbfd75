// A lambda that is called where it is made is what it returns.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DBLOCK_M=16 -DBLOCK_N=16 \
// RUN:   -DBLOCK_K=16 -DTHREADS=16,16 -DRAGGED
// RUN: %tool --variant=ldg --quiet -o - %s | FileCheck %s

// CHECK:      auto fetch_tile = [&](int k) {
// CHECK-NEXT:   const int column = k + threadIdx.x;
// CHECK-NEXT:   a = row >= M || column >= K ? 0.0f : A[row * K + column];
// CHECK-NOT: {{\}\(\)}}
__global__ void gemm(const float *A, const float *B, float *C, int M, int N,
                     int K) {
  __shared__ float As[16][16];
  __shared__ float Bs[16][16];
  const int row = blockIdx.y * 16 + threadIdx.y;
  const int x = blockIdx.x * 16 + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    const float a = [&] {
      const int column = k + threadIdx.x;
      if (row >= M || column >= K)
        return 0.0f;
      return A[row * K + column];
    }();
    As[threadIdx.y][threadIdx.x] = a;
    const int y = k + threadIdx.y;
    Bs[threadIdx.y][threadIdx.x] = y < K && x < N ? B[y * N + x] : 0.0f;
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      sum += As[threadIdx.y][l] * Bs[l][threadIdx.x];
    __syncthreads();
  }
  if (row < M && x < N)
    C[row * N + x] = sum;
}
