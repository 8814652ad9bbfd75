// What bounds 'i' is no longer true where it is used.
//
// RUN: %never_wrong --driver=launch | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// Nothing moves but the load:
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float *x = area, *s = area + 64;
  int i = t;
  if (i < 64)
    i += 16;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[i] = A[k + t];
    __syncthreads();
    const float v = x[79 - t];
    __syncthreads();
    s[t] = v;
    __syncthreads();
    sum += s[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  trap<<<1, 64, 256 * sizeof(float)>>>(A, C, K);
}
