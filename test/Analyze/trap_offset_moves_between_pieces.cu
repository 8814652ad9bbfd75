// As trap_offset_moves_between_names, in dynamic shared memory.
//
// RUN: %never_wrong --driver=launch | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int offset = 64;
  float *x = area + offset;
  offset -= 64;
  float *y = area + offset + 64;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k * 64 + t];
    y[t] = A[k * 64 + t + 64];
    __syncthreads();
    sum += y[t ^ 3];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  trap<<<1, 64, 1024>>>(A, C, K);
}
