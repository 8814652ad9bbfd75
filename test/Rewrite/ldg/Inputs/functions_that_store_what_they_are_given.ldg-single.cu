// A function that gets values and a place in the tile stores them there: its call is
// a store, and what it is given waits in registers.
//

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

  // The next tile, in registers.
  uint2 next_words[4];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    #pragma unroll
    for (int i = 0; i < 4; ++i) {
      next_words[i] =
          *reinterpret_cast<const uint2 *>(&A[t * (K / 4) + k / 4 + 2 * i]);
    }
  };

  // Prologue: load the first tile.
  if (K > 0)
    fetch_tile(0);

  for (int k = 0; k < K; k += 32) {
    #pragma unroll
    for (int i = 0; i < 4; ++i) {
      const uint2 words = next_words[i];
      const float scale = words.x & 1 ? 0.5f : 0.25f;
      float *row = &tile[t * 32];
      widen_both<float>(words, scale, row + 8 * i);
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < K)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 32; ++i)
      sum += tile[i * 32 + t] * (i + 1);
    __syncthreads();
  }
  out[t] = sum;
}
