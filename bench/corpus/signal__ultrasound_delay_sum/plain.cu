// Ultrasound imaging by delay and sum: 32 x 8 pixels a block; the lines of two
// receivers are in shared memory at a time, each pixel takes the sample that its
// echo arrives at, interpolated, with a weight that grows with depth.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

constexpr int kLine = 1024; // samples of a line
constexpr int kLines = 2;   // of a trip

struct Geometry {
  float pitch;            // between receivers
  float dx, dz;           // between pixels
  float samples_per_unit; // of way, there and back
};

__global__ void delay_and_sum(const float *rf, float *image, Geometry g,
                              int receivers, int nx, int nz) {
  __shared__ float line[kLines][kLine];

  const int ix = blockIdx.x * blockDim.x + threadIdx.x;
  const int iz = blockIdx.y * blockDim.y + threadIdx.y;
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  const float x = (ix - 0.5f * nx) * g.dx, z = (iz + 1) * g.dz;

  float sum = 0.0f, weights = 0.0f;

  for (int r0 = 0; r0 < receivers; r0 += kLines) {
    for (int i = tid; i < kLines * kLine; i += 256) {
      const int l = i / kLine;
      if (r0 + l < receivers)
        line[l][i % kLine] = rf[(size_t)(r0 + l) * kLine + i % kLine];
    }
    __syncthreads();

#pragma unroll
    for (int l = 0; l < kLines; ++l) {
      if (r0 + l < receivers) {
        const float away = x - (r0 + l - 0.5f * receivers) * g.pitch;
        // Out as a plane wave, back along a straight line.
        const float way = z + sqrtf(away * away + z * z);
        const float t = way * g.samples_per_unit;
        const int sample = (int)t;
        if (sample + 1 < kLine) {
          const float part = t - sample;
          const float w = fmaxf(0.0f, 1.0f - fabsf(away) / z);
          sum += w * (line[l][sample] +
                      part * (line[l][sample + 1] - line[l][sample]));
          weights += w;
        }
      }
    }
    __syncthreads();
  }

  if (ix < nx && iz < nz)
    image[(size_t)iz * nx + ix] = sum / (weights + 1e-6f);
}

extern "C" void launch(const float *rf, float *image, int receivers, int nx,
                       int nz) {
  Geometry g;
  g.pitch = 0.3f;
  g.dx = 0.3f * receivers / nx;
  g.dz = 40.0f / nz;
  g.samples_per_unit = 11.0f;
  delay_and_sum<<<dim3((nx + 31) / 32, (nz + 7) / 8), dim3(32, 8)>>>(
      rf, image, g, receivers, nx, nz);
}
