// Template matching: eight rows of the template a trip, and the strip of the
// image that a block of 32 x 8 places needs for them. Sizes are known at run
// time, so the tiles are cut from dynamic shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define PX 32
#define PY 8
#define TROWS 8

__global__ void match_ncc(const float *image, const float *pattern, float *ncc,
                          int w, int h, int tw, int th) {
  extern __shared__ float smem[];
  const int sw = PX + tw - 1;     // strip of the image
  const int sh = PY + TROWS - 1;
  float *strip = smem;
  float *rows = strip + sw * sh;

  const int ow = w - tw + 1, oh = h - th + 1;
  const int x0 = blockIdx.x * PX, y0 = blockIdx.y * PY;
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int tid = ty * PX + tx;
  const int nthreads = PX * PY;

  float cross = 0.f, energy = 0.f, pattern_energy = 0.f;

  for (int r0 = 0; r0 < th; r0 += TROWS) {
    const int nrows = min(TROWS, th - r0);
    for (int i = tid; i < sw * sh; i += nthreads) {
      const int x = min(x0 + i % sw, w - 1);
      const int y = min(y0 + r0 + i / sw, h - 1);
      strip[i] = image[y * w + x];
    }
    for (int i = tid; i < nrows * tw; i += nthreads)
      rows[i] = pattern[r0 * tw + i];
    __syncthreads();

    for (int r = 0; r < nrows; r++) {
      const float *s = strip + (ty + r) * sw + tx;
      const float *p = rows + r * tw;
      for (int c = 0; c < tw; c++) {
        cross += s[c] * p[c];
        energy += s[c] * s[c];
        pattern_energy += p[c] * p[c];
      }
    }
    __syncthreads();
  }

  if (x0 + tx < ow && y0 + ty < oh)
    ncc[(y0 + ty) * ow + x0 + tx] =
        cross * rsqrtf(fmaxf(energy * pattern_energy, 1e-12f));
}

extern "C" void launch(const float *image, const float *pattern, float *ncc,
                       int w, int h, int tw, int th) {
  const int ow = w - tw + 1, oh = h - th + 1;
  const size_t bytes =
      ((PX + tw - 1) * (PY + TROWS - 1) + TROWS * tw) * sizeof(float);
  match_ncc<<<dim3((ow + PX - 1) / PX, (oh + PY - 1) / PY), dim3(PX, PY),
              bytes>>>(image, pattern, ncc, w, h, tw, th);
}
