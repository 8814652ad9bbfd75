// Scratch is double-buffered by hand, the tile is not.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=recurrent \
// RUN:   -DTHREADS=32 -DSTEP=8 -DA_ROWS=4

__global__ void recurrent(const float *__restrict__ inputs, const float *__restrict__,
                          float *__restrict__ out, int n) {
  __shared__ float tile[4][8];
  __shared__ float state[2][32];
  const int t = threadIdx.x;
  int now = 0;
  state[0][t] = 0.1f * t;

  for (int k = 0; k < n; k += 8) {
    tile[t / 8][t % 8] = k + t % 8 < n ? inputs[t / 8 * n + k + t % 8] : 0.0f;
    __syncthreads();

    float next = 0.0f;
    for (int i = 0; i < 32; ++i)
      next = next * 0.5f + state[now][(t + i) % 32];
    state[now ^ 1][t] = tanhf(next + tile[3 - t / 8][t % 8]);
    now ^= 1;
    __syncthreads();
  }
  out[t] = state[now][t];
}
