// A long FIR filter of several channels: 512 samples a block, four a thread; taps
// come 64 at a time, with the samples that they meet.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define NTHREADS 128
#define PER_THREAD 4
#define OUTPUTS (NTHREADS * PER_THREAD)
#define TAPS 64

__global__ void fir_filter(const float *__restrict__ x,
                           const float *__restrict__ h, float *__restrict__ y,
                           int samples, int taps) {
  __shared__ float x_sh[OUTPUTS + TAPS - 1];
  __shared__ float h_sh[TAPS];

  const float *signal = x + (size_t)blockIdx.y * samples;
  const int n0 = blockIdx.x * OUTPUTS;

  float acc[PER_THREAD] = {0.0f, 0.0f, 0.0f, 0.0f};

  for (int k0 = 0; k0 < taps; k0 += TAPS) {
    // y[n] needs x[n - k0 - TAPS + 1] to x[n - k0].
    const int oldest = n0 - k0 - TAPS + 1;
    for (int i = threadIdx.x; i < OUTPUTS + TAPS - 1; i += NTHREADS) {
      const int at = oldest + i;
      x_sh[i] = at >= 0 && at < samples ? signal[at] : 0.0f;
    }
    if (threadIdx.x < TAPS)
      h_sh[threadIdx.x] =
          k0 + threadIdx.x < taps ? h[k0 + threadIdx.x] : 0.0f;
    __syncthreads();

#pragma unroll 16
    for (int k = 0; k < TAPS; k++) {
      const float tap = h_sh[k];
#pragma unroll
      for (int p = 0; p < PER_THREAD; p++)
        acc[p] += tap * x_sh[threadIdx.x + p * NTHREADS + TAPS - 1 - k];
    }
    __syncthreads();
  }

#pragma unroll
  for (int p = 0; p < PER_THREAD; p++) {
    const int n = n0 + threadIdx.x + p * NTHREADS;
    if (n < samples)
      y[(size_t)blockIdx.y * samples + n] = acc[p];
  }
}

extern "C" void launch(const float *x, const float *h, float *y, int channels,
                       int samples, int taps) {
  dim3 grid((samples + OUTPUTS - 1) / OUTPUTS, channels);
  fir_filter<<<grid, NTHREADS>>>(x, h, y, samples, taps);
}
