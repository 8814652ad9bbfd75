// Monte Carlo of a four-factor model for an option on an average: a path a
// thread, random numbers by a hash of path and step, drift and volatilities of
// 16 steps in a tile. 192 threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>

struct StepFactors {
  float drift;
  float vol[4];
};

__device__ __forceinline__ uint32_t mix(uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}

// Box and Muller: two normal numbers.
__device__ __forceinline__ float2 normals(uint32_t a, uint32_t b) {
  const float u = ((a >> 8) + 0.5f) * (1.0f / 16777216.0f);
  const float v = (b >> 8) * (1.0f / 16777216.0f);
  const float r = sqrtf(-2.0f * __logf(u));
  float s, c;
  __sincosf(6.2831853f * v, &s, &c);
  return make_float2(r * s, r * c);
}

template <int STEPS>
__global__ void paths_kernel(const float *drift, const float *factors,
                             float *last, float *mean, int paths, int steps) {
  __shared__ StepFactors tile[STEPS];

  const int path = blockIdx.x * blockDim.x + threadIdx.x;
  float x = 0.0f, total = 0.0f;

  int step = 0;
  do {
    const int count = min(STEPS, steps - step);
    for (int i = threadIdx.x; i < count * 5; i += blockDim.x) {
      const int s = i / 5, f = i % 5;
      if (f == 4)
        tile[s].drift = 0.01f * drift[step + s];
      else
        tile[s].vol[f] = 0.05f * factors[(step + s) * 4 + f];
    }
    __syncthreads();

    for (int s = 0; s < count; ++s) {
      const uint32_t seed = mix(path * 0x9e3779b9u + step + s);
      const float2 a = normals(mix(seed ^ 0x1u), mix(seed ^ 0x2u));
      const float2 b = normals(mix(seed ^ 0x3u), mix(seed ^ 0x4u));
      const StepFactors &t = tile[s];
      const float shock = t.vol[0] * a.x + t.vol[1] * a.y + t.vol[2] * b.x +
                          t.vol[3] * b.y;
      const float variance = t.vol[0] * t.vol[0] + t.vol[1] * t.vol[1] +
                             t.vol[2] * t.vol[2] + t.vol[3] * t.vol[3];
      x += t.drift - 0.5f * variance + shock;
      total += __expf(x);
    }
    __syncthreads();
    step += STEPS;
  } while (step < steps);

  if (path < paths) {
    last[path] = __expf(x);
    mean[path] = total / (float)steps;
  }
}

extern "C" void launch(const float *drift, const float *factors, float *last,
                       float *mean, int paths, int steps) {
  const int threads = 192;
  paths_kernel<16><<<(paths + threads - 1) / threads, threads>>>(
      drift, factors, last, mean, paths, steps);
}
