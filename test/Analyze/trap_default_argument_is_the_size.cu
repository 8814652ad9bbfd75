// The size is a multiple of 16 by default, and is none here: the second stage has
// to start at one all the same.
//
// RUN: %never_wrong --driver=launch | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  extern __shared__ __align__(16) float x[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    if (t < 16)
      reinterpret_cast<float4 *>(x)[t] =
          reinterpret_cast<const float4 *>(A)[k * 16 + t];
    __syncthreads();
    sum += x[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

void run(const float *A, float *C, int K, const int bytes = 4096) {
  trap<<<1, 64, bytes>>>(A, C, K);
}

void launch(const float *A, float *C, int K) { run(A, C, K, 4 * 64 + 4); }
