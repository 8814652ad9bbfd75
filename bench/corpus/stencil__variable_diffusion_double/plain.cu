// Diffusion with a coefficient at every point, double: planes of the field and
// of the coefficient are tiles with a halo, z goes through registers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

struct Extent {
  int x, y, z;
  __device__ size_t at(int i, int j, int l) const {
    i = min(max(i, 0), x - 1);
    j = min(max(j, 0), y - 1);
    l = min(max(l, 0), z - 1);
    return ((size_t)l * y + j) * x + i;
  }
};

__device__ double flux(double u0, double k0, double u1, double k1) {
  return 0.5 * (k0 + k1) * (u1 - u0);
}

template <int W, int H, int DEPTH>
__global__ void diffuse(const double *u, const double *k, double *out,
                        Extent n) {
  __shared__ double us[H + 2][W + 2], ks[H + 2][W + 2];

  const int bx = blockIdx.x * W, by = blockIdx.y * H;
  const int x = bx + threadIdx.x, y = by + threadIdx.y;
  const int i = threadIdx.x + 1, j = threadIdx.y + 1;
  const int linear = threadIdx.y * W + threadIdx.x;
  const int z0 = blockIdx.z * DEPTH, z1 = min(z0 + DEPTH, n.z);

  double u_below = u[n.at(x, y, z0 - 1)], k_below = k[n.at(x, y, z0 - 1)];

#pragma unroll 1
  for (int z = z0; z < z1; ++z) {
    for (int q = linear; q < (W + 2) * (H + 2); q += W * H) {
      const int c = q % (W + 2), r = q / (W + 2);
      const size_t from = n.at(bx + c - 1, by + r - 1, z);
      us[r][c] = u[from];
      ks[r][c] = k[from];
    }
    __syncthreads();

    const double uc = us[j][i], kc = ks[j][i];
    if (x < n.x && y < n.y) {
      const size_t above = n.at(x, y, z + 1);
      double sum = flux(uc, kc, us[j][i - 1], ks[j][i - 1]);
      sum += flux(uc, kc, us[j][i + 1], ks[j][i + 1]);
      sum += flux(uc, kc, us[j - 1][i], ks[j - 1][i]);
      sum += flux(uc, kc, us[j + 1][i], ks[j + 1][i]);
      sum += flux(uc, kc, u_below, k_below);
      sum += flux(uc, kc, u[above], k[above]);
      out[n.at(x, y, z)] = sum;
    }
    u_below = uc;
    k_below = kc;
    __syncthreads();
  }
}

extern "C" void launch(const double *u, const double *k, double *out, int nx,
                       int ny, int nz) {
  const Extent n = {nx, ny, nz};
  dim3 grid((nx + 31) / 32, (ny + 7) / 8, (nz + 31) / 32);
  diffuse<32, 8, 32><<<grid, dim3(32, 8)>>>(u, k, out, n);
}
