// Forward substitution by blocks of 32: all of X stays in shared memory, blocks
// of L left of the diagonal come as tiles, the diagonal block is solved in
// place. 32 x 8 threads, four rows each.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define BLK 32
#define MAX_BLOCKS 4

__global__ void __launch_bounds__(256)
    trsm_lower_unit(const float *__restrict__ L, const float *__restrict__ B,
                    float *__restrict__ X, int n) {
  __shared__ float l_tile[BLK][BLK + 1];
  __shared__ float x[MAX_BLOCKS][BLK][BLK];

  L += (size_t)blockIdx.x * n * n;
  B += (size_t)blockIdx.x * n * BLK;
  X += (size_t)blockIdx.x * n * BLK;
  const int col = threadIdx.x, ty = threadIdx.y;

  for (int i = 0; i < n / BLK; ++i) {
    float rhs[4];
#pragma unroll
    for (int r = 0; r < 4; ++r)
      rhs[r] = B[(i * BLK + ty + 8 * r) * BLK + col];

    for (int j = 0; j < i; ++j) {
#pragma unroll
      for (int r = 0; r < 4; ++r)
        l_tile[ty + 8 * r][col] =
            L[(size_t)(i * BLK + ty + 8 * r) * n + j * BLK + col];
      __syncthreads();
#pragma unroll 8
      for (int k = 0; k < BLK; ++k) {
        const float xk = x[j][k][col];
#pragma unroll
        for (int r = 0; r < 4; ++r)
          rhs[r] -= l_tile[ty + 8 * r][k] * xk;
      }
      __syncthreads();
    }

    // The diagonal block, a row after the other.
#pragma unroll
    for (int r = 0; r < 4; ++r) {
      l_tile[ty + 8 * r][col] =
          L[(size_t)(i * BLK + ty + 8 * r) * n + i * BLK + col];
      x[i][ty + 8 * r][col] = rhs[r];
    }
    __syncthreads();
    for (int k = 0; k < BLK - 1; ++k) {
      const float xk = x[i][k][col];
      for (int row = k + 1 + ty; row < BLK; row += 8)
        x[i][row][col] -= l_tile[row][k] * xk;
      __syncthreads();
    }
    for (int row = ty; row < BLK; row += 8)
      X[(i * BLK + row) * BLK + col] = x[i][row][col];
    __syncthreads();
  }
}

extern "C" void launch(const float *L, const float *B, float *X, int systems,
                       int n) {
  trsm_lower_unit<<<systems, dim3(BLK, 8)>>>(L, B, X, n);
}
