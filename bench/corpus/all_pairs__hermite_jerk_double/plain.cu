// The Hermite scheme's inner loop: gravity and jerk in double. Bodies are
// structs of 64 bytes that travel as double2; the last tile is filled with
// bodies without mass.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

struct alignas(16) Body {
  double x, y, z, m;
  double vx, vy, vz, unused;
};

struct Force {
  double ax, ay, az, jx, jy, jz;
};

static constexpr int kTile = 64;

__device__ __forceinline__ void interact(Force &f, const Body &a,
                                         const Body &b) {
  const double dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
  const double ux = b.vx - a.vx, uy = b.vy - a.vy, uz = b.vz - a.vz;
  const double r2 = dx * dx + dy * dy + dz * dz + 1e-4;
  const double inv = rsqrt(r2);
  const double inv2 = inv * inv;
  const double mr3 = b.m * inv * inv2;
  const double rv = 3.0 * (dx * ux + dy * uy + dz * uz) * inv2;
  f.ax += mr3 * dx;
  f.ay += mr3 * dy;
  f.az += mr3 * dz;
  f.jx += mr3 * (ux - rv * dx);
  f.jy += mr3 * (uy - rv * dy);
  f.jz += mr3 * (uz - rv * dz);
}

__global__ void __launch_bounds__(kTile)
    hermite(const Body *__restrict__ bodies, Force *__restrict__ forces,
            int n) {
  __shared__ Body tile[kTile];

  const int id = blockIdx.x * kTile + threadIdx.x;
  const Body self = bodies[min(id, n - 1)];
  Force f = {};

  const int tiles = (n + kTile - 1) / kTile;
  for (int t = 0; t < tiles; ++t) {
    // Neighbouring threads load neighbouring 16 bytes.
    const double2 *from = reinterpret_cast<const double2 *>(bodies + t * kTile);
    double2 *to = reinterpret_cast<double2 *>(tile);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int at = i * kTile + threadIdx.x;
      to[at] = t * kTile + at / 4 < n ? from[at] : make_double2(0.0, 0.0);
    }
    __syncthreads();

#pragma unroll 2
    for (int j = 0; j < kTile; ++j)
      interact(f, self, tile[j]);
    __syncthreads();
  }

  if (id < n)
    forces[id] = f;
}

extern "C" void launch(const double *bodies, double *forces, int n) {
  hermite<<<(n + kTile - 1) / kTile, kTile>>>(
      reinterpret_cast<const Body *>(bodies), reinterpret_cast<Force *>(forces),
      n);
}
