// n-body by hand: one 16-byte cp.async a thread into the other buffer, one
// barrier a tile.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_pipeline.h>

constexpr int TILE = 128;
constexpr int STAGES = 2;
constexpr float SOFTENING = 1e-3f;

__device__ __forceinline__ float3 interact(float3 a, float4 me, float4 other) {
  const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
  float square = SOFTENING;
  square += dx * dx;
  square += dy * dy;
  square += dz * dz;
  const float inverse = rsqrtf(square);
  const float scale = other.w * inverse * inverse * inverse;
  a.x += dx * scale;
  a.y += dy * scale;
  a.z += dz * scale;
  return a;
}

__global__ void __launch_bounds__(TILE)
    nbody(const float4 *__restrict__ bodies, float4 *__restrict__ acceleration,
          int n) {
  __shared__ float4 tiles[STAGES][TILE];

  const int i = blockIdx.x * TILE + threadIdx.x;
  const float4 me = i < n ? bodies[i] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  float3 a = make_float3(0.0f, 0.0f, 0.0f);

  auto load_tile = [&](int stage, int j) {
    __pipeline_memcpy_async(&tiles[stage][threadIdx.x],
                            j < n ? &bodies[j] : bodies, 16, j < n ? 0 : 16);
  };

  int j = threadIdx.x;
  load_tile(0, j);
  __pipeline_commit();

  int stage = 0;
  for (int j0 = 0; j0 < n; j0 += TILE) {
    __pipeline_wait_prior(0);
    __syncthreads();
    j += TILE;
    if (j0 + TILE < n)
      load_tile(stage ^ 1, j);
    __pipeline_commit();

#pragma unroll 16
    for (int k = 0; k < TILE; ++k)
      a = interact(a, me, tiles[stage][k]);
    stage ^= 1;
  }

  if (i < n)
    acceleration[i] = make_float4(a.x, a.y, a.z, 0.0f);
}

extern "C" void launch(const float4 *bodies, float4 *acceleration, int n) {
  nbody<<<(n + TILE - 1) / TILE, TILE>>>(bodies, acceleration, n);
}
