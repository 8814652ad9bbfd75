// Coordinates of a tile lie behind each other, as far apart as the tile is
// long; at the last trip that shrinks.
//

__global__ void forces(const float4 *__restrict__ bodies,
                       float3 *__restrict__ acceleration, int n) {
  __shared__ float shared[4 * 64];
  const int lid = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + lid;
  int lsize = blockDim.x;
  const float4 me = bodies[i < n ? i : n - 1];
  float3 sum = make_float3(0.0f, 0.0f, 0.0f);

  // The next tile, in registers.
  float next_shared_x, next_shared_y, next_shared_z, next_shared_w;

  // Loads one tile into registers.
  auto fetch_tile = [&](int j) {
    if ((j + lid) < n) {
      next_shared_x = bodies[j + lid].x;
      next_shared_y = bodies[j + lid].y;
      next_shared_z = bodies[j + lid].z;
      next_shared_w = bodies[j + lid].w;
    }
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int j, int lsize) {
    if ((j + lsize) > n) lsize = n - j;
    if ((j + lid) < n) {
      shared[lid] = next_shared_x;
      shared[lid + lsize] = next_shared_y;
      shared[lid + 2 * lsize] = next_shared_z;
      shared[lid + 3 * lsize] = next_shared_w;
    }
  };

  // Prologue: the first tile.
  if (n > 0) {
    fetch_tile(0);
    store_tile(0, lsize);
  }

  for (int j = 0; j < n; j += lsize) {
    if ((j + lsize) > n) lsize = n - j;

    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const int j_next = j + lsize;
    const bool has_next = j_next < n;
    if (has_next)
      fetch_tile(j_next);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int k = 0; k < lsize; k++) {
      const float dx = shared[k] - me.x;
      const float dy = shared[k + lsize] - me.y;
      const float dz = shared[k + 2 * lsize] - me.z;
      const float w = shared[k + 3 * lsize] / (dx * dx + dy * dy + dz * dz + 1);
      sum.x += w * dx;
      sum.y += w * dy;
      sum.z += w * dz;
    }

    __syncthreads();
    if (has_next)
      store_tile(j_next, lsize);
  }

  if (i < n)
    acceleration[i] = sum;
}
