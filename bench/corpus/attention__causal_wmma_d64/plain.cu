// Causal attention on tensor cores: four warps of 16 queries, tiles of 64 keys
// and values, scores and results in shared memory between the products.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <mma.h>

namespace wmma = nvcuda::wmma;

template <int kRows, int kCols, int kDim> struct SharedStorage {
  static constexpr int kPitch = kDim + 8;
  static constexpr int kFloatPitch = kCols + 4;
  half q[kRows][kPitch];
  half k[kCols][kPitch];
  half v[kCols][kPitch];
  half p[kRows][kCols + 8];
  float s[kRows][kFloatPitch];
  float o[kRows][kFloatPitch];
};

using Storage = SharedStorage<64, 64, 64>;
using FragA = wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>;
using FragBt =
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major>;
using FragB = wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major>;
using FragC = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__device__ inline void load_rows(half (*dst)[Storage::kPitch], const half *src) {
  for (int i = threadIdx.x; i < 64 * 8; i += blockDim.x) {
    const int row = i >> 3, col = (i & 7) << 3;
    *reinterpret_cast<uint4 *>(&dst[row][col]) =
        *reinterpret_cast<const uint4 *>(&src[row * 64 + col]);
  }
}

__global__ void __launch_bounds__(128)
    causal_attention(const half *q, const half *k, const half *v, half *out,
                     int seq_len, float scale_log2) {
  extern __shared__ __align__(128) unsigned char raw[];
  Storage &sm = *reinterpret_cast<Storage *>(raw);

  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int q_tile = gridDim.x - 1 - blockIdx.x; // long ones first
  const size_t base = static_cast<size_t>(blockIdx.y) * seq_len * 64;

  load_rows(sm.q, q + base + q_tile * 64 * 64);
  for (int i = threadIdx.x; i < 64 * 64; i += 128)
    sm.o[i / 64][i % 64] = 0.0f;

  // Two lanes have a row of the warp's sixteen.
  const int row = warp * 16 + lane / 2, half_row = (lane & 1) * 32;
  float row_max = -INFINITY, row_sum = 0.0f;

  for (int t = 0; t <= q_tile; ++t) {
    load_rows(sm.k, k + base + t * 64 * 64);
    load_rows(sm.v, v + base + t * 64 * 64);
    __syncthreads();

    for (int n = 0; n < 4; ++n) {
      FragC c;
      wmma::fill_fragment(c, 0.0f);
#pragma unroll
      for (int kk = 0; kk < 4; ++kk) {
        FragA a;
        FragBt b;
        wmma::load_matrix_sync(a, &sm.q[warp * 16][kk * 16], Storage::kPitch);
        wmma::load_matrix_sync(b, &sm.k[n * 16][kk * 16], Storage::kPitch);
        wmma::mma_sync(c, a, b, c);
      }
      wmma::store_matrix_sync(&sm.s[warp * 16][n * 16], c, Storage::kFloatPitch,
                              wmma::mem_row_major);
    }
    __syncwarp();

    float tile_max = row_max;
    for (int j = 0; j < 32; ++j) {
      const bool visible = t < q_tile || half_row + j <= row;
      const float s = visible ? sm.s[row][half_row + j] * scale_log2 : -INFINITY;
      tile_max = fmaxf(tile_max, s);
    }
    tile_max = fmaxf(tile_max, __shfl_xor_sync(0xffffffff, tile_max, 1));
    const float correction = exp2f(row_max - tile_max);
    float tile_sum = 0.0f;
    for (int j = 0; j < 32; ++j) {
      const bool visible = t < q_tile || half_row + j <= row;
      const float p =
          visible ? exp2f(sm.s[row][half_row + j] * scale_log2 - tile_max)
                  : 0.0f;
      sm.p[row][half_row + j] = __float2half(p);
      sm.o[row][half_row + j] *= correction;
      tile_sum += p;
    }
    row_sum = row_sum * correction + tile_sum;
    row_max = tile_max;
    __syncwarp();

    for (int n = 0; n < 4; ++n) {
      FragC c;
      wmma::load_matrix_sync(c, &sm.o[warp * 16][n * 16], Storage::kFloatPitch,
                             wmma::mem_row_major);
#pragma unroll
      for (int kk = 0; kk < 4; ++kk) {
        FragA a;
        FragB b;
        wmma::load_matrix_sync(a, &sm.p[warp * 16][kk * 16], 72);
        wmma::load_matrix_sync(b, &sm.v[kk * 16][n * 16], Storage::kPitch);
        wmma::mma_sync(c, a, b, c);
      }
      wmma::store_matrix_sync(&sm.o[warp * 16][n * 16], c, Storage::kFloatPitch,
                              wmma::mem_row_major);
    }
    __syncthreads();
  }

  row_sum += __shfl_xor_sync(0xffffffff, row_sum, 1);
  half *o = out + base + (static_cast<size_t>(q_tile) * 64 + row) * 64;
  for (int j = 0; j < 32; j += 2)
    *reinterpret_cast<half2 *>(&o[half_row + j]) =
        __floats2half2_rn(sm.o[row][half_row + j] / row_sum,
                          sm.o[row][half_row + j + 1] / row_sum);
}

extern "C" void launch(const half *q, const half *k, const half *v, half *out,
                       int heads, int seq_len) {
  cudaFuncSetAttribute(causal_attention,
                       cudaFuncAttributeMaxDynamicSharedMemorySize,
                       sizeof(Storage));
  causal_attention<<<dim3(seq_len / 64, heads), 128, sizeof(Storage)>>>(
      q, k, v, out, seq_len, 0.125f * 1.44269504f);
}
