// 1-D convolution over channels: a block makes 256 samples of eight channels; a
// tile is eight input channels of its samples with a halo, and their weights.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int RADIUS = 4, TAPS = 2 * RADIUS + 1;
constexpr int SAMPLES = 256;
constexpr int WIDTH = SAMPLES + 2 * RADIUS;
constexpr int IN = 8, OUT = 8; // channels a tile, channels a block

__global__ void __launch_bounds__(SAMPLES)
    convolve(const float *__restrict__ in, const float *__restrict__ weights,
             float *__restrict__ out, int channels_in, int channels_out,
             int length) {
  __shared__ float samples[IN][WIDTH];
  __shared__ float taps[OUT][IN * TAPS];

  const int tid = threadIdx.x;
  const int x0 = blockIdx.x * SAMPLES, o0 = blockIdx.y * OUT;
  float acc[OUT] = {};

  for (int c0 = 0; c0 < channels_in; c0 += IN) {
    for (int i = tid; i < IN * WIDTH; i += SAMPLES) {
      const int c = i / WIDTH, s = i % WIDTH;
      const int x = x0 + s - RADIUS;
      samples[c][s] = c0 + c < channels_in && x >= 0 && x < length
                          ? in[(c0 + c) * length + x]
                          : 0.0f;
    }
    for (int i = tid; i < OUT * IN * TAPS; i += SAMPLES) {
      const int o = i / (IN * TAPS), t = i % (IN * TAPS);
      taps[o][t] = o0 + o < channels_out && c0 * TAPS + t < channels_in * TAPS
                       ? weights[(o0 + o) * channels_in * TAPS + c0 * TAPS + t]
                       : 0.0f;
    }
    __syncthreads();

#pragma unroll
    for (int c = 0; c < IN; ++c) {
#pragma unroll
      for (int t = 0; t < TAPS; ++t) {
        const float sample = samples[c][tid + t];
#pragma unroll
        for (int o = 0; o < OUT; ++o)
          acc[o] += taps[o][c * TAPS + t] * sample;
      }
    }
    __syncthreads();
  }

  for (int o = 0; o < OUT; ++o)
    if (o0 + o < channels_out && x0 + tid < length)
      out[(o0 + o) * length + x0 + tid] = acc[o];
}

extern "C" void launch(const float *in, const float *weights, float *out,
                       int channels_in, int channels_out, int length) {
  const dim3 grid((length + SAMPLES - 1) / SAMPLES,
                  (channels_out + OUT - 1) / OUT);
  convolve<<<grid, SAMPLES>>>(in, weights, out, channels_in, channels_out,
                              length);
}
