// Lattice QCD: SU(3) matrices times colour vectors of the neighbours in four
// directions. Matrices are 18 numbers in a row; a tile of 64 of them makes
// loads coalesced, padded to 19 against bank conflicts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

struct Complex {
  float re, im;
};

struct ColourVector {
  Complex c[3];
};

__device__ __forceinline__ void cmad(Complex &sum, Complex a, Complex b) {
  sum.re += a.re * b.re - a.im * b.im;
  sum.im += a.re * b.im + a.im * b.re;
}

#define SITES 64
#define LINK 18
#define PITCH 19

__global__ void hop_forward(const float *links, const float *psi,
                            const int *forward, float *out, int sites) {
  __shared__ float tile[SITES * PITCH];

  const int s0 = blockIdx.x * SITES;
  const int site = s0 + threadIdx.x;
  const int words = min(SITES, sites - s0) * LINK;
  ColourVector sum = {};

  for (int mu = 0; mu < 4; mu++) {
    const float *from = links + ((size_t)mu * sites + s0) * LINK;
    for (int i = threadIdx.x; i < words; i += SITES)
      tile[i / LINK * PITCH + i % LINK] = from[i];
    __syncthreads();

    if (site < sites) {
      const float *v = psi + (size_t)forward[(size_t)mu * sites + site] * 6;
      const float *u = tile + threadIdx.x * PITCH;
#pragma unroll
      for (int b = 0; b < 3; b++) {
        const Complex x = {v[2 * b], v[2 * b + 1]};
#pragma unroll
        for (int a = 0; a < 3; a++)
          cmad(sum.c[a], {u[(a * 3 + b) * 2], u[(a * 3 + b) * 2 + 1]}, x);
      }
    }
    __syncthreads();
  }

  if (site < sites)
    for (int a = 0; a < 3; a++) {
      out[(size_t)site * 6 + 2 * a] = 0.5f * sum.c[a].re;
      out[(size_t)site * 6 + 2 * a + 1] = 0.5f * sum.c[a].im;
    }
}

extern "C" void launch(const float *links, const float *psi, const int *forward,
                       float *out, int sites) {
  hop_forward<<<(sites + SITES - 1) / SITES, SITES>>>(links, psi, forward, out,
                                                      sites);
}
