// Predicted visibilities of an interferometer: for each baseline the sum over
// sources of a phase times a 2 x 2 coherency. 64 sources a trip, in a struct.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

struct Source { float l, m, n, i, q, u, v, spare; };

__global__ void __launch_bounds__(256, 3)
predict(const float *__restrict__ uvw, const Source *__restrict__ sources,
        float *__restrict__ vis, int baselines, int n_sources)
{
    __shared__ Source s[64];

    const int b = blockIdx.x * 256 + threadIdx.x;
    float u = 0.0f, v = 0.0f, w = 0.0f;
    if (b < baselines) {
        u = 50.0f * uvw[b];
        v = 50.0f * uvw[baselines + b];
        w = 50.0f * uvw[2 * baselines + b];
    }
    float2 xx = {0, 0}, xy = {0, 0}, yx = {0, 0}, yy = {0, 0};

    for (int s0 = 0; s0 < n_sources; s0 += 64) {
        // As floats: two a thread.
        const float *src = reinterpret_cast<const float *>(sources + s0);
        float *dst = reinterpret_cast<float *>(s);
        const int numbers = min(64, n_sources - s0) * 8;
        if (threadIdx.x < numbers)
            dst[threadIdx.x] = src[threadIdx.x];
        if (threadIdx.x + 256 < numbers)
            dst[threadIdx.x + 256] = src[threadIdx.x + 256];
        __syncthreads();

        for (int k = 0; k < numbers / 8; ++k) {
            const Source &a = s[k];
            float si, co;
            __sincosf(u * a.l + v * a.m + w * a.n, &si, &co);
            const float p = a.i + a.q, q = a.i - a.q;
            xx.x += p * co;                 xx.y += p * si;
            yy.x += q * co;                 yy.y += q * si;
            xy.x += a.u * co - a.v * si;    xy.y += a.u * si + a.v * co;
            yx.x += a.u * co + a.v * si;    yx.y += a.u * si - a.v * co;
        }
        __syncthreads();
    }

    if (b < baselines) {
        const size_t n = baselines;
        vis[b] = xx.x;         vis[n + b] = xx.y;
        vis[2 * n + b] = xy.x; vis[3 * n + b] = xy.y;
        vis[4 * n + b] = yx.x; vis[5 * n + b] = yx.y;
        vis[6 * n + b] = yy.x; vis[7 * n + b] = yy.y;
    }
}

extern "C" void launch(const float *uvw, const float *sources, float *vis, int baselines, int n_sources)
{
    predict<<<(baselines + 255) / 256, 256>>>(uvw, reinterpret_cast<const Source *>(sources), vis,
                                              baselines, n_sources);
}
