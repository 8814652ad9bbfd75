// RUN: %never_wrong | FileCheck %s
// CHECK-DAG: cpasync: left alone
// CHECK-DAG: ldg: left alone
// CHECK-DAG: ldg-single: {{left alone|identical}}

struct Tile {
  float data[64];
  __device__ const float &at(int i) const { return data[i]; }
  __device__ const float &operator()(int i) const { return data[i]; }
};
__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ Tile a;
  float sum = 0;
  const float *last = nullptr;
  for (int k = 0; k < K; ++k) {
    a.data[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    if (last)
      sum += *last;
    last = &a(63 - threadIdx.x);
    sum += a.data[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
