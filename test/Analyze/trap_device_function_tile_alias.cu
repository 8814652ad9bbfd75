// Two calls of a device function with their arrays the other way around: in
// none of them do two parameters name the same array.
//
// RUN: %never_wrong | FileCheck %s
// CHECK: ldg-single: identical

__device__ float add(const float *A, float *first, float *second, int K) {
  const int t = threadIdx.x;
  float acc = 0;
  for (int k = 0; k < K; k += 8) {
    first[t] = A[k + t];
    second[t] = A[k + t + 100];
    __syncthreads();
    acc += first[63 - t] * second[t ^ 1];
    __syncthreads();
  }
  return acc;
}

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float one[64], two[64];
  const int t = threadIdx.x;
  float acc = add(A, one, two, K);
  acc -= one[(t + 1) % 64 * (K > 0)];
  __syncthreads();
  acc += add(A, two, one, K);
  C[t] = acc;
}
