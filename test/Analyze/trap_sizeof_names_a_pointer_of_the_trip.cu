// sizeof names a pointer that the fetch does not use otherwise: it has to be
// declared there too. And it is a pointer, whatever array it was made from.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__device__ void load(float *dst, const float *src, int k) {
  const float v = src[k + threadIdx.x] * sizeof(dst);
  dst[threadIdx.x] = v;
}
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float x[64];
  float sum = 0;
  for (int k = 0; k < K; k += 8) {
    load(x, A, k);
    __syncthreads();
    sum += x[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
