// Namespaces, extern "C", typedefs, auto, several arrays in one declaration,
// alignment in any spelling, and names that the tool would like to have.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk
// RUN: %golden cpasync

#define has_next 1

namespace gpu {
namespace detail {
typedef float real;
struct Scale {
  static __device__ real twice(real x) { return 2 * x; }
};

extern "C" __global__ void walk(const real *__restrict__ A,
                                real *__restrict__ out, int n) {
  alignas(16) __shared__ real tile[32], other[32];
  __shared__ __align__(8) real third[2][16];
  const auto t = threadIdx.x;
  auto sum = real(0);
  int stage = 3, load_tile = 5, k_next = 7;
  real tile_stages = 0.5f, tile_reg = 0.25f;

#pragma unroll 1
  for (auto k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : real(0);
    other[t] = k + t < n ? A[n - 1 - k - t] : real(0);
    third[t / 16][t % 16] = k + t < n ? A[k + t] : real(0);
    __syncthreads();

#pragma unroll
    for (int i = 0; i < 32; ++i)
      sum += Scale::twice(tile[i]) * other[i] + third[i % 2][i / 2];
    sum += stage + load_tile + k_next * tile_stages + tile_reg * has_next;
    __syncthreads();
  }

  out[t] = sum;
}
} // namespace detail
} // namespace gpu

#ifdef KERNEL_FILE
using gpu::detail::walk;
#endif
