// Denoising by non-local means, a row of the search window a trip: its strip of
// the image is a tile, the patch around a pixel is nine registers. 32 x 16
// threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <int BW, int BH, int SEARCH>
__global__ void __launch_bounds__(BW *BH, 2)
    nlm(const float *__restrict__ noisy, float *__restrict__ clean, int w,
        int h, float inv_h2) {
  constexpr int PATCH = 1;
  constexpr int WIDE = BW + 2 * (SEARCH + PATCH), HIGH = BH + 2 * PATCH;
  __shared__ float strip[HIGH][WIDE];

  const int bx = blockIdx.x * BW, by = blockIdx.y * BH;
  const int x = bx + threadIdx.x, y = by + threadIdx.y;

  float patch[3][3];
#pragma unroll
  for (int j = 0; j < 3; ++j)
#pragma unroll
    for (int i = 0; i < 3; ++i)
      patch[j][i] = noisy[(size_t)min(max(y + j - 1, 0), h - 1) * w +
                          min(max(x + i - 1, 0), w - 1)];

  float total = 0.0f, weights = 0.0f;

  for (int dy = -SEARCH; dy <= SEARCH; ++dy) {
    for (int j = threadIdx.y; j < HIGH; j += BH) {
      const int gy = min(max(by + dy + j - PATCH, 0), h - 1);
      for (int i = threadIdx.x; i < WIDE; i += BW) {
        const int gx = min(max(bx + i - SEARCH - PATCH, 0), w - 1);
        strip[j][i] = noisy[(size_t)gy * w + gx];
      }
    }
    __syncthreads();

#pragma unroll
    for (int dx = 0; dx <= 2 * SEARCH; ++dx) {
      float d2 = 0.0f;
#pragma unroll
      for (int j = 0; j < 3; ++j)
#pragma unroll
        for (int i = 0; i < 3; ++i) {
          const float d =
              patch[j][i] - strip[threadIdx.y + j][threadIdx.x + dx + i];
          d2 += d * d;
        }
      const float weight = __expf(-d2 * inv_h2);
      total += weight * strip[threadIdx.y + 1][threadIdx.x + dx + 1];
      weights += weight;
    }
    __syncthreads();
  }

  if (x < w && y < h)
    clean[(size_t)y * w + x] = total / weights;
}

extern "C" void launch(const float *noisy, float *clean, int w, int h) {
  nlm<32, 16, 6><<<dim3((w + 31) / 32, (h + 15) / 16), dim3(32, 16)>>>(
      noisy, clean, w, h, 0.35f);
}
