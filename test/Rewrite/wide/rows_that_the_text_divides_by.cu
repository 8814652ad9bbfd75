// The whole tile lies side by side in global memory, too, but its text, and its
// guard, speak of rows: wide copies in rows of that length.
//
// RUN: %rewrite_and_run cpasync wide_names --widen=auto -DKERNEL=rows -DSIZE=K*16
// RUN: %rewrite_and_run cpasync wide_names --widen=auto -DKERNEL=by_bits '-DSIZE=(K+7)/8*8*16'
// RUN: %golden cpasync

__global__ void __launch_bounds__(64)
    rows(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[8 * 16];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    for (int i = t; i < 8 * 16; i += 64) {
      int r = i / 16, c = i % 16, row = k + r;
      tile[i] = row < K ? A[(size_t)row * 16 + c] : 0.0f;
    }
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      sum = sum * 0.5f + tile[j * 16 + t % 16];
    __syncthreads();
  }
  C[blockIdx.x * 64 + t] = sum;
}

__global__ void __launch_bounds__(64)
    by_bits(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[8 * 16];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    for (int i = t; i < 8 * 16; i += 64)
      tile[i] = A[(k + (i >> 4)) * 16 + (i & 15)];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      sum = sum * 0.5f + tile[j * 16 + t % 16];
    __syncthreads();
  }
  C[blockIdx.x * 64 + t] = sum;
}
