// The 32 x 32 GEMM by hand: half of the warps copy 16 bytes a thread with
// cp.async and zero fill, one tile ahead; one barrier a tile. Matrices that 16
// bytes do not fit are copied one element a thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>
#include <cuda_pipeline.h>

constexpr int TILE = 32;
constexpr int STAGES = 2;

template <int VEC>
__global__ void __launch_bounds__(TILE *TILE)
    matmul(const float *__restrict__ A, const float *__restrict__ B,
           float *__restrict__ C, int M, int N, int K) {
  __shared__ __align__(16) float As[STAGES][TILE][TILE];
  __shared__ __align__(16) float Bs[STAGES][TILE][TILE];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
  float sum = 0.0f;

  // One copy a thread: the first ones take A, the next ones B.
  constexpr int COPIES = TILE * TILE / VEC;
  const int tid = ty * TILE + tx;
  const int v = tid % COPIES;
  const int r = v / (TILE / VEC), c = v % (TILE / VEC) * VEC;
  const bool copies_a = tid < COPIES;
  const bool copies_b = VEC == 1 || (tid >= COPIES && tid < 2 * COPIES);
  const float *a_next = A + (row0 + r) * K + c;
  const float *b_next = B + r * N + col0 + c;
  const bool a_in = row0 + r < M, b_in = col0 + c < N;

  auto load_tile = [&](int stage, int k0) {
    if (copies_a) {
      const bool in = a_in && k0 + c < K;
      __pipeline_memcpy_async(&As[stage][r][c], in ? a_next + k0 : A,
                              VEC * sizeof(float),
                              in ? 0 : VEC * sizeof(float));
    }
    if (copies_b) {
      const bool in = b_in && k0 + r < K;
      __pipeline_memcpy_async(&Bs[stage][r][c], in ? b_next : B,
                              VEC * sizeof(float),
                              in ? 0 : VEC * sizeof(float));
    }
    b_next += TILE * N;
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
      sum += As[read][ty][k] * Bs[read][k][tx];
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
  auto kernel = fits16(A, K) && fits16(B, N) ? matmul<4> : matmul<1>;
  kernel<<<grid, dim3(TILE, TILE)>>>(A, B, C, M, N, K);
}
