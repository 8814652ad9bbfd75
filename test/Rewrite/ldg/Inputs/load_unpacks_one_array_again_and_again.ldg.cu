// Packed bytes pass through one array, declared in front of the loop and used behind
// it, too: each trip of the copy loop fills it by one wide load and unpacks it.
//

#define FETCH_UINT4(x) (reinterpret_cast<uint4 *>(&(x))[0])

constexpr int ROWS = 32, COLUMNS = 32, THREADS = 32;

__global__ void unpack(unsigned *__restrict__ A, float *__restrict__ out,
                       int K) {
  __shared__ float As_stages[2][ROWS][COLUMNS + 1];
  const int t = threadIdx.x;
  const int row = t / (COLUMNS / 16);
  const int column = t % (COLUMNS / 16) * 16;
  const int STRIDE = THREADS / (COLUMNS / 16);
  alignas(16) unsigned char bytes[16];
  float sum = 0.0f;

  // The next tile, on its way to shared memory.
  uint4 bytes_reg[ROWS / STRIDE];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
#pragma unroll
    for (int i = 0; i < ROWS; i += STRIDE) {
      bytes_reg[i / STRIDE] = FETCH_UINT4(A[((row + i) * K + column + k) / 4]);
    }
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &As = As_stages[stage];
#pragma unroll
    for (int i = 0; i < ROWS; i += STRIDE) {
      FETCH_UINT4(bytes) = bytes_reg[i / STRIDE];
      // unpack
#pragma unroll
      for (int j = 0; j < 16; j += 1)
        As[row + i][column + j] = bytes[j] * 0.25f;
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  {
    int k = 0;
    if (k < K) {
      fetch_tile(k);
      store_tile(stage);
    }
  }

  // Main loop. Its last trip, with no tile left to load, is the epilogue.
  for (int k = 0; k < K; k += COLUMNS) {
    __syncthreads();

    // The next tile travels while this one is computed.
    const int k_next = k + COLUMNS;
    const bool has_next = k_next < K;
    if (has_next)
      fetch_tile(k_next);
    __syncwarp(); // Keeps the loads in front of the math.

    auto &As = As_stages[stage];

    for (int j = 0; j < COLUMNS; ++j)
      sum += As[t][j] * (j + 1);

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1;
  }

  // What the last tile has left there is still there.
  out[t] = K > 0 ? sum + bytes[t % 16] : 0.0f;
}
