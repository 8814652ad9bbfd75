// RUN: %never_wrong | FileCheck %s
// CHECK-DAG: cpasync: left alone
// CHECK-DAG: ldg: left alone
// CHECK-DAG: ldg-single: {{left alone|identical}}

__device__ const float *saved;
struct Tile {
  float data[64];
  __device__ float at(int i) const { if (i == 0) saved = &data[7]; return data[i]; }
};
__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ Tile a;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    a.data[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    if (k > 0)
      sum += *saved;
    __syncthreads();
    sum += a.at(63 - threadIdx.x);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
