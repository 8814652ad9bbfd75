// An array that a round of the copy loop fills, in whole or byte by byte, and stores
// from: each round has its own row of registers. Its length is a name of the loop body.
//
// RUN: %rewrite_and_run ldg,ldg-single unpack
// RUN: %golden ldg-single

__global__ void unpack(const unsigned *__restrict__ A, float *__restrict__ out,
                       int K) {
  __shared__ float tile[32][33];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    {
      constexpr int BYTES = 8;
      #pragma unroll
      for (int i = 0; i < 32 / BYTES; ++i) {
        const int word = t * (K / 4) + k / 4 + i * 2;
        alignas(8) signed char bytes[BYTES];
        if (K % 64 == 0) {
          *reinterpret_cast<uint2 *>(bytes) =
              *reinterpret_cast<const uint2 *>(&A[word]);
        } else {
          #pragma unroll
          for (int b = 0; b < BYTES; ++b)
            bytes[b] = A[word + b / 4] >> (b % 4 * 8) & 255;
        }
        #pragma unroll
        for (int b = 0; b < BYTES; ++b)
          tile[t][i * BYTES + b] = bytes[b] * 0.5f;
      }
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i][t] * (i + 1);
    __syncthreads();
  }
  out[t] = sum;
}
