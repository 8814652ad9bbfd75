// The second piece starts behind the first in one launch, not in another.
//
// RUN: %never_wrong --driver=launch | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// Nothing moves but the load:
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K, int n) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float *x = area, *s = area + n;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    __syncthreads();
    const float v = x[63 - t];
    __syncthreads();
    s[t] = v;
    __syncthreads();
    sum += s[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  if (K < 0)
    trap<<<1, 64, 128 * sizeof(float)>>>(A, C, K, 64);
  else
    trap<<<1, 64, 128 * sizeof(float)>>>(A, C, K, 32);
}
