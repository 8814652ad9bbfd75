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

  // Loads one tile into registers, and moves A on.
  auto fetch_tile = [&] {
#pragma unroll
    for (int i = 0; i < BM; i += stride) {
      int at = i / stride * 4;
      FETCH_FLOAT4(slices[at]) = FETCH_FLOAT4(A[(row + i) * n + col]);
    }
    A += BK;
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile();

  for (int k = 0; k < n; k += BK) {
    auto &As = As_stages[stage];
#pragma unroll
    for (int i = 0; i < BM; i += stride) {
      int at = i / stride * 4; // which slice
      As[col * BM + i + row] = slices[at];
      As[(col + 1) * BM + i + row] = slices[at + 1];
      As[(col + 2) * BM + i + row] = slices[at + 2];
      As[(col + 3) * BM + i + row] = slices[at + 3];
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + BK < n)
      fetch_tile();
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

#pragma unroll
    for (int i = 0; i < BK; ++i)
      sum = sum * 0.5f + As[i * BM + threadIdx.x % BM];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[threadIdx.x] = sum;
}
