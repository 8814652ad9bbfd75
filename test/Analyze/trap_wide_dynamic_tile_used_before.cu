// Each thread reads its own element in front of the loop; a wide copy stores what others read.
//
// RUN: %never_wrong --driver=launch --stages=2 | FileCheck %s
//
// CHECK-NOT: WRONG
// CHECK: cpasync: identical
// CHECK-NOT: WRONG

__global__ void __launch_bounds__(64) trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  extern __shared__ float tile[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  tile[t] = A[t];
  sum = tile[t];
  for (int k = 0; k < K; k += 8) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[i];
    __syncthreads();
  }
  C[t] = sum;
}
void launch(const float *A, float *C, int K) { trap<<<1, 64, 256>>>(A, C, K); }
