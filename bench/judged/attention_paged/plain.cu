// Attention of one query a sequence over a paged cache: a table says where the
// 16 tokens of each page lie. Two pages a tile, 128 threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>

namespace paged {

constexpr int PAGE = 16, HEAD = 64, TILE = 2 * PAGE;
constexpr int THREADS = 128;

struct Cache {
  const half *keys, *values; // pages x heads x PAGE x HEAD
  const int *table;          // sequences x pages a sequence
  int pages_per_sequence;
};

__global__ void decode(const half *query, Cache cache, const int *lengths,
                       half *out, int heads) {
  __shared__ __align__(16) half k_tile[TILE][HEAD];
  __shared__ __align__(16) half v_tile[TILE][HEAD];
  __shared__ float weights[TILE];
  __shared__ float reduced[2];

  const int head = blockIdx.x, sequence = blockIdx.y;
  const int tid = threadIdx.x;
  const int length = lengths[sequence];
  const int *table = cache.table + sequence * cache.pages_per_sequence;
  const half *q = query + (sequence * heads + head) * HEAD;

  // Four threads a token, 16 elements each.
  const int token = tid / 4, part = tid % 4 * 16;
  float q_part[16];
#pragma unroll
  for (int i = 0; i < 16; ++i)
    q_part[i] = __half2float(q[part + i]) * 0.125f;

  float maximum = -1e30f, sum = 0.0f, result = 0.0f;

  for (int base = 0; base < length; base += TILE) {
    {
      const int page_in_tile = token / PAGE;
      const int logical = base / PAGE + page_in_tile;
      if (base + token < length) {
        const int physical = table[logical];
        const size_t at =
            (((size_t)physical * heads + head) * PAGE + token % PAGE) * HEAD +
            part;
        const uint4 *k = reinterpret_cast<const uint4 *>(cache.keys + at);
        const uint4 *v = reinterpret_cast<const uint4 *>(cache.values + at);
        uint4 *ks = reinterpret_cast<uint4 *>(&k_tile[token][part]);
        uint4 *vs = reinterpret_cast<uint4 *>(&v_tile[token][part]);
        ks[0] = k[0];
        ks[1] = k[1];
        vs[0] = v[0];
        vs[1] = v[1];
      } else {
        uint4 *ks = reinterpret_cast<uint4 *>(&k_tile[token][part]);
        uint4 *vs = reinterpret_cast<uint4 *>(&v_tile[token][part]);
        ks[0] = ks[1] = vs[0] = vs[1] = make_uint4(0, 0, 0, 0);
      }
    }
    __syncthreads();

    float score = 0.0f;
#pragma unroll
    for (int i = 0; i < 16; ++i)
      score += q_part[i] * __half2float(k_tile[token][part + i]);
    score += __shfl_xor_sync(0xffffffff, score, 1);
    score += __shfl_xor_sync(0xffffffff, score, 2);
    if (part == 0)
      weights[token] = base + token < length ? score : -1e30f;
    __syncthreads();
    if (tid < 32) {
      const float s = weights[tid];
      float highest = s;
      for (int w = 16; w > 0; w >>= 1)
        highest = fmaxf(highest, __shfl_xor_sync(0xffffffff, highest, w));
      highest = fmaxf(highest, maximum);
      const float p = base + tid < length ? __expf(s - highest) : 0.0f;
      float added = p;
      for (int w = 16; w > 0; w >>= 1)
        added += __shfl_xor_sync(0xffffffff, added, w);
      weights[tid] = p;
      if (tid == 0) {
        reduced[0] = highest;
        reduced[1] = added;
      }
    }
    __syncthreads();
    const float highest = reduced[0];
    const float correction = __expf(maximum - highest);
    sum = sum * correction + reduced[1];
    maximum = highest;
    if (tid < HEAD) {
      result *= correction;
      for (int t = 0; t < TILE; ++t)
        result += weights[t] * __half2float(v_tile[t][tid]);
    }
    __syncthreads();
  }

  if (tid < HEAD)
    out[(sequence * heads + head) * HEAD + tid] = __float2half(result / sum);
}

} // namespace paged

extern "C" void launch(const half *query, const half *keys, const half *values,
                       const int *table, const int *lengths, half *out,
                       int sequences, int heads, int pages_per_sequence) {
  paged::Cache cache = {keys, values, table, pages_per_sequence};
  paged::decode<<<dim3(heads, sequences), paged::THREADS>>>(
      query, cache, lengths, out, heads);
}
