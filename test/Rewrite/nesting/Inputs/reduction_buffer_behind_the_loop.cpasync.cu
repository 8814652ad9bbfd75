// Split-K with a reduction behind the K-loop in an array that was its scratch.
//

#include <cuda_pipeline.h>

__global__ void volume(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ out, int planes, int n) {
  __shared__ float plane_stages[2][8][8];
  __shared__ float line_stages[2][8];
  __shared__ float buffer[64];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 8 + x;

  for (int z = blockIdx.x; z < planes; z += gridDim.x) {
    float sum = 0.0f;

    // Starts the copy of one tile into a stage.
    auto load_tile = [&](int stage, int k) {
      auto &plane = plane_stages[stage];
      auto &line = line_stages[stage];
      __pipeline_memcpy_async(&plane[y][x], &A[(z * 8 + y) * n + k + x],
                              sizeof(float), (k + x < n) ? 0 : sizeof(float));
      if (y == 0)
        __pipeline_memcpy_async(&line[x], &B[z * n + k + x], sizeof(float),
                                (k + x < n) ? 0 : sizeof(float));
    };

    // Prologue: the first tile into stage 0.
    int stage = 0;
    if (n > 0)
      load_tile(stage, 0);
    __pipeline_commit();

    for (int k = 0; k < n; k += 8) {
      __pipeline_wait_prior(0);
      __syncthreads();

      // Prefetch the next tile while this one is computed.
      if (k + 8 < n)
        load_tile(stage ^ 1, k + 8);
      __pipeline_commit();

      auto &plane = plane_stages[stage];
      auto &line = line_stages[stage];

      buffer[t] = plane[x][y];
      __syncthreads();
      sum = sum * 0.5f + buffer[63 - t] * line[y] + buffer[t ^ 9];

      stage ^= 1; // This one is free from the next barrier on.
    }
    // All are done with the last tile, and see what others wrote.
    __syncthreads();

    buffer[t] = sum;
    for (int s = 32; s > 0; s >>= 1) {
      __syncthreads();
      if (t < s)
        buffer[t] += buffer[t + s];
    }
    __syncthreads();
    out[z * 64 + t] = buffer[0] + sum;
    __syncthreads();
  }
}
