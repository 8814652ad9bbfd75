// A function that gets values and a place in the tile stores them there: its call is
// a store, and what it is given waits in registers.
//
// RUN: %rewrite_and_run ldg,ldg-single unpack
// RUN: %golden ldg-single

__device__ __forceinline__ void widen(unsigned word, float scale, float *to) {
  for (int i = 0; i < 4; ++i)
    to[i] = float((word >> (8 * i)) & 255) * scale;
}

template <typename T>
__device__ __forceinline__ void widen_both(uint2 words, float scale, T *to) {
  widen(words.x, scale, to);
  widen(words.y, scale, to + 4);
}

__global__ void unpack(const unsigned *__restrict__ A, float *__restrict__ out,
                       int K) {
  __shared__ float tile[32 * 32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    for (int i = 0; i < 4; ++i) {
      const uint2 words = *reinterpret_cast<const uint2 *>(
          &A[t * (K / 4) + k / 4 + 2 * i]);
      const float scale = words.x & 1 ? 0.5f : 0.25f;
      float *row = &tile[t * 32];
      widen_both<float>(words, scale, row + 8 * i);
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i * 32 + t] * (i + 1);
    __syncthreads();
  }
  out[t] = sum;
}
