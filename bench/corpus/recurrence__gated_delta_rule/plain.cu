// A gated delta net's state update: 128 threads, a column of 32 numbers each;
// what a step wrote under its key before is taken out of it. 16 steps of q, k,
// v, beta and gate are a tile; pointers that move.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_bf16.h>

template <int DK, int DV, int STEPS>
__global__ void __launch_bounds__(DV)
    delta_rule(const __nv_bfloat16 *__restrict__ q,
               const __nv_bfloat16 *__restrict__ k,
               const __nv_bfloat16 *__restrict__ v,
               const float *__restrict__ beta, const float *__restrict__ gate,
               float *__restrict__ out, int length) {
  __shared__ float q_tile[STEPS][DK];
  __shared__ float k_tile[STEPS][DK];
  __shared__ float v_tile[STEPS][DV];
  __shared__ float2 gates[STEPS]; // beta, decay

  const int column = threadIdx.x;
  const size_t head = static_cast<size_t>(blockIdx.x) * length;
  q += head * DK;
  k += head * DK;
  v += head * DV;
  beta += head;
  gate += head;
  out += head * DV;

  float state[DK];
#pragma unroll
  for (int i = 0; i < DK; ++i)
    state[i] = 0.0f;

  for (int left = length; left > 0; left -= STEPS) {
    const int steps = left < STEPS ? left : STEPS;
    for (int i = threadIdx.x; i < steps * DK; i += DV) {
      q_tile[i / DK][i % DK] = __bfloat162float(q[i]) * 0.17677669f;
      k_tile[i / DK][i % DK] = __bfloat162float(k[i]) * 0.17677669f;
    }
    for (int s = 0; s < steps; ++s)
      v_tile[s][threadIdx.x] = __bfloat162float(v[s * DV + threadIdx.x]);
    if (threadIdx.x < steps)
      gates[threadIdx.x] =
          make_float2(1.0f / (1.0f + __expf(-beta[threadIdx.x])),
                      __expf(-fabsf(gate[threadIdx.x])));
    __syncthreads();

    for (int s = 0; s < steps; ++s) {
      const float decay = gates[s].y;
      float old = 0.0f, result = 0.0f;
#pragma unroll
      for (int i = 0; i < DK; ++i) {
        state[i] *= decay;
        old += state[i] * k_tile[s][i];
      }
      const float change = gates[s].x * (v_tile[s][column] - old);
#pragma unroll
      for (int i = 0; i < DK; ++i) {
        state[i] += change * k_tile[s][i];
        result += state[i] * q_tile[s][i];
      }
      out[s * DV + column] = result;
    }
    __syncthreads();

    q += STEPS * DK;
    k += STEPS * DK;
    v += STEPS * DV;
    beta += STEPS;
    gate += STEPS;
    out += STEPS * DV;
  }
}

extern "C" void launch(const __nv_bfloat16 *q, const __nv_bfloat16 *k,
                       const __nv_bfloat16 *v, const float *beta,
                       const float *gate, float *out, int heads, int length) {
  delta_rule<32, 128, 16><<<heads, 128>>>(q, k, v, beta, gate, out, length);
}
