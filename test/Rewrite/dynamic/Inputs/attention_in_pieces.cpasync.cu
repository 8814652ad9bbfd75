// Flash attention: Q, K, V and the scores are pieces of one array. The launch
// says how large they are, which proves that they do not overlap; only K and V
// are tiles.
//

#include <cuda_pipeline.h>

__global__ void attention(const float *__restrict__ Q,
                          const float *__restrict__ K,
                          const float *__restrict__ V, float *__restrict__ O,
                          int queries, int keys, int d, int Bc, float scale) {
  extern __shared__ float sram[];
  const int tile_size = Bc * d;
  float *Qi = sram;
  float *Kj = &sram[tile_size];
  float *Vj = &sram[tile_size * 2];
  float *S = &sram[tile_size * 3];
  const int tx = threadIdx.x, q = blockIdx.x * Bc + tx;

  for (int x = 0; x < d; x++)
    Qi[tx * d + x] = q < queries ? Q[q * d + x] : 0.0f;
  float row_m = -1e30f, row_l = 0.0f, out[8] = {};

  // From one stage of the tiles to the next.
  const int stage_size = (tile_size * 3 + Bc * Bc - tile_size + 3) / 4 * 4;
  auto *const Kj_stages = Kj;
  auto *const Vj_stages = Vj;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int j) {
    auto *Kj = Kj_stages + stage * stage_size;
    auto *Vj = Vj_stages + stage * stage_size;
    // Load Kj, Vj to SRAM
    for (int x = 0; x < d; x++) {
      __pipeline_memcpy_async(&Kj[tx * d + x], &K[(j + tx) * d + x],
                              sizeof(float),
                              (j + tx < keys) ? 0 : sizeof(float));
      __pipeline_memcpy_async(&Vj[tx * d + x], &V[(j + tx) * d + x],
                              sizeof(float),
                              (j + tx < keys) ? 0 : sizeof(float));
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (keys > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int j = 0; j < keys; j += Bc) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (j + Bc < keys)
      load_tile(stage ^ 1, j + Bc);
    __pipeline_commit();

    auto *Kj = Kj_stages + stage * stage_size;
    auto *Vj = Vj_stages + stage * stage_size;

    // S = Q * K^T, and its maximum
    float row_m_new = row_m;
    for (int y = 0; y < Bc; y++) {
      float sum = 0.0f;
      for (int x = 0; x < d; x++)
        sum += Qi[tx * d + x] * Kj[y * d + x];
      sum = j + y < keys ? sum * scale : -1e30f;
      S[Bc * tx + y] = sum;
      row_m_new = fmaxf(row_m_new, sum);
    }

    // P = exp(S - m)
    const float correction = expf(row_m - row_m_new);
    row_l *= correction;
    for (int x = 0; x < d; x++)
      out[x] *= correction;
    for (int y = 0; y < Bc; y++) {
      const float p = expf(S[Bc * tx + y] - row_m_new);
      row_l += p;
      for (int x = 0; x < d; x++)
        out[x] += p * Vj[y * d + x];
    }
    row_m = row_m_new;

    stage ^= 1; // This one is free from the next barrier on.
  }

  if (q < queries)
    for (int x = 0; x < d; x++)
      O[q * d + x] = out[x] / row_l;
}

void launch(const float *Q, const float *K, const float *V, float *O,
            int queries, int keys) {
  const int Bc = 16, d = 8;
  const int sram_size =
      2 * ((3 * Bc * d * sizeof(float)) + (Bc * Bc * sizeof(float)));
  attention<<<(queries + Bc - 1) / Bc, Bc, sram_size>>>(Q, K, V, O, queries,
                                                        keys, d, Bc, 0.125f);
}
