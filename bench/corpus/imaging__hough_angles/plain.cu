// Hough transform without atomics in global memory: a block counts for two
// angles, 2048 distances each, over all points, which come 512 at a time.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define ANGLES 2
#define RHOS 2048
#define POINTS 512

__global__ void hough(const int *__restrict__ x, const int *__restrict__ y,
                      unsigned *__restrict__ votes, int n, int angles) {
  __shared__ unsigned bins[ANGLES][RHOS];
  __shared__ short2 tile[POINTS];

  for (int i = threadIdx.x; i < ANGLES * RHOS; i += blockDim.x)
    bins[i / RHOS][i % RHOS] = 0;
  __syncthreads();

  // Half of the block has one angle, half the other.
  const int half = blockDim.x / ANGLES;
  const int mine = threadIdx.x / half;
  const int lane = threadIdx.x % half;
  const int angle = blockIdx.x * ANGLES + mine;
  float s, c;
  __sincosf(3.14159265f * angle / angles, &s, &c);

  for (int p0 = 0; p0 < n; p0 += POINTS) {
    const int count = min(POINTS, n - p0);
    for (int i = threadIdx.x; i < count; i += blockDim.x)
      tile[i] = make_short2((short)x[p0 + i], (short)y[p0 + i]);
    __syncthreads();

    if (angle < angles)
      for (int i = lane; i < count; i += half) {
        const float rho = c * (tile[i].x - 512) + s * (tile[i].y - 512);
        atomicAdd(&bins[mine][(int)rintf(rho) + RHOS / 2], 1u);
      }
    __syncthreads();
  }

  if (angle < angles)
    for (int i = lane; i < RHOS; i += half)
      votes[(size_t)angle * RHOS + i] = bins[mine][i];
}

extern "C" void launch(const int *x, const int *y, unsigned *votes, int points,
                       int angles) {
  hough<<<(angles + ANGLES - 1) / ANGLES, 256>>>(x, y, votes, points, angles);
}
