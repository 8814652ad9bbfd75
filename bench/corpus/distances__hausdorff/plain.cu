// One direction of the Hausdorff distance of two clouds of points, brute force:
// 768 points of the other cloud are a tile, copied as they lie.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cfloat>

#define NT 256
#define PER_THREAD 3
#define NPTS (NT * PER_THREAD)

__device__ static float dist2(const float *p, float x, float y, float z) {
  float dx = p[0] - x, dy = p[1] - y, dz = p[2] - z;
  return dx * dx + dy * dy + dz * dz;
}

__global__ void directed_hausdorff(const float *a, const float *b,
                                   float *closest, float *block_max, int na,
                                   int nb) {
  __shared__ float pts[3 * NPTS];
  __shared__ float reduce[NT];

  int i = blockIdx.x * NT + threadIdx.x;
  float x = 0, y = 0, z = 0;
  if (i < na)
    x = a[3 * i], y = a[3 * i + 1], z = a[3 * i + 2];

  float lo = FLT_MAX;
  for (int base = 0; base < nb; base += NPTS) {
    int cnt = nb - base < NPTS ? nb - base : NPTS;
    const float *src = b + 3 * (size_t)base;
    for (int k = threadIdx.x; k < 3 * cnt; k += NT)
      pts[k] = src[k];
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < cnt; k++)
      lo = fminf(lo, dist2(pts + 3 * k, x, y, z));
    __syncthreads();
  }

  float d = sqrtf(lo);
  if (i < na)
    closest[i] = d;
  reduce[threadIdx.x] = i < na ? d : 0.0f;
  __syncthreads();
  for (int s = NT / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s)
      reduce[threadIdx.x] = fmaxf(reduce[threadIdx.x], reduce[threadIdx.x + s]);
    __syncthreads();
  }
  if (threadIdx.x == 0)
    block_max[blockIdx.x] = reduce[0];
}

extern "C" void launch(const float *a, const float *b, float *closest,
                       float *block_max, int na, int nb) {
  directed_hausdorff<<<(na + NT - 1) / NT, NT>>>(a, b, closest, block_max, na,
                                                 nb);
}
