// Subscripts of every kind that is understood, against the executor: bytes left
// out in the wrong place would show as a race, as poison or as another sum.
//

constexpr int THREADS = 128;

// A row that is no multiple of a group; columns from 1 on and down.
__global__ void ends(const float *__restrict__ B, float *__restrict__ C, int K) {
  // Columns of Bs are skewed: no bank conflicts.
  constexpr auto skewed = [](int column) { return column + column / 32 * 2; };
  __shared__ float Bs_stages[2][4][skewed(137)];
  int t = threadIdx.x, tx = t % 16;
  float sum = 0;

  // The next tile, in registers.
  constexpr int LOADS = (137 + THREADS - 1) / THREADS;
  float next_Bs[4][LOADS];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k0) {
    #pragma unroll
    for (int r = 0; r < 4; ++r) {
      #pragma unroll
      for (int n = 0; n < LOADS; ++n) {
        const int c = t + n * THREADS;
        if (c < 137)
          next_Bs[r][n] = B[(k0 + r) * 256 + c];
      }
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (K > 0)
    fetch_tile(0);

  for (int k0 = 0; k0 < K; k0 += 4) {
    auto &Bs = Bs_stages[stage];
    #pragma unroll
    for (int r = 0; r < 4; ++r) {
      #pragma unroll
      for (int n = 0; n < LOADS; ++n) {
        const int c = t + n * THREADS;
        if (c < 137)
          Bs[r][skewed(c)] = next_Bs[r][n];
      }
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k0 + 4 < K)
      fetch_tile(k0 + 4);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int k = 0; k < 4; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][skewed(tx * 8) + j] * (j + 1);
      sum -= Bs[k][skewed(136)] * Bs[k][tx + 1] + Bs[k][skewed(127 - t)];
      sum += Bs[k][skewed((tx + 1) * 8 - 8) + (t & 7)] * 3;
    }

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  C[t] = sum;
}

// Pieces of a three-dimensional tile; columns from shifts and masks.
__global__ void pieces(const float *__restrict__ B, float *__restrict__ C, int K) {
  // Columns of Bs are skewed: no bank conflicts.
  constexpr auto skewed = [](int column) { return column + column / 32 * 4; };
  __shared__ alignas(16) float Bs_stages[2][2][4][skewed(128)];
  const unsigned t = threadIdx.x;
  float sum = 0;

  // The next tile, in registers.
  constexpr int LOADS = 512 / THREADS;
  float next_Bs0[LOADS], next_Bs1[LOADS];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k0) {
    #pragma unroll
    for (int n = 0; n < LOADS; ++n) {
      const int i = t + n * THREADS;
      if (i < 512) {
        next_Bs0[n] = B[(k0 + i / 128) * 256 + i % 128];
        next_Bs1[n] = B[(k0 + i / 128) * 256 + 128 + i % 128];
      }
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (K > 0)
    fetch_tile(0);

  for (int k0 = 0; k0 < K; k0 += 4) {
    auto &Bs = Bs_stages[stage];
    #pragma unroll
    for (int n = 0; n < LOADS; ++n) {
      const int i = t + n * THREADS;
      if (i < 512) {
        Bs[0][i / 128][skewed(i % 128)] = next_Bs0[n];
        Bs[1][i / 128][skewed(i % 128 ^ 5)] = next_Bs1[n];
      }
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k0 + 4 < K)
      fetch_tile(k0 + 4);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int k = 0; k < 4; ++k) {
      auto &piece = Bs[k & 1];
      for (int j = 0; j < 8; j += 4) {
        const float4 v = *reinterpret_cast<const float4 *>(
            &piece[k][skewed(t % 16 << 3) + j]);
        sum += v.x * 2 - v.y + v.z * 3 - v.w;
      }
      const int column = (t & 7) << 3;
      sum += piece[k][skewed(column) + 7] +
             Bs[1][3 - k][skewed(t & 112) + (t >> 3)];
    }

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  C[t] = sum;
}

void launch(const float *B, float *C, int K) {
  ends<<<1, THREADS>>>(B, C, K);
  pieces<<<1, THREADS>>>(B, C + 128, K);
}
