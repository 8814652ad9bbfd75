// Tiles of one row: a window with a halo, loaded in two goes, and one element a
// thread.
//
// RUN: %rewrite_and_run cpasync wide_names --widen=auto -DKERNEL=smooth \
// RUN:   '-DSIZE=K?std::max(K+(K+63)/16*16,(K-1)/16*64+std::min(K,68)):0'
// RUN: grep -v CHECK %t.cpasync.cu | FileCheck %s

// CHECK: if (t < (64 + 8) / 4) {
// CHECK-NEXT: const int i = t * 4;
// CHECK-NEXT: const int x = first + i - 4;
// CHECK-NEXT: __pipeline_memcpy_async(&window[i], &A[k * 4 + x], 16,
// CHECK: if (t < 16) {
// CHECK-NEXT: const int col = t * 4;
// CHECK-NEXT: __pipeline_memcpy_async(&weights[col], &A[K + k + col], 16);
__global__ void __launch_bounds__(64)
    smooth(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float window[64 + 8];
  __shared__ float weights[64];
  const int t = threadIdx.x, first = blockIdx.x * 64;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    for (int i = t; i < 72; i += 64) {
      const int x = first + i - 4;
      window[i] = x >= 0 && x < K ? A[k * 4 + x] : 0.0f;
    }
    weights[t] = A[K + k + t];
    __syncthreads();
    for (int j = 0; j < 9; ++j)
      sum += window[t + j] * weights[(t + j) % 64];
    __syncthreads();
  }
  C[first + t] = sum;
}
