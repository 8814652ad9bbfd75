// Power spectra of real frames as two matrix products, with cosines and with
// sines: 32 frames x 32 frequencies a block of (32, 8), 32 samples a trip.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <typename T> struct Spectrogram {
  const T *frames;  // count x samples
  const T *cosines; // samples x bins
  const T *sines;   // samples x bins
  const T *window;  // samples
  T *power;         // count x bins
  int count, samples, bins;
};

template <typename T, int TILE, int ROWS>
__global__ void dft_power(Spectrogram<T> s) {
  __shared__ T frame[TILE][TILE + 1];
  __shared__ T cosine[TILE][TILE];
  __shared__ T sine[TILE][TILE];

  const int bin = blockIdx.x * TILE + threadIdx.x;
  const int first = blockIdx.y * TILE;

  T re[TILE / ROWS], im[TILE / ROWS];
#pragma unroll
  for (int r = 0; r < TILE / ROWS; ++r)
    re[r] = im[r] = T(0);

  for (int n0 = 0; n0 < s.samples; n0 += TILE) {
    const int column = n0 + threadIdx.x;
    const T w = column < s.samples ? s.window[column] : T(0);
    for (int y = threadIdx.y; y < TILE; y += ROWS) {
      frame[y][threadIdx.x] =
          first + y < s.count && column < s.samples
              ? w * s.frames[size_t(first + y) * s.samples + column]
              : T(0);
      const bool inside = n0 + y < s.samples && bin < s.bins;
      const size_t at = size_t(n0 + y) * s.bins + bin;
      cosine[y][threadIdx.x] = inside ? s.cosines[at] : T(0);
      sine[y][threadIdx.x] = inside ? s.sines[at] : T(0);
    }
    __syncthreads();

#pragma unroll 4
    for (int n = 0; n < TILE; ++n) {
      const T c = cosine[n][threadIdx.x], d = sine[n][threadIdx.x];
#pragma unroll
      for (int r = 0; r < TILE / ROWS; ++r) {
        const T x = frame[threadIdx.y + r * ROWS][n];
        re[r] += x * c;
        im[r] -= x * d;
      }
    }
    __syncthreads();
  }

  if (bin < s.bins)
#pragma unroll
    for (int r = 0; r < TILE / ROWS; ++r) {
      const int f = first + threadIdx.y + r * ROWS;
      if (f < s.count)
        s.power[size_t(f) * s.bins + bin] = re[r] * re[r] + im[r] * im[r];
    }
}

extern "C" void launch(const float *frames, const float *cosines,
                       const float *sines, const float *window, float *power,
                       int count, int samples, int bins) {
  Spectrogram<float> s{frames, cosines, sines, window, power,
                       count,  samples, bins};
  dft_power<float, 32, 8>
      <<<dim3((bins + 31) / 32, (count + 31) / 32), dim3(32, 8)>>>(s);
}
