// By hand: cp.async, HAND_STAGES stages.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_pipeline.h>
// C = A * B, bf16 in, float out, wmma. 128 x 128 x 32, eight warps of 32 x 64.
#include <cuda_bf16.h>
#include <mma.h>

using namespace nvcuda::wmma;

typedef __nv_bfloat16 bf16;

const int TM = 128, TN = 128, TK = 32;
const int LDA = TK + 8, LDB = TN + 8;

__global__ void bf16_gemm(const bf16 *__restrict__ a,
                          const bf16 *__restrict__ b, float *__restrict__ c,
                          int m, int n, int k) {
  constexpr int S = HAND_STAGES;
  extern __shared__ __align__(128) bf16 smem[];
  bf16 *a_stages = smem, *b_stages = smem + S * TM * LDA;

  int tid = threadIdx.x;
  int wid = tid >> 5;
  int wr = (wid >> 1) * 32;
  int wc = (wid & 1) * 64;
  int row0 = blockIdx.y * TM;
  int col0 = blockIdx.x * TN;

  // 8 values a copy
  int a_row = tid >> 2, a_col = (tid & 3) << 3;
  int b_row = tid >> 4, b_col = (tid & 15) << 3;

  fragment<accumulator, 16, 16, 16, float> acc[2][4];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 4; j++)
      fill_fragment(acc[i][j], 0.0f);

  const bf16 *pa = a + (size_t)(row0 + a_row) * k + a_col,
             *pb = b + (size_t)b_row * n + col0 + b_col;
  const int to_a = a_row * LDA + a_col, to_b = b_row * LDB + b_col;
  auto load = [&](int s) {
    for (int i = 0; i < 2; i++)
      __pipeline_memcpy_async(a_stages + s * TM * LDA + to_a + i * 64 * LDA,
                              pa + (size_t)i * 64 * k, 16);
    for (int i = 0; i < 2; i++)
      __pipeline_memcpy_async(b_stages + s * TK * LDB + to_b + i * 16 * LDB,
                              pb + (size_t)i * 16 * n, 16);
    pa += TK;
    pb += (size_t)TK * n;
  };
  const int trips = k / TK;
  for (int s = 0; s < S - 1; ++s) {
    if (s < trips)
      load(s);
    __pipeline_commit();
  }
  int stage = 0, fill = S - 1;
#pragma unroll 1
  for (int trip = 0; trip < trips; ++trip) {
    __pipeline_wait_prior(S - 2);
    __syncthreads();
    if (trip + S - 1 < trips)
      load(fill);
    __pipeline_commit();
    bf16 *as = a_stages + stage * TM * LDA, *bs = b_stages + stage * TK * LDB;
    fragment<matrix_a, 16, 16, 16, bf16, row_major> fa[2][2];
    fragment<matrix_b, 16, 16, 16, bf16, row_major> fb[2][4];
    for (int kk = 0; kk < 2; kk++) {
      for (int i = 0; i < 2; i++)
        load_matrix_sync(fa[kk][i], &as[(wr + i * 16) * LDA + kk * 16], LDA);
      for (int j = 0; j < 4; j++)
        load_matrix_sync(fb[kk][j], &bs[kk * 16 * LDB + wc + j * 16], LDB);
    }
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 4; j++) {
        mma_sync(acc[i][j], fa[0][i], fb[0][j], acc[i][j]);
        mma_sync(acc[i][j], fa[1][i], fb[1][j], acc[i][j]);
      }
    stage = stage + 1 == S ? 0 : stage + 1;
    fill = fill + 1 == S ? 0 : fill + 1;
  }

  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 4; j++)
      store_matrix_sync(&c[(row0 + wr + i * 16) * n + col0 + wc + j * 16],
                        acc[i][j], n, mem_row_major);
}

extern "C" void launch(const bf16 *a, const bf16 *b, float *c, int m, int n,
                       int k) {
  dim3 block(256);
  dim3 grid(n / TN, m / TM);
  const int bytes = HAND_STAGES * (TM * LDA + TK * LDB) * 2;
  static bool once =
      (cudaFuncSetAttribute(bf16_gemm,
                            cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
       true);
  (void)once;
  bf16_gemm<<<grid, block, bytes>>>(a, b, c, m, n, k);
}
