// HGEMM, C = A * B; A row-major, B column-major, C row-major, half
// accumulators. A block makes 256 x 128, a warp 64 x 64. C leaves through the
// memory of the tiles.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>

#define WMMA_M 16
#define WMMA_N 16
#define WMMA_K 16

#define BLOCK_ROWS 256
#define BLOCK_COLS 128
#define WARP_ROWS 64
#define WARP_COLS 64

#define ROW_WARPS (BLOCK_COLS / WARP_COLS) // 2
#define COL_WARPS (BLOCK_ROWS / WARP_ROWS) // 4
#define WARPS (ROW_WARPS * COL_WARPS)      // 8
#define THREADS (WARPS * 32)               // 256

#define CHUNK 2
#define TILE_K (CHUNK * WMMA_K)                               // 32
#define LANES_PER_LINE (TILE_K * sizeof(half) / sizeof(int4)) // 4
#define LINES_PER_WARP (32 / LANES_PER_LINE)                  // 8

#define AB_STRIDE (TILE_K + 8)
#define C_STRIDE (BLOCK_COLS + 8)

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t status = (call);                                               \
    if (status != cudaSuccess) {                                               \
      fprintf(stderr, "%s\n", cudaGetErrorString(status));                     \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

inline __device__ __host__ size_t div_ceil(size_t a, size_t b) {
  return (a + b - 1) / b;
}

__global__ void __launch_bounds__(THREADS)
    hgemmKernel(const half *__restrict__ A, const half *__restrict__ B,
                half *__restrict__ C, size_t M, size_t N, size_t K) {
  const size_t k_tiles = div_ceil(K, TILE_K);
  const size_t block_row = (size_t)blockIdx.y * BLOCK_ROWS;
  const size_t block_col = (size_t)blockIdx.x * BLOCK_COLS;

  extern __shared__ __align__(128) half smem[][AB_STRIDE];
  constexpr size_t b_offset = BLOCK_ROWS;

  const size_t warp_id = threadIdx.x / 32;
  const size_t lane_id = threadIdx.x % 32;
  const size_t warp_row = warp_id / ROW_WARPS * WARP_ROWS;
  const size_t warp_col = warp_id % ROW_WARPS * WARP_COLS;

  using namespace nvcuda;
  wmma::fragment<wmma::accumulator, WMMA_M, WMMA_N, WMMA_K, half> C_frag[4][4];
#pragma unroll
  for (size_t i = 0; i < 4; ++i) {
#pragma unroll
    for (size_t j = 0; j < 4; ++j) {
      wmma::fill_fragment(C_frag[i][j], 0.0);
    }
  }

  const half *A_warp_ptr = &A[(block_row + BLOCK_ROWS / WARPS * warp_id) * K];
  const half *B_warp_ptr = &B[(block_col + BLOCK_COLS / WARPS * warp_id) * K];

  for (size_t tile_k = 0; tile_k < k_tiles; ++tile_k) {
    size_t A_smem_row = BLOCK_ROWS / WARPS * warp_id + lane_id / LANES_PER_LINE;
    int4 *A_lane_ptr = (int4 *)(A_warp_ptr + tile_k * TILE_K +
                                (lane_id / LANES_PER_LINE) * K) +
                       lane_id % LANES_PER_LINE;
#pragma unroll
    for (size_t i = 0; i < BLOCK_ROWS / WARPS / LINES_PER_WARP; ++i) {
      *((int4 *)&smem[A_smem_row][0] + lane_id % LANES_PER_LINE) = *A_lane_ptr;
      A_lane_ptr = (int4 *)((half *)A_lane_ptr + LINES_PER_WARP * K);
      A_smem_row += LINES_PER_WARP;
    }

    size_t B_smem_row =
        b_offset + BLOCK_COLS / WARPS * warp_id + lane_id / LANES_PER_LINE;
    int4 *B_lane_ptr = (int4 *)(B_warp_ptr + tile_k * TILE_K +
                                (lane_id / LANES_PER_LINE) * K) +
                       lane_id % LANES_PER_LINE;
#pragma unroll
    for (size_t i = 0; i < BLOCK_COLS / WARPS / LINES_PER_WARP; ++i) {
      *((int4 *)&smem[B_smem_row][0] + lane_id % LANES_PER_LINE) = *B_lane_ptr;
      B_lane_ptr = (int4 *)((half *)B_lane_ptr + LINES_PER_WARP * K);
      B_smem_row += LINES_PER_WARP;
    }

    __syncthreads();

#pragma unroll
    for (size_t k_step = 0; k_step < CHUNK; ++k_step) {
      wmma::fragment<wmma::matrix_a, WMMA_M, WMMA_N, WMMA_K, half,
                     wmma::row_major>
          A_frag[4];
      wmma::fragment<wmma::matrix_b, WMMA_M, WMMA_N, WMMA_K, half,
                     wmma::col_major>
          B_frag[4];
#pragma unroll
      for (size_t i = 0; i < 4; ++i) {
        wmma::load_matrix_sync(A_frag[i],
                               &smem[warp_row + i * WMMA_M][k_step * WMMA_K],
                               AB_STRIDE);
      }
#pragma unroll
      for (size_t j = 0; j < 4; ++j) {
        wmma::load_matrix_sync(
            B_frag[j], &smem[b_offset + warp_col + j * WMMA_N][k_step * WMMA_K],
            AB_STRIDE);
      }
#pragma unroll
      for (size_t i = 0; i < 4; ++i) {
#pragma unroll
        for (size_t j = 0; j < 4; ++j) {
          wmma::mma_sync(C_frag[i][j], A_frag[i], B_frag[j], C_frag[i][j]);
        }
      }
    }

    __syncthreads();
  }

#pragma unroll
  for (size_t i = 0; i < 4; ++i) {
#pragma unroll
    for (size_t j = 0; j < 4; ++j) {
      half *to = &smem[0][0] + (warp_row + i * WMMA_M) * C_STRIDE + warp_col +
                 j * WMMA_N;
      wmma::store_matrix_sync(to, C_frag[i][j], C_STRIDE, wmma::mem_row_major);
    }
  }

  __syncthreads();

  // A warp writes 32 rows, 16 lanes a row.
  const half *src = &smem[0][0] + warp_id * 32 * C_STRIDE;
  half *dst = &C[(block_row + warp_id * 32) * N + block_col];
#pragma unroll
  for (size_t i = 0; i < 16; ++i) {
    *((int4 *)(dst + (i * 2 + lane_id / 16) * N) + lane_id % 16) =
        *((int4 *)(src + (i * 2 + lane_id / 16) * C_STRIDE) + lane_id % 16);
  }
}

size_t initHgemm() {
  int dev_id = 0;
  CHECK(cudaGetDevice(&dev_id));
  cudaDeviceProp dev_prop;
  CHECK(cudaGetDeviceProperties(&dev_prop, dev_id));

  size_t tiles_bytes = (BLOCK_ROWS + BLOCK_COLS) * AB_STRIDE * sizeof(half);
  size_t c_bytes = BLOCK_ROWS * C_STRIDE * sizeof(half);
  size_t smem_max_size = tiles_bytes > c_bytes ? tiles_bytes : c_bytes;
  if (smem_max_size > dev_prop.sharedMemPerBlockOptin) {
    fprintf(stderr, "not enough shared memory\n");
    exit(1);
  }
  CHECK(cudaFuncSetAttribute(
      hgemmKernel, cudaFuncAttributeMaxDynamicSharedMemorySize, smem_max_size));
  return smem_max_size;
}

extern "C" void launch(half *A, half *B, half *C, int M, int N, int K) {
  static size_t smem_max_size = initHgemm();
  dim3 block(THREADS);
  dim3 grid(div_ceil(N, BLOCK_COLS), div_ceil(M, BLOCK_ROWS));
  hgemmKernel<<<grid, block, smem_max_size>>>(A, B, C, M, N, K);
}
