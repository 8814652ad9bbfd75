// A template that nobody instantiates here: all of `row` is set in every trip, whatever
// V is, so load and compute each have their own; `lane` stays, and the loop around
// runs ours again.
//
// RUN: %rewrite_and_run ldg,ldg-single columns "-DKERNEL=gathered<float, 4>" -DTHREADS=32 -DSTEP=32 -DA_ROWS=4 -DB_ROWS=4
// RUN: FileCheck %s < %t.ldg.cu

// CHECK: fetch_tile = [&](int k) {
// CHECK-NEXT: int row[V];
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: for (int v = 0; v < V; ++v)
// CHECK-NEXT:   row[v] = __float_as_int(B[v * n + k]) & 3;
// CHECK: next_tile[v] = k + lane[v] < n ? A[row[v] * n + k + lane[v]] : T(0);
// CHECK: auto &tile = tile_stages[stage];
// CHECK: row[v] = __float_as_int(B[v * n + k]) & 3;
// CHECK: sum += tile[v][(i + t) % 32] * (row[v] + round);
template <typename T, int V>
__global__ void gathered(const T *__restrict__ A, const float *__restrict__ B, T *__restrict__ out, int n) {
  __shared__ T tile[V][32];
  int row[V], lane[V];
  T sum = 0;
  const int t = threadIdx.x;
  for (int v = 0; v < V; ++v)
    lane[v] = (t + v) % 32;
  for (int round = 0; round < 3; ++round)
    for (int k = 0; k < n; k += 32) {
#pragma unroll
      for (int v = 0; v < V; ++v)
        row[v] = __float_as_int(B[v * n + k]) & 3;
#pragma unroll
      for (int v = 0; v < V; ++v)
        tile[v][lane[v]] = k + lane[v] < n ? A[row[v] * n + k + lane[v]] : T(0);
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        for (int v = 0; v < V; ++v)
          sum += tile[v][(i + t) % 32] * (row[v] + round);
      __syncthreads();
    }
  out[t] = sum;
}
