// Element type and tile size come from a traits class; the kernel lies in
// nested namespaces, one without a name, and is launched with two traits: alone,
// one would get wide copies and the other a third stage.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single configured
// RUN: %rewrite_and_run cpasync configured --widen=auto

#include <cuda_runtime.h>

namespace library {
namespace {

template <class T, int N>
struct Config {
  using value_type = T;
  static constexpr int width = N;
};

template <class Cfg>
__global__ void accumulate(const typename Cfg::value_type *__restrict__ in,
                           typename Cfg::value_type *__restrict__ out, int n) {
  using T = typename Cfg::value_type;
  constexpr int Width = Cfg::width;
  __shared__ T buffer[Width];

  const int lane = threadIdx.x;
  T sum = T(0);

  for (int k = 0; k < n; k += Width) {
    buffer[lane] = k + lane < n ? in[k + lane] : T(0);
    __syncthreads();
    for (int i = 0; i < Width; ++i)
      sum = sum * T(0.5) + buffer[i] * T(lane + 1);
    __syncthreads();
  }

  out[lane] = sum;
}

} // namespace
} // namespace library

void run(const float *x, float *y, const double *u, double *v, int n) {
  using namespace library;
  accumulate<Config<float, 32>><<<1, 32>>>(x, y, n);
  accumulate<Config<double, 64>><<<dim3(1), dim3(64)>>>(u, v, n);
}
