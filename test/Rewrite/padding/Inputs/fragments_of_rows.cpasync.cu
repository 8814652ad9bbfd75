// wmma fragments of 2-D tiles: the leading dimensions follow the rows.
//

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

constexpr int BM = 32, BN = 32, BK = 32;

// 128 threads, a warp for each 16 x 16 of the result.
__global__ void wmma_blocks(const half *__restrict__ A,
                            const half *__restrict__ B, float *__restrict__ C,
                            int M, int N, int K) {
  // Rows are 16 bytes longer: fewer bank conflicts.
  __shared__ alignas(32) half As_stages[2][BM][BK + 8];
  __shared__ alignas(32) half Bs_stages[2][BK][BN + 8];

  const int tid = threadIdx.x;
  const int warp = tid / 32;
  const int wm = warp / 2 * 16, wn = warp % 2 * 16;
  const int row = tid / 4, col = tid % 4 * 8;

  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
  wmma::fill_fragment(acc, 0.0f);

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    __pipeline_memcpy_async(
        reinterpret_cast<uint4 *>(&As[row][col]),
        reinterpret_cast<const uint4 *>(&A[(blockIdx.y * BM + row) * K + k + col]),
        sizeof(uint4));
    __pipeline_memcpy_async(
        reinterpret_cast<uint4 *>(&Bs[row][col]),
        reinterpret_cast<const uint4 *>(&B[(k + row) * N + blockIdx.x * BN + col]),
        sizeof(uint4));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += BK) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + BK < K)
      load_tile(stage ^ 1, k + BK);
    __pipeline_commit();

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int kk = 0; kk < BK; kk += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
      wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
      wmma::load_matrix_sync(a, &As[wm][kk], BK + 8);
      wmma::load_matrix_sync(b, &Bs[kk][wn], BN + 8);
      wmma::mma_sync(acc, a, b, acc);
    }

    stage ^= 1; // This one is free from the next barrier on.
  }

  float *out = C + (blockIdx.y * BM + wm) * N + blockIdx.x * BN + wn;
  wmma::store_matrix_sync(out, acc, N, wmma::mem_row_major);
}

void launch(const half *A, const half *B, float *C, int M, int N, int K) {
  wmma_blocks<<<dim3(N / BN, M / BM), 128>>>(A, B, C, M, N, K);
}
