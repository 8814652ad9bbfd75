// The comment behind the brace goes on in the next line: what is written there
// is a comment, too.
//
// RUN: %never_wrong | FileCheck %s
// CHECK-COUNT-3: left alone

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 1) { // a trip \
    of the loop
    tile[t] = A[k * 64 + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}
