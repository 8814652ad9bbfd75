// A function in a namespace loads both tiles, one of them transposed. Its text
// takes the place of its call: registers need the loads and the stores apart.
//

namespace tiles {

template <int BM, int BN, int BK, int Step>
__device__ void loadBoth(int N, int K, const float *A, const float *B,
                         float *As, float *Bs, int row, int column) {
  for (int offset = 0; offset < BM; offset += Step) {
    // One row of A becomes one column of the tile.
    const float value = A[(row + offset) * K + column];
    As[column * BM + row + offset] = value;
  }
  for (int offset = 0; offset < BK * BN; offset += Step * BK)
    Bs[offset + row * BK + column] =
        B[(offset + row * BK + column) / BN * N +
          (offset + row * BK + column) % BN];
}

} // namespace tiles

template <int BM, int BN, int BK>
__global__ void gemm(const float *A, const float *B, float *C, int M, int N,
                     int K) {
  __shared__ float As_stages[2][BK * BM];
  __shared__ float Bs_stages[2][BK * BN];
  const int thread = threadIdx.y * 32 + threadIdx.x;
  const int column = thread % BK;
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  float sums[8] = {};

  // The next tile, in registers.
  float next_As[(BM + (128 / BK) - 1) / (128 / BK)];
  float next_Bs[(BK * BN + ((128 / BK) * BK) - 1) / ((128 / BK) * BK)];

  // Loads one tile into registers, and moves A and B on.
  auto fetch_tile = [&] {
    int row = thread / BK;
    #pragma unroll
    for (int offset = 0; offset < BM; offset += (128 / BK)) {
      next_As[offset / (128 / BK)] = A[(row + offset) * K + column];
    }
    #pragma unroll
    for (int offset = 0; offset < BK * BN; offset += (128 / BK) * BK) {
      next_Bs[offset / ((128 / BK) * BK)] =
          B[(offset + row * BK + column) / BN * N +
            (offset + row * BK + column) % BN];
    }
    A += BK;
    B += BK * N;
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (K > 0)
    fetch_tile();

  for (int k = 0; k < K; k += BK) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    {
      int row = thread / BK;
      #pragma unroll
      for (int offset = 0; offset < BM; offset += (128 / BK)) {
        // One row of A becomes one column of the tile.
        As[column * BM + row + offset] = next_As[offset / (128 / BK)];
      }
      #pragma unroll
      for (int offset = 0; offset < BK * BN; offset += (128 / BK) * BK)
        Bs[offset + row * BK + column] = next_Bs[offset / ((128 / BK) * BK)];
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + BK < K)
      fetch_tile();
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int l = 0; l < BK; ++l)
      for (int i = 0; i < 8; ++i)
        sums[i] += As[l * BM + threadIdx.y * 8 + i] * Bs[l * BN + threadIdx.x];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  for (int i = 0; i < 8; ++i) {
    const int row = blockIdx.y * BM + threadIdx.y * 8 + i;
    const int at = blockIdx.x * BN + threadIdx.x;
    if (row < M && at < N)
      C[row * N + at] = sums[i];
  }
}
