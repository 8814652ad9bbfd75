// What a member function calls this is followed, as an argument is.
//
// RUN: %never_wrong | FileCheck %s
// CHECK: cpasync: identical
// CHECK: ldg: identical
// CHECK: ldg-single: identical

struct Tile {
  float data[64];
  __device__ const float &at(int i) const { return data[i]; }
  __device__ float operator()(int i) const { return at(i) * 2.0f; }
  __device__ float twice(int i) { return this->data[i] + at(i); }
};

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ Tile a;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    a.data[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    const float &mine = a.at(63 - threadIdx.x);
    sum += mine + a(7) + a.twice(9);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
