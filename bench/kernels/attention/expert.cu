// Attention by hand: cp.async with zero fill into padded rows, two stages, one
// barrier for the block a tile.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

constexpr int D = 64; // of a head
constexpr int QUERIES = 64, KEYS = 32;
constexpr int THREADS = 128;
constexpr int VEC = 16 / sizeof(half);
constexpr int STAGES = 2;
constexpr int LD = D + VEC;

struct Stage {
  half K[KEYS][LD];
  half V[KEYS][LD];
};

struct Memory {
  __align__(128) Stage stages[STAGES];
  __align__(128) half Ps[QUERIES][KEYS + 8];
  __align__(128) float Ss[QUERIES][KEYS + 4];
  __align__(128) float Os[QUERIES][D + 4];
};

__device__ __forceinline__ void load_tile(Stage &stage,
                                          const half *__restrict__ K,
                                          const half *__restrict__ V, int k0,
                                          int length) {
#pragma unroll
  for (int i = 0; i < KEYS * D / VEC / THREADS; ++i) {
    const int v = threadIdx.x + i * THREADS;
    const int r = v / (D / VEC), c = v % (D / VEC) * VEC;
    const bool in = k0 + r < length;
    const int at = in ? (k0 + r) * D + c : 0;
    __pipeline_memcpy_async(&stage.K[r][c], &K[at], 16, in ? 0 : 16);
    __pipeline_memcpy_async(&stage.V[r][c], &V[at], 16, in ? 0 : 16);
  }
}

__global__ void __launch_bounds__(THREADS)
    attention(const half *__restrict__ Q, const half *__restrict__ K,
              const half *__restrict__ V, half *__restrict__ O, int length) {
  extern __shared__ __align__(128) unsigned char shared[];
  Memory &memory = *reinterpret_cast<Memory *>(shared);
  Stage *stages = memory.stages;
  half(*Ps)[KEYS + 8] = memory.Ps;
  float (*Ss)[KEYS + 4] = memory.Ss;
  float (*Os)[D + 4] = memory.Os;

  const int tid = threadIdx.x;
  const int warp = tid / 32, lane = tid % 32;
  const int q0 = blockIdx.x * QUERIES;
  const size_t head = static_cast<size_t>(blockIdx.y) * length * D;
  Q += head;
  K += head;
  V += head;
  O += head;

  int k_load = 0;
  for (int s = 0; s < STAGES - 1; ++s, k_load += KEYS) {
    if (k_load < length)
      load_tile(stages[s], K, V, k_load, length);
    __pipeline_commit();
  }

  // The queries pass through the memory of the result, scaled by 1 / sqrt(D).
  half(*Qs)[D] = reinterpret_cast<half(*)[D]>(&Os[0][0]);
  for (int i = tid; i < QUERIES * D; i += THREADS) {
    const int r = i / D, c = i % D;
    Qs[r][c] = q0 + r < length
                   ? __hmul(Q[(q0 + r) * D + c], __float2half(0.125f))
                   : __float2half(0.0f);
  }
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> q[D / 16];
  for (int d = 0; d < D / 16; ++d)
    wmma::load_matrix_sync(q[d], &Qs[warp * 16][d * 16], D);
  __syncthreads();
  for (int i = tid; i < QUERIES * (D + 4); i += THREADS)
    (&Os[0][0])[i] = 0.0f;

  // Two lanes share a query.
  const int row = warp * 16 + lane / 2, part = lane % 2;
  float maximum = -INFINITY, sum = 0.0f;

  int read = 0, write = STAGES - 1;
  for (int k0 = 0; k0 < length; k0 += KEYS, k_load += KEYS) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();
    if (k_load < length)
      load_tile(stages[write], K, V, k_load, length);
    __pipeline_commit();
    const Stage &tile = stages[read];

    // Scores of 16 queries and all keys of the tile.
    for (int n = 0; n < KEYS; n += 16) {
      wmma::fragment<wmma::accumulator, 16, 16, 16, float> score;
      wmma::fill_fragment(score, 0.0f);
      for (int d = 0; d < D / 16; ++d) {
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> key;
        wmma::load_matrix_sync(key, &tile.K[n][d * 16], LD);
        wmma::mma_sync(score, q[d], key, score);
      }
      wmma::store_matrix_sync(&Ss[warp * 16][n], score, KEYS + 4,
                              wmma::mem_row_major);
    }
    __syncwarp();

    // The softmax so far.
    float highest = maximum;
    for (int c = part; c < KEYS; c += 2)
      if (k0 + c < length)
        highest = fmaxf(highest, Ss[row][c]);
    highest = fmaxf(highest, __shfl_xor_sync(0xffffffff, highest, 1));
    const float correction = __expf(maximum - highest);
    float added = 0.0f;
    for (int c = part; c < KEYS; c += 2) {
      const float p = k0 + c < length ? __expf(Ss[row][c] - highest) : 0.0f;
      added += p;
      Ps[row][c] = __float2half(p);
    }
    added += __shfl_xor_sync(0xffffffff, added, 1);
    sum = sum * correction + added;
    maximum = highest;
    for (int c = part; c < D; c += 2)
      Os[row][c] *= correction;
    __syncwarp();

    // Their weighted values.
    for (int n = 0; n < D; n += 16) {
      wmma::fragment<wmma::accumulator, 16, 16, 16, float> result;
      wmma::load_matrix_sync(result, &Os[warp * 16][n], D + 4,
                             wmma::mem_row_major);
      for (int k = 0; k < KEYS; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> p;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> value;
        wmma::load_matrix_sync(p, &Ps[warp * 16][k], KEYS + 8);
        wmma::load_matrix_sync(value, &tile.V[k][n], LD);
        wmma::mma_sync(result, p, value, result);
      }
      wmma::store_matrix_sync(&Os[warp * 16][n], result, D + 4,
                              wmma::mem_row_major);
    }
    __syncwarp();
    read = read + 1 == STAGES ? 0 : read + 1;
    write = write + 1 == STAGES ? 0 : write + 1;
  }

  if (q0 + row < length)
    for (int c = part; c < D; c += 2)
      O[(q0 + row) * D + c] = __float2half(Os[row][c] / sum);
}

extern "C" void launch(const half *Q, const half *K, const half *V, half *O,
                       int heads, int length) {
  const dim3 grid((length + QUERIES - 1) / QUERIES, heads);
  cudaFuncSetAttribute(attention, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       sizeof(Memory));
  attention<<<grid, THREADS, sizeof(Memory)>>>(Q, K, V, O, length);
}
