// The trip of the last tile is left behind the barrier, and who stands behind the loop
// uses it: it is loaded there, and the condition of the loop tells.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single short_tiles
// RUN: FileCheck %s < %t.cpasync.cu

#define KERNEL(NAME)                                                           \
  static __global__ void __launch_bounds__(64)                                 \
      NAME(const float *__restrict__ A, float *__restrict__ C, int n)

// CHECK-LABEL: KERNEL(counts_down)
// CHECK: while (n >= 16) {
// CHECK-NOT: break
// CHECK: if (n > 0) {
// CHECK: tile[t] = t < n ? A[t] : 0.0f;
// CHECK: __syncthreads();
KERNEL(counts_down) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;

  while (n > 0) {
    // A tile of sixteen.
    if (t < 16)
      tile[t] = t < n ? A[t] : 0.0f;
    A += 16;
    __syncthreads();

    if (n < 16) break;

    for (int j = 0; j < 16; ++j)
      sum += tile[j] * (t + 1);
    __syncthreads();
    n -= 16;
  }

  for (int j = 0; j < n; ++j)
    sum -= tile[j] * (t + 2);
  C[t] = sum;
}

// CHECK-LABEL: KERNEL(counts_up)
// CHECK: p < n && p + 16 <= n
KERNEL(counts_up) {
  __shared__ float tile[16];
  const int t = threadIdx.x;
  float sum = 0;
  int p = 0;
  while (p < n) {
    if (t < 16)
      tile[t] = p + t < n ? A[p + t] : 0.0f;
    __syncthreads();
    if (p + 16 > n) {
      break;
    }
    for (int j = 0; j < 16; ++j)
      sum += tile[j] * (t + 1);
    __syncthreads();
    p += 16;
  }
  for (int j = 0; j < n - p; ++j)
    sum -= tile[j] * (t + 2);
  C[t] = sum;
}

void launch(const float *A, float *C, int n) {
  counts_down<<<1, 64>>>(A, C, n);
  counts_up<<<1, 64>>>(A, C + 64, n);
}
