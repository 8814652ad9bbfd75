// out = relu(x * W + bias): the inner dimension is known, so all is unrolled.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <int K, int BM, int BN, int BK>
__global__ void projection(const float *__restrict__ x,
                           const float *__restrict__ W,
                           const float *__restrict__ bias,
                           float *__restrict__ out, int rows, int cols) {
  constexpr int T = 4;
  constexpr int THREADS = BM / T * (BN / T);
  __shared__ float xs[BM][BK + 1];
  __shared__ float ws[BK][BN];

  const int tid = threadIdx.x;
  const int tr = tid / (BN / T) * T, tc = tid % (BN / T) * T;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;

  float sum[T][T] = {};
#pragma unroll
  for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
    for (int i = tid; i < BM * BK; i += THREADS) {
      const int r = i / BK, c = i % BK;
      xs[r][c] = row0 + r < rows ? x[(size_t)(row0 + r) * K + k0 + c] : 0.0f;
    }
#pragma unroll
    for (int i = tid; i < BK * BN; i += THREADS) {
      const int r = i / BN, c = i % BN;
      ws[r][c] = col0 + c < cols ? W[(k0 + r) * cols + col0 + c] : 0.0f;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BK; ++k)
#pragma unroll
      for (int i = 0; i < T; ++i)
#pragma unroll
        for (int j = 0; j < T; ++j)
          sum[i][j] += xs[tr + i][k] * ws[k][tc + j];
    __syncthreads();
  }

  for (int i = 0; i < T; ++i)
    for (int j = 0; j < T; ++j)
      if (row0 + tr + i < rows && col0 + tc + j < cols)
        out[(size_t)(row0 + tr + i) * cols + col0 + tc + j] =
            fmaxf(sum[i][j] + bias[col0 + tc + j], 0.0f);
}

extern "C" void launch(const float *x, const float *W, const float *bias,
                       float *out, int rows, int cols) {
  constexpr int BM = 64, BN = 64;
  dim3 grid((cols + BN - 1) / BN, (rows + BM - 1) / BM);
  projection<128, BM, BN, 16><<<grid, 256>>>(x, W, bias, out, rows, cols);
}
