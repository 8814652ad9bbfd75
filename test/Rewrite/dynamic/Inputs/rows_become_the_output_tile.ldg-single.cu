// Rows of one array hold the tiles of A and B, and behind the loop C, which is
// larger than both: the launch says so by max().
//
#include <algorithm>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

#define BLOCK_ROWS 32
#define BLOCK_COLS 32
#define CHUNK 16
#define PADDED (CHUNK + 8)
#define B_ROWS BLOCK_ROWS // rows of B start here

// A is M x K, B is N x K (transposed), four warps of one 16 x 16 tile each.
__global__ void hgemm(const half *__restrict__ A, const half *__restrict__ B,
                      half *__restrict__ C, int M, int N, int K) {
  extern __shared__ half smem[][PADDED];

  const int warp = threadIdx.x / 32;
  const int warp_row = warp / 2 * 16, warp_col = warp % 2 * 16;
  const int row = threadIdx.x / 4, part = threadIdx.x % 4;
  half *c_tile = &smem[0][0] + warp_row * BLOCK_COLS + warp_col;

  wmma::fragment<wmma::accumulator, 16, 16, 16, half> acc[1];
  wmma::fill_fragment(acc[0], __float2half(0.0f));

  // The next tile, in registers.
  int2 next_smem0, next_smem1;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_smem0 =
        *(const int2 *)&A[(blockIdx.y * BLOCK_ROWS + row) * K + k + part * 4];
    next_smem1 =
        *(const int2 *)&B[(blockIdx.x * BLOCK_COLS + row) * K + k + part * 4];
  };

  // Prologue: load the first tile.
  if (K > 0)
    fetch_tile(0);

  for (int k = 0; k < K; k += CHUNK) {
    *(int2 *)&smem[row][part * 4] = next_smem0;
    *(int2 *)&smem[B_ROWS + row][part * 4] = next_smem1;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + CHUNK < K)
      fetch_tile(k + CHUNK);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::load_matrix_sync(a, &smem[warp_row][0], PADDED);
    wmma::load_matrix_sync(b, &smem[B_ROWS + warp_col][0], PADDED);
    wmma::mma_sync(acc[0], a, b, acc[0]);
    __syncthreads();
  }

  // The memory of the tiles becomes that of C.
  wmma::store_matrix_sync(c_tile, acc[0], BLOCK_COLS, wmma::mem_row_major);
  __syncthreads();
  const int4 *from = (const int4 *)&smem[0][0] + threadIdx.x;
  *(int4 *)&C[(blockIdx.y * BLOCK_ROWS + row) * N + blockIdx.x * BLOCK_COLS +
              part * 8] = *from;
}

void launch(const half *A, const half *B, half *C, int M, int N, int K) {
  const size_t bytes =
      std::max((BLOCK_ROWS + BLOCK_COLS) * PADDED * sizeof(half),
               BLOCK_ROWS * BLOCK_COLS * sizeof(half));
  cudaFuncSetAttribute(hgemm, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       bytes);
  hgemm<<<dim3(N / BLOCK_COLS, M / BLOCK_ROWS), 128, bytes>>>(A, B, C, M, N,
                                                              K);
}
