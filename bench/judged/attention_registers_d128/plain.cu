// Attention over heads of 128: a thread has a query and its result in
// registers, as many as there are, and reads keys and values as broadcasts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>

template <int HEAD_DIM, int BLOCK_KV, int THREADS>
__global__ void attention_per_query(const half *__restrict__ q_ptr,
                                    const half *__restrict__ k_ptr,
                                    const half *__restrict__ v_ptr,
                                    half *__restrict__ o_ptr, int seq_len,
                                    float softmax_scale) {
  __shared__ half2 k_tile[BLOCK_KV][HEAD_DIM / 2];
  __shared__ half2 v_tile[BLOCK_KV][HEAD_DIM / 2];

  const int query = blockIdx.x * THREADS + threadIdx.x;
  const size_t head = (size_t)blockIdx.y * seq_len * HEAD_DIM;
  const half2 *q2 = reinterpret_cast<const half2 *>(q_ptr + head);
  const half2 *k2 = reinterpret_cast<const half2 *>(k_ptr + head);
  const half2 *v2 = reinterpret_cast<const half2 *>(v_ptr + head);

  float2 q[HEAD_DIM / 2], o[HEAD_DIM / 2];
#pragma unroll
  for (int d = 0; d < HEAD_DIM / 2; d++) {
    q[d] = make_float2(0.f, 0.f);
    if (query < seq_len) {
      float2 x = __half22float2(q2[query * (HEAD_DIM / 2) + d]);
      q[d] = make_float2(x.x * softmax_scale, x.y * softmax_scale);
    }
    o[d] = make_float2(0.f, 0.f);
  }
  float row_max = -1e30f, row_sum = 0.f;

  for (int start = 0; start < seq_len; start += BLOCK_KV) {
    for (int i = threadIdx.x; i < BLOCK_KV * HEAD_DIM / 2; i += THREADS) {
      const int row = i / (HEAD_DIM / 2), col = i % (HEAD_DIM / 2);
      const bool ok = start + row < seq_len;
      k_tile[row][col] =
          ok ? k2[(start + row) * (HEAD_DIM / 2) + col] : __float2half2_rn(0.f);
      v_tile[row][col] =
          ok ? v2[(start + row) * (HEAD_DIM / 2) + col] : __float2half2_rn(0.f);
    }
    __syncthreads();

    const int valid = min(BLOCK_KV, seq_len - start);
    for (int j = 0; j < valid; j++) {
      float score = 0.f;
#pragma unroll
      for (int d = 0; d < HEAD_DIM / 2; d++) {
        const float2 k = __half22float2(k_tile[j][d]);
        score += q[d].x * k.x + q[d].y * k.y;
      }
      if (score > row_max) {
        const float rescale = __expf(row_max - score);
        row_sum *= rescale;
#pragma unroll
        for (int d = 0; d < HEAD_DIM / 2; d++) {
          o[d].x *= rescale;
          o[d].y *= rescale;
        }
        row_max = score;
      }
      const float p = __expf(score - row_max);
      row_sum += p;
#pragma unroll
      for (int d = 0; d < HEAD_DIM / 2; d++) {
        const float2 v = __half22float2(v_tile[j][d]);
        o[d].x += p * v.x;
        o[d].y += p * v.y;
      }
    }
    __syncthreads();
  }

  if (query < seq_len) {
    half2 *out = reinterpret_cast<half2 *>(o_ptr + head);
#pragma unroll
    for (int d = 0; d < HEAD_DIM / 2; d++)
      out[query * (HEAD_DIM / 2) + d] =
          __floats2half2_rn(o[d].x / row_sum, o[d].y / row_sum);
  }
}

extern "C" void launch(const half *q, const half *k, const half *v, half *o,
                       int heads, int seq_len) {
  constexpr int THREADS = 128;
  dim3 grid((seq_len + THREADS - 1) / THREADS, heads);
  attention_per_query<128, 16, THREADS>
      <<<grid, THREADS>>>(q, k, v, o, seq_len, 0.08838835f);
}
