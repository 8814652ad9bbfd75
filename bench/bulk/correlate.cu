// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each block slides a filter of 16 taps along a signal of its own, a chunk and what the
// filter reaches beyond it at a time.
constexpr int CHUNK = 2048, TAPS = 16;

static __global__ void correlate(const float *__restrict__ signal,
                                 const float *__restrict__ filter,
                                 float *__restrict__ out, int n) {
  __shared__ float tile[CHUNK + TAPS];
  const float *mine = signal + size_t(blockIdx.x) * n;
  float taps[TAPS];
  for (int j = 0; j < TAPS; ++j)
    taps[j] = filter[j];
  for (int k = 0; k < n; k += CHUNK) {
    for (int i = threadIdx.x; i < CHUNK + TAPS; i += blockDim.x)
      tile[i] = k + i < n ? mine[k + i] : 0.0f;
    __syncthreads();
    for (int i = threadIdx.x; i < CHUNK; i += blockDim.x) {
      float sum = 0;
      for (int j = 0; j < TAPS; ++j)
        sum += taps[j] * tile[i + j];
      if (k + i < n)
        out[size_t(blockIdx.x) * n + k + i] = sum;
    }
    __syncthreads();
  }
}

void ENTRY(const float *a, const float *b, float *out, int n, int blocks) {
  correlate<<<blocks, 256>>>(a, b, out, n);
}
