// Namespaces, extern "C", typedefs, auto, several arrays in one declaration,
// alignment in any spelling, and names that the tool would like to have.
//

#include <cuda_pipeline.h>

#define has_next 1

namespace gpu {
namespace detail {
typedef float real;
struct Scale {
  static __device__ real twice(real x) { return 2 * x; }
};

extern "C" __global__ void walk(const real *__restrict__ A,
                                real *__restrict__ out, int n) {
  alignas(16) __shared__ real tile_stages2[2][32], other_stages[2][32];
  __shared__ __align__(8) real third_stages[2][2][16];
  const auto t = threadIdx.x;
  auto sum = real(0);
  int stage = 3, load_tile = 5, k_next = 7;
  real tile_stages = 0.5f, tile_reg = 0.25f;

  // Starts the copy of one tile into a stage.
  auto load_tiles = [&](int stage2, int k) {
    auto &tile = tile_stages2[stage2];
    auto &other = other_stages[stage2];
    auto &third = third_stages[stage2];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(real),
                            (k + t < n) ? 0 : sizeof(real));
    __pipeline_memcpy_async(&other[t], &A[n - 1 - k - t], sizeof(real),
                            (k + t < n) ? 0 : sizeof(real));
    __pipeline_memcpy_async(&third[t / 16][t % 16], &A[k + t], sizeof(real),
                            (k + t < n) ? 0 : sizeof(real));
  };

  // Prologue: the first tile into stage 0.
  int stage2 = 0;
  if (n > 0)
    load_tiles(stage2, 0);
  __pipeline_commit();

#pragma unroll 1
  for (auto k = 0; k < n; k += 32) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tiles(stage2 ^ 1, k + 32);
    __pipeline_commit();

    auto &tile = tile_stages2[stage2];
    auto &other = other_stages[stage2];
    auto &third = third_stages[stage2];

#pragma unroll
    for (int i = 0; i < 32; ++i)
      sum += Scale::twice(tile[i]) * other[i] + third[i % 2][i / 2];
    sum += stage + load_tile + k_next * tile_stages + tile_reg * has_next;

    stage2 ^= 1; // This one is free from the next barrier on.
  }

  out[t] = sum;
}
} // namespace detail
} // namespace gpu

#ifdef KERNEL_FILE
using gpu::detail::walk;
#endif
