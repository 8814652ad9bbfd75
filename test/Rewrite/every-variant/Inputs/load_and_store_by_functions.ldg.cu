// Vectors are loaded and stored by small functions of the user's: as good as
// the cast that is in them.
//

__device__ float4 ld_vec(const float *address) {
  return *reinterpret_cast<const float4 *>(address);
}

__device__ void st_vec(float *address, float4 val) {
  *reinterpret_cast<float4 *>(address) = val;
}

// Rows of A times rows of B.
__global__ void dots(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ out, int n) {
  __shared__ alignas(16) float lhs_s_stages[2][32][32];
  __shared__ alignas(16) float rhs_s_stages[2][32][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  constexpr int LOADS = 32 / 8;
  float4 next_lhs_s[LOADS], next_rhs_s[LOADS];

  // Loads one tile into registers.
  auto fetch_tile = [&](int so) {
    int xo = 4 * (t % 8);
    #pragma unroll
    for (int m = 0; m < LOADS; ++m) {
      const int y = t / 8 + m * 8;
      if (y < 32) {
        next_lhs_s[m] = ld_vec(A + y * n + so + xo);
        next_rhs_s[m] = ld_vec(&B[y * n + so + xo]);
      }
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int so = 0; so < n; so += 32) {
    auto &lhs_s = lhs_s_stages[stage];
    auto &rhs_s = rhs_s_stages[stage];
    {
      int xo = 4 * (t % 8);
      // eight threads a row
      #pragma unroll
      for (int m = 0; m < LOADS; ++m) {
        const int y = t / 8 + m * 8;
        if (y < 32) {
          st_vec(&lhs_s[y][xo], next_lhs_s[m]);
          st_vec(rhs_s[y] + xo, next_rhs_s[m]); // the same for B
        }
      }
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (so + 32 < n)
      fetch_tile(so + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int si = 0; si < 32; si += 4) {
      float4 lhs = ld_vec(&lhs_s[t % 32][si]);
      float4 rhs = ld_vec(&rhs_s[(t + 7) % 32][si]);
      sum += lhs.x * rhs.x;
      sum += lhs.y * rhs.y;
      sum += lhs.z * rhs.z;
      sum += lhs.w * rhs.w;
    }

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}

// One side by a function, the other as it comes.
__global__ void guarded(const float *__restrict__ A,
                        const float *__restrict__ B, float *__restrict__ out,
                        int n) {
  __shared__ alignas(16) float a_stages[2][256];
  __shared__ alignas(16) float b_stages[2][256];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float4 next_a, next_b;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_a = *(const float4 *)&A[k + 4 * t];
    next_b = k + 4 * t < n ? ld_vec(B + k + 4 * t) : float4{};
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 256) {
    auto &a = a_stages[stage];
    auto &b = b_stages[stage];
    st_vec(&a[4 * t], next_a);
    *(float4 *)&b[4 * t] = next_b;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 256 < n)
      fetch_tile(k + 256);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 256; i += 3)
      sum = sum * 0.5f + a[i] * b[(i + t) % 256];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}
