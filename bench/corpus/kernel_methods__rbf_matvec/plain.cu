// y = K alpha for the Gaussian kernel of points with eight features; the matrix
// is never there. 128 points and weights a tile, two points a thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__device__ __forceinline__ float sq(float4 a, float4 b)
{
    float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z, w = a.w - b.w;
    return x * x + y * y + z * z + w * w;
}

__global__ void rbf(const float4 *points, const float *alpha, float *y, int n, float gamma)
{
    __shared__ float4 lo[128], hi[128];
    __shared__ float weight[128];

    int i = blockIdx.x * 256 + threadIdx.x;
    int a = min(i, n - 1), b = min(i + 128, n - 1);
    float4 a0 = points[2 * a], a1 = points[2 * a + 1];
    float4 b0 = points[2 * b], b1 = points[2 * b + 1];
    float ya = 0, yb = 0;

    for (int j0 = 0; j0 < n; j0 += 128) {
        int j = j0 + threadIdx.x;
        if (j < n) {
            lo[threadIdx.x] = points[2 * j];
            hi[threadIdx.x] = points[2 * j + 1];
            weight[threadIdx.x] = alpha[j];
        } else {
            lo[threadIdx.x] = hi[threadIdx.x] = make_float4(0, 0, 0, 0);
            weight[threadIdx.x] = 0;
        }
        __syncthreads();
        for (int t = 0; t < 128; t++) {
            ya += weight[t] * exp2f(-gamma * (sq(a0, lo[t]) + sq(a1, hi[t])));
            yb += weight[t] * exp2f(-gamma * (sq(b0, lo[t]) + sq(b1, hi[t])));
        }
        __syncthreads();
    }
    if (i < n) y[i] = ya;
    if (i + 128 < n) y[i + 128] = yb;
}

extern "C" void launch(const float4 *points, const float *alpha, float *y, int n)
{
    rbf<<<(n + 255) / 256, 128>>>(points, alpha, y, n, 0.7f);
}
