// A loop copies, sets the sums of the thread, and computes a weight from memory: what
// is not of the copy gets a loop of its own, with its comments, and stays.
//
// RUN: %rewrite_and_run ldg,ldg-single columns -DKERNEL=panels -DTHREADS=32 -DSTEP=32 -DA_ROWS=4 -DB_ROWS=4
// RUN: FileCheck %s < %t.ldg.cu

// CHECK: fetch_tile = [&]
// CHECK: next_A
// CHECK: __syncwarp();
// CHECK: #pragma unroll
// CHECK-NEXT: for (int v = 0; v < 4; ++v) {
// CHECK-NEXT:   // A sum of the tile.
// CHECK-NEXT:   sum[v] = 0;
// CHECK-NEXT:   const float scale = 0.5f * v;
// CHECK-NEXT:   weight[v] = scale + v;
// CHECK-NEXT: }
__global__ void panels(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n) {
  __shared__ float tile[4][32];
  const int t = threadIdx.x;
  float sum[4], weight[4];
  float total = 0;
  for (int k = 0; k < n; k += 32) {
#pragma unroll
    for (int v = 0; v < 4; ++v) {
      // A sum of the tile.
      sum[v] = 0;
      const int row = v * n;
      tile[v][t] = k + t < n ? A[row + k + t] * B[row + k + t] : 0.0f;
      const float scale = 0.5f * v;
      weight[v] = scale + v;
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      for (int v = 0; v < 4; ++v)
        sum[v] += tile[v][(i + t) % 32] * (weight[v] + i);
    for (int v = 0; v < 4; ++v)
      total += sum[v] * (k + 1);
    __syncthreads();
  }
  out[t] = total;
}
