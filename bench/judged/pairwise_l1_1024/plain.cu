// Manhattan distances of all rows of X to all rows of Y: 32 x 32 threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <typename T, int TILE>
__global__ void pairwise_l1(const T *X, const T *Y, T *D, int nx, int ny,
                            int dim) {
  __shared__ T xs[TILE][TILE + 1];
  __shared__ T ys[TILE][TILE + 1];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int i = blockIdx.y * TILE + ty;
  const int j = blockIdx.x * TILE + tx;
  const int j_load = blockIdx.x * TILE + ty;

  T distance = T(0);
  for (int d = 0; d < dim; d += TILE) {
    const int c = d + tx;
    xs[ty][tx] = (i < nx && c < dim) ? X[i * dim + c] : T(0);
    ys[ty][tx] = (j_load < ny && c < dim) ? Y[j_load * dim + c] : T(0);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE; ++k)
      distance += fabsf(xs[ty][k] - ys[tx][k]);
    __syncthreads();
  }
  if (i < nx && j < ny)
    D[i * ny + j] = distance;
}

extern "C" void launch(const float *X, const float *Y, float *D, int nx, int ny,
                       int dim) {
  constexpr int TILE = 32;
  dim3 block(TILE, TILE), grid((ny + TILE - 1) / TILE, (nx + TILE - 1) / TILE);
  pairwise_l1<float, TILE><<<grid, block>>>(X, Y, D, nx, ny, dim);
}
