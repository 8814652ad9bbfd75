// Direct Coulomb summation: four points of a row a thread, so that dy and dz
// are computed once for them; atoms come in tiles of 128.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define ATOM_TILE 128
#define UNROLLX 4
#define BLOCKX 16
#define BLOCKY 8

__global__ void cenergy(const float4 *atominfo, float *energygrid, int numatoms,
                        int nx, int ny, float gridspacing) {
  __shared__ float4 atoms[ATOM_TILE];

  const int tid = threadIdx.y * BLOCKX + threadIdx.x;
  const int xindex = blockIdx.x * BLOCKX * UNROLLX + threadIdx.x;
  const int yindex = blockIdx.y * BLOCKY + threadIdx.y;
  const float coorx = gridspacing * xindex - 1.0f;
  const float coory = gridspacing * yindex - 1.0f;
  const float coorz = gridspacing * blockIdx.z - 1.0f;
  const float step = gridspacing * BLOCKX;

  float energy1 = 0.0f, energy2 = 0.0f, energy3 = 0.0f, energy4 = 0.0f;

  for (int base = 0; base < numatoms; base += ATOM_TILE) {
    // An atom without a charge does nothing.
    float4 a = make_float4(9.0f, 9.0f, 9.0f, 0.0f);
    if (base + tid < numatoms)
      a = atominfo[base + tid];
    atoms[tid] = a;
    __syncthreads();

#pragma unroll 4
    for (int i = 0; i < ATOM_TILE; i++) {
      const float dy = coory - atoms[i].y;
      const float dz = coorz - atoms[i].z;
      const float dyz2 = dy * dy + dz * dz + 1e-6f;
      const float dx1 = coorx - atoms[i].x;
      const float dx2 = dx1 + step;
      const float dx3 = dx2 + step;
      const float dx4 = dx3 + step;
      energy1 += atoms[i].w * rsqrtf(dx1 * dx1 + dyz2);
      energy2 += atoms[i].w * rsqrtf(dx2 * dx2 + dyz2);
      energy3 += atoms[i].w * rsqrtf(dx3 * dx3 + dyz2);
      energy4 += atoms[i].w * rsqrtf(dx4 * dx4 + dyz2);
    }
    __syncthreads();
  }

  if (yindex < ny) {
    float *row = energygrid + ((size_t)blockIdx.z * ny + yindex) * nx;
    if (xindex < nx)
      row[xindex] = energy1;
    if (xindex + BLOCKX < nx)
      row[xindex + BLOCKX] = energy2;
    if (xindex + 2 * BLOCKX < nx)
      row[xindex + 2 * BLOCKX] = energy3;
    if (xindex + 3 * BLOCKX < nx)
      row[xindex + 3 * BLOCKX] = energy4;
  }
}

extern "C" void launch(const float *atoms, float *potential, int n_atoms,
                       int nx, int ny, int nz) {
  dim3 grid((nx + BLOCKX * UNROLLX - 1) / (BLOCKX * UNROLLX),
            (ny + BLOCKY - 1) / BLOCKY, nz);
  cenergy<<<grid, dim3(BLOCKX, BLOCKY)>>>((const float4 *)atoms, potential,
                                          n_atoms, nx, ny, 0.0078f);
}
