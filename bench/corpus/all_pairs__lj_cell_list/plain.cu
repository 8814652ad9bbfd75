// Lennard-Jones forces by cells: a block has the 64 particles of a cell, the
// tile those of one of its 27 neighbours. Number -1: there is none.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define CELL 64
#define NEIGHBOURS 27

__device__ float4 lj_pair(float4 f, const float4 &pi, const float4 &pj,
                          float cutoff2) {
  const float dx = pi.x - pj.x;
  const float dy = pi.y - pj.y;
  const float dz = pi.z - pj.z;
  const float r2 = dx * dx + dy * dy + dz * dz;
  if (r2 < cutoff2 && r2 > 0.0f) {
    const float sigma2 = 0.0025f * (1.0f + 0.1f * pi.w * pj.w);
    const float s2 = sigma2 / (r2 + 0.001f);
    const float s6 = s2 * s2 * s2;
    const float scale = 24.0f * s6 * (2.0f * s6 - 1.0f) / (r2 + 0.001f);
    f.x += scale * dx;
    f.y += scale * dy;
    f.z += scale * dz;
    f.w += 4.0f * s6 * (s6 - 1.0f);
  }
  return f;
}

__global__ void lj_forces(const float4 *__restrict__ positions,
                          const int *__restrict__ neighbours,
                          float4 *__restrict__ forces, float cutoff2) {
  __shared__ float4 other[CELL];

  const int cell = blockIdx.x;
  const int me = threadIdx.x;
  const float4 pi = positions[cell * CELL + me];
  float4 f = make_float4(0.f, 0.f, 0.f, 0.f);

  for (int n = 0; n < NEIGHBOURS; n++) {
    const int neighbour = neighbours[cell * NEIGHBOURS + n];
    if (neighbour < 0) // the same for all threads
      continue;
    other[me] = positions[neighbour * CELL + me];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < CELL; j++)
      f = lj_pair(f, pi, other[j], cutoff2);
    __syncthreads();
  }

  forces[cell * CELL + me] = f;
}

extern "C" void launch(const float *positions, const int *neighbours,
                       float *forces, int cells) {
  lj_forces<<<cells, CELL>>>((const float4 *)positions, neighbours,
                             (float4 *)forces, 0.25f);
}
