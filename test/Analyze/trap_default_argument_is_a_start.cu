// The copy loop starts at -2 here, at 0 by default. With a constant it is the two
// trips that it looks like.
//
// RUN: %never_wrong --driver=launch | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: left alone

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K,
                     int first = 0) {
  __shared__ float x[256];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    for (int i = first; i < 2; ++i)
      x[(i + 2) * 64 + t] = A[k * 64 + (i + 2) * 64 + t];
    __syncthreads();
    for (int i = first; i < 2; ++i)
      sum += x[(i + 2) * 64 + (t ^ 3)];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  trap<<<1, 64>>>(A, C, K, -2);
}
