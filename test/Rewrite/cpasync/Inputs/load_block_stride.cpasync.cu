// The block's threads share the elements of a tile, however many there are of
// either. Registers would need to know the number; cp.async does not.
//

#include <cuda_pipeline.h>

#define TILE 64

// One thread computes the acceleration of one body.
__global__ void nbody(const float4 *__restrict__ bodies, float3 *acceleration,
                      int n) {
  __shared__ float4 tile_stages[2][TILE];

  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 mine = bodies[min(me, n - 1)];
  float3 a = make_float3(0.0f, 0.0f, 0.0f);

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int base) {
    auto &tile = tile_stages[stage];
    // Bodies behind the end have no mass.
    for (int i = threadIdx.x; i < TILE; i += blockDim.x)
      __pipeline_memcpy_async(&tile[i], &bodies[base + i], sizeof(float4),
                              (base + i < n) ? 0 : sizeof(float4));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int base = 0; base < n; base += TILE) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (base + TILE < n)
      load_tile(stage ^ 1, base + TILE);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int j = 0; j < TILE; ++j) {
      const float dx = tile[j].x - mine.x;
      const float dy = tile[j].y - mine.y;
      const float dz = tile[j].z - mine.z;
      const float d2 = dx * dx + dy * dy + dz * dz + 1.0e-4f;
      const float f = tile[j].w / (d2 * sqrtf(d2));
      a.x += f * dx;
      a.y += f * dy;
      a.z += f * dz;
    }

    stage ^= 1; // This one is free from the next barrier on.
  }

  if (me < n)
    acceleration[me] = a;
}
