// The update behind a panel of a batched Cholesky factorisation, columns: tiles
// of 32 x 32 on and below the diagonal, eight columns of the panel a trip, 64
// threads with 4 x 4 sums. Tiles above it are copied.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int NB = 32, KB = 8, RT = 4;

__device__ inline void fetch_rows(double (&to)[KB][NB + 1], const double *panel,
                                  int row0, int k0, int m, int kb) {
  const int r = threadIdx.x % NB;
  for (int k = threadIdx.x / NB; k < KB; k += 64 / NB)
    to[k][r] = row0 + r < m && k0 + k < kb
                   ? panel[(size_t)(k0 + k) * m + row0 + r]
                   : 0.0;
}

__global__ void __launch_bounds__(64)
    syrk_batched(const double *panel, const double *A, double *out, int m,
                 int kb) {
  __shared__ double rows[KB][NB + 1];
  __shared__ double cols[KB][NB + 1];

  panel += (size_t)blockIdx.z * m * kb;
  A += (size_t)blockIdx.z * m * m;
  out += (size_t)blockIdx.z * m * m;
  const int i0 = blockIdx.x * NB, j0 = blockIdx.y * NB;
  const int ti = threadIdx.x % (NB / RT), tj = threadIdx.x / (NB / RT);

  double sum[RT][RT] = {};
  if (i0 >= j0) {
    for (int k0 = 0; k0 < kb; k0 += KB) {
      fetch_rows(rows, panel, i0, k0, m, kb);
      fetch_rows(cols, panel, j0, k0, m, kb);
      __syncthreads();
#pragma unroll
      for (int k = 0; k < KB; ++k)
#pragma unroll
        for (int a = 0; a < RT; ++a)
#pragma unroll
          for (int b = 0; b < RT; ++b)
            sum[a][b] += rows[k][ti + a * (NB / RT)] *
                         cols[k][tj + b * (NB / RT)];
      __syncthreads();
    }
  }

#pragma unroll
  for (int b = 0; b < RT; ++b)
#pragma unroll
    for (int a = 0; a < RT; ++a) {
      const int i = i0 + ti + a * (NB / RT), j = j0 + tj + b * (NB / RT);
      if (i < m && j < m) {
        const size_t at = (size_t)j * m + i;
        out[at] = i >= j ? A[at] - sum[a][b] : A[at];
      }
    }
}

extern "C" void launch(const double *panel, const double *A, double *out,
                       int batch, int m, int kb) {
  const int tiles = (m + NB - 1) / NB;
  syrk_batched<<<dim3(tiles, tiles, batch), 64>>>(panel, A, out, m, kb);
}
