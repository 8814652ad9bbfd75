// What the header counts moves in the body too, under another name: the row
// that is read may be one that this trip did not store.
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
    const int rows = min(ROWS, n - j0);
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0, &name = j; j < rows; ++j) {
      if (j + 1 < ROWS)
        ++name;
      sum = sum * 1.5f + tile[j][tx];
    }
    __syncthreads();
  }
  C[t] = sum;
}
