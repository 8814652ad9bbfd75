// Twice the size does not fit into the variable: the launch itself doubles it.
//
// RUN: %never_wrong --driver=launch | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  extern __shared__ float x[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k * 64 + t];
    __syncthreads();
    sum += x[t ^ 3];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  unsigned short bytes = 40000;
  trap<<<1, 64, bytes>>>(A, C, K);
}
