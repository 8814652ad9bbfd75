// The source has a constant length, and the last tiles less rows than are read.
//
// RUN: %never_wrong --driver=short_tile | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

constexpr int ROWS = 16, D = 8;
__global__ void __launch_bounds__(64)
    trap(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    for (int r = ty; r < ROWS; r += 8)
      if (j0 + r < 40)
        tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < ROWS; ++j)
      sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  C[t] = sum;
}
