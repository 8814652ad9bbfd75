// Resampling by a rational ratio (160 / 147, say): 24 taps of the phase's filter
// for each output. A block goes along its strip of a channel, 256 outputs a trip,
// with the inputs they need in shared memory; the filters stay there.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define OUT_PER_TRIP 256
#define TAPS 24
#define MAX_PHASES 160

struct Ratio {
  int up, down;
};

__global__ void upfirdn(const float *in, const float *filters, float *out,
                        Ratio ratio, int n_in, int n_out, int out_per_block) {
  extern __shared__ float mem[];
  float *bank = mem;                 // phases x (TAPS + 1)
  float *window = bank + MAX_PHASES * (TAPS + 1);

  for (int i = threadIdx.x; i < ratio.up * TAPS; i += blockDim.x)
    bank[i / TAPS * (TAPS + 1) + i % TAPS] = filters[i];

  const float *src = in + (size_t)blockIdx.y * n_in;
  float *dst = out + (size_t)blockIdx.y * n_out;
  const int begin = blockIdx.x * out_per_block;
  const int end = min(n_out, begin + out_per_block);

  for (int m0 = begin; m0 < end; m0 += OUT_PER_TRIP) {
    // Output m has phase m * down % up and ends at input m * down / up.
    const int newest = (int)((long long)(m0 + OUT_PER_TRIP - 1) * ratio.down /
                             ratio.up);
    const int oldest = (int)((long long)m0 * ratio.down / ratio.up) - TAPS + 1;
    for (int i = threadIdx.x; i <= newest - oldest; i += blockDim.x) {
      const int at = oldest + i;
      window[i] = at >= 0 && at < n_in ? src[at] : 0.0f;
    }
    __syncthreads();

    const int m = m0 + threadIdx.x;
    if (m < end) {
      const long long position = (long long)m * ratio.down;
      const int phase = (int)(position % ratio.up);
      const int last = (int)(position / ratio.up) - oldest;
      const float *h = bank + phase * (TAPS + 1);
      float sum = 0.0f;
#pragma unroll
      for (int t = 0; t < TAPS; t++)
        sum += h[t] * window[last - t];
      dst[m] = sum;
    }
    __syncthreads();
  }
}

extern "C" void launch(const float *in, const float *filters, float *out,
                       int channels, int n_in, int n_out, int up, int down) {
  const int out_per_block = 16 * OUT_PER_TRIP;
  const int widest = (OUT_PER_TRIP - 1) * down / up + 1 + TAPS;
  const size_t bytes = (MAX_PHASES * (TAPS + 1) + widest) * sizeof(float);
  dim3 grid((n_out + out_per_block - 1) / out_per_block, channels);
  upfirdn<<<grid, OUT_PER_TRIP, bytes>>>(in, filters, out, Ratio{up, down},
                                         n_in, n_out, out_per_block);
}
