// The scan of a selective state space model: a thread is a channel with 16
// states; B and C of 32 steps, which all channels share, come as a tile.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <int kStates, int kSteps, int kChannels> struct ScanTraits {
  static constexpr int States = kStates, Steps = kSteps, Channels = kChannels;
};

struct ScanParams {
  const float *u, *delta, *A, *B, *C, *D;
  float *out;
  int length, channels;
};

__device__ __forceinline__ float softplus(float x) {
  return x > 20.0f ? x : log1pf(expf(x));
}

template <typename Traits>
__global__ void __launch_bounds__(Traits::Channels)
    selective_scan_fwd(ScanParams p) {
  constexpr int N = Traits::States, L = Traits::Steps;
  __shared__ float b_tile[L * N];
  __shared__ float c_tile[L * N];

  const int channel = blockIdx.x * Traits::Channels + threadIdx.x;
  const int batch = blockIdx.y;
  const bool active = channel < p.channels;
  const float *B = p.B + (size_t)batch * p.length * N;
  const float *C = p.C + (size_t)batch * p.length * N;
  const size_t base = (size_t)batch * p.length * p.channels + channel;

  float a[N], h[N];
#pragma unroll
  for (int n = 0; n < N; ++n) {
    a[n] = active ? -expf(p.A[channel * N + n]) : 0.0f;
    h[n] = 0.0f;
  }
  const float d = active ? p.D[channel] : 0.0f;

  for (int t0 = 0; t0 < p.length; t0 += L) {
    const int steps = min(L, p.length - t0);
    for (int i = threadIdx.x; i < L * N; i += Traits::Channels) {
      b_tile[i] = i < steps * N ? B[t0 * N + i] : 0.0f;
      c_tile[i] = i < steps * N ? C[t0 * N + i] : 0.0f;
    }
    __syncthreads();

    if (active)
      for (int t = 0; t < steps; ++t) {
        const size_t at = base + (size_t)(t0 + t) * p.channels;
        const float u = p.u[at];
        const float dt = softplus(p.delta[at]);
        float y = d * u;
#pragma unroll
        for (int n = 0; n < N; ++n) {
          h[n] = expf(dt * a[n]) * h[n] + dt * b_tile[t * N + n] * u;
          y += h[n] * c_tile[t * N + n];
        }
        p.out[at] = y;
      }
    __syncthreads();
  }
}

extern "C" void launch(const float *u, const float *delta, const float *A,
                       const float *B, const float *C, const float *D,
                       float *out, int batch, int length, int channels) {
  using Traits = ScanTraits<16, 32, 128>;
  ScanParams params = {u, delta, A, B, C, D, out, length, channels};
  dim3 grid((channels + Traits::Channels - 1) / Traits::Channels, batch);
  selective_scan_fwd<Traits><<<grid, Traits::Channels>>>(params);
}
