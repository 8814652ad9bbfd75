// Front of a polyphase filter bank: 64 of the channels a block, which walks
// through its part of time in steps of 16 frames; eight taps a channel, complex
// samples of two bytes to float2. Frames that the next step needs too are loaded
// again.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

namespace pfb {

constexpr int kChannels = 64, kTaps = 8, kFrames = 16, kGroups = 4;

__global__ void __launch_bounds__(kChannels *kGroups)
    filter(const char2 *__restrict__ samples, // frames + kTaps - 1 x channels
           const float *__restrict__ coefficients, // kTaps x channels
           float2 *__restrict__ out, int frames, int channels,
           int frames_per_block) {
  extern __shared__ char2 history[]; // kFrames + kTaps - 1 x kChannels

  const int c = threadIdx.x, g = threadIdx.y;
  const int channel = blockIdx.x * kChannels + c;
  const bool active = channel < channels;
  const int begin = blockIdx.y * frames_per_block;
  const int end = min(frames, begin + frames_per_block);

  float h[kTaps];
#pragma unroll
  for (int t = 0; t < kTaps; ++t)
    h[t] = active ? coefficients[t * channels + channel] : 0.f;

  for (int f0 = begin; f0 < end; f0 += kFrames) {
    for (int r = g; r < kFrames + kTaps - 1; r += kGroups)
      history[r * kChannels + c] =
          active && f0 + r < frames + kTaps - 1
              ? samples[(size_t)(f0 + r) * channels + channel]
              : make_char2(0, 0);
    __syncthreads();

#pragma unroll
    for (int i = 0; i < kFrames / kGroups; ++i) {
      const int f = g * (kFrames / kGroups) + i;
      float2 sum = make_float2(0.f, 0.f);
#pragma unroll
      for (int t = 0; t < kTaps; ++t) {
        const char2 v = history[(f + t) * kChannels + c];
        sum.x += h[t] * v.x;
        sum.y += h[t] * v.y;
      }
      if (active && f0 + f < end)
        out[(size_t)(f0 + f) * channels + channel] = sum;
    }
    __syncthreads();
  }
}

} // namespace pfb

extern "C" void launch(const char2 *samples, const float *coefficients,
                       float2 *out, int frames, int channels, int parts) {
  using namespace pfb;
  dim3 grid((channels + kChannels - 1) / kChannels, parts);
  const size_t bytes = (kFrames + kTaps - 1) * kChannels * sizeof(char2);
  filter<<<grid, dim3(kChannels, kGroups), bytes>>>(
      samples, coefficients, out, frames, channels,
      (frames + parts - 1) / parts);
}
