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

  // The next tile, on its way to shared memory.
  float own_reg[128 / stride], two_reg[64 / 32], two_reg2[4];
  float behind_reg[128 / 32], nested_reg[4][32 / 32];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    // Each thread starts at its own place.
    #pragma unroll
    for (int i_base = 0; i_base < 128; i_base += stride) {
      int i = i_base + t;
      if (i < 128) {
        own_reg[i_base / stride] = A[k + i];
      }
    }

    #pragma unroll
    for (int c_base = 0; c_base < 64; c_base += 32) {
      int c = c_base + t;
      if (c < 64) {
        two_reg[c_base / 32] = A[k + c];
      }
    }
    #pragma unroll
    for (int c_base = 0; c_base <= 127; c_base += 32) {
      int c = c_base + (64 + t);
      if (c <= 127) {
        two_reg2[c_base / 32] = A[k + 191 - c];
      }
    }

    // The step stands amid the body, and a declaration in front of the loop.
    const int last = 127;
    #pragma unroll
    for (unsigned int j_base = 0; j_base < 128; j_base += 32) {
      unsigned int j = j_base + t;
      if (j < 128) {
        const unsigned int at = last - j;
        behind_reg[j_base / 32] = A[k + at];
      }
    }

    #pragma unroll
    for (int row = 0; row < 4; ++row) {
      #pragma unroll
      for (int column_base = 0; column_base < 32; column_base += 32) {
        int column = column_base + t;
        if (column < 32) {
          nested_reg[row][column_base / 32] = A[k + row * 32 + column];
        }
      }
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 128) {
    auto &own = own_stages[stage];
    auto &two = two_stages[stage];
    auto &behind = behind_stages[stage];
    auto &nested = nested_stages[stage];
    {
      #pragma unroll
      for (int i_base = 0; i_base < 128; i_base += stride) {
        int i = i_base + t;
        if (i < 128) {
          own[i] = own_reg[i_base / stride];
        }
      }
      #pragma unroll
      for (int c_base = 0; c_base < 64; c_base += 32) {
        int c = c_base + t;
        if (c < 64) {
          two[c] = two_reg[c_base / 32];
        }
      }
      #pragma unroll
      for (int c_base = 0; c_base <= 127; c_base += 32) {
        int c = c_base + (64 + t);
        if (c <= 127) {
          two[c] = two_reg2[c_base / 32];
        }
      }
      const int last = 127;
      #pragma unroll
      for (unsigned int j_base = 0; j_base < 128; j_base += 32) {
        unsigned int j = j_base + t;
        if (j < 128) {
          const unsigned int at = last - j;
          behind[at] = behind_reg[j_base / 32] * 2.0f;
        }
      }
      #pragma unroll
      for (int row = 0; row < 4; ++row) {
        #pragma unroll
        for (int column_base = 0; column_base < 32; column_base += 32) {
          int column = column_base + t;
          if (column < 32) {
            nested[row][column] = nested_reg[row][column_base / 32];
          }
        }
      }
    }
    __syncthreads();

    // The next tile travels while this one is computed.
    if (k + 128 < n)
      fetch_tile(k + 128);
    __syncwarp(); // Keeps the loads in front of the math.

    for (c = 0; c < 128; ++c)
      sum += own[c] * two[127 - c] - behind[(c + t) % 128] * nested[c / 32][t];

    stage ^= 1;
  }

  out[t] = sum;
}

void launch(const float *A, float *out, int n) { walk<<<1, 32>>>(A, out, n); }
