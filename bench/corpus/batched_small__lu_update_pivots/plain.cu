// The trailing update of a batched LU with pivoting: a short product, two trips
// of 16, and rows of C that come from where the pivots say.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define BS 32
#define KS 16

struct Batched {
  const float *L, *U, *C;
  const int *pivots;
  float *out;
  int m, n, k;
};

__global__ void lu_update(Batched g) {
  __shared__ float Ls[BS][KS + 1];
  __shared__ float Us[KS][BS];

  const int tx = threadIdx.x, ty = threadIdx.y, b = blockIdx.z;
  const float *L = g.L + (size_t)b * g.m * g.k;
  const float *U = g.U + (size_t)b * g.k * g.n;
  const float *C = g.C + (size_t)b * g.m * g.n;
  const int *pivots = g.pivots + (size_t)b * g.m;
  float *out = g.out + (size_t)b * g.m * g.n;
  const int i = blockIdx.y * BS + ty, j = blockIdx.x * BS + tx;

  float c00 = 0, c01 = 0, c10 = 0, c11 = 0;
  for (int k0 = 0; k0 < g.k; k0 += KS) {
    // A block has 16 x 16 threads: two elements of each tile a thread.
    Ls[ty][tx] = (i < g.m && k0 + tx < g.k) ? L[i * g.k + k0 + tx] : 0.0f;
    Ls[ty + 16][tx] =
        (i + 16 < g.m && k0 + tx < g.k) ? L[(i + 16) * g.k + k0 + tx] : 0.0f;
    Us[ty][tx] = (k0 + ty < g.k && j < g.n) ? U[(k0 + ty) * g.n + j] : 0.0f;
    Us[ty][tx + 16] =
        (k0 + ty < g.k && j + 16 < g.n) ? U[(k0 + ty) * g.n + j + 16] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < KS; k++) {
      const float l0 = Ls[ty][k], l1 = Ls[ty + 16][k];
      const float u0 = Us[k][tx], u1 = Us[k][tx + 16];
      c00 += l0 * u0;
      c01 += l0 * u1;
      c10 += l1 * u0;
      c11 += l1 * u1;
    }
    __syncthreads();
  }

  for (int h = 0; h < 2; h++) {
    const int row = i + 16 * h;
    if (row >= g.m)
      return;
    const float *from = C + pivots[row] * g.n;
    if (j < g.n)
      out[row * g.n + j] = from[j] - (h ? c10 : c00);
    if (j + 16 < g.n)
      out[row * g.n + j + 16] = from[j + 16] - (h ? c11 : c01);
  }
}

extern "C" void launch(const float *L, const float *U, const float *C,
                       const int *pivots, float *out, int batch, int m, int n,
                       int k) {
  const Batched g = {L, U, C, pivots, out, m, n, k};
  dim3 grid((n + BS - 1) / BS, (m + BS - 1) / BS, batch);
  lu_update<<<grid, dim3(16, 16)>>>(g);
}
