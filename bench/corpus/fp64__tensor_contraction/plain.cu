// A contraction of coupled-cluster codes: R[i][a][j][b] = sum over k and c of
// T[i][k][a][c] * V[k][j][c][b]. The sum runs over a flat (k, c) in tiles of
// eight; rows are flat (i, a), columns flat (j, b).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

struct Dims {
  int occ, vir; // i, j, k; a, b, c
};

#define TB 16
#define PER 2
#define DEPTH 8

__global__ void ccsd_ring(const double *t2, const double *v2, double *r,
                          Dims d) {
  __shared__ double t_s[DEPTH][TB * PER + 1];
  __shared__ double v_s[DEPTH][TB * PER];

  const int rows = d.occ * d.vir; // (i, a), and (j, b), and (k, c)
  const int row0 = blockIdx.y * TB * PER;
  const int col0 = blockIdx.x * TB * PER;
  const int tid = threadIdx.y * TB + threadIdx.x;

  double sum00 = 0, sum01 = 0, sum10 = 0, sum11 = 0;

  for (int kc0 = 0; kc0 < rows; kc0 += DEPTH) {
    // 256 threads and 256 elements of each tile.
    {
      const int depth = tid % DEPTH, row = tid / DEPTH;
      const int ia = row0 + row, kc = kc0 + depth;
      double t = 0;
      if (ia < rows && kc < rows) {
        const int i = ia / d.vir, a = ia % d.vir;
        const int k = kc / d.vir, c = kc % d.vir;
        t = t2[((size_t)(i * d.occ + k) * d.vir + a) * d.vir + c];
      }
      t_s[depth][row] = t;
    }
    {
      const int col = tid % (TB * PER), depth = tid / (TB * PER);
      const int jb = col0 + col, kc = kc0 + depth;
      double v = 0;
      if (jb < rows && kc < rows) {
        const int j = jb / d.vir, b = jb % d.vir;
        const int k = kc / d.vir, c = kc % d.vir;
        v = v2[((size_t)(k * d.occ + j) * d.vir + c) * d.vir + b];
      }
      v_s[depth][col] = v;
    }
    __syncthreads();

#pragma unroll
    for (int q = 0; q < DEPTH; ++q) {
      const double t0 = t_s[q][threadIdx.y], t1 = t_s[q][threadIdx.y + TB];
      const double v0 = v_s[q][threadIdx.x], v1 = v_s[q][threadIdx.x + TB];
      sum00 += t0 * v0;
      sum01 += t0 * v1;
      sum10 += t1 * v0;
      sum11 += t1 * v1;
    }
    __syncthreads();
  }

  const int ia = row0 + threadIdx.y, jb = col0 + threadIdx.x;
  if (ia < rows && jb < rows)
    r[(size_t)ia * rows + jb] = sum00;
  if (ia < rows && jb + TB < rows)
    r[(size_t)ia * rows + jb + TB] = sum01;
  if (ia + TB < rows && jb < rows)
    r[(size_t)(ia + TB) * rows + jb] = sum10;
  if (ia + TB < rows && jb + TB < rows)
    r[(size_t)(ia + TB) * rows + jb + TB] = sum11;
}

extern "C" void launch(const double *t2, const double *v2, double *r, int occ,
                       int vir) {
  const int blocks = (occ * vir + TB * PER - 1) / (TB * PER);
  ccsd_ring<<<dim3(blocks, blocks), dim3(TB, TB)>>>(t2, v2, r, Dims{occ, vir});
}
