// Chaining of seeds: for each anchor the best of the 1024 before it, by the
// score of an earlier round, the overlap, and the cost of the gap. Tiles of 256
// anchors; blocks at the start have fewer.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__device__ int gap_cost(int gap)
{
    // 0.01 k |gap| + 0.5 log2 |gap|
    return gap == 0 ? 0 : (gap * 15 >> 8) + ((31 - __clz(gap)) >> 1);
}

__global__ void chain(const int4 *anchors, int2 *best, int n, int window)
{
    __shared__ int4 tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int4 me = i < n ? anchors[i] : make_int4(0, 0, 0, 0);
    int top = me.z, from = -1;

    int stop = blockIdx.x * 256 + 256;
    int start = max(0, stop - 256 - window);
    for (int j0 = start; j0 < stop; j0 += 256) {
        tile[threadIdx.x] = j0 + threadIdx.x < n ? anchors[j0 + threadIdx.x]
                                                 : make_int4(0, 0, 0, 0);
        __syncthreads();
        for (int j = 0; j < 256; j++) {
            int4 a = tile[j];
            int dx = me.x - a.x, dy = me.y - a.y;
            int gap = abs(dx - dy);
            if (j0 + j < i && dx > 0 && dy > 0 && gap <= 50000) {
                int score = a.w + min(min(dx, dy), me.z) - gap_cost(gap);
                if (score > top) {
                    top = score;
                    from = j0 + j;
                }
            }
        }
        __syncthreads();
    }
    if (i < n)
        best[i] = make_int2(top, from);
}

extern "C" void launch(const int4 *anchors, int2 *best, int n)
{
    chain<<<(n + 255) / 256, 256>>>(anchors, best, n, 1024);
}
