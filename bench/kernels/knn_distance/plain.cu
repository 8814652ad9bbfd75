// Distances for k nearest neighbours: tiles of 16 x 16, one distance and one
// element of each tile a thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int TILE = 16;

__global__ void __launch_bounds__(TILE *TILE)
    distances(const float *__restrict__ reference,
              const float *__restrict__ query, float *__restrict__ distance,
              int references, int queries, int dimensions) {
  __shared__ float shared_r[TILE][TILE];
  __shared__ float shared_q[TILE][TILE];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int r0 = blockIdx.y * TILE, q0 = blockIdx.x * TILE;
  const bool r_in = r0 + tx < references, q_in = q0 + tx < queries;
  float sum = 0.0f;

  for (int d = 0; d < dimensions; d += TILE) {
    if (d + ty < dimensions) {
      shared_r[ty][tx] =
          r_in ? reference[(d + ty) * references + r0 + tx] : 0.0f;
      shared_q[ty][tx] = q_in ? query[(d + ty) * queries + q0 + tx] : 0.0f;
    } else {
      shared_r[ty][tx] = 0.0f;
      shared_q[ty][tx] = 0.0f;
    }
    __syncthreads();

    for (int k = 0; k < TILE; ++k) {
      const float difference = shared_r[k][ty] - shared_q[k][tx];
      sum += difference * difference;
    }
    __syncthreads();
  }

  if (r0 + ty < references && q_in)
    distance[(r0 + ty) * queries + q0 + tx] = sum;
}

extern "C" void launch(const float *reference, const float *query,
                       float *distance, int references, int queries,
                       int dimensions) {
  const dim3 grid((queries + TILE - 1) / TILE, (references + TILE - 1) / TILE);
  distances<<<grid, dim3(TILE, TILE)>>>(reference, query, distance, references,
                                        queries, dimensions);
}
