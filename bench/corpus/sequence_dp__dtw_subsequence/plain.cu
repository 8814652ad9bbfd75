// Subsequence dynamic time warping: every thread has a pattern of 16 samples in
// registers and a column of the table; the signal comes in tiles of 256.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cfloat>

struct Match {
  float cost;
  int end;
};

constexpr int kPattern = 16;
constexpr int kTile = 256;
constexpr int kThreads = 128;

__global__ void __launch_bounds__(kThreads)
    dtw(const float *__restrict__ patterns, const float *__restrict__ signal,
        Match *__restrict__ matches, int n_patterns, int n_signal) {
  __shared__ float chunk[kTile];

  const int id = blockIdx.x * kThreads + threadIdx.x;
  const int safe = min(id, n_patterns - 1);

  float pattern[kPattern], column[kPattern];
#pragma unroll
  for (int i = 0; i < kPattern; ++i) {
    pattern[i] = patterns[(size_t)i * n_patterns + safe];
    column[i] = FLT_MAX;
  }
  Match best = {FLT_MAX, -1};

  for (int start = 0; start < n_signal; start += kTile) {
    const int count = min(kTile, n_signal - start);
    for (int i = threadIdx.x; i < count; i += kThreads)
      chunk[i] = signal[start + i];
    __syncthreads();

    for (int s = 0; s < count; ++s) {
      const float v = chunk[s];
      float diagonal = 0.f, left = 0.f;
#pragma unroll
      for (int i = 0; i < kPattern; ++i) {
        const float up = column[i];
        const float step = fminf(diagonal, fminf(left, up));
        const float d = v - pattern[i];
        diagonal = up;
        left = column[i] = fmaf(d, d, step);
      }
      if (left < best.cost) {
        best.cost = left;
        best.end = start + s;
      }
    }
    __syncthreads();
  }
  if (id < n_patterns)
    matches[id] = best;
}

extern "C" void launch(const float *patterns, const float *signal,
                       void *matches, int n_patterns, int n_signal) {
  dtw<<<(n_patterns + kThreads - 1) / kThreads, kThreads>>>(
      patterns, signal, static_cast<Match *>(matches), n_patterns, n_signal);
}
