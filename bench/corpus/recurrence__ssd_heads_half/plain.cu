// Mamba 2 step by step: a block is a head, two lanes share a channel and have
// 32 states each. x, B, C and the decay of 16 steps are a tile, half in memory
// and float in shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>

namespace ssd {

constexpr int kChannels = 64, kStates = 64, kSteps = 16;
constexpr int kThreads = 2 * kChannels;

struct Params {
  const half *x;
  const float *dt, *a;
  const half *b, *c;
  half *y;
  int length, heads;
};

struct Tile {
  float x[kSteps][kChannels];
  float b[kSteps][kStates];
  float c[kSteps][kStates];
  float dt[kSteps], decay[kSteps];
};

__device__ inline float softplus(float v) { return log1pf(__expf(v)); }

__device__ inline void load(Tile &tile, const Params &p, size_t step,
                            int steps, int head, float a) {
  for (int i = threadIdx.x; i < steps * 64; i += kThreads) {
    const int s = i / 64, e = i % 64;
    tile.x[s][e] =
        __half2float(p.x[((step + s) * p.heads + head) * kChannels + e]);
    tile.b[s][e] = __half2float(p.b[(step + s) * kStates + e]);
    tile.c[s][e] = __half2float(p.c[(step + s) * kStates + e]);
  }
  if (threadIdx.x < steps) {
    const float dt = softplus(p.dt[(step + threadIdx.x) * p.heads + head]);
    tile.dt[threadIdx.x] = dt;
    tile.decay[threadIdx.x] = __expf(dt * a);
  }
}

__global__ void __launch_bounds__(kThreads) scan(const Params p) {
  __shared__ Tile tile;

  const int head = blockIdx.x;
  const size_t first = (size_t)blockIdx.y * p.length;
  const int channel = threadIdx.x / 2, part = threadIdx.x % 2;
  const float a = -__expf(p.a[head]);

  float state[kStates / 2];
#pragma unroll
  for (float &s : state)
    s = 0.0f;

  for (int t = 0; t < p.length; t += kSteps) {
    const int steps = min(kSteps, p.length - t);
    load(tile, p, first + t, steps, head, a);
    __syncthreads();

    for (int s = 0; s < steps; ++s) {
      const float in = tile.dt[s] * tile.x[s][channel];
      const float decay = tile.decay[s];
      float y = 0.0f;
      // Every other state, so that both lanes read other banks.
#pragma unroll
      for (int n = 0; n < kStates / 2; ++n) {
        state[n] = decay * state[n] + in * tile.b[s][2 * n + part];
        y += state[n] * tile.c[s][2 * n + part];
      }
      y += __shfl_xor_sync(0xffffffffu, y, 1);
      if (part == 0)
        p.y[((first + t + s) * p.heads + head) * kChannels + channel] =
            __float2half(y);
    }
    __syncthreads();
  }
}

} // namespace ssd

extern "C" void launch(const half *x, const float *dt, const float *a,
                       const half *b, const half *c, half *y, int batch,
                       int length, int heads) {
  const ssd::Params params{x, dt, a, b, c, y, length, heads};
  ssd::scan<<<dim3(heads, batch), ssd::kThreads>>>(params);
}
