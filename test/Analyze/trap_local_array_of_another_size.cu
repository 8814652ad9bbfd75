// With 8 elements all of `row` is set in every trip; with 16, in another file, half of
// it is what the kernel started with. Its own array in the load phase would hold
// nothing there.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain %s 2>&1 | FileCheck %s
// CHECK: 'row' is set here for the load phase and used by the rest of the loop [load-value-used-in-compute]

template <int V>
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     const int *__restrict__ rows, int n) {
  __shared__ float tile[V][32];
  int row[V];
  float sum = 0;
  const int t = threadIdx.x;
  for (int v = 0; v < V; ++v)
    row[v] = v;
  for (int k = 0; k < n; k += V) {
    for (int v = 0; v < 8; ++v)
      row[v] = rows[k + v];
    for (int v = 0; v < V; ++v)
      tile[v][t] = A[row[v] * 32 + t];
    __syncthreads();
    for (int v = 0; v < V; ++v)
      sum += tile[v][31 - t] * row[v];
    __syncthreads();
  }
  C[t] = sum;
}
template __global__ void trap<8>(const float *, float *, const int *, int);
