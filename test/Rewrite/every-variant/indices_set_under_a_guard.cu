// Rows past the end have no index. Both phases use the indices under the guard under
// which they were set, and the loop that fetches them sets a sum of compute, too.
//
// RUN: %rewrite_and_run ldg,ldg-single columns "-DKERNEL=guarded<float, 4>" -DTHREADS=32 -DSTEP=4 -DA_ROWS=8 -DB_ROWS=1
// RUN: FileCheck %s < %t.ldg-single.cu

// CHECK: fetch_tile = [&](int k) {
// CHECK-NEXT: int row[V];
// CHECK-NOT: sum[v] = 0;
// CHECK: // Prologue:
// CHECK: sum[v] = 0;
// CHECK: total += sum[v] * row[v];
template <typename T, int V>
__global__ void guarded(const T *__restrict__ A, const float *__restrict__ B, T *__restrict__ out, int n) {
  __shared__ T tile[V][32];
  int row[V];
  T sum[V];
  T total = 0;
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += V) {
    for (int v = 0; v < V; ++v) {
      if (k + v < n)
        row[v] = __float_as_int(B[k + v]) & 7;
      sum[v] = 0;
    }
    for (int v = 0; v < V; ++v)
      if (k + v < n)
        tile[v][t] = A[row[v] * n + (k + t) % n];
      else
        tile[v][t] = 0;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      for (int v = 0; v < V; ++v)
        if (k + v < n)
          sum[v] += tile[v][(i + t) % 32];
    for (int v = 0; v < V; ++v)
      if (k + v < n)
        total += sum[v] * row[v];
    __syncthreads();
  }
  out[t] = total;
}
