// An array from in front of the loop carries the loaded vectors: a slice for
// each trip of the copy loop, stored transposed in the same trip. It goes on
// carrying them, only longer.
//

#define FETCH_FLOAT4(x) (reinterpret_cast<float4 *>(&(x))[0])

template <const int BM, const int BK>
__global__ void transposed(float *A, float *B, float *out, int n) {
  __shared__ float As_stages[2][BK * BM];
  const int ldg_a_num = BK * BM / 64 / 4;
  const int row = threadIdx.x / (BK / 4);
  const int col = threadIdx.x % (BK / 4) * 4;
  const int stride = BM / ldg_a_num;
  float slices[4 * ldg_a_num] = {0.};
  float sum = 0.0f;

  // Loads one tile into registers.
  auto fetch_tile = [&] {
#pragma unroll
    for (int i = 0; i < BM; i += stride) {
      int at = i / stride * 4; // which slice
      FETCH_FLOAT4(slices[at]) = FETCH_FLOAT4(A[(row + i) * n + col]);
    }
    A += BK;
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &As = As_stages[stage];
#pragma unroll
    for (int i = 0; i < BM; i += stride) {
      int at = i / stride * 4;
      As[col * BM + i + row] = slices[at];
      As[(col + 1) * BM + i + row] = slices[at + 1];
      As[(col + 2) * BM + i + row] = slices[at + 2];
      As[(col + 3) * BM + i + row] = slices[at + 3];
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  {
    int k = 0;
    if (k < n) {
      fetch_tile();
      store_tile(stage);
    }
  }

  // Main loop. Its last trip, with no tile left to load, is the epilogue.
  for (int k = 0; k < n; k += BK) {
    __syncthreads();

    // The next tile travels while this one is computed.
    const int k_next = k + BK;
    const bool has_next = k_next < n;
    if (has_next)
      fetch_tile();
    __syncwarp(); // Keeps the loads in front of the math.

    auto &As = As_stages[stage];

#pragma unroll
    for (int i = 0; i < BK; ++i)
      sum = sum * 0.5f + As[i * BM + threadIdx.x % BM];

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1;
  }
  out[threadIdx.x] = sum;
}
