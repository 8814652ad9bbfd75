// Which points are inside of a polygon: crossings counted along its edges, 256
// at a time with one vertex more.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__global__ void point_in_polygon(const float2 *points, const float2 *vertices,
                                 unsigned char *inside, int n_points, int n_vertices) {
    __shared__ float2 v[257];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 p = i < n_points ? points[i] : make_float2(0, 0);
    bool odd = false;

    for (int e0 = 0; e0 < n_vertices; e0 += 256) {
        for (int t = threadIdx.x; t < 257; t += blockDim.x) {
            int k = e0 + t;
            if (k <= n_vertices)
                v[t] = vertices[k == n_vertices ? 0 : k];
        }
        __syncthreads();

        int count = min(256, n_vertices - e0);
        float2 a = v[0];
        for (int t = 0; t < count; t++) {
            float2 b = v[t + 1];
            if ((a.y > p.y) != (b.y > p.y)) {
                // Without a division: the sign of the triangle.
                float cross = (b.x - a.x) * (p.y - a.y) - (p.x - a.x) * (b.y - a.y);
                if ((cross > 0) == (b.y > a.y))
                    odd = !odd;
            }
            a = b;
        }
        __syncthreads();
    }
    if (i < n_points)
        inside[i] = odd;
}

extern "C" void launch(const float2 *points, const float2 *vertices,
                       unsigned char *inside, int n_points, int n_vertices) {
    point_in_polygon<<<(n_points + 191) / 192, 192>>>(points, vertices, inside,
                                                      n_points, n_vertices);
}
