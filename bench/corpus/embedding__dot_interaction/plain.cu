// Feature interaction of a recommendation model: dot products of all pairs of 27
// features of a sample, below the diagonal, behind its dense feature. A block
// has a sample; features of half come in tiles of 32 columns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>

#define NUM_FEATURES 27
#define PADDED 28
#define CHUNK 32
#define PAIRS (NUM_FEATURES * (NUM_FEATURES - 1) / 2)

__global__ void interact_dot(const __half *features, __half *out, int dim) {
  __shared__ float tile[PADDED][CHUNK + 1];

  // 14 x 14 threads of 2 x 2 products; 60 more only load.
  const int tid = threadIdx.x;
  const int ti = tid / 14, tj = tid % 14;
  const bool computes = tid < 14 * 14 && tj <= ti;
  const __half *sample = features + (size_t)blockIdx.x * NUM_FEATURES * dim;
  __half *result = out + (size_t)blockIdx.x * (dim + PAIRS);

  float p00 = 0.f, p01 = 0.f, p10 = 0.f, p11 = 0.f;

  for (int d0 = 0; d0 < dim; d0 += CHUNK) {
    for (int i = tid; i < PADDED * CHUNK; i += 256) {
      const int f = i / CHUNK, d = d0 + i % CHUNK;
      tile[f][i % CHUNK] = f < NUM_FEATURES && d < dim
                               ? __half2float(sample[(size_t)f * dim + d])
                               : 0.f;
    }
    __syncthreads();
    if (computes) {
#pragma unroll 8
      for (int d = 0; d < CHUNK; d++) {
        const float a0 = tile[2 * ti][d], a1 = tile[2 * ti + 1][d];
        const float b0 = tile[2 * tj][d], b1 = tile[2 * tj + 1][d];
        p00 += a0 * b0;
        p01 += a0 * b1;
        p10 += a1 * b0;
        p11 += a1 * b1;
      }
    }
    __syncthreads();
  }

  for (int d = tid; d < dim; d += 256)
    result[d] = sample[d];
  if (computes) {
    const int i = 2 * ti, j = 2 * tj;
    __half *pairs = result + dim;
    if (j < i) {
      pairs[i * (i - 1) / 2 + j] = __float2half(p00);
      pairs[i * (i - 1) / 2 + j + 1] = __float2half(p01);
    }
    if (i + 1 < NUM_FEATURES) {
      pairs[(i + 1) * i / 2 + j] = __float2half(p10);
      if (j < i)
        pairs[(i + 1) * i / 2 + j + 1] = __float2half(p11);
    }
  }
}

extern "C" void launch(const __half *features, __half *out, int batch,
                       int dim) {
  interact_dot<<<batch, 256>>>(features, out, dim);
}
