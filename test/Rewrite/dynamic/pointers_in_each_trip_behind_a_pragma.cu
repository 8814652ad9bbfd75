// A pragma at the start of its line says nothing of how far the loop is indented.
//
// RUN: cuda-pipeline-rewrite --variant=ldg %s -o - \
// RUN:   | FileCheck %s --strict-whitespace --match-full-lines

//CHECK:  for (int k = 0; k < n; k += 64) {
//CHECK:    float *As = both;
//CHECK-NEXT:    float *Bs = both + 64;
__global__ void sums(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float both[128];
  float *As = both;
  float *Bs = both + 64;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
#pragma unroll
    for (int i = 0; i < 2; ++i)
      As[t + i * 32] = A[k + t + i * 32];
    Bs[t] = A[k + t];
    Bs[t + 32] = A[k + t + 32];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i] * t;
    __syncthreads();
  }
  out[t] = sum;
}
