// Repulsion of t-SNE by brute force: two coordinates a point in two arrays,
// 1024 points a tile, four points a thread, 64 threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define PER 4
#define TILE 1024

__global__ void repulsion(const float *px, const float *py, float *fx, float *fy, float *z, int n)
{
    __shared__ float sx[TILE];
    __shared__ float sy[TILE];
    float x[PER], y[PER], rx[PER], ry[PER], rz[PER];
    int first = blockIdx.x * (64 * PER) + threadIdx.x;

#pragma unroll
    for (int i = 0; i < PER; i++) {
        int at = first + i * 64 < n ? first + i * 64 : 0;
        x[i] = px[at];
        y[i] = py[at];
        rx[i] = ry[i] = rz[i] = 0.0f;
    }

    for (int t = 0; t < n; t += TILE) {
        for (int i = threadIdx.x; i < TILE; i += 64) {
            // Far away beyond the last.
            sx[i] = t + i < n ? px[t + i] : 1e18f;
            sy[i] = t + i < n ? py[t + i] : 1e18f;
        }
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < TILE; j++) {
            const float qx = sx[j], qy = sy[j];
#pragma unroll
            for (int i = 0; i < PER; i++) {
                float dx = x[i] - qx, dy = y[i] - qy;
                float q = __fdividef(1.0f, 1.0f + dx * dx + dy * dy);
                rz[i] += q;
                q *= q;
                rx[i] += q * dx;
                ry[i] += q * dy;
            }
        }
        __syncthreads();
    }

#pragma unroll
    for (int i = 0; i < PER; i++)
        if (first + i * 64 < n) {
            fx[first + i * 64] = rx[i];
            fy[first + i * 64] = ry[i];
            z[first + i * 64] = rz[i] - 1.0f;
        }
}

extern "C" void launch(const float *px, const float *py, float *fx, float *fy, float *z, int n)
{
    repulsion<<<(n + 64 * PER - 1) / (64 * PER), 64>>>(px, py, fx, fy, z, n);
}
