// Very many products of small matrices, 32 x 32 times 32 x 32 or a little
// less: a block of 32 x 8 threads each, in two tiles.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <typename Scalar, int kDim, int kStep>
__global__ void __launch_bounds__(kDim * 8)
    small_gemm(const Scalar *const __restrict__ lhs,
               const Scalar *const __restrict__ rhs,
               Scalar *const __restrict__ result, const int dim) {
  __shared__ Scalar l[kDim][kStep];
  __shared__ Scalar r[kStep][kDim];

  const size_t matrix = static_cast<size_t>(blockIdx.x) * dim * dim;
  const int x = threadIdx.x, y = threadIdx.y;

  Scalar acc[kDim / 8] = {};
  for (int k = 0; k < dim; k += kStep) {
    for (int e = y * kDim + x; e < kDim * kStep; e += kDim * 8) {
      const int row = e / kStep, col = e % kStep;
      l[row][col] = row < dim && k + col < dim
                        ? lhs[matrix + row * dim + k + col]
                        : Scalar(0);
    }
    for (int row = y; row < kStep; row += 8)
      r[row][x] = k + row < dim && x < dim ? rhs[matrix + (k + row) * dim + x]
                                           : Scalar(0);
    __syncthreads();
#pragma unroll
    for (int p = 0; p < kStep; ++p)
#pragma unroll
      for (int i = 0; i < kDim / 8; ++i)
        acc[i] += l[y + 8 * i][p] * r[p][x];
    __syncthreads();
  }

  for (int i = 0; i < kDim / 8; ++i)
    if (y + 8 * i < dim && x < dim)
      result[matrix + (y + 8 * i) * dim + x] = acc[i];
}

extern "C" void launch(const float *lhs, const float *rhs, float *result,
                       int count, int dim) {
  small_gemm<float, 32, 16><<<count, dim3(32, 8)>>>(lhs, rhs, result, dim);
}
