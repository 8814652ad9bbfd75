// The size would be evaluated once more, for cudaFuncSetAttribute().
//
// RUN: %never_wrong --driver=launch | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  extern __shared__ float x[];
  const int t = threadIdx.x;
  float sum = C[t];
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k * 64 + t];
    __syncthreads();
    sum += x[t ^ 3];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  int bytes = K < 0 ? 64 : 256;
  for (int i = 0; i < 2; ++i)
    trap<<<1, 64, bytes += 4>>>(A, C, K);
}
