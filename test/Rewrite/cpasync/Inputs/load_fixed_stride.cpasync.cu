// A fixed number of threads shares a tile that it does not divide evenly:
// asynchronous copies keep the loop as it is.
//

#include <cuda_pipeline.h>

namespace physics {

enum { THREADS_PER_BLOCK = 32, TILE_SIZE = 80 };

template <bool WITH_SELF>
__device__ __forceinline__ float potential_of(const float4 &a, const float4 &b) {
  const float3 d = make_float3(a.x - b.x, a.y - b.y, a.z - b.z);
  const float d2 = d.x * d.x + d.y * d.y + d.z * d.z;
  return WITH_SELF || d2 > 0.0f ? a.w * rsqrtf(d2 + 1e-6f) : 0.0f;
}

} // namespace physics

using namespace physics;

__global__ void __launch_bounds__(THREADS_PER_BLOCK)
potential(const float4 *__restrict__ bodies, float3 *__restrict__ out, int n) {
  __shared__ float4 tile_stages[2][TILE_SIZE];
  const int me = blockIdx.x * THREADS_PER_BLOCK + threadIdx.x;
  const float4 mine = me < n ? bodies[me] : float4{};
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int first) {
    auto &tile = tile_stages[stage];
    // Everybody copies two or three bodies.
    for (int i = threadIdx.x; i < TILE_SIZE; i += THREADS_PER_BLOCK) {
      __pipeline_memcpy_async(&tile[i], &bodies[first + i], sizeof(float4),
                              (first + i < n) ? 0 : sizeof(float4)); // no mass
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int first = 0; first < n; first += TILE_SIZE) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (first + TILE_SIZE < n)
      load_tile(stage ^ 1, first + TILE_SIZE);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    #pragma unroll 4
    for (int i = 0; i < TILE_SIZE; ++i) {
      sum += potential_of<false>(tile[i], mine);
    }

    stage ^= 1; // This one is free from the next barrier on.
  }

  if (me < n) {
    out[me] = make_float3(sum, 0.f, 0.f);
  }
}
