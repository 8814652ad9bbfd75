// Retrieval with two towers: for 64 users a block, the item with the highest
// score and that score with the item's bias. Users stay in shared memory, items
// come 64 at a time; 128 floats each, 4 x 4 scores a thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

template <int Users, int Items, int Dim> struct Retrieval {
  static constexpr int Pitch = Dim + 4;
  float users[Users * Pitch];
  float items[Items * Pitch];
  float bias[Items];
};

using Shared = Retrieval<64, 64, 128>;

static __device__ __forceinline__ float dot4(float4 a, float4 b, float s) {
  s = fmaf(a.x, b.x, s);
  s = fmaf(a.y, b.y, s);
  s = fmaf(a.z, b.z, s);
  return fmaf(a.w, b.w, s);
}

__global__ void best_item(const float *__restrict__ user_emb,
                          const float *__restrict__ item_emb,
                          const float *__restrict__ item_bias,
                          int *__restrict__ best, float *__restrict__ best_score,
                          int n_users, int n_items) {
  extern __shared__ __align__(16) unsigned char raw[];
  Shared &s = *reinterpret_cast<Shared *>(raw);

  const int tid = threadIdx.x, ti = tid % 16, tu = tid / 16;
  const int u0 = blockIdx.x * 64;

  for (int i = tid; i < 64 * 32; i += 256) {
    const int r = i / 32, c = i % 32 * 4;
    float4 v = make_float4(0.f, 0.f, 0.f, 0.f);
    if (u0 + r < n_users)
      v = *reinterpret_cast<const float4 *>(user_emb + (size_t)(u0 + r) * 128 +
                                            c);
    *reinterpret_cast<float4 *>(&s.users[r * Shared::Pitch + c]) = v;
  }

  float top[4];
  int top_item[4];
  for (int i = 0; i < 4; ++i) {
    top[i] = -3.4e38f;
    top_item[i] = -1;
  }

  for (int i0 = 0; i0 < n_items; i0 += 64) {
#pragma unroll 4
    for (int i = tid; i < 64 * 32; i += 256) {
      const int r = i / 32, c = i % 32 * 4;
      float4 v = make_float4(0.f, 0.f, 0.f, 0.f);
      if (i0 + r < n_items)
        v = *reinterpret_cast<const float4 *>(item_emb +
                                              (size_t)(i0 + r) * 128 + c);
      *reinterpret_cast<float4 *>(&s.items[r * Shared::Pitch + c]) = v;
    }
    if (tid < 64)
      s.bias[tid] = i0 + tid < n_items ? item_bias[i0 + tid] : -3.4e38f;
    __syncthreads();

    float score[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j)
        score[i][j] = s.bias[ti + 16 * j];
    for (int d = 0; d < 128; d += 4) {
      float4 u[4], v[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        u[i] = *reinterpret_cast<float4 *>(
            &s.users[(tu + 16 * i) * Shared::Pitch + d]);
        v[i] = *reinterpret_cast<float4 *>(
            &s.items[(ti + 16 * i) * Shared::Pitch + d]);
      }
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          score[i][j] = dot4(u[i], v[j], score[i][j]);
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j)
        if (score[i][j] > top[i]) {
          top[i] = score[i][j];
          top_item[i] = i0 + ti + 16 * j;
        }
    __syncthreads();
  }

  // Sixteen threads have a user; of equal scores the first item wins.
  for (int i = 0; i < 4; ++i) {
    for (int o = 8; o > 0; o >>= 1) {
      const float other = __shfl_xor_sync(~0u, top[i], o);
      const int item = __shfl_xor_sync(~0u, top_item[i], o);
      if (other > top[i] || (other == top[i] && item < top_item[i])) {
        top[i] = other;
        top_item[i] = item;
      }
    }
    const int user = u0 + tu + 16 * i;
    if (ti == 0 && user < n_users) {
      best[user] = top_item[i];
      best_score[user] = top[i];
    }
  }
}

extern "C" void launch(const float *user_emb, const float *item_emb,
                       const float *item_bias, int *best, float *best_score,
                       int n_users, int n_items) {
  cudaFuncSetAttribute(best_item, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       int(sizeof(Shared)));
  best_item<<<(n_users + 63) / 64, 256, sizeof(Shared)>>>(
      user_emb, item_emb, item_bias, best, best_score, n_users, n_items);
}
