// The base class keeps the second pointer, which leads to what compute writes.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: left alone

struct Base {
  __device__ Base(const float *, const float *data) : data_(data) {}
  const float *data_;
};
struct Row : Base {
  __device__ Row(const float *first, const float *second)
      : Base(first, second) {}
  __device__ const float &operator[](int i) const { return data_[i]; }
};
struct Rows {
  __device__ Row operator[](int i) const {
    return Row(first + i * 64, second + i * 64);
  }
  const float *first, *second;
};

__global__ void trap(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  const Rows from = {A, C};
  C[t] = A[t];
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = from[0][t];
    __syncthreads();
    sum = sum * 2 + tile[63 - t];
    C[t] = sum;
    __syncthreads();
  }
  C[t] = sum;
}
