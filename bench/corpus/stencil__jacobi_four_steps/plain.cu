// Jacobi with time blocking: a tile of 32 x 32 and a halo of four goes through
// four sweeps in shared memory; a block takes eight tiles down a strip.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int STEPS = 4;
constexpr int CORE = 32;
constexpr int SIDE = CORE + 2 * STEPS;
constexpr int TILES_PER_BLOCK = 8;

typedef float Grid[SIDE][SIDE];

__device__ bool in_domain(int x, int y, int w, int h) {
  return x >= 0 && x < w && y >= 0 && y < h;
}

// One sweep of what is at least `edge` from the side of the tile.
__device__ void sweep(const Grid &from, Grid &to, const Grid &f, int edge,
                      int x0, int y0, int w, int h) {
  const int side = SIDE - 2 * edge;
  for (int i = threadIdx.x; i < side * side; i += blockDim.x) {
    const int x = edge + i % side, y = edge + i / side;
    float v = 0.0f;
    if (in_domain(x0 + x, y0 + y, w, h))
      v = 0.25f * (from[y][x - 1] + from[y][x + 1] + from[y - 1][x] +
                   from[y + 1][x] - f[y][x]);
    to[y][x] = v;
  }
}

__global__ void jacobi4(const float *__restrict__ in,
                        const float *__restrict__ rhs, float *__restrict__ out,
                        int w, int h) {
  __shared__ Grid a, b, f;

  const int x0 = blockIdx.x * CORE - STEPS;

  for (int tile = 0; tile < TILES_PER_BLOCK; ++tile) {
    const int y0 = (blockIdx.y * TILES_PER_BLOCK + tile) * CORE - STEPS;
    for (int i = threadIdx.x; i < SIDE * SIDE; i += blockDim.x) {
      const int x = i % SIDE, y = i / SIDE;
      const bool ok = in_domain(x0 + x, y0 + y, w, h);
      const size_t at = (size_t)(y0 + y) * w + x0 + x;
      a[y][x] = ok ? in[at] : 0.0f;
      f[y][x] = ok ? rhs[at] : 0.0f;
    }
    __syncthreads();

    sweep(a, b, f, 1, x0, y0, w, h);
    __syncthreads();
    sweep(b, a, f, 2, x0, y0, w, h);
    __syncthreads();
    sweep(a, b, f, 3, x0, y0, w, h);
    __syncthreads();
    for (int i = threadIdx.x; i < CORE * CORE; i += blockDim.x) {
      const int x = STEPS + i % CORE, y = STEPS + i / CORE;
      if (x0 + x < w && y0 + y < h)
        out[(size_t)(y0 + y) * w + x0 + x] =
            0.25f * (b[y][x - 1] + b[y][x + 1] + b[y - 1][x] + b[y + 1][x] -
                     f[y][x]);
    }
    __syncthreads();
  }
}

extern "C" void launch(const float *in, const float *rhs, float *out, int w,
                       int h) {
  const int rows = CORE * TILES_PER_BLOCK;
  dim3 grid((w + CORE - 1) / CORE, (h + rows - 1) / rows);
  jacobi4<<<grid, 256>>>(in, rhs, out, w, h);
}
