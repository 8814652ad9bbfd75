// A function in a namespace loads both tiles, one of them transposed. Its text
// takes the place of its call: registers need the loads and the stores apart.
//
// RUN: %rewrite_and_run ldg,ldg-single gemm -DBLOCK_M=32 -DBLOCK_N=32 \
// RUN:   -DBLOCK_K=16 -DTHREADS=32,4 -DKERNEL='gemm<32,32,16>'
// RUN: %golden ldg

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
  __shared__ float As[BK * BM];
  __shared__ float Bs[BK * BN];
  const int thread = threadIdx.y * 32 + threadIdx.x;
  const int column = thread % BK;
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  float sums[8] = {};
  for (int k = 0; k < K; k += BK) {
    tiles::loadBoth<BM, BN, BK, 128 / BK>(N, K, A, B, As, Bs, thread / BK,
                                          column);
    __syncthreads();
    for (int l = 0; l < BK; ++l)
      for (int i = 0; i < 8; ++i)
        sums[i] += As[l * BM + threadIdx.y * 8 + i] * Bs[l * BN + threadIdx.x];
    A += BK;
    B += BK * N;
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i) {
    const int row = blockIdx.y * BM + threadIdx.y * 8 + i;
    const int at = blockIdx.x * BN + threadIdx.x;
    if (row < M && at < N)
      C[row * N + at] = sums[i];
  }
}
