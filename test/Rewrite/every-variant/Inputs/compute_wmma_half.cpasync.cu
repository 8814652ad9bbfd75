// Tensor cores: fragments are loaded from the tiles, 16-byte copies.
//

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

template <int WARPS_M, int WARPS_N>
__global__ void wmma_gemm(const half *__restrict__ A, const half *__restrict__ B,
                          float *__restrict__ C, int M, int N, int K) {
  constexpr int BM = 16 * WARPS_M, BN = 16 * WARPS_N, BK = 16;
  constexpr int APAD = 8, BPAD = 8;
  __shared__ alignas(32) half s_a_stages[2][BM][BK + APAD];
  __shared__ alignas(32) half s_b_stages[2][BK][BN + BPAD];

  const int tid = threadIdx.x;
  const int warp = tid / 32;
  const int warp_m = warp / WARPS_N, warp_n = warp % WARPS_N;

  wmma::fragment<wmma::accumulator, 16, 16, 16, float> frag_c;
  wmma::fill_fragment(frag_c, 0.0f);

  // Eight halves a thread and copy.
  const int a_m = tid / (BK / 8), a_k = tid % (BK / 8) * 8;
  const int b_k = tid / (BN / 8), b_n = tid % (BN / 8) * 8;
  const half *a_ptr = A + (blockIdx.y * BM + a_m) * K + a_k;
  const half *b_ptr = B + b_k * N + blockIdx.x * BN + b_n;

  static_assert(sizeof(s_a_stages[0]) % 32 == 0, "each stage must be aligned");
  static_assert(sizeof(s_b_stages[0]) % 32 == 0, "each stage must be aligned");

  // Starts the copy of one tile into a stage, and moves a_ptr and b_ptr on.
  auto load_tile = [&](int stage) {
    auto &s_a = s_a_stages[stage];
    auto &s_b = s_b_stages[stage];
    if (tid < BM * BK / 8)
      __pipeline_memcpy_async((float4 *)&s_a[a_m][a_k], (const float4 *)a_ptr,
                              sizeof(float4));
    if (tid < BK * BN / 8)
      __pipeline_memcpy_async((float4 *)&s_b[b_k][b_n], (const float4 *)b_ptr,
                              sizeof(float4));
    a_ptr += BK;
    b_ptr += BK * N;
  };

  // Prologue: the first tile into stage 0.
  const int num_tiles = K / BK;
  int stage = 0;
  if (num_tiles > 0)
    load_tile(stage);
  __pipeline_commit();

  for (int bk = 0; bk < num_tiles; ++bk) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (bk + 1 < num_tiles)
      load_tile(stage ^ 1);
    __pipeline_commit();

    auto &s_a = s_a_stages[stage];
    auto &s_b = s_b_stages[stage];

    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> frag_a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> frag_b;
    wmma::load_matrix_sync(frag_a, &s_a[warp_m * 16][0], BK + APAD);
    wmma::load_matrix_sync(frag_b, &s_b[0][warp_n * 16], BN + BPAD);
    wmma::mma_sync(frag_c, frag_a, frag_b, frag_c);

    stage ^= 1; // This one is free from the next barrier on.
  }

  float *c_ptr = C + (blockIdx.y * BM + warp_m * 16) * N + blockIdx.x * BN +
                 warp_n * 16;
  wmma::store_matrix_sync(c_ptr, frag_c, N, wmma::mem_row_major);
}

template __global__ void wmma_gemm<2, 1>(const half *, const half *, float *,
                                         int, int, int);
