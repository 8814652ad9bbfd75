// The attention by hand: the next tile waits in registers while this one is
// computed, 16 bytes a load; rows that are not there are not loaded. Pointers
// that 16 bytes do not fit take single elements.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>
#include <cuda_runtime.h>

constexpr int D = 64; // of a head
constexpr int KEYS = 32;
constexpr int THREADS = 128;

template <typename Vector>
__global__ void __launch_bounds__(THREADS)
    attention(const float *__restrict__ Q, const float *__restrict__ K,
              const float *__restrict__ V, float *__restrict__ O, int length) {
  constexpr int WIDTH = sizeof(Vector) / sizeof(float);
  constexpr int LOADS = KEYS * D / WIDTH / THREADS;
  __shared__ __align__(16) float Ks[KEYS][D];
  __shared__ __align__(16) float Vs[KEYS][D];

  const int tid = threadIdx.x;
  const int row = blockIdx.x * THREADS + tid;
  const size_t head = static_cast<size_t>(blockIdx.y) * length * D;
  Q += head;
  K += head;
  V += head;
  O += head;

  float q[D], o[D];
#pragma unroll
  for (int d = 0; d < D; ++d) {
    q[d] = row < length ? Q[row * D + d] * 0.125f : 0.0f;
    o[d] = 0.0f;
  }
  float maximum = -INFINITY, sum = 0.0f;

  Vector next_k[LOADS], next_v[LOADS];
  auto fetch = [&](int k0) {
#pragma unroll
    for (int l = 0; l < LOADS; ++l) {
      const int i = (tid + l * THREADS) * WIDTH;
      if (k0 + i / D < length) {
        next_k[l] = *reinterpret_cast<const Vector *>(&K[k0 * D + i]);
        next_v[l] = *reinterpret_cast<const Vector *>(&V[k0 * D + i]);
      }
    }
  };
  auto store = [&] {
#pragma unroll
    for (int l = 0; l < LOADS; ++l) {
      const int i = (tid + l * THREADS) * WIDTH;
      *reinterpret_cast<Vector *>(&Ks[i / D][i % D]) = next_k[l];
      *reinterpret_cast<Vector *>(&Vs[i / D][i % D]) = next_v[l];
    }
  };

  fetch(0);
  for (int k0 = 0; k0 < length; k0 += KEYS) {
    __syncthreads();
    store();
    __syncthreads();
    fetch(k0 + KEYS);
    __syncwarp(); // A fence: nvcc would sink the loads to their stores.

    const int keys = min(KEYS, length - k0);
    for (int k = 0; k < keys; ++k) {
      float score = 0.0f;
#pragma unroll
      for (int d = 0; d < D; ++d)
        score += q[d] * Ks[k][d];
      const float highest = fmaxf(maximum, score);
      const float correction = __expf(maximum - highest);
      const float p = __expf(score - highest);
      sum = sum * correction + p;
#pragma unroll
      for (int d = 0; d < D; ++d)
        o[d] = o[d] * correction + p * Vs[k][d];
      maximum = highest;
    }
  }

  if (row < length)
    for (int d = 0; d < D; ++d)
      O[row * D + d] = o[d] / sum;
}

extern "C" void launch(const float *Q, const float *K, const float *V, float *O,
                       int heads, int length) {
  const dim3 grid((length + THREADS - 1) / THREADS, heads);
  const bool wide =
      (reinterpret_cast<uintptr_t>(K) | reinterpret_cast<uintptr_t>(V)) % 16 ==
      0;
  auto kernel = wide ? attention<float4> : attention<float>;
  kernel<<<grid, THREADS>>>(Q, K, V, O, length);
}
