// Asian options by Sobol numbers: a path a thread, eight dates a trip with their
// direction numbers, rates and volatilities.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

namespace sobol {

constexpr int kBits = 20, kDims = 8, kThreads = 128;

struct Dates {
  unsigned direction[kDims][kBits];
  float drift[kDims];
  float vol[kDims];
};

__device__ __forceinline__ float quantile(float u) {
  // Central rational approximation, flat in the tails.
  const float q = u - 0.5f, r = q * q;
  const float num = ((-25.44106f * r + 41.39119f) * r - 18.61500f) * r + 2.50662f;
  const float den =
      (((3.13082f * r - 21.06224f) * r + 23.08336f) * r - 8.47351f) * r + 1.f;
  return fminf(fmaxf(q * num / den, -4.f), 4.f);
}

__global__ void __launch_bounds__(kThreads)
    asian(const unsigned *__restrict__ directions, const float *__restrict__ drift,
          const float *__restrict__ vol, float *__restrict__ payoff, int dims,
          int paths, float strike) {
  __shared__ Dates s;
  const int path = blockIdx.x * kThreads + threadIdx.x;
  const unsigned gray = path ^ (path >> 1);
  float log_s = 0.f, sum = 0.f;

  int d = 0;
  while (d < dims) {
    const int n = min(kDims, dims - d);
    for (int i = threadIdx.x; i < n * kBits; i += kThreads)
      (&s.direction[0][0])[i] = directions[(size_t)d * kBits + i];
    if (threadIdx.x < n) {
      s.drift[threadIdx.x] = 0.0001f * drift[d + threadIdx.x];
      s.vol[threadIdx.x] = 0.01f * vol[d + threadIdx.x];
    }
    __syncthreads();

    for (int j = 0; j < n; ++j) {
      unsigned x = 0x80000000u;
#pragma unroll
      for (int b = 0; b < kBits; ++b)
        x ^= s.direction[j][b] & -(gray >> b & 1u);
      const float u = (x >> 8) * 5.9604645e-8f;
      log_s += s.drift[j] + s.vol[j] * quantile(u);
      sum += __expf(log_s);
    }
    __syncthreads();
    d += kDims;
  }
  if (path < paths)
    payoff[path] = fmaxf(sum / dims - strike, 0.f);
}

} // namespace sobol

extern "C" void launch(const unsigned *directions, const float *drift,
                       const float *vol, float *payoff, int dims, int paths) {
  using namespace sobol;
  asian<<<(paths + kThreads - 1) / kThreads, kThreads>>>(
      directions, drift, vol, payoff, dims, paths, 0.9f);
}
