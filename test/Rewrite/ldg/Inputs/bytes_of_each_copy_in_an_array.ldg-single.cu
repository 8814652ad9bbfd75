// An array that a round of the copy loop fills, in whole or byte by byte, and stores
// from: each round has its own row of registers. Its length is a name of the loop body.
//

__global__ void unpack(const unsigned *__restrict__ A, float *__restrict__ out,
                       int K) {
  __shared__ float tile[32][33];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  alignas(8) signed char next_bytes[4][8];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    {
      constexpr int BYTES = 8;
      #pragma unroll
      for (int i = 0; i < 32 / BYTES; ++i) {
        const int word = t * (K / 4) + k / 4 + i * 2;
        auto &bytes = next_bytes[i];
        if (K % 64 == 0) {
          *reinterpret_cast<uint2 *>(bytes) =
              *reinterpret_cast<const uint2 *>(&A[word]);
        } else {
          #pragma unroll
          for (int b = 0; b < BYTES; ++b)
            bytes[b] = A[word + b / 4] >> (b % 4 * 8) & 255;
        }
      }
    }
  };

  // Prologue: load the first tile.
  if (K > 0)
    fetch_tile(0);

  for (int k = 0; k < K; k += 32) {
    {
      constexpr int BYTES = 8;
      #pragma unroll
      for (int i = 0; i < 32 / BYTES; ++i) {
        auto &bytes = next_bytes[i];
        #pragma unroll
        for (int b = 0; b < BYTES; ++b)
          tile[t][i * BYTES + b] = bytes[b] * 0.5f;
      }
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < K)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 32; ++i)
      sum += tile[i][t] * (i + 1);
    __syncthreads();
  }
  out[t] = sum;
}
