// The part of an Ewald sum that is in real space, with minimum image, and a
// dispersion term from a table of types. Four arrays of 192 atoms are a
// tile; blockIdx.y has every sixth of them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define THREADS 192
#define TYPES 16

__device__ inline float nearest_image(float d, float box, float inv_box) {
  return d - box * rintf(d * inv_box);
}

__global__ void __launch_bounds__(THREADS, 4)
    ewald_energy(const float *__restrict__ x, const float *__restrict__ y,
                 const float *__restrict__ z, const int *__restrict__ type,
                 const float *__restrict__ charge,
                 const float *__restrict__ dispersion,
                 float *__restrict__ energy, int n, float alpha, float box) {
  __shared__ float q[TYPES], c6[TYPES * TYPES];
  __shared__ float sx[THREADS], sy[THREADS], sz[THREADS];
  __shared__ int st[THREADS];

  const int tid = threadIdx.x;
  if (tid < TYPES)
    q[tid] = charge[tid];
  for (int i = tid; i < TYPES * TYPES; i += THREADS)
    c6[i] = dispersion[i];
  __syncthreads();

  const int i = blockIdx.x * THREADS + tid;
  const int own = min(i, n - 1);
  const float xi = x[own], yi = y[own], zi = z[own];
  const int ti = type[own] * TYPES;
  const float inv_box = 1.0f / box;
  float coulomb = 0.0f, vdw = 0.0f;

  for (int j0 = blockIdx.y * THREADS; j0 < n; j0 += gridDim.y * THREADS) {
    if (j0 + tid < n) {
      sx[tid] = x[j0 + tid];
      sy[tid] = y[j0 + tid];
      sz[tid] = z[j0 + tid];
      st[tid] = type[j0 + tid];
    }
    __syncthreads();

    const int count = min(THREADS, n - j0);
    for (int j = 0; j < count; ++j) {
      const float dx = nearest_image(xi - sx[j], box, inv_box);
      const float dy = nearest_image(yi - sy[j], box, inv_box);
      const float dz = nearest_image(zi - sz[j], box, inv_box);
      const float r2 = dx * dx + dy * dy + dz * dz;
      if (r2 < 0.5f && j0 + j != i) {
        const float r = sqrtf(r2 + 1e-5f);
        const int t = st[j];
        coulomb += q[t] * erfcf(alpha * r) / r;
        const float inv2 = 1.0f / (r2 + 0.01f);
        vdw -= c6[ti + t] * inv2 * inv2 * inv2;
      }
    }
    __syncthreads();
  }

  if (i < n)
    energy[(size_t)blockIdx.y * n + i] =
        0.5f * (q[ti / TYPES] * coulomb + vdw);
}

extern "C" void launch(const float *x, const float *y, const float *z,
                       const int *type, const float *charge,
                       const float *dispersion, float *energy, int n) {
  ewald_energy<<<dim3((n + THREADS - 1) / THREADS, 6), THREADS>>>(
      x, y, z, type, charge, dispersion, energy, n, 3.2f, 2.0f);
}
