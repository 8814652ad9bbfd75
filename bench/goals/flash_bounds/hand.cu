// By hand: cp.async, HAND_STAGES stages.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_pipeline.h>
// Flash attention, forward, half, head dimension 96: 64 queries a block, a warp
// has 16; keys and values in tiles of 64 (12 KB each), softmax in registers.
#include <cstdint>
#include <cuda_fp16.h>
#include <math_constants.h>

constexpr int HEAD_DIM = 96;
constexpr int BLOCK_Q = 64;
constexpr int BLOCK_KV = 64;
constexpr int NUM_WARPS = 4;
constexpr int NUM_THREADS = NUM_WARPS * 32;

__device__ __forceinline__ void ldmatrix(uint32_t &a, uint32_t &b, uint32_t &c,
                                         uint32_t &d, const half *p) {
  const uint32_t at = (uint32_t)__cvta_generic_to_shared(p);
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
      : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
      : "r"(at)
      : "memory");
}

__device__ __forceinline__ void ldmatrix_trans(uint32_t &a, uint32_t &b,
                                               uint32_t &c, uint32_t &d,
                                               const half *p) {
  const uint32_t at = (uint32_t)__cvta_generic_to_shared(p);
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
      : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
      : "r"(at)
      : "memory");
}

__device__ __forceinline__ void
mma_m16n8k16(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, "
               "%3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%0, %1, %2, %3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__device__ __forceinline__ uint32_t pack(float x, float y) {
  const half2 h = __floats2half2_rn(x, y);
  return *reinterpret_cast<const uint32_t *>(&h);
}

