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
  float xs_reg, ys_reg, zs_reg, qs_reg;

  // Loads one tile into registers.
  auto fetch_tile = [&](int j) {
    if (j + t < n) {
      xs_reg = p[j + t].x;
      ys_reg = p[j + t].y;
      zs_reg = p[j + t].z;
      qs_reg = p[j + t].q;
    } else {
      xs_reg = 0.0f;
      ys_reg = 0.0f;
      zs_reg = 0.0f;
      qs_reg = 0.0f;
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int j = 0; j < n; j += 64) {
    auto &xs = xs_stages[stage];
    auto &ys = ys_stages[stage];
    auto &zs = zs_stages[stage];
    auto &qs = qs_stages[stage];
    xs[t] = xs_reg;
    ys[t] = ys_reg;
    zs[t] = zs_reg;
    qs[t] = qs_reg;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (j + 64 < n)
      fetch_tile(j + 64);
    __syncwarp(); // For the compiler: the loads stay above the math.

    for (int m = 0; m < 64; ++m) {
      float dx = xs[m] - at, dy = ys[m] - at, dz = zs[m] - at;
      float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
      a.x += dx * qs[m] / r2;
      a.y += dy * qs[m] / r2;
      a.z += dz * qs[m] / r2;
    }

    stage ^= 1;
  }

  if (i < n)
    f[i] = a;
}
