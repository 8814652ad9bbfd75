// The same by hand: rows of 36 elements, which 16 bytes fit as well and whose
// walks meet no bank twice; a quarter of the threads copy 16 bytes of each tile
// with cp.async and zero fill, several stages ahead; one barrier a tile.
// Matrices that 16 bytes do not fit are copied one element a thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>
#include <cuda_pipeline.h>

constexpr int TILE = 32;
constexpr int PITCH = TILE + 4;
constexpr int STAGES = 3;

template <int VEC>
__global__ void __launch_bounds__(TILE *TILE)
    products(const float *__restrict__ A, const float *__restrict__ B,
             float *__restrict__ C, int M, int N, int K) {
  __shared__ __align__(16) float As[STAGES][TILE][PITCH];
  __shared__ __align__(16) float Bs[STAGES][TILE][PITCH];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
  float sum = 0.0f;

  // Where a thread copies to, in both tiles; if VEC is not 1, the first warps
  // do it all.
  const int tid = ty * TILE + tx;
  const int r = tid / (TILE / VEC), c = tid % (TILE / VEC) * VEC;
  const bool copies = VEC == 1 || tid < TILE * TILE / VEC;

  auto load_tile = [&](int stage, int k0) {
    if (!copies)
      return;
    const bool a_in = row0 + r < M && k0 + c < K;
    __pipeline_memcpy_async(&As[stage][r][c], &A[(row0 + r) * K + k0 + c],
                            VEC * sizeof(float),
                            a_in ? 0 : VEC * sizeof(float));
    const bool b_in = col0 + r < N && k0 + c < K;
    __pipeline_memcpy_async(&Bs[stage][r][c], &B[(col0 + r) * K + k0 + c],
                            VEC * sizeof(float),
                            b_in ? 0 : VEC * sizeof(float));
  };

  int k_load = 0;
  for (int s = 0; s < STAGES - 1; ++s, k_load += TILE) {
    if (k_load < K)
      load_tile(s, k_load);
    __pipeline_commit();
  }

  int read = 0, write = STAGES - 1;
  for (int k0 = 0; k0 < K; k0 += TILE, k_load += TILE) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();
    if (k_load < K)
      load_tile(write, k_load);
    __pipeline_commit();

    for (int k = 0; k < TILE; ++k)
      sum += As[read][ty][k] * Bs[read][tx][k];
    read = read + 1 == STAGES ? 0 : read + 1;
    write = write + 1 == STAGES ? 0 : write + 1;
  }

  if (row0 + ty < M && col0 + tx < N)
    C[(row0 + ty) * N + col0 + tx] = sum;
}

static bool fits16(const void *pointer, int pitch) {
  return reinterpret_cast<uintptr_t>(pointer) % 16 == 0 && pitch % 4 == 0;
}

extern "C" void launch(const float *A, const float *B, float *C, int M, int N,
                       int K) {
  const dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
  auto kernel = fits16(A, K) && fits16(B, K) ? products<4> : products<1>;
  kernel<<<grid, dim3(TILE, TILE)>>>(A, B, C, M, N, K);
}
