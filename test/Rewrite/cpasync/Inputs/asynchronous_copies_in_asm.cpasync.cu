// cp.async through macros, with shared addresses as integers. The macros stay,
// those for commit and wait too.
//

#include <cstdint>
#include <cuda_runtime.h>

#define CP_ASYNC_CG(dst, src, bytes)                                           \
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(   \
                   dst),                                                       \
               "l"(src), "n"(bytes))
#define CP_ASYNC_COMMIT_GROUP() asm volatile("cp.async.commit_group;\n" ::)
#define CP_ASYNC_WAIT_GROUP(n)                                                 \
  asm volatile("cp.async.wait_group %0;\n" ::"n"(n))

#define BM 32
#define BN 32
#define BK 16
#define THREADS 64

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ alignas(16) float s_a_stages[2][BM][BK];
  __shared__ alignas(16) float s_b_stages[2][BK][BN];

  const int tid = threadIdx.x;
  const int load_a_m = tid / 4, load_a_k = (tid % 4) * 4;
  const int load_b_k = tid / 8, load_b_n = (tid % 8) * 4;
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;

  float acc[BM * BN / THREADS] = {0.0f};

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int bk) {
    auto &s_a = s_a_stages[stage];
    auto &s_b = s_b_stages[stage];
    // 16 rows of A a round
#pragma unroll
    for (int i = 0; i < BM; i += 16) {
      uint32_t load_a_ptr =
          __cvta_generic_to_shared(&s_a[load_a_m + i][load_a_k]);
      CP_ASYNC_CG(load_a_ptr, &A[(load_a_m + i) * K + bk * BK + load_a_k], 16);
    }
    // 8 rows of B a round
    uint32_t load_b_ptr = __cvta_generic_to_shared(&s_b[load_b_k][load_b_n]);
#pragma unroll
    for (int i = 0; i < BK; i += 8)
      CP_ASYNC_CG(load_b_ptr + i * BN * 4,
                  &B[(bk * BK + load_b_k + i) * N + load_b_n], 16);
  };

  // Prologue: the first tile into stage 0.
  const int num_tiles = (K + BK - 1) / BK;
  int stage = 0;
  if (num_tiles > 0)
    load_tile(stage, 0);
  CP_ASYNC_COMMIT_GROUP();

  for (int bk = 0; bk < num_tiles; ++bk) {
    CP_ASYNC_WAIT_GROUP(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (bk + 1 < num_tiles)
      load_tile(stage ^ 1, bk + 1);
    CP_ASYNC_COMMIT_GROUP();

    auto &s_a = s_a_stages[stage];
    auto &s_b = s_b_stages[stage];

    for (int e = 0; e < BM * BN / THREADS; ++e) {
      const int r = (tid + e * THREADS) / BN, c = (tid + e * THREADS) % BN;
#pragma unroll
      for (int i = 0; i < BK; ++i)
        acc[e] += s_a[r][i] * s_b[i][c];
    }

    stage ^= 1; // This one is free from the next barrier on.
  }

  for (int e = 0; e < BM * BN / THREADS; ++e) {
    const int r = (tid + e * THREADS) / BN, c = (tid + e * THREADS) % BN;
    C[(blockIdx.y * BM + r) * N + blockIdx.x * BN + c] = acc[e];
  }
}
