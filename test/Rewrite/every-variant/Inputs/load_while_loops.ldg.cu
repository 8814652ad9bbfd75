// Copy loops that count in a `while`: their counters go into the header of a `for`,
// from the declaration or the assignment above. A pragma and comments stay.
//

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float own_stages[2][128], two_stages[2][128], behind_stages[2][128], nested_stages[2][4][32];
  const int t = threadIdx.x;
  int c;
  float sum = 0.0f;

  constexpr int stride = 32; // blockDim.x in all launches
  if (blockDim.x != stride)
    __trap();

  // The next tile, in registers.
  constexpr int OWN_LOADS = 128 / stride;
  constexpr int TWO0_LOADS = 64 / 32;
  constexpr int TWO1_LOADS = 4;
  constexpr int BEHIND_LOADS = 128 / 32;
  constexpr int NESTED_LOADS = 32 / 32;
  float next_own[OWN_LOADS], next_two0[TWO0_LOADS], next_two1[TWO1_LOADS];
  float next_behind[BEHIND_LOADS], next_nested[4][NESTED_LOADS];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    #pragma unroll
    for (int m = 0; m < OWN_LOADS; ++m) {
      const int i = t + m * stride;
      if (i < 128) {
        next_own[m] = A[k + i];
      }
    }

    #pragma unroll
    for (int m = 0; m < TWO0_LOADS; ++m) {
      const int c = t + m * 32;
      if (c < 64) {
        next_two0[m] = A[k + c];
      }
    }
    #pragma unroll
    for (int m = 0; m < TWO1_LOADS; ++m) {
      const int c = 64 + t + m * 32;
      if (c <= 127) {
        next_two1[m] = A[k + 191 - c];
      }
    }

    const int last = 127;
    #pragma unroll
    for (int m = 0; m < BEHIND_LOADS; ++m) {
      const unsigned int j = t + m * 32;
      if (j < 128) {
        const unsigned int at = last - j;
        next_behind[m] = A[k + at];
      }
    }

    #pragma unroll
    for (int row = 0; row < 4; ++row) {
      #pragma unroll
      for (int m = 0; m < NESTED_LOADS; ++m) {
        const int column = t + m * 32;
        if (column < 32) {
          next_nested[row][m] = A[k + row * 32 + column];
        }
      }
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 128) {
    auto &own = own_stages[stage];
    auto &two = two_stages[stage];
    auto &behind = behind_stages[stage];
    auto &nested = nested_stages[stage];
    {
      // Each thread starts at its own place.
      #pragma unroll
      for (int m = 0; m < OWN_LOADS; ++m) {
        const int i = t + m * stride;
        if (i < 128) {
          own[i] = next_own[m];
        }
      }
      #pragma unroll
      for (int m = 0; m < TWO0_LOADS; ++m) {
        const int c = t + m * 32;
        if (c < 64) {
          two[c] = next_two0[m];
        }
      }
      #pragma unroll
      for (int m = 0; m < TWO1_LOADS; ++m) {
        const int c = 64 + t + m * 32;
        if (c <= 127) {
          two[c] = next_two1[m];
        }
      }

      // The step stands amid the body, and a declaration in front of the loop.
      const int last = 127;
      #pragma unroll
      for (int m = 0; m < BEHIND_LOADS; ++m) {
        const unsigned int j = t + m * 32;
        if (j < 128) {
          const unsigned int at = last - j;
          behind[at] = next_behind[m] * 2.0f;
        }
      }
      #pragma unroll
      for (int row = 0; row < 4; ++row) {
        #pragma unroll
        for (int m = 0; m < NESTED_LOADS; ++m) {
          const int column = t + m * 32;
          if (column < 32) {
            nested[row][column] = next_nested[row][m];
          }
        }
      }
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 128 < n)
      fetch_tile(k + 128);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (c = 0; c < 128; ++c)
      sum += own[c] * two[127 - c] - behind[(c + t) % 128] * nested[c / 32][t];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }

  out[t] = sum;
}

void launch(const float *A, float *out, int n) { walk<<<1, 32>>>(A, out, n); }
