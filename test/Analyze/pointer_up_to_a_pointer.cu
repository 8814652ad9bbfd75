// A pointer of each thread goes up to another that is as far away for all: they
// make as many trips.
//
// RUN: %never_wrong | FileCheck %s
// RUN: cuda-pipeline-rewrite --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP
//
// CHECK: cpasync: identical
// CHECK: ldg: identical
// CHECK: ldg-single: identical
// DUMP: rewritten trap

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  const float *a = A;
  if (t % 2)
    a += 64;
  a += t / 2;
  const float *const end = a + 16 * K;
  float sum = 0.0f;
  while (a != end) {
    tile[t] = *a;
    a += 16;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}
