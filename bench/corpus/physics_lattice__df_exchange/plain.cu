// The exchange part of a Fock matrix: for each auxiliary function tiles of its
// half-transformed integrals, 32 basis functions by 16 orbitals. Only blocks on
// and below the diagonal are computed, and stored twice.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define NBF 32
#define NOCC 16

typedef const double *__restrict__ Integrals;

__global__ void __launch_bounds__(256)
    df_exchange(Integrals B, double *__restrict__ K, int aux, int basis,
                int occupied) {
  __shared__ double bi[NBF][NOCC + 1];
  __shared__ double bj[NBF][NOCC + 1];

  const int i0 = blockIdx.y * NBF, j0 = blockIdx.x * NBF;
  if (j0 > i0)
    return;
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;

  double sum[2][2] = {{0, 0}, {0, 0}};

  for (int P = 0; P < aux; P++) {
    Integrals BP = B + (size_t)P * basis * occupied;
    for (int k0 = 0; k0 < occupied; k0 += NOCC) {
      for (int r = ty; r < NBF; r += 16) {
        const bool orbital = k0 + tx < occupied;
        bi[r][tx] = orbital && i0 + r < basis
                        ? BP[(size_t)(i0 + r) * occupied + k0 + tx]
                        : 0.0;
        bj[r][tx] = orbital && j0 + r < basis
                        ? BP[(size_t)(j0 + r) * occupied + k0 + tx]
                        : 0.0;
      }
      __syncthreads();
#pragma unroll
      for (int k = 0; k < NOCC; k++) {
        sum[0][0] += bi[ty][k] * bj[tx][k];
        sum[0][1] += bi[ty][k] * bj[tx + 16][k];
        sum[1][0] += bi[ty + 16][k] * bj[tx][k];
        sum[1][1] += bi[ty + 16][k] * bj[tx + 16][k];
      }
      __syncthreads();
    }
  }

  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++) {
      const int i = i0 + ty + 16 * a, j = j0 + tx + 16 * b;
      if (i < basis && j <= i) {
        K[(size_t)i * basis + j] = sum[a][b];
        K[(size_t)j * basis + i] = sum[a][b];
      }
    }
}

extern "C" void launch(const double *B, double *K, int aux, int basis,
                       int occupied) {
  const int tiles = (basis + NBF - 1) / NBF;
  df_exchange<<<dim3(tiles, tiles), 256>>>(B, K, aux, basis, occupied);
}
