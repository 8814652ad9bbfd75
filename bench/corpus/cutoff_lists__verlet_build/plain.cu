// Building Verlet lists: every particle against all others of its 27 cells,
// numbers within the cutoff written down in order. A cell a block of 64 threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

constexpr int kCell = 64;

__global__ void build_list(const float4 *__restrict__ particles, const int *__restrict__ occupancy,
                           int *__restrict__ list, int *__restrict__ length, int nx, int ny,
                           int nz, float cutoff2, int room) {
  __shared__ float4 other[kCell];
  __shared__ int n_other;

  const int cx = blockIdx.x, cy = blockIdx.y, cz = blockIdx.z;
  const int cell = (cz * ny + cy) * nx + cx;
  const int mine = cell * kCell + threadIdx.x;
  const bool active = threadIdx.x < occupancy[cell];
  const float4 p = particles[mine];
  int found = 0;

  for (int neighbour = 0; neighbour < 27; ++neighbour) {
    const int ox = cx + neighbour % 3 - 1, oy = cy + neighbour / 3 % 3 - 1, oz = cz + neighbour / 9 - 1;
    if (ox < 0 || oy < 0 || oz < 0 || ox >= nx || oy >= ny || oz >= nz)
      continue; // the same for the whole block
    const int oc = (oz * ny + oy) * nx + ox;
    if (threadIdx.x == 0)
      n_other = occupancy[oc];
    float4 q = particles[oc * kCell + threadIdx.x];
    q.x += 2.f * (ox - cx);
    q.y += 2.f * (oy - cy);
    q.z += 2.f * (oz - cz);
    other[threadIdx.x] = q;
    __syncthreads();

    if (active)
      for (int j = 0; j < n_other; ++j) {
        const float dx = p.x - other[j].x, dy = p.y - other[j].y, dz = p.z - other[j].z;
        const int id = oc * kCell + j;
        if (dx * dx + dy * dy + dz * dz < cutoff2 && id != mine && found < room)
          list[(size_t)(found++) * gridDim.x * gridDim.y * gridDim.z * kCell + mine] = id;
      }
    __syncthreads();
  }
  length[mine] = found;
}

extern "C" void launch(const float4 *particles, const int *occupancy, int *list, int *length,
                       int nx, int ny, int nz, int room) {
  build_list<<<dim3(nx, ny, nz), kCell>>>(particles, occupancy, list, length, nx, ny, nz, 1.2f,
                                          room);
}
