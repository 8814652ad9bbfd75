// Attention over tiles of keys and values, of which the last is short: nothing is
// filled, as nothing but what was loaded is read.
//

#include <cuda_pipeline.h>

constexpr int ROWS = 16, D = 8;

__global__ void __launch_bounds__(64)
attention(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float Ks_stages[2][ROWS][D], Vs_stages[2][ROWS][D], S[8][ROWS];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float m = -1e30f, l = 0.0f, acc = 0.0f;
  const int tiles = (n + ROWS - 1) / ROWS;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int j) {
    auto &Ks = Ks_stages[stage];
    auto &Vs = Vs_stages[stage];
    const int kv_start = j * ROWS;
    const int kv_len = min(ROWS, n - kv_start);
    for (int i = t; i < kv_len * D; i += 64) {
      int r = i / D, c = i % D;
      __pipeline_memcpy_async(&Ks[r][c], &A[(kv_start + r) * D + c],
                              sizeof(float));
      __pipeline_memcpy_async(&Vs[r][c], &A[1024 + (kv_start + r) * D + c],
                              sizeof(float));
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (tiles > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int j = 0; j < tiles; ++j) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (j + 1 < tiles)
      load_tile(stage ^ 1, j + 1);
    __pipeline_commit();

    auto &Ks = Ks_stages[stage];
    auto &Vs = Vs_stages[stage];

    const int kv_start = j * ROWS;
    const int kv_len = min(ROWS, n - kv_start);
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

    stage ^= 1; // This one is free from the next barrier on.
  }
  C[t] = acc / l;
}

void launch(const float *A, float *C, int n) { attention<<<1, 64>>>(A, C, n); }
