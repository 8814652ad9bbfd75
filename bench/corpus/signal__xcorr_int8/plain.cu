// Correlator: visibilities of all pairs of antennas of a frequency, complex
// samples of a byte each part, exact sums in int. 32 x 32 pairs a block, 2 x 2 a
// thread, 32 times a trip; blocks above the diagonal have nothing to do.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

const int kTile = 32;
const int kTimes = 32;

struct Visibility {
  int re, im;
  __device__ void accumulate(short2 a, short2 b) { // a * conj(b)
    re += a.x * b.x + a.y * b.y;
    im += a.y * b.x - a.x * b.y;
  }
};

__global__ void __launch_bounds__(256)
    correlate(const char2 *samples, int2 *visibilities, int antennas,
              int times) {
  if (blockIdx.x > blockIdx.y)
    return;
  __shared__ short2 rows[kTimes][kTile];
  __shared__ short2 cols[kTimes][kTile];

  const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
  const int row0 = blockIdx.y * kTile, col0 = blockIdx.x * kTile;
  // Frequency x time x antenna.
  const char2 *s = samples + (size_t)blockIdx.z * times * antennas;

  Visibility v00 = {0, 0}, v01 = {0, 0}, v10 = {0, 0}, v11 = {0, 0};

  for (int t0 = 0; t0 < times; t0 += kTimes) {
#pragma unroll
    for (int i = 0; i < kTimes * kTile / 256; ++i) {
      const int at = tid + 256 * i, t = at / kTile, a = at % kTile;
      char2 r = make_char2(0, 0), c = r;
      if (t0 + t < times) {
        if (row0 + a < antennas)
          r = s[(size_t)(t0 + t) * antennas + row0 + a];
        if (col0 + a < antennas)
          c = s[(size_t)(t0 + t) * antennas + col0 + a];
      }
      rows[t][a] = make_short2(r.x, r.y);
      cols[t][a] = make_short2(c.x, c.y);
    }
    __syncthreads();
#pragma unroll 8
    for (int t = 0; t < kTimes; ++t) {
      const short2 a0 = rows[t][ty], a1 = rows[t][ty + 16];
      const short2 b0 = cols[t][tx], b1 = cols[t][tx + 16];
      v00.accumulate(a0, b0);
      v01.accumulate(a0, b1);
      v10.accumulate(a1, b0);
      v11.accumulate(a1, b1);
    }
    __syncthreads();
  }

  const size_t baselines = (size_t)antennas * (antennas + 1) / 2;
  int2 *out = visibilities + blockIdx.z * baselines;
  auto store = [&](int i, int j, const Visibility &v) {
    if (i < antennas && j <= i)
      out[(size_t)i * (i + 1) / 2 + j] = make_int2(v.re, v.im);
  };
  store(row0 + ty, col0 + tx, v00);
  store(row0 + ty, col0 + tx + 16, v01);
  store(row0 + ty + 16, col0 + tx, v10);
  store(row0 + ty + 16, col0 + tx + 16, v11);
}

extern "C" void launch(const char2 *samples, int2 *visibilities, int freqs,
                       int antennas, int times) {
  const int tiles = (antennas + kTile - 1) / kTile;
  correlate<<<dim3(tiles, tiles, freqs), 256>>>(samples, visibilities, antennas,
                                                times);
}
