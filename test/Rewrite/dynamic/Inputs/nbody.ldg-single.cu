// The whole array is one tile of bodies.
//

extern __shared__ float4 shared_bodies[];

__device__ float3 add_force(float3 a, float4 from, float4 to) {
  const float x = from.x - to.x, y = from.y - to.y, z = from.z - to.z;
  const float d = x * x + y * y + z * z + 0.01f;
  const float s = from.w / (d * sqrtf(d));
  return make_float3(a.x + x * s, a.y + y * s, a.z + z * s);
}

__global__ void accelerate(const float4 *__restrict__ bodies,
                           float3 *__restrict__ acceleration, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 own = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
  float3 a = {0.0f, 0.0f, 0.0f};
  const int tiles = (n + blockDim.x - 1) / blockDim.x;

  // The next tile, in registers.
  float4 next_shared_bodies;

  // Loads one tile into registers.
  auto fetch_tile = [&](int tile) {
    const int j = tile * blockDim.x + threadIdx.x;
    next_shared_bodies = j < n ? bodies[j] : make_float4(0, 0, 0, 0);
  };

  // Prologue: load the first tile.
  if (tiles > 0)
    fetch_tile(0);

  for (int tile = 0; tile < tiles; tile++) {
    shared_bodies[threadIdx.x] = next_shared_bodies;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (tile + 1 < tiles)
      fetch_tile(tile + 1);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

#pragma unroll 8
    for (int b = 0; b < blockDim.x; b++)
      a = add_force(a, shared_bodies[b], own);
    __syncthreads();
  }
  if (i < n)
    acceleration[i] = a;
}

void launch(const float4 *bodies, float3 *acceleration, int n) {
  const int threads = 64;
  accelerate<<<(n + threads - 1) / threads, threads,
               threads * sizeof(float4)>>>(bodies, acceleration, n);
}
