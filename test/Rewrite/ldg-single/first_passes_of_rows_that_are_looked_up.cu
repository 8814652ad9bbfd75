// The number of a row is loaded, too. In the trip nobody asks for it any more, but
// behind the first passes, where another variable has its name.
//
// RUN: %rewrite_and_run ldg-single walk
// RUN: FileCheck %s < %t.ldg-single.cu

// CHECK: for (int k = 0; k < n; k += 32) {
// CHECK: for (int pass = 0; pass < 8; ++pass) {
// CHECK-NOT: const int row
// CHECK: Behind the first 8 passes
// CHECK: const int row = abs((int)A[k / 2]) % 2;
__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  const int threads = blockDim.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    const int size = min(32, n - k);
    for (int i = t; i < size; i += threads) {
      const int row = abs((int)A[k / 2]) % 2;
      tile[i] = A[max(k + i - row, 0)];
    }
    __syncthreads();
    for (int i = 0; i < size; ++i)
      sum = sum * 0.5f + tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}
