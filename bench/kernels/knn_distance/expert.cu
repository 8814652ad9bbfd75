// The distances by hand: the next two elements wait in registers while this
// tile is summed up, then go to the other of two buffers; one barrier a tile.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int TILE = 16;

__global__ void __launch_bounds__(TILE *TILE)
    distances(const float *__restrict__ reference,
              const float *__restrict__ query, float *__restrict__ distance,
              int references, int queries, int dimensions) {
  __shared__ float shared_r[2][TILE][TILE];
  __shared__ float shared_q[2][TILE][TILE];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int r0 = blockIdx.y * TILE, q0 = blockIdx.x * TILE;
  const bool r_in = r0 + tx < references, q_in = q0 + tx < queries;
  const float *r_next = reference + ty * references + r0 + tx;
  const float *q_next = query + ty * queries + q0 + tx;
  float sum = 0.0f, r = 0.0f, q = 0.0f;

  auto fetch = [&](int d) {
    r = d + ty < dimensions && r_in ? *r_next : 0.0f;
    q = d + ty < dimensions && q_in ? *q_next : 0.0f;
    r_next += TILE * references;
    q_next += TILE * queries;
  };

  fetch(0);
  shared_r[0][ty][tx] = r;
  shared_q[0][ty][tx] = q;
  __syncthreads();

  int buffer = 0;
  for (int d = 0; d < dimensions; d += TILE) {
    const bool has_next = d + TILE < dimensions;
    if (has_next)
      fetch(d + TILE);

    for (int k = 0; k < TILE; ++k) {
      const float difference =
          shared_r[buffer][k][ty] - shared_q[buffer][k][tx];
      sum += difference * difference;
    }

    buffer ^= 1;
    if (has_next) {
      shared_r[buffer][ty][tx] = r;
      shared_q[buffer][ty][tx] = q;
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