__global__ void __launch_bounds__(NUM_THREADS, 3)
    flash_attention_kernel(const half *__restrict__ Q,
                           const half *__restrict__ K,
                           const half *__restrict__ V, half *__restrict__ O,
                           int seq_len, float scale_log2) {
  constexpr int S = HAND_STAGES;
  extern __shared__ __align__(128) half smem[];
  using Tile = half[BLOCK_KV][HEAD_DIM + 8];
  Tile *K_stages = reinterpret_cast<Tile *>(smem), *V_stages = K_stages + S;

  const int tid = threadIdx.x;
  const int lane = tid % 32;
  const int warp = tid / 32;
  const size_t head = (size_t)blockIdx.y * seq_len * HEAD_DIM;
  const int q_row = blockIdx.x * BLOCK_Q + warp * 16 + lane / 4;

  const half *Kh = K + head;
  const half *Vh = V + head;

  uint32_t q[HEAD_DIM / 16][4];
#pragma unroll
  for (int k = 0; k < HEAD_DIM / 16; ++k) {
    const half *p = Q + head + (size_t)q_row * HEAD_DIM + k * 16 + lane % 4 * 2;
    q[k][0] = *(const uint32_t *)(p);
    q[k][1] = *(const uint32_t *)(p + 8 * HEAD_DIM);
    q[k][2] = *(const uint32_t *)(p + 8);
    q[k][3] = *(const uint32_t *)(p + 8 * HEAD_DIM + 8);
  }

  float o[HEAD_DIM / 8][4] = {};
  float row_max[2] = {-CUDART_INF_F, -CUDART_INF_F};
  float row_sum[2] = {0.0f, 0.0f};

  auto load = [&](int s, int kv) {
#pragma unroll
    for (int i = tid; i < BLOCK_KV * HEAD_DIM / 8; i += NUM_THREADS) {
      const int r = i / (HEAD_DIM / 8), c = i % (HEAD_DIM / 8) * 8;
      __pipeline_memcpy_async(&K_stages[s][r][c],
                              &Kh[(size_t)kv * HEAD_DIM + i * 8], 16);
      __pipeline_memcpy_async(&V_stages[s][r][c],
                              &Vh[(size_t)kv * HEAD_DIM + i * 8], 16);
    }
  };
  const int trips = seq_len / BLOCK_KV;
  for (int s = 0; s < S - 1; ++s) {
    if (s < trips)
      load(s, s * BLOCK_KV);
    __pipeline_commit();
  }
  int stage = 0, fill = S - 1;
#pragma unroll 1
  for (int trip = 0; trip < trips; ++trip) {
    __pipeline_wait_prior(S - 2);
    __syncthreads();
    if (trip + S - 1 < trips)
      load(fill, (trip + S - 1) * BLOCK_KV);
    __pipeline_commit();
    Tile &sK = K_stages[stage], &sV = V_stages[stage];
    float s[BLOCK_KV / 8][4] = {};
#pragma unroll
    for (int j = 0; j < BLOCK_KV / 8; ++j) {
#pragma unroll
      for (int k = 0; k < HEAD_DIM / 32; ++k) {
        uint32_t b[4];
        ldmatrix(b[0], b[1], b[2], b[3],
                 &sK[j * 8 + lane % 8][k * 32 + lane / 8 * 8]);
        mma_m16n8k16(s[j], q[2 * k], b[0], b[1]);
        mma_m16n8k16(s[j], q[2 * k + 1], b[2], b[3]);
      }
    }

    float new_max[2] = {row_max[0], row_max[1]};
#pragma unroll
    for (int j = 0; j < BLOCK_KV / 8; ++j) {
      new_max[0] = fmaxf(new_max[0], fmaxf(s[j][0], s[j][1]));
      new_max[1] = fmaxf(new_max[1], fmaxf(s[j][2], s[j][3]));
    }
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      new_max[i] =
          fmaxf(new_max[i], __shfl_xor_sync(0xffffffffu, new_max[i], 1));
      new_max[i] =
          fmaxf(new_max[i], __shfl_xor_sync(0xffffffffu, new_max[i], 2));
      const float rescale = exp2f((row_max[i] - new_max[i]) * scale_log2);
      row_max[i] = new_max[i];
      row_sum[i] *= rescale;
#pragma unroll
      for (int d = 0; d < HEAD_DIM / 8; ++d) {
        o[d][2 * i] *= rescale;
        o[d][2 * i + 1] *= rescale;
      }
    }
#pragma unroll
    for (int j = 0; j < BLOCK_KV / 8; ++j) {
#pragma unroll
      for (int e = 0; e < 4; ++e) {
        s[j][e] = exp2f((s[j][e] - row_max[e / 2]) * scale_log2);
        row_sum[e / 2] += s[j][e];
      }
    }

#pragma unroll
    for (int k = 0; k < BLOCK_KV / 16; ++k) {
      const uint32_t p[4] = {pack(s[2 * k][0], s[2 * k][1]),
                             pack(s[2 * k][2], s[2 * k][3]),
                             pack(s[2 * k + 1][0], s[2 * k + 1][1]),
                             pack(s[2 * k + 1][2], s[2 * k + 1][3])};
#pragma unroll
      for (int d = 0; d < HEAD_DIM / 16; ++d) {
        uint32_t b[4];
        ldmatrix_trans(b[0], b[1], b[2], b[3],
                       &sV[k * 16 + lane % 16][d * 16 + lane / 16 * 8]);
        mma_m16n8k16(o[2 * d], p, b[0], b[1]);
        mma_m16n8k16(o[2 * d + 1], p, b[2], b[3]);
      }
    }
    stage = stage + 1 == S ? 0 : stage + 1;
    fill = fill + 1 == S ? 0 : fill + 1;
  }

#pragma unroll
  for (int i = 0; i < 2; ++i) {
    row_sum[i] += __shfl_xor_sync(0xffffffffu, row_sum[i], 1);
    row_sum[i] += __shfl_xor_sync(0xffffffffu, row_sum[i], 2);
    const float inv = 1.0f / row_sum[i];
    half *out = O + head + (size_t)(q_row + 8 * i) * HEAD_DIM + lane % 4 * 2;
#pragma unroll
    for (int d = 0; d < HEAD_DIM / 8; ++d)
      *(uint32_t *)(out + d * 8) =
          pack(o[d][2 * i] * inv, o[d][2 * i + 1] * inv);
  }
}

extern "C" void launch(const half *Q, const half *K, const half *V, half *O,
                       int heads, int seq_len) {
  const float scale_log2 = 1.44269504f / sqrtf((float)HEAD_DIM);
  const int bytes = HAND_STAGES * 2 * BLOCK_KV * (HEAD_DIM + 8) * 2;
  static bool once =
      (cudaFuncSetAttribute(flash_attention_kernel,
                            cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
       true);
  (void)once;
  dim3 grid(seq_len / BLOCK_Q, heads);
  flash_attention_kernel<<<grid, NUM_THREADS, bytes>>>(Q, K, V, O, seq_len,
                                                       scale_log2);
}
