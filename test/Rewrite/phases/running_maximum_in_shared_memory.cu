// State in shared memory, from trip to trip: initialised in front of the loop,
// updated in one phase, read in the next.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=envelope \
// RUN:   -DTHREADS=8,4 -DSTEP=8 -DA_ROWS=4

__global__ void envelope(const float *__restrict__ signal, const float *__restrict__ gain,
                         float *__restrict__ out, int n) {
  __shared__ float window[4][8], gains[8];
  __shared__ float peak[4];
  const int x = threadIdx.x, y = threadIdx.y;

  if (x == 0)
    peak[y] = 0.0f;
  float sum = 0.0f;

  for (int first = 0; first < n; first += 8) {
    const int at = first + x;
    window[y][x] = at < n ? signal[y * n + at] : 0.0f;
    if (y == 0)
      gains[x] = at < n ? gain[at] : 0.0f;
    __syncthreads();

    if (x == 0) {
      float m = peak[y] * 0.75f;
      for (int i = 0; i < 8; ++i)
        m = fmaxf(m, fabsf(window[y][i] * gains[i]));
      peak[y] = m;
    }
    __syncthreads();

    sum += window[y][x] / (peak[y] + 1.0f) + peak[3 - y];
    __syncthreads();
  }
  out[y * 8 + x] = sum;
}
