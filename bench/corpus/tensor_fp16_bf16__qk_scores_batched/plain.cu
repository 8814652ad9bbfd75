// Attention scores of a batch of heads in bfloat16: 64 x 64 scores a block, the
// depth of a head in chunks of 32. Tiles above the diagonal are only filled.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_bf16.h>
#include <mma.h>

namespace wm = nvcuda::wmma;

struct ScoreParams {
  const __nv_bfloat16 *q, *k;
  float *scores;
  int length, depth;
  float scale;
};

template <int TILE, int CHUNK>
__global__ void __launch_bounds__(128) qk_scores(const ScoreParams p) {
  constexpr int PITCH = CHUNK + 8;
  __shared__ alignas(16) __nv_bfloat16 sq[TILE][PITCH];
  __shared__ alignas(16) __nv_bfloat16 sk[TILE][PITCH];

  const int head = blockIdx.z;
  const int q0 = blockIdx.y * TILE, k0 = blockIdx.x * TILE;
  float *out = p.scores + (size_t)head * p.length * p.length;

  if (k0 > q0) { // Nothing of it is visible.
    for (int i = threadIdx.x; i < TILE * TILE; i += blockDim.x)
      out[(size_t)(q0 + i / TILE) * p.length + k0 + i % TILE] = -1e30f;
    return;
  }

  const __nv_bfloat16 *q = p.q + ((size_t)head * p.length + q0) * p.depth;
  const __nv_bfloat16 *k = p.k + ((size_t)head * p.length + k0) * p.depth;
  const int warp = threadIdx.x / 32;

  wm::fragment<wm::accumulator, 16, 16, 16, float> s[TILE / 16];
#pragma unroll
  for (auto &f : s)
    wm::fill_fragment(f, 0.0f);

  for (int d = 0; d < p.depth; d += CHUNK) {
#pragma unroll
    for (int i = threadIdx.x; i < TILE * CHUNK / 8; i += 128) {
      const int row = i / (CHUNK / 8), col = i % (CHUNK / 8) * 8;
      const size_t from = (size_t)row * p.depth + d + col;
      *reinterpret_cast<int4 *>(&sq[row][col]) =
          *reinterpret_cast<const int4 *>(q + from);
      *reinterpret_cast<int4 *>(&sk[row][col]) =
          *reinterpret_cast<const int4 *>(k + from);
    }
    __syncthreads();
#pragma unroll
    for (int c = 0; c < CHUNK; c += 16) {
      wm::fragment<wm::matrix_a, 16, 16, 16, __nv_bfloat16, wm::row_major> a;
      wm::load_matrix_sync(a, &sq[warp * 16][c], PITCH);
#pragma unroll
      for (int n = 0; n < TILE / 16; ++n) {
        wm::fragment<wm::matrix_b, 16, 16, 16, __nv_bfloat16, wm::col_major> b;
        wm::load_matrix_sync(b, &sk[n * 16][c], PITCH);
        wm::mma_sync(s[n], a, b, s[n]);
      }
    }
    __syncthreads();
  }

#pragma unroll
  for (int n = 0; n < TILE / 16; ++n) {
    for (int e = 0; e < s[n].num_elements; ++e)
      s[n].x[e] *= p.scale;
    wm::store_matrix_sync(out + (size_t)(q0 + warp * 16) * p.length + k0 +
                              n * 16,
                          s[n], p.length, wm::mem_row_major);
  }
}

extern "C" void launch(const __nv_bfloat16 *q, const __nv_bfloat16 *k,
                       float *scores, int heads, int length, int depth) {
  ScoreParams p{q, k, scores, length, depth, 0.08838834764f};
  const int tiles = length / 64;
  qk_scores<64, 32><<<dim3(tiles, tiles, heads), 128>>>(p);
}
