// Copy loops whose bound and step are variables that nobody changes, and copy
// loops that count down.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DSTEP=128 -DPADDED
// RUN: %golden ldg

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float up[128], down[4][32], odd[4][32];
  const int t = threadIdx.x;
  int stride = 32;
  int size = 128;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 128) {
    for (int i = t; i < size; i += stride)
      up[i] = A[k + i];
    for (int i = 3; i >= 0; --i)
      down[i][t] = A[k + i * 32 + t] * 2.0f;
    for (int i = 3; i > 0; i -= 2)
      odd[i][t] = A[k + i * 32 + t];
    __syncthreads();

    for (int i = 0; i < 128; ++i)
      sum += up[i] * down[i / 32][(i + t) % 32];
    for (int i = 0; i < 32; ++i)
      sum += odd[1][i] - odd[3][31 - i];
    __syncthreads();
  }

  out[t] = sum;
}
