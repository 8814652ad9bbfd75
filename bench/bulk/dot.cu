// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of products over chunks of two vectors; the last chunk may be short.
constexpr int TILE = 1024;

static __global__ void dot(const float *__restrict__ a,
                           const float *__restrict__ b,
                           float *__restrict__ out, int n) {
  __shared__ float as[TILE];
  __shared__ float bs[TILE];
  const float *x = a + size_t(blockIdx.x) * n;
  const float *y = b + size_t(blockIdx.x) * n;
  float sum = 0;
  for (int k = 0; k < n; k += TILE) {
    for (int i = threadIdx.x; i < TILE; i += blockDim.x) {
      as[i] = k + i < n ? x[k + i] : 0.0f;
      bs[i] = k + i < n ? y[k + i] : 0.0f;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < TILE; i += blockDim.x)
      sum += as[i] * bs[i];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void ENTRY(const float *a, const float *b, float *out, int n, int blocks) {
  dot<<<blocks, 256>>>(a, b, out, n);
}
