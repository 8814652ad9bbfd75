// Here all passes are first ones. Another build may have a larger tile: what is behind
// them stays in the text.
//
// RUN: %rewrite_and_run ldg-single short_tiles
// RUN: FileCheck %s <%t.ldg-single.cu

#ifndef ROWS
#define ROWS 16
#endif

// CHECK: for (int i = t + 4 * 32; i < ROWS * 8; i += 32)
// CHECK: for (int i = t + {{[0-9]+}} * blockDim.x;
__global__ void two_tiles(const float *__restrict__ A, float *__restrict__ C,
                          int n, int d) {
  __shared__ float tile[ROWS * 8], other[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 16) {
    for (int i = t; i < ROWS * 8; i += 32)
      tile[i] = k + i / 8 < n ? A[k * 8 + i] : 0.0f;
    for (int i = t; i < 16 * d; i += blockDim.x)
      other[i] = A[i];
    __syncthreads();
    for (int i = 0; i < 16 * d; ++i)
      sum += tile[i] * other[i] * (t + i + 1);
    __syncthreads();
  }
  C[t] = C[t + 32] = sum;
}

void launch(const float *A, float *C, int n) {
  two_tiles<<<1, 32>>>(A, C, n, 8);
}
