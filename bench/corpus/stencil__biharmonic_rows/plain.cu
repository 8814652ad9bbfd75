// Bending of a plate: the biharmonic operator over strips of 128 columns, eight
// rows a trip with two more above and below, one column a thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define COLS 128
#define ROWS 8
#define HALO 2
#define STRIP 128
#define PITCH (COLS + 2 * HALO)

__global__ void plate(const float *w, float *out, int nx, int ny) {
  __shared__ float s[(ROWS + 2 * HALO) * PITCH];

  const int t = threadIdx.x;
  const int x0 = blockIdx.x * COLS;
  const int x = x0 + t;
  const int y_stop = min((int)(blockIdx.y + 1) * STRIP, ny);

  for (int y0 = blockIdx.y * STRIP; y0 < y_stop; y0 += ROWS) {
    for (int r = 0; r < ROWS + 2 * HALO; r++) {
      const int y = y0 + r - HALO;
      for (int c = t; c < PITCH; c += COLS) {
        const int gx = x0 + c - HALO;
        s[r * PITCH + c] = (y >= 0 && y < ny && gx >= 0 && gx < nx)
                               ? w[(size_t)y * nx + gx]
                               : 0.f;
      }
    }
    __syncthreads();

    if (x < nx) {
      const int rows = min(ROWS, y_stop - y0);
      for (int r = 0; r < rows; r++) {
        const float *p = s + (r + HALO) * PITCH + t + HALO;
        float v = 20.f * p[0];
        v -= 8.f * (p[-1] + p[1] + p[-PITCH] + p[PITCH]);
        v += 2.f * (p[-PITCH - 1] + p[-PITCH + 1] + p[PITCH - 1] +
                    p[PITCH + 1]);
        v += p[-2] + p[2] + p[-2 * PITCH] + p[2 * PITCH];
        out[(size_t)(y0 + r) * nx + x] = v;
      }
    }
    __syncthreads();
  }
}

extern "C" void launch(const float *w, float *out, int nx, int ny) {
  plate<<<dim3((nx + COLS - 1) / COLS, (ny + STRIP - 1) / STRIP), COLS>>>(
      w, out, nx, ny);
}
