// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// cuda::std as a view of std.

#include <cuda/std/array>
#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

__global__ void kernel(float *p) {
  static_assert(cuda::std::is_same<int, int>::value, "");
  cuda::std::array<int, 4> a{{1, 2, 3, 4}};
  cuda::std::tuple<int, float> t(1, 2.f);
  cuda::std::uint32_t u = a[1] + cuda::std::get<0>(t);
  p[0] = u + cuda::std::numeric_limits<float>::max();
}
