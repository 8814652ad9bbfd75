// Attention over tiles of keys and values, of which the last is short: nothing is
// filled, as nothing but what was loaded is read.
//

constexpr int ROWS = 16, D = 8;

__global__ void __launch_bounds__(64)
attention(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float Ks_stages[2][ROWS][D], Vs_stages[2][ROWS][D], S[8][ROWS];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float m = -1e30f, l = 0.0f, acc = 0.0f;
  const int tiles = (n + ROWS - 1) / ROWS;

  // The next tile, in registers.
  constexpr int LOADS = ROWS * D / 64;
  float next_Ks[LOADS], next_Vs[LOADS];

  // Loads one tile into registers.
  auto fetch_tile = [&](int j) {
    const int kv_start = j * ROWS;
    const int kv_len = min(ROWS, n - kv_start);
    #pragma unroll
    for (int trip = 0; trip < LOADS; ++trip) {
      const int i = t + trip * 64;
      if (i < kv_len * D) {
        int r = i / D, c = i % D;
        next_Ks[trip] = A[(kv_start + r) * D + c];
        next_Vs[trip] = A[1024 + (kv_start + r) * D + c];
      }
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (tiles > 0)
    fetch_tile(0);

  for (int j = 0; j < tiles; ++j) {
    auto &Ks = Ks_stages[stage];
    auto &Vs = Vs_stages[stage];

    const int kv_start = j * ROWS;
    const int kv_len = min(ROWS, n - kv_start);

    #pragma unroll
    for (int trip = 0; trip < LOADS; ++trip) {
      const int i = t + trip * 64;
      if (i < kv_len * D) {
        int r = i / D, c = i % D;
        Ks[r][c] = next_Ks[trip];
        Vs[r][c] = next_Vs[trip];
      }
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (j + 1 < tiles)
      fetch_tile(j + 1);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

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

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  C[t] = acc / l;
}

void launch(const float *A, float *C, int n) { attention<<<1, 64>>>(A, C, n); }
