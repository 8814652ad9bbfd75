// What a parameter is by default is not what it is: four elements, not two.
//
// RUN: %never_wrong --driver=launch | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: left alone

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K,
                     int per_thread = 2) {
  __shared__ float x[256];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    for (int i = 0; i < per_thread; ++i)
      x[i * 64 + t] = A[k * 64 + i * 64 + t];
    __syncthreads();
    for (int i = 0; i < per_thread; ++i)
      sum += x[i * 64 + (t ^ 3)];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  trap<<<1, 64>>>(A, C, K, 4);
}
