// One step of decoding over a cache of keys and values in int8, a float scale
// a token: eight queries share a head of the cache; a block does a part of the
// tokens and leaves its sums for the reduction that follows.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>

static constexpr int HEAD = 128;  // of a head
static constexpr int GROUP = 8;   // queries a head of the cache
static constexpr int TOKENS = 32; // of a tile
static constexpr int NTHREADS = 256;

__global__ void __launch_bounds__(NTHREADS, 4)
    decode_partial(const float *__restrict__ q, const int8_t *__restrict__ kq,
                   const int8_t *__restrict__ vq,
                   const float *__restrict__ k_scale,
                   const float *__restrict__ v_scale, float *__restrict__ out,
                   float2 *__restrict__ max_sum, int tokens, int per_split) {
  __shared__ float qs[GROUP][HEAD];
  __shared__ float ks[TOKENS][HEAD + 1];
  __shared__ float vs[TOKENS][HEAD];
  __shared__ float ps[GROUP][TOKENS];

  const int head = blockIdx.x, split = blockIdx.y;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int8_t *keys = kq + (size_t)head * tokens * HEAD;
  const int8_t *values = vq + (size_t)head * tokens * HEAD;
  k_scale += (size_t)head * tokens;
  v_scale += (size_t)head * tokens;

  for (int i = threadIdx.x; i < GROUP * HEAD; i += NTHREADS)
    qs[i / HEAD][i % HEAD] = q[(size_t)head * GROUP * HEAD + i];

  float maximum = -1e30f, sum = 0.0f;
  float acc[HEAD / 32] = {};

  const int begin = split * per_split, end = min(tokens, begin + per_split);
  for (int t0 = begin; t0 < end; t0 += TOKENS) {
    // Four bytes a thread.
    for (int i = threadIdx.x; i < TOKENS * HEAD / 4; i += NTHREADS) {
      const int t = i / (HEAD / 4), d = i % (HEAD / 4) * 4;
      char4 k = make_char4(0, 0, 0, 0), v = k;
      float sk = 0.0f, sv = 0.0f;
      if (t0 + t < end) {
        k = *(const char4 *)(keys + (size_t)(t0 + t) * HEAD + d);
        v = *(const char4 *)(values + (size_t)(t0 + t) * HEAD + d);
        sk = k_scale[t0 + t];
        sv = v_scale[t0 + t];
      }
      ks[t][d] = k.x * sk;
      ks[t][d + 1] = k.y * sk;
      ks[t][d + 2] = k.z * sk;
      ks[t][d + 3] = k.w * sk;
      vs[t][d] = v.x * sv;
      vs[t][d + 1] = v.y * sv;
      vs[t][d + 2] = v.z * sv;
      vs[t][d + 3] = v.w * sv;
    }
    __syncthreads();

    // A warp has a query, a lane a token.
    float s = 0.0f;
#pragma unroll 8
    for (int d = 0; d < HEAD; ++d)
      s += qs[warp][d] * ks[lane][d];
    if (t0 + lane >= end)
      s = -1e30f;
    float highest = s;
    for (int w = 16; w; w >>= 1)
      highest = fmaxf(highest, __shfl_xor_sync(~0u, highest, w));
    highest = fmaxf(highest, maximum);
    const float p = t0 + lane < end ? __expf(s - highest) : 0.0f;
    float added = p;
    for (int w = 16; w; w >>= 1)
      added += __shfl_xor_sync(~0u, added, w);
    const float correction = __expf(maximum - highest);
    sum = sum * correction + added;
    maximum = highest;
    ps[warp][lane] = p;
    __syncwarp();
#pragma unroll
    for (int i = 0; i < HEAD / 32; ++i)
      acc[i] *= correction;
#pragma unroll 4
    for (int t = 0; t < TOKENS; ++t)
#pragma unroll
      for (int i = 0; i < HEAD / 32; ++i)
        acc[i] += ps[warp][t] * vs[t][lane + 32 * i];
    __syncthreads();
  }

  const size_t row = ((size_t)split * gridDim.x + head) * GROUP + warp;
#pragma unroll
  for (int i = 0; i < HEAD / 32; ++i)
    out[row * HEAD + lane + 32 * i] = acc[i];
  if (lane == 0)
    max_sum[row] = make_float2(maximum, sum);
}

extern "C" void launch(const float *q, const signed char *k,
                       const signed char *v, const float *k_scale,
                       const float *v_scale, float *out, float2 *max_sum,
                       int heads, int tokens, int splits) {
  const int per_split = (tokens + splits - 1) / splits;
  decode_partial<<<dim3(heads, splits), NTHREADS>>>(
      q, k, v, k_scale, v_scale, out, max_sum, tokens, per_split);
}
