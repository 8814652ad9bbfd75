// The function is called plainly too, and has parameters named as the copies
// and the loop are.
//
// RUN: %never_wrong | FileCheck %s
// CHECK: cpasync: identical

__device__ void load(float *tile, const float *A, int k, int stage) {
  const int load_tile = threadIdx.x;
  tile[load_tile] = A[k + load_tile + stage];
}
__device__ int load_async() { return 0; }

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64], other[64];
  const int t = threadIdx.x;
  load(other, A, 5, load_async());
  __syncthreads();
  float acc = other[63 - t];
  for (int k = 0; k < K; k += 8) {
    load(tile, A, k, 1);
    __syncthreads();
    acc += tile[63 - t];
    __syncthreads();
  }
  C[t] = acc;
}
