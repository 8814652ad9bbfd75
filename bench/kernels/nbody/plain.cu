// n-body: each thread sums up what all bodies do to its own, a tile of bodies
// at a time.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int TILE = 128;
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
  __shared__ float4 tile[TILE];

  const int i = blockIdx.x * TILE + threadIdx.x;
  const float4 me = i < n ? bodies[i] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  float3 a = make_float3(0.0f, 0.0f, 0.0f);

  for (int j0 = 0; j0 < n; j0 += TILE) {
    const int j = j0 + threadIdx.x;
    tile[threadIdx.x] = j < n ? bodies[j] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    __syncthreads();

#pragma unroll 16
    for (int k = 0; k < TILE; ++k)
      a = interact(a, me, tile[k]);
    __syncthreads();
  }

  if (i < n)
    acceleration[i] = make_float4(a.x, a.y, a.z, 0.0f);
}

extern "C" void launch(const float4 *bodies, float4 *acceleration, int n) {
  nbody<<<(n + TILE - 1) / TILE, TILE>>>(bodies, acceleration, n);
}
