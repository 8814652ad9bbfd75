// Pieces of one array hold the tiles and what fragments store between two products: how far a
// fragment reaches is told by its shape and the leading dimension.
//

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

constexpr int T = 16, LD = 24;

__global__ void __launch_bounds__(32)
    gemm(const half *__restrict__ A, const half *__restrict__ B, float *__restrict__ C, int N,
         int K) {
  extern __shared__ __align__(16) char smem[];
  half *a_tile = reinterpret_cast<half *>(smem);
  half *b_tile = a_tile + T * LD;
  float *part = reinterpret_cast<float *>(b_tile + T * LD);

  const int t = threadIdx.x, row = t / 2, col = t % 2 * 8;
  float sum[8] = {};

  // The launch gives dynamic shared memory for two stages.
  unsigned stage_size;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(stage_size));
  stage_size = stage_size / (2 * 32) * 32 / sizeof(half);
  auto *const a_tile_stages = a_tile;
  auto *const b_tile_stages = b_tile;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto *a_tile = a_tile_stages + stage * stage_size;
    auto *b_tile = b_tile_stages + stage * stage_size;
    __pipeline_memcpy_async((float4 *)&a_tile[row * LD + col],
                            (const float4 *)&A[(blockIdx.y * T + row) * K + k + col], sizeof(float4));
    __pipeline_memcpy_async((float4 *)&b_tile[row * LD + col],
                            (const float4 *)&B[(k + row) * N + blockIdx.x * T + col], sizeof(float4));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += T) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + T < K)
      load_tile(stage ^ 1, k + T);
    __pipeline_commit();

    auto *a_tile = a_tile_stages + stage * stage_size;
    auto *b_tile = b_tile_stages + stage * stage_size;

    wmma::fragment<wmma::matrix_a, T, T, T, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, T, T, T, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, T, T, T, float> c;
    wmma::fill_fragment(c, 0.0f);
    wmma::load_matrix_sync(a, a_tile, LD);
    wmma::load_matrix_sync(b, b_tile, LD);
    wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(part, c, LD, wmma::mem_row_major);
    __syncthreads();

    for (int i = 0; i < 8; ++i)
      sum[i] = 0.5f * sum[i] + part[row * LD + col + i];

    stage ^= 1; // This one is free from the next barrier on.
  }
  for (int i = 0; i < 8; ++i)
    C[(blockIdx.y * T + row) * N + blockIdx.x * T + col + i] = sum[i];
}

void launch(const half *A, const half *B, float *C, int M, int N, int K) {
  const int bytes = 2 * (2 * T * LD * sizeof(half) + T * LD * sizeof(float));
  gemm<<<dim3(N / T, M / T), 32, bytes>>>(A, B, C, N, K);
}
