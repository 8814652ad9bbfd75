// A quadratic discriminant: (x - m)^T P (x - m) for each class; a class is a
// tile of 32 x 32 and its mean, a sample is 32 registers of a thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int F = 32;
constexpr int SAMPLES = 128;

struct ClassTile {
  float precision[F][F];
  float mean[F];
};

__global__ void __launch_bounds__(SAMPLES)
    discriminant(const float *__restrict__ samples,
                 const float *__restrict__ mean,
                 const float *__restrict__ precision, float *__restrict__ score,
                 int *__restrict__ label, int n, int classes) {
  __shared__ ClassTile tile;

  const int id = blockIdx.x * SAMPLES + threadIdx.x;
  float x[F];
#pragma unroll
  for (int f = 0; f < F; ++f) // features are rows: coalesced
    x[f] = id < n ? samples[(size_t)f * n + id] : 0.0f;

  float lowest = 3.4e38f;
  int best = 0;

  for (int c = 0; c < classes; ++c) {
    const float *from = precision + (size_t)c * F * F;
#pragma unroll
    for (int i = 0; i < F * F / SAMPLES; ++i)
      (&tile.precision[0][0])[i * SAMPLES + threadIdx.x] =
          from[i * SAMPLES + threadIdx.x];
    if (threadIdx.x < F)
      tile.mean[threadIdx.x] = mean[c * F + threadIdx.x];
    __syncthreads();

    float d[F], total = 0.0f;
#pragma unroll
    for (int f = 0; f < F; ++f)
      d[f] = x[f] - tile.mean[f];
#pragma unroll
    for (int r = 0; r < F; ++r) {
      float row = 0.0f;
#pragma unroll
      for (int f = 0; f < F; ++f)
        row = fmaf(tile.precision[r][f], d[f], row);
      total = fmaf(row, d[r], total);
    }
    if (total < lowest) {
      lowest = total;
      best = c;
    }
    __syncthreads();
  }

  if (id < n) {
    score[id] = lowest;
    label[id] = best;
  }
}

extern "C" void launch(const float *samples, const float *mean,
                       const float *precision, float *score, int *label, int n,
                       int classes) {
  discriminant<<<(n + SAMPLES - 1) / SAMPLES, SAMPLES>>>(
      samples, mean, precision, score, label, n, classes);
}
