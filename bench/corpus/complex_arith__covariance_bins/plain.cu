// Covariances of an array: for each frequency X X^H of 64 antennas, 32 snapshots
// a trip in 33 KB, 4 x 4 results a thread; bins are the blocks.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

#define N 64
#define SNAP 32

#define CMAC(c, a, b)                                                          \
  do {                                                                         \
    (c).x = fmaf((a).x, (b).x, fmaf((a).y, (b).y, (c).x));                     \
    (c).y = fmaf((a).y, (b).x, fmaf(-(a).x, (b).y, (c).y));                    \
  } while (0)

__global__ void covariance(const float2 *x, const float *weight, float2 *r, int snapshots)
{
    __shared__ float2 xs[SNAP][N + 1];
    __shared__ float2 xw[SNAP][N + 1];

    const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
    x += (size_t)blockIdx.x * N * snapshots;
    weight += (size_t)blockIdx.x * snapshots;
    r += (size_t)blockIdx.x * N * N;

    float2 acc[4][4];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            acc[i][j] = make_float2(0.f, 0.f);

    for (int s = 0; s < snapshots; s += SNAP) {
        for (int e = tid; e < SNAP * N; e += 256) {
            const int snap = e % SNAP, ant = e / SNAP;
            float2 v = make_float2(0.f, 0.f);
            float w = 0.f;
            if (s + snap < snapshots) {
                v = x[(size_t)ant * snapshots + s + snap];
                w = weight[s + snap];
            }
            xs[snap][ant] = v;
            xw[snap][ant] = make_float2(w * v.x, w * v.y);
        }
        __syncthreads();

        for (int e = 0; e < SNAP; e++) {
            float2 a[4], b[4];
#pragma unroll
            for (int i = 0; i < 4; i++) {
                a[i] = xw[e][ty + 16 * i];
                b[i] = xs[e][tx + 16 * i];
            }
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    CMAC(acc[i][j], a[i], b[j]);
        }
        __syncthreads();
    }

    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            r[(ty + 16 * i) * N + tx + 16 * j] = acc[i][j];
}

extern "C" void launch(const float2 *x, const float *weight, float2 *r, int bins, int snapshots)
{
    covariance<<<bins, 256>>>(x, weight, r, snapshots);
}
