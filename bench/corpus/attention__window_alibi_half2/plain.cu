// Attention in a window before each query, with a slope for the distance: half2
// in registers and tiles of 16 keys and values; a query a thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>

#define QUERIES 128
#define KEYS 16
#define PAIRS 32 // of a head's dimension

__global__ void local_attention_kernel(const half2 *q, const half2 *k,
                                       const half2 *v, half2 *o,
                                       const float *slopes, int length,
                                       int window) {
  __shared__ half2 k_sh[KEYS][PAIRS];
  __shared__ half2 v_sh[KEYS][PAIRS];

  const int head = blockIdx.y;
  const int first_query = blockIdx.x * QUERIES;
  const int my_query = first_query + threadIdx.x;
  const size_t offset = (size_t)head * length * PAIRS;
  const float slope = slopes[head] * slopes[head];

  half2 my_q[PAIRS];
  float2 acc[PAIRS];
  for (int d = 0; d < PAIRS; d++) {
    my_q[d] = my_query < length ? q[offset + (size_t)my_query * PAIRS + d]
                                : __float2half2_rn(0.0f);
    acc[d] = make_float2(0.0f, 0.0f);
  }
  float best = -30000.0f, total = 0.0f;

  // The first tile that any of the block's queries sees.
  int start = first_query - window + 1;
  start = start < 0 ? 0 : start / KEYS * KEYS;
  const int stop = min(length, first_query + QUERIES);

  for (int base = start; base < stop; base += KEYS) {
    for (int i = threadIdx.x; i < KEYS * PAIRS; i += QUERIES) {
      const int key = base + i / PAIRS;
      half2 zero = __float2half2_rn(0.0f);
      k_sh[i / PAIRS][i % PAIRS] =
          key < length ? k[offset + (size_t)key * PAIRS + i % PAIRS] : zero;
      v_sh[i / PAIRS][i % PAIRS] =
          key < length ? v[offset + (size_t)key * PAIRS + i % PAIRS] : zero;
    }
    __syncthreads();

    for (int j = 0; j < KEYS; j++) {
      const int distance = my_query - (base + j);
      if (distance < 0 || distance >= window)
        continue;
      float score = 0.0f;
#pragma unroll
      for (int d = 0; d < PAIRS; d++) {
        const float2 product = __half22float2(__hmul2(my_q[d], k_sh[j][d]));
        score += product.x + product.y;
      }
      score = score * 0.125f - slope * distance;
      if (score > best) {
        const float rescale = __expf(best - score);
        total *= rescale;
#pragma unroll
        for (int d = 0; d < PAIRS; d++) {
          acc[d].x *= rescale;
          acc[d].y *= rescale;
        }
        best = score;
      }
      const float weight = __expf(score - best);
      total += weight;
#pragma unroll
      for (int d = 0; d < PAIRS; d++) {
        const float2 value = __half22float2(v_sh[j][d]);
        acc[d].x += weight * value.x;
        acc[d].y += weight * value.y;
      }
    }
    __syncthreads();
  }

  if (my_query < length)
    for (int d = 0; d < PAIRS; d++)
      o[offset + (size_t)my_query * PAIRS + d] =
          __floats2half2_rn(acc[d].x / total, acc[d].y / total);
}

extern "C" void launch(const half2 *q, const half2 *k, const half2 *v, half2 *o,
                       const float *slopes, int heads, int length, int window) {
  dim3 grid((length + QUERIES - 1) / QUERIES, heads);
  local_attention_kernel<<<grid, QUERIES>>>(q, k, v, o, slopes, length, window);
}
