// The local gradient of a spectral element code: the same 8 x 8 matrix along
// each of three directions. A block of 8 x 8 threads takes one element after
// the other; a thread has a column along t.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define p_Nq 8
#define p_Np (p_Nq * p_Nq * p_Nq)

__global__ void local_gradient(const double *__restrict__ D,
                               const double *__restrict__ u,
                               double *__restrict__ ur, double *__restrict__ us,
                               double *__restrict__ ut, const int Nelements) {
  __shared__ double s_D[p_Nq][p_Nq];
  __shared__ double s_u[p_Nq][p_Nq][p_Nq];

  const int i = threadIdx.x, j = threadIdx.y;

  s_D[j][i] = D[j * p_Nq + i];

  for (int e = blockIdx.x; e < Nelements; e += gridDim.x) {
    const size_t base = (size_t)e * p_Np + j * p_Nq + i;
#pragma unroll
    for (int k = 0; k < p_Nq; k++)
      s_u[k][j][i] = u[base + k * p_Nq * p_Nq];
    __syncthreads();

#pragma unroll 2
    for (int k = 0; k < p_Nq; k++) {
      double r = 0., s = 0., t = 0.;
#pragma unroll
      for (int n = 0; n < p_Nq; n++) {
        r += s_D[i][n] * s_u[k][j][n];
        s += s_D[j][n] * s_u[k][n][i];
        t += s_D[k][n] * s_u[n][j][i];
      }
      ur[base + k * p_Nq * p_Nq] = r;
      us[base + k * p_Nq * p_Nq] = s;
      ut[base + k * p_Nq * p_Nq] = t;
    }
    __syncthreads();
  }
}

extern "C" void launch(const double *D, const double *u, double *ur, double *us,
                       double *ut, int elements) {
  const int blocks = min((elements + 2) / 3, 132 * 12);
  local_gradient<<<blocks, dim3(p_Nq, p_Nq)>>>(D, u, ur, us, ut, elements);
}
