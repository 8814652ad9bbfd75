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

  // The next tile, in registers.
  uint4 next_bytes[ROWS / STRIDE];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
#pragma unroll
    for (int i = 0; i < ROWS; i += STRIDE) {
      next_bytes[i / STRIDE] = FETCH_UINT4(A[((row + i) * K + column + k) / 4]);
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (K > 0)
    fetch_tile(0);

  for (int k = 0; k < K; k += COLUMNS) {
    auto &As = As_stages[stage];
#pragma unroll
    for (int i = 0; i < ROWS; i += STRIDE) {
      FETCH_UINT4(bytes) = next_bytes[i / STRIDE];
      // unpack
#pragma unroll
      for (int j = 0; j < 16; j += 1)
        As[row + i][column + j] = bytes[j] * 0.25f;
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + COLUMNS < K)
      fetch_tile(k + COLUMNS);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int j = 0; j < COLUMNS; ++j)
      sum += As[t][j] * (j + 1);

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }

  // What the last tile has left there is still there.
  out[t] = K > 0 ? sum + bytes[t % 16] : 0.0f;
}
