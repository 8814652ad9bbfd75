// Electrostatic potential of point charges on a grid, double precision: a
// thread has four points of a line in z, charges come in tiles of 128.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

struct Atom {
  double x, y, z, charge;
};

#define NATOMS 128
#define POINTS 4

__global__ void coulomb_potential(const Atom *atoms, int natoms,
                                  double *potential, int nx, int ny, int nz,
                                  double spacing) {
  __shared__ Atom tile[NATOMS];

  const int ix = blockIdx.x * blockDim.x + threadIdx.x;
  const int iy = blockIdx.y * blockDim.y + threadIdx.y;
  const int iz = blockIdx.z * POINTS;
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  const int nthreads = blockDim.x * blockDim.y;

  const double px = ix * spacing, py = iy * spacing;
  double energy[POINTS];
  for (int p = 0; p < POINTS; p++)
    energy[p] = 0.0;

  for (int start = 0; start < natoms; start += NATOMS) {
    for (int i = tid; i < NATOMS; i += nthreads) {
      if (start + i < natoms) {
        tile[i] = atoms[start + i];
      } else {
        tile[i].x = tile[i].y = tile[i].z = -1.0;
        tile[i].charge = 0.0;
      }
    }
    __syncthreads();

#pragma unroll 2
    for (int i = 0; i < NATOMS; i++) {
      const double dx = px - tile[i].x;
      const double dy = py - tile[i].y;
      const double rxy = dx * dx + dy * dy + 1e-4;
      const double q = tile[i].charge;
      double dz = iz * spacing - tile[i].z;
#pragma unroll
      for (int p = 0; p < POINTS; p++) {
        energy[p] += q * rsqrt(rxy + dz * dz);
        dz += spacing;
      }
    }
    __syncthreads();
  }

  if (ix < nx && iy < ny)
    for (int p = 0; p < POINTS && iz + p < nz; p++)
      potential[((size_t)(iz + p) * ny + iy) * nx + ix] = energy[p];
}

extern "C" void launch(const double *atoms, double *potential, int natoms,
                       int nx, int ny, int nz) {
  dim3 block(16, 8);
  dim3 grid((nx + 15) / 16, (ny + 7) / 8, (nz + POINTS - 1) / POINTS);
  coulomb_potential<<<grid, block>>>(reinterpret_cast<const Atom *>(atoms),
                                     natoms, potential, nx, ny, nz,
                                     1.0 / 64.0);
}
