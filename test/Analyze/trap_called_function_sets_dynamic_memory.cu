// clear() sets what the load leaves out, by a name of its own for the tile's memory:
// the second stage would lack it.
//
// RUN: %never_wrong --driver=launch | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__device__ void clear() {
  extern __shared__ float area[];
  area[threadIdx.x] = 1.0f;
  __syncthreads();
}

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float *x = area;
  float sum = 0.0f;
  clear();
  for (int k = 0; k < K; k += 8) {
    if (t < 32)
      x[t] = A[k * 64 + t];
    __syncthreads();
    sum += x[t ^ 33];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) { trap<<<1, 64, 256>>>(A, C, K); }
