// Structs in memory, an array a member in shared memory.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single forces
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
  const float at = i * 0.25f;
  float3 a = {0.0f, 0.0f, 0.0f};

  for (int j = 0; j < n; j += 64) {
    if (j + t < n) {
      xs[t] = p[j + t].x;
      ys[t] = p[j + t].y;
      zs[t] = p[j + t].z;
      qs[t] = p[j + t].q;
    } else {
      xs[t] = 0.0f;
      ys[t] = 0.0f;
      zs[t] = 0.0f;
      qs[t] = 0.0f;
    }
    __syncthreads();

    for (int m = 0; m < 64; ++m) {
      float dx = xs[m] - at, dy = ys[m] - at, dz = zs[m] - at;
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
