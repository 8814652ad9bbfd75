// Linear attention as a recurrence: a thread has a column of the 64 x 64 state
// in registers. 32 steps of q, k and v are a tile in dynamic shared memory; the
// features are elu(x) + 1, applied on the way in.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define D 64
#define STEPS 32

__device__ __forceinline__ float feature(float x) {
  return x > 0.f ? x + 1.f : expf(x);
}

__device__ __forceinline__ float4 feature4(float4 v) {
  return make_float4(feature(v.x), feature(v.y), feature(v.z), feature(v.w));
}

__global__ void linear_attention(const float4 *q, const float4 *k,
                                 const float4 *v, float *out, int length) {
  extern __shared__ float4 buffer[];
  float4 *q_s = buffer;
  float4 *k_s = q_s + STEPS * D / 4;
  float4 *v_s = k_s + STEPS * D / 4;

  const int col = threadIdx.x;
  const size_t base = (size_t)blockIdx.x * length * D / 4;
  float S[D];
  float norm[4] = {0.f, 0.f, 0.f, 0.f};
  float z = 0.f; // sum of the keys' feature `col`
  __shared__ float partial[D];

#pragma unroll
  for (int i = 0; i < D; i++)
    S[i] = 0.f;

  for (int t0 = 0; t0 < length; t0 += STEPS) {
    const int steps = min(STEPS, length - t0);
    const size_t from = base + (size_t)t0 * D / 4;
    for (int i = threadIdx.x; i < steps * D / 4; i += D) {
      q_s[i] = feature4(q[from + i]);
      k_s[i] = feature4(k[from + i]);
      v_s[i] = v[from + i];
    }
    __syncthreads();

    for (int t = 0; t < steps; t++) {
      const float *qt = (const float *)(q_s + t * D / 4);
      const float *kt = (const float *)(k_s + t * D / 4);
      const float vt = ((const float *)(v_s + t * D / 4))[col];
      z += kt[col];
      partial[col] = z * qt[col];
      __syncthreads();
      float num = 0.f;
      norm[0] = norm[1] = norm[2] = norm[3] = 0.f;
#pragma unroll
      for (int i = 0; i < D; i++) {
        S[i] += kt[i] * vt;
        num += S[i] * qt[i];
        norm[i & 3] += partial[i];
      }
      const float den = (norm[0] + norm[1]) + (norm[2] + norm[3]) + 1e-6f;
      out[(base + (size_t)(t0 + t) * D / 4) * 4 + col] = num / den;
      __syncthreads();
    }
  }
}

extern "C" void launch(const float *q, const float *k, const float *v,
                       float *out, int heads, int length) {
  linear_attention<<<heads, D, 3 * STEPS * D * sizeof(float)>>>(
      (const float4 *)q, (const float4 *)k, (const float4 *)v, out, length);
}
