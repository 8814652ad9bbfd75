// Gravity of the heavy bodies, which come first, on all bodies; coordinates in
// arrays of their own. 1024 threads share a tile of 1024 bodies.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void gravity(const float *px, const float *py, const float *pz,
                        const float *mass, float *fx, float *fy, float *fz,
                        int n, int heavy, float eps2) {
  extern __shared__ float shared[];
  float *sx = shared;
  float *sy = sx + blockDim.x;
  float *sz = sy + blockDim.x;
  float *sm = sz + blockDim.x;

  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = 0.f, y = 0.f, z = 0.f;
  if (i < n) {
    x = px[i];
    y = py[i];
    z = pz[i];
  }
  float ax = 0.f, ay = 0.f, az = 0.f;

  for (int base = 0; base < heavy; base += blockDim.x) {
    int j = base + threadIdx.x;
    if (j < heavy) {
      sx[threadIdx.x] = px[j];
      sy[threadIdx.x] = py[j];
      sz[threadIdx.x] = pz[j];
      sm[threadIdx.x] = mass[j];
    } else {
      sx[threadIdx.x] = sy[threadIdx.x] = sz[threadIdx.x] = 0.f;
      sm[threadIdx.x] = 0.f;
    }
    __syncthreads();

#pragma unroll 8
    for (int k = 0; k < blockDim.x; k++) {
      float dx = sx[k] - x, dy = sy[k] - y, dz = sz[k] - z;
      float d2 = dx * dx + dy * dy + dz * dz + eps2;
      float inv = rsqrtf(d2);
      float s = sm[k] * inv * inv * inv;
      ax += dx * s;
      ay += dy * s;
      az += dz * s;
    }
    __syncthreads();
  }

  if (i < n) {
    fx[i] = ax;
    fy[i] = ay;
    fz[i] = az;
  }
}

extern "C" void launch(const float *px, const float *py, const float *pz,
                       const float *mass, float *fx, float *fy, float *fz,
                       int n, int heavy, int threads) {
  int blocks = (n + threads - 1) / threads;
  gravity<<<blocks, threads, 4 * threads * sizeof(float)>>>(
      px, py, pz, mass, fx, fy, fz, n, heavy, 1e-4f);
}
