// A string over several lines moves: with another indentation it is another
// string.
//
// RUN: %never_wrong | FileCheck %s
// CHECK-COUNT-3: left alone

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 1) {
    const int size = sizeof(R"(a
      b
  c)");
    tile[t] = A[k * 64 + t] + size;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}
