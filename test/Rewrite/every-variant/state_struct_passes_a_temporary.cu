// A struct is read whole and stored member by member.
//
// RUN: %rewrite_and_run ldg,ldg-single forces
// RUN: %golden ldg

struct Particle {
  float x, y, z, q;
};

__global__ void forces(const Particle *__restrict__ p, float3 *__restrict__ f,
                       int n) {
  __shared__ float xs[64], ys[64], zs[64];
  __shared__ float qs[64];
  const int t = threadIdx.x;
  const int i = blockIdx.x * 64 + t;
  float3 a = {0.0f, 0.0f, 0.0f};

  for (int j = 0; j < n; j += 64) {
    Particle other = {0.0f, 0.0f, 0.0f, 0.0f};
    if (j + t < n)
      other = p[j + t];
    xs[t] = other.x;
    ys[t] = other.y;
    zs[t] = other.z;
    qs[t] = other.q;
    __syncthreads();

    for (int m = 0; m < 64; ++m) {
      float dx = xs[m] - i, dy = ys[m] - i, dz = zs[m] - i;
      float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
      a.x += dx * qs[m] / r2;
      a.y += dy * qs[m] / r2;
      a.z += dz * qs[m] / r2;
    }
    __syncthreads();
  }

  if (i < n)
    f[i] = a;
}
