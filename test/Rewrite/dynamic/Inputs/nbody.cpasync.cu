// The whole array is one tile of bodies.
//

#include <cuda_pipeline.h>

extern __shared__ float4 shared_bodies[];

__device__ float3 add_force(float3 a, float4 from, float4 to) {
  const float x = from.x - to.x, y = from.y - to.y, z = from.z - to.z;
  const float d = x * x + y * y + z * z + 0.01f;
  const float s = from.w / (d * sqrtf(d));
  return make_float3(a.x + x * s, a.y + y * s, a.z + z * s);
}

__global__ void accelerate(const float4 *__restrict__ bodies,
                           float3 *__restrict__ acceleration, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 own = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
  float3 a = {0.0f, 0.0f, 0.0f};
  const int tiles = (n + blockDim.x - 1) / blockDim.x;

  // From one stage of the tiles to the next.
  const int stage_size = blockDim.x;
  auto *const shared_bodies_stages = shared_bodies;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int tile) {
    auto *shared_bodies = shared_bodies_stages + stage * stage_size;
    const int j = tile * blockDim.x + threadIdx.x;
    __pipeline_memcpy_async(&shared_bodies[threadIdx.x], &bodies[j],
                            sizeof(float4), (j < n) ? 0 : sizeof(float4));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (tiles > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int tile = 0; tile < tiles; tile++) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (tile + 1 < tiles)
      load_tile(stage ^ 1, tile + 1);
    __pipeline_commit();

    auto *shared_bodies = shared_bodies_stages + stage * stage_size;

#pragma unroll 8
    for (int b = 0; b < blockDim.x; b++)
      a = add_force(a, shared_bodies[b], own);

    stage ^= 1; // This one is free from the next barrier on.
  }
  if (i < n)
    acceleration[i] = a;
}

void launch(const float4 *bodies, float3 *acceleration, int n) {
  const int threads = 64;
  accelerate<<<(n + threads - 1) / threads, threads,
               2 * threads * sizeof(float4)>>>(bodies, acceleration, n);
}
