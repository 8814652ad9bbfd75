// The first half of the 32 x 32 transform of a video codec: rows of residuals
// times the integer matrix, 16 of the 32 in each of two trips. A block of
// residuals a thread block, 32 x 8 threads, four rows each.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int N = 32, HALF = 16;

__global__ void transform_rows(const short *__restrict__ residual, const signed char *__restrict__ matrix,
                               short *__restrict__ out, int shift) {
  __shared__ short res[N][HALF + 2];
  __shared__ short mat[N][HALF + 2];

  const int u = threadIdx.x, ty = threadIdx.y;
  residual += (size_t)blockIdx.x * N * N;
  out += (size_t)blockIdx.x * N * N;

  int sum[4] = {0, 0, 0, 0};
  for (int k0 = 0; k0 < N; k0 += HALF) {
    for (int i = ty * 32 + u; i < N * HALF; i += 256) {
      res[i / HALF][i % HALF] = residual[i / HALF * N + k0 + i % HALF];
      mat[i / HALF][i % HALF] = matrix[i / HALF * N + k0 + i % HALF];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < HALF; k++) {
      const int c = mat[u][k];
#pragma unroll
      for (int j = 0; j < 4; j++)
        sum[j] += c * res[ty + 8 * j][k];
    }
    __syncthreads();
  }
#pragma unroll
  for (int j = 0; j < 4; j++)
    out[u * N + ty + 8 * j] = (short)((sum[j] + (1 << (shift - 1))) >> shift);
}

extern "C" void launch(const short *residual, const signed char *matrix, short *out, int blocks) {
  transform_rows<<<blocks, dim3(32, 8)>>>(residual, matrix, out, 9);
}
