// Attention on tensor cores with an online softmax: a block does 64 queries,
// four warps of 16; a tile is 32 keys and their values, 16 bytes a load.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

constexpr int D = 64; // of a head
constexpr int QUERIES = 64, KEYS = 32;
constexpr int THREADS = 128;
constexpr int VEC = sizeof(uint4) / sizeof(half);

__global__ void __launch_bounds__(THREADS)
    attention(const half *__restrict__ Q, const half *__restrict__ K,
              const half *__restrict__ V, half *__restrict__ O, int length) {
  __shared__ __align__(32) half Ks[KEYS][D];
  __shared__ __align__(32) half Vs[KEYS][D];
  __shared__ __align__(32) half Ps[QUERIES][KEYS + 8];
  __shared__ __align__(32) float Ss[QUERIES][KEYS + 4];
  __shared__ __align__(32) float Os[QUERIES][D + 4];

  const int tid = threadIdx.x;
  const int warp = tid / 32, lane = tid % 32;
  const int q0 = blockIdx.x * QUERIES;
  const size_t head = static_cast<size_t>(blockIdx.y) * length * D;
  Q += head;
  K += head;
  V += head;
  O += head;

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

  for (int k0 = 0; k0 < length; k0 += KEYS) {
    for (int i = tid; i < KEYS * D / VEC; i += THREADS) {
      const int r = i / (D / VEC), c = i % (D / VEC) * VEC;
      *reinterpret_cast<uint4 *>(&Ks[r][c]) =
          k0 + r < length
              ? *reinterpret_cast<const uint4 *>(&K[(k0 + r) * D + c])
              : make_uint4(0, 0, 0, 0);
      *reinterpret_cast<uint4 *>(&Vs[r][c]) =
          k0 + r < length
              ? *reinterpret_cast<const uint4 *>(&V[(k0 + r) * D + c])
              : make_uint4(0, 0, 0, 0);
    }
    __syncthreads();

    // Scores of 16 queries and all keys of the tile.
    for (int n = 0; n < KEYS; n += 16) {
      wmma::fragment<wmma::accumulator, 16, 16, 16, float> score;
      wmma::fill_fragment(score, 0.0f);
      for (int d = 0; d < D / 16; ++d) {
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> key;
        wmma::load_matrix_sync(key, &Ks[n][d * 16], D);
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
        wmma::load_matrix_sync(value, &Vs[k][n], D);
        wmma::mma_sync(result, p, value, result);
      }
      wmma::store_matrix_sync(&Os[warp * 16][n], result, D + 4,
                              wmma::mem_row_major);
    }
    __syncthreads();
  }

  if (q0 + row < length)
    for (int c = part; c < D; c += 2)
      O[(q0 + row) * D + c] = __float2half(Os[row][c] / sum);
}

extern "C" void launch(const half *Q, const half *K, const half *V, half *O,
                       int heads, int length) {
  const dim3 grid((length + QUERIES - 1) / QUERIES, heads);
  attention<<<grid, THREADS>>>(Q, K, V, O, length);
}
