// Short-range forces by lists of clusters: eight atoms a warp row against lists
// of clusters of four, 32 clusters a trip with an interaction mask each. 8 x 8
// threads; half of the list's j atoms a row.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

struct ClusterEntry { int cj; unsigned mask; };

__global__ void __launch_bounds__(64)
cluster_forces(const float4 *__restrict__ xq, const int *__restrict__ list,
               const unsigned *__restrict__ masks, const int *__restrict__ begin,
               const int *__restrict__ count, float4 *__restrict__ force, float rc2)
{
    __shared__ float4 xj[32 * 4];
    __shared__ ClusterEntry entry[32];
    __shared__ float4 part[8][8];

    const int ti = threadIdx.x, tj = threadIdx.y, t = tj * 8 + ti;
    const float4 pi = xq[blockIdx.x * 8 + ti];
    const int first = begin[blockIdx.x], n = count[blockIdx.x];
    float4 f = make_float4(0.f, 0.f, 0.f, 0.f);

    for (int c0 = 0; c0 < n; c0 += 32) {
        const int here = min(32, n - c0);
        if (t < here) {
            entry[t].cj = list[first + c0 + t];
            entry[t].mask = masks[first + c0 + t];
        }
        for (int a = t; a < here * 4; a += 64)
            xj[a] = xq[list[first + c0 + a / 4] * 4 + a % 4];
        __syncthreads();

        for (int a = tj; a < here * 4; a += 8) {
            if (!(entry[a / 4].mask >> (ti * 4 + a % 4) & 1))
                continue;
            const float4 pj = xj[a];
            const float dx = pi.x - pj.x, dy = pi.y - pj.y, dz = pi.z - pj.z;
            const float r2 = fmaxf(dx * dx + dy * dy + dz * dz, 0.04f);
            if (r2 < rc2) {
                const float ri = rsqrtf(r2), ri2 = ri * ri;
                const float s6 = 1e-4f * ri2 * ri2 * ri2;
                const float coulomb = pi.w * pj.w * ri;
                const float k = (12.f * s6 * s6 - 6.f * s6 + coulomb) * ri2;
                f.x += k * dx;
                f.y += k * dy;
                f.z += k * dz;
                f.w += s6 * s6 - s6 + coulomb;
            }
        }
        __syncthreads();
    }

    part[tj][ti] = f;
    __syncthreads();
    if (tj == 0) {
        for (int j = 1; j < 8; ++j) {
            f.x += part[j][ti].x;
            f.y += part[j][ti].y;
            f.z += part[j][ti].z;
            f.w += part[j][ti].w;
        }
        force[blockIdx.x * 8 + ti] = f;
    }
}

extern "C" void launch(const float4 *xq, const int *list, const unsigned *masks,
                       const int *begin, const int *count, float4 *force, int clusters)
{
    cluster_forces<<<clusters, dim3(8, 8)>>>(xq, list, masks, begin, count, force, 0.8f);
}
