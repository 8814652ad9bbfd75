// Decoding with grouped queries: eight queries share keys and values in
// bfloat16; the tokens are split over blocks, which leave partial results with
// their maximum and sum. A warp has a query; tiles of 32 tokens.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_bf16.h>

struct DecodeParams {
  const __nv_bfloat16 *q;       // batch x kv_heads x 8 x 128
  const __nv_bfloat16 *k_cache; // batch x kv_heads x tokens x 128
  const __nv_bfloat16 *v_cache;
  float *partial_out; // batch x kv_heads x splits x 8 x 128
  float2 *partial_ml; // batch x kv_heads x splits x 8
  int kv_heads, tokens, tokens_per_split;
  float scale;
};

constexpr int kGroup = 8, kHeadDim = 128, kTokens = 32;
constexpr int kPitch = kHeadDim + 8;

__global__ __launch_bounds__(kGroup * 32, 3) void
gqa_decode_split_kernel(const DecodeParams p) {
  __shared__ float q_smem[kGroup][kHeadDim];
  __shared__ __align__(16) __nv_bfloat16 k_smem[kTokens][kPitch];
  __shared__ __align__(16) __nv_bfloat16 v_smem[kTokens][kPitch];

  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  const int kv_head = blockIdx.x, split = blockIdx.y, batch = blockIdx.z;
  const size_t bh = (size_t)batch * p.kv_heads + kv_head;

  for (int d = lane; d < kHeadDim; d += 32)
    q_smem[warp][d] =
        __bfloat162float(p.q[(bh * kGroup + warp) * kHeadDim + d]) * p.scale;

  const __nv_bfloat16 *keys = p.k_cache + bh * p.tokens * kHeadDim;
  const __nv_bfloat16 *values = p.v_cache + bh * p.tokens * kHeadDim;
  const int begin = split * p.tokens_per_split;
  const int end = min(p.tokens, begin + p.tokens_per_split);

  float m = -1e30f, l = 0.f;
  float4 acc = make_float4(0.f, 0.f, 0.f, 0.f);

  for (int t0 = begin; t0 < end; t0 += kTokens) {
#pragma unroll
    for (int it = 0; it < 2; ++it) {
      const int chunk = threadIdx.x + it * 256;
      const int r = chunk / 16, c = (chunk % 16) * 8;
      uint4 kk = {0, 0, 0, 0}, vv = {0, 0, 0, 0};
      if (t0 + r < end) {
        kk = *reinterpret_cast<const uint4 *>(
            keys + (size_t)(t0 + r) * kHeadDim + c);
        vv = *reinterpret_cast<const uint4 *>(
            values + (size_t)(t0 + r) * kHeadDim + c);
      }
      *reinterpret_cast<uint4 *>(&k_smem[r][c]) = kk;
      *reinterpret_cast<uint4 *>(&v_smem[r][c]) = vv;
    }
    __syncthreads();

    // A lane has a token.
    float s = 0.f;
#pragma unroll 8
    for (int d = 0; d < kHeadDim; d += 2) {
      const float2 kf = __bfloat1622float2(
          *reinterpret_cast<const __nv_bfloat162 *>(&k_smem[lane][d]));
      s = fmaf(q_smem[warp][d], kf.x, s);
      s = fmaf(q_smem[warp][d + 1], kf.y, s);
    }
    if (t0 + lane >= end)
      s = -1e30f;
    float tile_max = s;
    for (int o = 16; o > 0; o >>= 1)
      tile_max = fmaxf(tile_max, __shfl_xor_sync(~0u, tile_max, o));
    const float m_new = fmaxf(m, tile_max);
    const float pr = t0 + lane < end ? __expf(s - m_new) : 0.f;
    float sum = pr;
    for (int o = 16; o > 0; o >>= 1)
      sum += __shfl_xor_sync(~0u, sum, o);
    const float a = __expf(m - m_new);
    l = l * a + sum;
    m = m_new;
    acc.x *= a, acc.y *= a, acc.z *= a, acc.w *= a;
    // And now four columns.
    for (int t = 0; t < kTokens; ++t) {
      const float w = __shfl_sync(~0u, pr, t);
      const float2 v01 = __bfloat1622float2(
          *reinterpret_cast<const __nv_bfloat162 *>(&v_smem[t][lane * 4]));
      const float2 v23 = __bfloat1622float2(
          *reinterpret_cast<const __nv_bfloat162 *>(&v_smem[t][lane * 4 + 2]));
      acc.x += w * v01.x, acc.y += w * v01.y;
      acc.z += w * v23.x, acc.w += w * v23.y;
    }
    __syncthreads();
  }

  const size_t slot = (bh * gridDim.y + split) * kGroup + warp;
  *reinterpret_cast<float4 *>(p.partial_out + slot * kHeadDim + lane * 4) = acc;
  if (lane == 0)
    p.partial_ml[slot] = make_float2(m, l);
}

extern "C" void launch(const __nv_bfloat16 *q, const __nv_bfloat16 *k,
                       const __nv_bfloat16 *v, float *out, float2 *ml,
                       int batch, int kv_heads, int tokens, int splits) {
  DecodeParams p;
  p.q = q;
  p.k_cache = k;
  p.v_cache = v;
  p.partial_out = out;
  p.partial_ml = ml;
  p.kv_heads = kv_heads;
  p.tokens = tokens;
  p.tokens_per_split = (tokens + splits - 1) / splits;
  p.scale = 0.08838835f;
  gqa_decode_split_kernel<<<dim3(kv_heads, splits, batch), kGroup * 32>>>(p);
}
