// Compute does not touch `sums`, of which every other trip has its own, but the
// trip's two barriers stood between the store and the read: one has to stay.
//
// RUN: %never_wrong --driver=trap | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=cpasync -o - --quiet %s \
// RUN:   | FileCheck %s --check-prefix=TEXT
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical
// TEXT: sums[k / 8 % 2][t] =
// TEXT-NEXT: __syncthreads();
// TEXT: sum += sums[k / 8 % 2][t ^ 33];
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64], sums[2][64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 8) {
    sums[k / 8 % 2][t] = sum * 2 + k;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
    sum += sums[k / 8 % 2][t ^ 33];
  }
  C[t] = sum;
}
