// SPH without a grid: the density of each particle with the poly6 kernel over
// all others, positions as packed triples, 128 a tile.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

struct Fluid {
  float h2;       // radius of the kernel, squared
  float poly6;    // its factor
  float rest;     // density at rest
  float stiffness;
};

template <int BLOCK>
__global__ void sph_density(const float *xyz, const float *mass, float *density,
                            float *pressure, int n, Fluid fluid) {
  __shared__ float tile_xyz[3 * BLOCK];
  __shared__ float tile_mass[BLOCK];

  const int i = blockIdx.x * BLOCK + threadIdx.x;
  float3 p = {0.0f, 0.0f, 0.0f};
  if (i < n)
    p = {xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]};
  float rho = 0.0f;

  for (int first = 0; first < n; first += BLOCK) {
    const int count = min(BLOCK, n - first);
#pragma unroll
    for (int part = 0; part < 3; ++part) {
      const int at = part * BLOCK + threadIdx.x;
      if (at < 3 * count)
        tile_xyz[at] = xyz[3 * first + at];
    }
    if (threadIdx.x < count)
      tile_mass[threadIdx.x] = fabsf(mass[first + threadIdx.x]);
    __syncthreads();

    for (int j = 0; j < count; ++j) {
      const float dx = p.x - tile_xyz[3 * j];
      const float dy = p.y - tile_xyz[3 * j + 1];
      const float dz = p.z - tile_xyz[3 * j + 2];
      const float q = fluid.h2 - (dx * dx + dy * dy + dz * dz);
      if (q > 0.0f)
        rho += tile_mass[j] * q * q * q;
    }
    __syncthreads();
  }

  if (i < n) {
    rho *= fluid.poly6;
    density[i] = rho;
    pressure[i] = fluid.stiffness * fmaxf(rho - fluid.rest, 0.0f);
  }
}

extern "C" void launch(const float *xyz, const float *mass, float *density,
                       float *pressure, int n) {
  const Fluid fluid = {0.16f, 1.5667f, 40.0f, 3.0f};
  sph_density<128><<<(n + 127) / 128, 128>>>(xyz, mass, density, pressure, n,
                                             fluid);
}
