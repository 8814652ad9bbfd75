// The distances by hand: a quarter of the threads copy 16 bytes of each tile
// with cp.async and zero fill, one tile ahead; one barrier a tile. Points that
// 16 bytes do not fit are copied one element a thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>
#include <cuda_pipeline.h>

constexpr int TILE = 16;
constexpr int STAGES = 2;

template <int VEC>
__global__ void __launch_bounds__(TILE *TILE)
    distances(const float *__restrict__ reference,
              const float *__restrict__ query, float *__restrict__ distance,
              int references, int queries, int dimensions) {
  __shared__ __align__(16) float shared_r[STAGES][TILE][TILE];
  __shared__ __align__(16) float shared_q[STAGES][TILE][TILE];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int r0 = blockIdx.y * TILE, q0 = blockIdx.x * TILE;
  float sum = 0.0f;

  // Where a thread copies to, in both tiles; if VEC is not 1, the first warps
  // do it all.
  const int tid = ty * TILE + tx;
  const int row = tid / (TILE / VEC), col = tid % (TILE / VEC) * VEC;
  const bool copies = VEC == 1 || tid < TILE * TILE / VEC;

  auto load_tile = [&](int stage, int d) {
    if (!copies)
      return;
    const bool r_in = d + row < dimensions && r0 + col < references;
    __pipeline_memcpy_async(&shared_r[stage][row][col],
                            &reference[(d + row) * references + r0 + col],
                            VEC * sizeof(float),
                            r_in ? 0 : VEC * sizeof(float));
    const bool q_in = d + row < dimensions && q0 + col < queries;
    __pipeline_memcpy_async(
        &shared_q[stage][row][col], &query[(d + row) * queries + q0 + col],
        VEC * sizeof(float), q_in ? 0 : VEC * sizeof(float));
  };

  int d_load = 0;
  for (int s = 0; s < STAGES - 1; ++s, d_load += TILE) {
    if (d_load < dimensions)
      load_tile(s, d_load);
    __pipeline_commit();
  }

  int read = 0, write = STAGES - 1;
  for (int d = 0; d < dimensions; d += TILE, d_load += TILE) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();
    if (d_load < dimensions)
      load_tile(write, d_load);
    __pipeline_commit();

    for (int k = 0; k < TILE; ++k) {
      const float difference = shared_r[read][k][ty] - shared_q[read][k][tx];
      sum += difference * difference;
    }
    read = read + 1 == STAGES ? 0 : read + 1;
    write = write + 1 == STAGES ? 0 : write + 1;
  }

  if (r0 + ty < references && q0 + tx < queries)
    distance[(r0 + ty) * queries + q0 + tx] = sum;
}

static bool fits16(const void *pointer, int pitch) {
  return reinterpret_cast<uintptr_t>(pointer) % 16 == 0 && pitch % 4 == 0;
}

extern "C" void launch(const float *reference, const float *query,
                       float *distance, int references, int queries,
                       int dimensions) {
  const dim3 grid((queries + TILE - 1) / TILE, (references + TILE - 1) / TILE);
  const bool wide = fits16(reference, references) && fits16(query, queries);
  auto kernel = wide ? distances<4> : distances<1>;
  kernel<<<grid, dim3(TILE, TILE)>>>(reference, query, distance, references,
                                     queries, dimensions);
}
