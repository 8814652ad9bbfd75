// threadIdx.x - 32 is large as an unsigned number, and negative as an int.
//
// RUN: %never_wrong --driver=launch | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  const int i = threadIdx.x - 32;
  float *x = area, *s = area + 64;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    __syncthreads();
    const float v = x[63 - t];
    __syncthreads();
    s[i] = v;
    __syncthreads();
    sum += s[i] + 1.0f;
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  trap<<<1, 64, 512 * sizeof(float)>>>(A, C, K);
}
