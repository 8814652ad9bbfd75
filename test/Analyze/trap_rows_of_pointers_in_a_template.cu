// Rows of pointers are no rows of values: where they point to, nobody knows.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cmp %s %t.cu

// CHECK: K-loop in 'stores_by_a_row' left alone
template <int Rows>
__global__ void stores_by_a_row(float *A, float *out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float *rows[Rows][2];
  for (int v = 0; v < Rows; ++v)
    rows[v][0] = rows[v][1] = A + v * n;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int v = 0; v < Rows; ++v)
      rows[v][1][k + 32 + t] = tile[31 - t];
    __syncthreads();
  }
  out[t] = tile[0];
}
