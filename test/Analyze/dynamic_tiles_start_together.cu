// Two tiles in the same memory, one after the other, whatever the user asserts.
//
// RUN: %never_wrong --driver=launch --assume-no-alias | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// Nothing moves but the load:
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float *x = area, *y = &area[0];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    __syncthreads();
    const float v = x[63 - t];
    __syncthreads();
    y[t] = A[k + 100 + t];
    __syncthreads();
    sum += v * y[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  trap<<<1, 64, 128 * sizeof(float)>>>(A, C, K);
}
