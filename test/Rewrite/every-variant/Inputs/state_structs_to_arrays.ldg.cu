// Structs in memory, an array a member in shared memory.
//

struct Particle {
  float x, y, z, q;
};

__global__ void forces(const Particle *__restrict__ p, float3 *__restrict__ f,
                       int n) {
  __shared__ float xs_stages[2][64], ys_stages[2][64], zs_stages[2][64];
  __shared__ float qs_stages[2][64];
  const int t = threadIdx.x;
  const int i = blockIdx.x * 64 + t;
  const float at = i * 0.25f;
  float3 a = {0.0f, 0.0f, 0.0f};

  // The next tile, in registers.
  float next_xs, next_ys, next_zs, next_qs;

  // Loads one tile into registers.
  auto fetch_tile = [&](int j) {
    if (j + t < n) {
      next_xs = p[j + t].x;
      next_ys = p[j + t].y;
      next_zs = p[j + t].z;
      next_qs = p[j + t].q;
    } else {
      next_xs = 0.0f;
      next_ys = 0.0f;
      next_zs = 0.0f;
      next_qs = 0.0f;
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int j = 0; j < n; j += 64) {
    auto &xs = xs_stages[stage];
    auto &ys = ys_stages[stage];
    auto &zs = zs_stages[stage];
    auto &qs = qs_stages[stage];
    xs[t] = next_xs;
    ys[t] = next_ys;
    zs[t] = next_zs;
    qs[t] = next_qs;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (j + 64 < n)
      fetch_tile(j + 64);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int m = 0; m < 64; ++m) {
      float dx = xs[m] - at, dy = ys[m] - at, dz = zs[m] - at;
      float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
      a.x += dx * qs[m] / r2;
      a.y += dy * qs[m] / r2;
      a.z += dz * qs[m] / r2;
    }

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }

  if (i < n)
    f[i] = a;
}
