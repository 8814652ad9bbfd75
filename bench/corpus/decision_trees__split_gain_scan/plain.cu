// The best split of a node: for each feature 256 bins of gradients and Hessians
// are loaded, scanned with barriers, and their gains compared. A node a block.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__device__ __forceinline__ float gain(float g, float h, float lambda) { return g * g / (h + lambda); }

__global__ void __launch_bounds__(256) best_split(const float2 *hist, float4 *best, int features, float lambda)
{
    __shared__ float2 bins[2][256];
    __shared__ float w_gain[8];
    __shared__ int w_at[8];

    const int t = threadIdx.x;
    const float2 *node = hist + (size_t)blockIdx.x * features * 256;
    float top = -1.f, left_g = 0.f, left_h = 0.f;
    int at = 0;

    for (int f = 0; f < features; f++) {
        float2 v = node[f * 256 + t];
        bins[0][t] = make_float2(v.x, fabsf(v.y));
        __syncthreads();

        int cur = 0;
        for (int step = 1; step < 256; step <<= 1) {
            float2 a = bins[cur][t];
            if (t >= step) {
                a.x += bins[cur][t - step].x;
                a.y += bins[cur][t - step].y;
            }
            bins[cur ^ 1][t] = a;
            cur ^= 1;
            __syncthreads();
        }

        const float2 left = bins[cur][t], all = bins[cur][255];
        const float q = gain(left.x, left.y, lambda) + gain(all.x - left.x, all.y - left.y, lambda) -
                        gain(all.x, all.y, lambda);
        if (q > top) {
            top = q;
            at = f * 256 + t;
            left_g = left.x;
            left_h = left.y;
        }
        __syncthreads();
    }

    const float mine = top;
    const int my_at = at;
    for (int o = 16; o; o >>= 1) {
        float q = __shfl_xor_sync(~0u, top, o);
        int a = __shfl_xor_sync(~0u, at, o);
        if (q > top || (q == top && a < at)) { top = q; at = a; }
    }
    if (t % 32 == 0) { w_gain[t / 32] = top; w_at[t / 32] = at; }
    __syncthreads();
    for (int i = 0; i < 8; i++)
        if (w_gain[i] > top || (w_gain[i] == top && w_at[i] < at)) { top = w_gain[i]; at = w_at[i]; }
    // Each thread has looked at one bin: the place says whose it is.
    if (mine == top && my_at == at && at % 256 == t)
        best[blockIdx.x] = make_float4(top, (float)at, left_g, left_h);
}

extern "C" void launch(const float2 *hist, float4 *best, int nodes, int features)
{
    best_split<<<nodes, 256>>>(hist, best, features, 1.0f);
}
