// C = A * B, bf16 in, float out, wmma. 128 x 128 x 32, eight warps of 32 x 64.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_bf16.h>
#include <mma.h>

using namespace nvcuda::wmma;

typedef __nv_bfloat16 bf16;

const int TM = 128, TN = 128, TK = 32;
const int LDA = TK + 8, LDB = TN + 8;

__global__ void bf16_gemm(const bf16 *__restrict__ a,
                          const bf16 *__restrict__ b, float *__restrict__ c,
                          int m, int n, int k) {
  __shared__ __align__(32) bf16 as[TM * LDA];
  __shared__ __align__(32) bf16 bs[TK * LDB];

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

  for (int bk = 0; bk < k / TK; bk++) {
    for (int i = 0; i < 2; i++) {
      int r = a_row + i * 64;
      *(float4 *)(&as[r * LDA + a_col]) =
          *(float4 *)(&a[(row0 + r) * k + bk * TK + a_col]);
    }
    for (int i = 0; i < 2; i++) {
      int r = b_row + i * 16;
      *(float4 *)(&bs[r * LDB + b_col]) =
          *(float4 *)(&b[(bk * TK + r) * n + col0 + b_col]);
    }
    __syncthreads();

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
    __syncthreads();
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
  bf16_gemm<<<grid, block>>>(a, b, c, m, n, k);
}
