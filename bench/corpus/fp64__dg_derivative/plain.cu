// Volume term of a nodal discontinuous Galerkin method: three derivative
// matrices of 84 nodes times the fields of eight tetrahedra, and their metric
// factors. A thread has a node; matrices and fields come twelve nodes at a time.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

namespace dg {

enum { Np = 84, Nb = 12, Ne = 8, NThreads = 96 };

__global__ void __launch_bounds__(NThreads)
    volume(const double *__restrict__ Dmat, // 3 x Np (source) x Np (target)
           const double *__restrict__ u,    // elements x Np
           const double *__restrict__ geo,  // elements x 3: rx, sx, tx
           double *__restrict__ rhs, int elements) {
  __shared__ double s_D[3][Nb][Np];
  __shared__ double s_u[Ne][Nb];

  const int n = threadIdx.x;
  const int e0 = blockIdx.x * Ne;

  double dr[Ne], ds[Ne], dt[Ne];
#pragma unroll
  for (int e = 0; e < Ne; ++e)
    dr[e] = ds[e] = dt[e] = 0.0;

  for (int m0 = 0; m0 < Np; m0 += Nb) {
    if (n < Np) {
#pragma unroll
      for (int m = 0; m < Nb; ++m) {
        s_D[0][m][n] = Dmat[(m0 + m) * Np + n];
        s_D[1][m][n] = Dmat[(Np + m0 + m) * Np + n];
        s_D[2][m][n] = Dmat[(2 * Np + m0 + m) * Np + n];
      }
    }
    // A thread has a node of an element.
    const int le = n / Nb, lm = n % Nb;
    s_u[le][lm] =
        e0 + le < elements ? u[(size_t)(e0 + le) * Np + m0 + lm] : 0.0;
    __syncthreads();

    if (n < Np) {
      for (int m = 0; m < Nb; ++m) {
        const double Dr = s_D[0][m][n], Ds = s_D[1][m][n], Dt = s_D[2][m][n];
#pragma unroll
        for (int e = 0; e < Ne; ++e) {
          const double um = s_u[e][m];
          dr[e] += Dr * um;
          ds[e] += Ds * um;
          dt[e] += Dt * um;
        }
      }
    }
    __syncthreads();
  }

  if (n < Np)
    for (int e = 0; e < Ne && e0 + e < elements; ++e) {
      const double *g = geo + (size_t)(e0 + e) * 3;
      rhs[(size_t)(e0 + e) * Np + n] =
          -(g[0] * dr[e] + g[1] * ds[e] + g[2] * dt[e]);
    }
}

} // namespace dg

extern "C" void launch(const double *Dmat, const double *u, const double *geo,
                       double *rhs, int elements) {
  dg::volume<<<(elements + dg::Ne - 1) / dg::Ne, dg::NThreads>>>(Dmat, u, geo,
                                                                 rhs, elements);
}
