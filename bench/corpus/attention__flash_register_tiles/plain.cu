// Attention in float, online softmax: 64 queries a block against tiles of 64
// keys and values, 4 x 4 scores and 4 x 4 results a thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cfloat>

#define BR 64
#define BC 64
#define HD 64
#define LD (HD + 4)

static __device__ __forceinline__ float half_warp_max(float x) {
  for (int o = 8; o; o >>= 1)
    x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, o));
  return x;
}

static __device__ __forceinline__ float half_warp_sum(float x) {
  for (int o = 8; o; o >>= 1)
    x += __shfl_xor_sync(0xffffffffu, x, o);
  return x;
}

__global__ void __launch_bounds__(256)
    flash_fwd(const float *__restrict__ Q, const float *__restrict__ K,
              const float *__restrict__ V, float *__restrict__ O,
              float *__restrict__ LSE, int N, float scale) {
  extern __shared__ __align__(16) float smem[];
  float *sQ = smem;           // BR x LD
  float *sK = sQ + BR * LD;   // BC x LD
  float *sV = sK + BC * LD;   // BC x LD
  float *sP = sV + BC * LD;   // BR x LD

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int tid = ty * 16 + tx;
  const int q0 = blockIdx.x * BR;
  const size_t head = (size_t)blockIdx.y * N * HD;

  for (int i = tid; i < BR * HD / 4; i += 256) {
    int r = i / (HD / 4), c = i % (HD / 4) * 4;
    float4 v = make_float4(0.f, 0.f, 0.f, 0.f);
    if (q0 + r < N)
      v = *(const float4 *)&Q[head + (size_t)(q0 + r) * HD + c];
    v.x *= scale, v.y *= scale, v.z *= scale, v.w *= scale;
    *(float4 *)&sQ[r * LD + c] = v;
  }

  float o[4][4] = {}, m[4], l[4] = {};
  for (int i = 0; i < 4; ++i)
    m[i] = -FLT_MAX;

  for (int k0 = 0; k0 < N; k0 += BC) {
    for (int i = tid; i < BC * HD / 4; i += 256) {
      int r = i / (HD / 4), c = i % (HD / 4) * 4;
      float4 k = make_float4(0.f, 0.f, 0.f, 0.f), v = k;
      if (k0 + r < N) {
        k = *(const float4 *)&K[head + (size_t)(k0 + r) * HD + c];
        v = *(const float4 *)&V[head + (size_t)(k0 + r) * HD + c];
      }
      *(float4 *)&sK[r * LD + c] = k;
      *(float4 *)&sV[r * LD + c] = v;
    }
    __syncthreads();

    float s[4][4] = {};
    for (int d = 0; d < HD; d += 4) {
      float4 a[4], b[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        a[i] = *(const float4 *)&sQ[(ty * 4 + i) * LD + d];
        b[i] = *(const float4 *)&sK[(tx + 16 * i) * LD + d];
      }
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          s[i][j] += a[i].x * b[j].x + a[i].y * b[j].y + a[i].z * b[j].z +
                     a[i].w * b[j].w;
    }

#pragma unroll
    for (int i = 0; i < 4; ++i) {
      float mx = m[i];
      for (int j = 0; j < 4; ++j) {
        if (k0 + tx + 16 * j >= N)
          s[i][j] = -FLT_MAX;
        mx = fmaxf(mx, s[i][j]);
      }
      mx = half_warp_max(mx);
      float alpha = __expf(m[i] - mx), sum = 0.f;
      for (int j = 0; j < 4; ++j) {
        float p = k0 + tx + 16 * j < N ? __expf(s[i][j] - mx) : 0.f;
        sP[(ty * 4 + i) * LD + tx + 16 * j] = p;
        sum += p;
        o[i][j] *= alpha;
      }
      l[i] = l[i] * alpha + half_warp_sum(sum);
      m[i] = mx;
    }
    __syncthreads();

    for (int k = 0; k < BC; ++k) {
      float4 v = *(const float4 *)&sV[k * LD + tx * 4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        float p = sP[(ty * 4 + i) * LD + k];
        o[i][0] += p * v.x, o[i][1] += p * v.y;
        o[i][2] += p * v.z, o[i][3] += p * v.w;
      }
    }
    __syncthreads();
  }

  for (int i = 0; i < 4; ++i) {
    int r = q0 + ty * 4 + i;
    if (r < N) {
      float inv = 1.f / l[i];
      *(float4 *)&O[head + (size_t)r * HD + tx * 4] = make_float4(
          o[i][0] * inv, o[i][1] * inv, o[i][2] * inv, o[i][3] * inv);
      if (tx == 0)
        LSE[(size_t)blockIdx.y * N + r] = m[i] + __logf(l[i]);
    }
  }
}

extern "C" void launch(const float *Q, const float *K, const float *V, float *O,
                       float *LSE, int heads, int N) {
  const int smem = 4 * BR * LD * sizeof(float);
  cudaFuncSetAttribute(flash_fwd, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       smem);
  flash_fwd<<<dim3((N + BR - 1) / BR, heads), dim3(16, 16), smem>>>(
      Q, K, V, O, LSE, N, 0.125f);
}
