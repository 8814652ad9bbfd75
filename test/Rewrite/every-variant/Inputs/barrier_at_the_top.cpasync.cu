// barrier, load, barrier, compute: the first barrier protects the tile from the
// loads of the next trip.
//

#include <cuda_pipeline.h>

constexpr int BS = 16;

__global__ __launch_bounds__(BS *BS) void gemm(const float *__restrict__ a,
                                               const float *__restrict__ b,
                                               float *__restrict__ c, int m,
                                               int n, int k) {
  __shared__ float a_tile_stages[2][BS][BS];
  __shared__ float b_tile_stages[2][BS][BS];

  int i = blockIdx.y * BS + threadIdx.y;
  int j = blockIdx.x * BS + threadIdx.x;
  float value = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int kk) {
    auto &a_tile = a_tile_stages[stage];
    auto &b_tile = b_tile_stages[stage];
    __pipeline_memcpy_async(&a_tile[threadIdx.y][threadIdx.x],
                            &a[i * k + kk + threadIdx.x], sizeof(float),
                            (i < m && kk + threadIdx.x < k)
                                ? 0 : sizeof(float));
    __pipeline_memcpy_async(&b_tile[threadIdx.y][threadIdx.x],
                            &b[(kk + threadIdx.y) * n + j], sizeof(float),
                            (kk + threadIdx.y < k && j < n)
                                ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (k > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int kk = 0; kk < k; kk += BS) {
    __pipeline_wait_prior(0);
    __syncthreads();  // the tiles are complete

    // Prefetch the next tile while this one is computed.
    if (kk + BS < k)
      load_tile(stage ^ 1, kk + BS);
    __pipeline_commit();

    auto &a_tile = a_tile_stages[stage];
    auto &b_tile = b_tile_stages[stage];

    for (int l = 0; l < BS; ++l) {
      value += a_tile[threadIdx.y][l] * b_tile[l][threadIdx.x];
    }

    stage ^= 1; // This one is free from the next barrier on.
  }

  if (i < m && j < n) {
    c[i * n + j] = value;
  }
}
