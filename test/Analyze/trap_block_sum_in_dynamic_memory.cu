// block_sum() declares the memory of the tiles for itself, and writes to it while
// the last tile may still be in use.
//
// RUN: %never_wrong --driver=launch | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__device__ float block_sum(float v) {
  extern __shared__ float area[];
  area[threadIdx.x] = v;
  __syncthreads();
  float sum = 0.0f;
  for (int i = 0; i < 64; ++i)
    sum += area[i];
  return sum;
}

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    area[t] = A[k * 64 + t];
    __syncthreads();
    sum += area[t ^ 3];
    __syncthreads();
  }
  C[t] = block_sum(sum);
}

void launch(const float *A, float *C, int K) { trap<<<1, 64, 256>>>(A, C, K); }
