// The object that the block shares is copied from two others, and the second has a
// pointer to what compute writes.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: left alone

struct Job {
  const float *from;
  int length;
};

__global__ void trap(const float *A, float *C, int K) {
  __shared__ float tile[64];
  __shared__ Job job;
  const int t = threadIdx.x;
  const Job first = {A, K}, second = {C, K};
  C[t] = A[t];
  if (t == 0)
    job = first;
  if (t == 0 && K > 1)
    job = second;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < job.length; ++k) {
    tile[t] = job.from[t];
    __syncthreads();
    sum = sum * 2 + tile[63 - t];
    C[t] = sum;
    __syncthreads();
  }
  C[t] = sum;
}
