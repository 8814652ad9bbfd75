// A swizzled column that is a sum, too large for the row: it meets that of the next row,
// and a thread stores the element twice. Registers keep the order. The near twin is in
// test/Rewrite/cpasync/swizzled_sums.cu.
//
// RUN: %never_wrong | FileCheck %s

// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[34 * 8];
  const int t = threadIdx.x;
  const int row = t / 4, q = t % 4;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    if (t % 8 < 4)
      for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 2; ++i) {
          int c = q + i * 8;
          tile[(row * 2 + j) * 8 + (c ^ (row & 7))] = A[k * 8 + t + 64 * j + 128 * i];
        }
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      sum += tile[(t / 8 * 32 + i * 3) % 256 / 8 * 8 + i % 4 % 4] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}
