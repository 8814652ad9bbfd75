// The particle-particle ladder of coupled cluster: a contraction over two
// indices of tensors of four, without sorting them first. 32 x 32 results, 16 x
// 16 threads, eight pairs (c, d) a trip.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Row-major tensors of four indices.
__device__ __forceinline__ size_t idx4(int p, int q, int r, int s, int nq,
                                       int nr, int ns) {
  return (((size_t)p * nq + q) * nr + r) * ns + s;
}

__global__ void ladder(const double *__restrict__ V,
                       const double *__restrict__ T, double *__restrict__ R,
                       int nv, int no) {
  const int TS = 32, TK = 8;
  __shared__ double vt[TK][TS + 2];
  __shared__ double tt[TK][TS + 2];

  const int n_ab = nv * nv, n_ij = no * no, n_cd = nv * nv;
  const int ab0 = blockIdx.y * TS, ij0 = blockIdx.x * TS;
  const int id = threadIdx.y * blockDim.x + threadIdx.x;

  // What this thread loads: one element of each tile.
  const int v_cd = id % TK, v_ab = id / TK; // d is fast in V
  const int t_ij = id % TS, t_cd = id / TS; // j is fast in T
  const int la = (ab0 + v_ab) / nv, lb = (ab0 + v_ab) % nv;
  const int li = (ij0 + t_ij) / no, lj = (ij0 + t_ij) % no;

  double r[2][2] = {{0.0, 0.0}, {0.0, 0.0}};

  for (int cd = 0; cd < n_cd; cd += TK) {
    double v = 0.0, t = 0.0;
    if (ab0 + v_ab < n_ab && cd + v_cd < n_cd)
      v = V[idx4(la, (cd + v_cd) / nv, lb, (cd + v_cd) % nv, nv, nv, nv)];
    if (ij0 + t_ij < n_ij && cd + t_cd < n_cd)
      t = T[idx4((cd + t_cd) / nv, li, (cd + t_cd) % nv, lj, no, nv, no)];
    vt[v_cd][v_ab] = v;
    tt[t_cd][t_ij] = t;
    __syncthreads();

#pragma unroll
    for (int k = 0; k < TK; ++k) {
      const double v0 = vt[k][threadIdx.y], v1 = vt[k][threadIdx.y + 16];
      const double t0 = tt[k][threadIdx.x], t1 = tt[k][threadIdx.x + 16];
      r[0][0] += v0 * t0;
      r[0][1] += v0 * t1;
      r[1][0] += v1 * t0;
      r[1][1] += v1 * t1;
    }
    __syncthreads();
  }

  for (int p = 0; p < 2; ++p)
    for (int q = 0; q < 2; ++q) {
      const int ab = ab0 + threadIdx.y + 16 * p;
      const int ij = ij0 + threadIdx.x + 16 * q;
      if (ab < n_ab && ij < n_ij)
        R[(size_t)ab * n_ij + ij] = r[p][q];
    }
}

extern "C" void launch(const double *V, const double *T, double *R, int nv,
                       int no) {
  dim3 grid((no * no + 31) / 32, (nv * nv + 31) / 32);
  ladder<<<grid, dim3(16, 16)>>>(V, T, R, nv, no);
}
