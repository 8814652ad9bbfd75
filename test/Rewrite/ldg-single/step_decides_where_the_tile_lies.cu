// Coordinates of a tile lie behind each other, as far apart as the tile is
// long; at the last trip that shrinks.
//
// RUN: %rewrite_and_run ldg-single nbody -DKERNEL=forces -DTHREADS=64
// RUN: %golden ldg-single

__global__ void forces(const float4 *__restrict__ bodies,
                       float3 *__restrict__ acceleration, int n) {
  __shared__ float shared[4 * 64];
  const int lid = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + lid;
  int lsize = blockDim.x;
  const float4 me = bodies[i < n ? i : n - 1];
  float3 sum = make_float3(0.0f, 0.0f, 0.0f);

  for (int j = 0; j < n; j += lsize) {
    if ((j + lsize) > n) lsize = n - j;

    if ((j + lid) < n) {
      shared[lid] = bodies[j + lid].x;
      shared[lid + lsize] = bodies[j + lid].y;
      shared[lid + 2 * lsize] = bodies[j + lid].z;
      shared[lid + 3 * lsize] = bodies[j + lid].w;
    }
    __syncthreads();

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
  }

  if (i < n)
    acceleration[i] = sum;
}
