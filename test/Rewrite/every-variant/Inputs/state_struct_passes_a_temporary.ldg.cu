// A struct is read whole and stored member by member.
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
  float3 a = {0.0f, 0.0f, 0.0f};

  // The next tile, in registers.
  Particle other;

  // Loads one tile into registers.
  auto fetch_tile = [&](int j) {
    other = {0.0f, 0.0f, 0.0f, 0.0f};
    if (j + t < n)
      other = p[j + t];
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
    xs[t] = other.x;
    ys[t] = other.y;
    zs[t] = other.z;
    qs[t] = other.q;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (j + 64 < n)
      fetch_tile(j + 64);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int m = 0; m < 64; ++m) {
      float dx = xs[m] - i, dy = ys[m] - i, dz = zs[m] - i;
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
