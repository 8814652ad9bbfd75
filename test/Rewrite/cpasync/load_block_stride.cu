// The block's threads share the elements of a tile, however many there are of
// either. Registers would need to know the number; cp.async does not.
//
// RUN: %rewrite_and_run cpasync nbody -DKERNEL=nbody -DTHREADS=48
// RUN: %golden cpasync

#define TILE 64

// One thread computes the acceleration of one body.
__global__ void nbody(const float4 *__restrict__ bodies, float3 *acceleration,
                      int n) {
  __shared__ float4 tile[TILE];

  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 mine = bodies[min(me, n - 1)];
  float3 a = make_float3(0.0f, 0.0f, 0.0f);

  for (int base = 0; base < n; base += TILE) {
    // Bodies behind the end have no mass.
    for (int i = threadIdx.x; i < TILE; i += blockDim.x)
      tile[i] = base + i < n ? bodies[base + i]
                             : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    __syncthreads();

    for (int j = 0; j < TILE; ++j) {
      const float dx = tile[j].x - mine.x;
      const float dy = tile[j].y - mine.y;
      const float dz = tile[j].z - mine.z;
      const float d2 = dx * dx + dy * dy + dz * dz + 1.0e-4f;
      const float f = tile[j].w / (d2 * sqrtf(d2));
      a.x += f * dx;
      a.y += f * dy;
      a.z += f * dz;
    }
    __syncthreads();
  }

  if (me < n)
    acceleration[me] = a;
}
