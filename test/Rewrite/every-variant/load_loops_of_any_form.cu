// Inner loops that count up and down a tile, with bounds of every kind, nested,
// and with a start that differs from thread to thread.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DSTEP=128

#define AT(e) A[k + (e)]

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float a[128], b[4][32], c[128], d[8][16], e[128];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 128) {
    for (int i = 0; i != 128; i += 32)
      a[i + t] = k + i + t < n ? A[k + i + t] : 0.0f;
    for (int i = 1; i <= 4; i++) {
      const int j = (i - 1) * 32 + t;
      b[i - 1][t] = k + j < n ? AT(j) : 0.0f;
    }
    for (int i = t; i < 128; i += 32) {
      c[i] = k + i < n ? AT(i) : 0.0f;
    }
    for (int i = t / 8; i < 8; i += 4)
      for (int j = t % 8; j < 16; j += 8)
        d[i][j] = k + i * 16 + j < n ? AT(i * 16 + j) : 0.0f;
    const float *source = A + k + t;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      e[t + 32 * i] = k + i * 32 + t < n ? *source : 0.0f;
      source += 32;
    }
    __syncthreads();

    for (int i = 0; i < 128; ++i)
      sum = sum * 0.75f + a[i ^ t] - b[i / 32][t] * c[i] + d[i / 16][i % 16] * e[i];
    __syncthreads();
  }

  out[t] = sum;
}
