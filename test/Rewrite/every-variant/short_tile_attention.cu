// Attention over tiles of keys and values, of which the last is short: nothing is
// filled, as nothing but what was loaded is read.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --dump-after=rewrite %s 2>&1 \
// RUN:   | not grep left-alone
// RUN: cuda-pipeline-rewrite --variant=ldg --dump-after=rewrite %s 2>&1 \
// RUN:   | not grep left-alone
// RUN: %rewrite_and_run cpasync,ldg,ldg-single short_tiles
// RUN: %golden cpasync
// RUN: %golden ldg

constexpr int ROWS = 16, D = 8;

__global__ void __launch_bounds__(64)
attention(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float Ks[ROWS][D], Vs[ROWS][D], S[8][ROWS];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float m = -1e30f, l = 0.0f, acc = 0.0f;
  const int tiles = (n + ROWS - 1) / ROWS;
  for (int j = 0; j < tiles; ++j) {
    const int kv_start = j * ROWS;
    const int kv_len = min(ROWS, n - kv_start);
    for (int i = t; i < kv_len * D; i += 64) {
      int r = i / D, c = i % D;
      Ks[r][c] = A[(kv_start + r) * D + c];
      Vs[r][c] = A[1024 + (kv_start + r) * D + c];
    }
    __syncthreads();
    for (int c = tx; c < kv_len; c += 8) {
      float s = 0.0f;
      for (int d = 0; d < D; ++d)
        s += A[ty * D + d] * Ks[c][d];
      S[ty][c] = s;
    }
    __syncthreads();
    float mnew = m;
    for (int c = 0; c < kv_len; ++c)
      mnew = fmaxf(mnew, S[ty][c]);
    float scale = expf(m - mnew);
    l *= scale;
    acc *= scale;
    for (int c = 0; c < kv_len; ++c) {
      float p = expf(S[ty][c] - mnew);
      l += p;
      acc += p * Vs[c][tx];
    }
    m = mnew;
    __syncthreads();
  }
  C[t] = acc / l;
}

void launch(const float *A, float *C, int n) { attention<<<1, 64>>>(A, C, n); }
