// Radial distribution: distances from 512 particles to all others, counted in
// 256 bins of shared memory. Three arrays in memory, three tiles.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

typedef unsigned int uint;

__global__ void rdf(const float *X, const float *Y, const float *Z, uint *hist,
                    int n, float inv_width, float limit2) {
  extern __shared__ float dyn[];
  uint *bins = (uint *)dyn;
  float *tx = dyn + 256;
  float *ty = tx + blockDim.x;
  float *tz = ty + blockDim.x;

  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    bins[b] = 0;

  float x = 0, y = 0, z = 0;
  if (i < n) {
    x = X[i];
    y = Y[i];
    z = Z[i];
  }

  for (int j0 = 0; j0 < n; j0 += blockDim.x) {
    const int j = j0 + threadIdx.x;
    tx[threadIdx.x] = j < n ? X[j] : 1e9f;
    ty[threadIdx.x] = j < n ? Y[j] : 1e9f;
    tz[threadIdx.x] = j < n ? Z[j] : 1e9f;
    __syncthreads();
    if (i < n) {
#pragma unroll 4
      for (int k = 0; k < blockDim.x; k++) {
        const float dx = x - tx[k], dy = y - ty[k], dz = z - tz[k];
        const float r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < limit2)
          atomicAdd(&bins[min((int)(sqrtf(r2) * inv_width), 255)], 1u);
      }
    }
    __syncthreads();
  }

  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    hist[blockIdx.x * 256 + b] = bins[b];
}

extern "C" void launch(const float *xyz, unsigned *histograms, int n) {
  const int threads = 512;
  const size_t bytes = 256 * sizeof(uint) + 3 * threads * sizeof(float);
  rdf<<<(n + threads - 1) / threads, threads, bytes>>>(
      xyz, xyz + n, xyz + 2 * (size_t)n, histograms, n, 256.0f / 0.4f,
      0.4f * 0.4f);
}
