// The triangle of a mesh next to each point, by the distance to the plane and
// to the edges. 96 triangles a tile, prepared on the way: a corner, two edges,
// and what does not depend on the point.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

struct V3 { float x, y, z; };
__device__ __forceinline__ V3 operator-(V3 a, V3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__device__ __forceinline__ V3 operator*(float s, V3 a) { return {s * a.x, s * a.y, s * a.z}; }
__device__ __forceinline__ V3 operator+(V3 a, V3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__device__ __forceinline__ float dot(V3 a, V3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

struct Prepared {
    V3 a, ab, ac;
    float aa, bb, cc; // ab.ab, ab.ac, ac.ac
};

__device__ float squared_distance(const Prepared &t, V3 p)
{
    const V3 ap = p - t.a;
    const float d1 = dot(t.ab, ap), d2 = dot(t.ac, ap);
    const float det = t.aa * t.cc - t.bb * t.bb;
    float u = t.cc * d1 - t.bb * d2, v = t.aa * d2 - t.bb * d1;
    if (u >= 0 && v >= 0 && u + v <= det) {
        u /= det;
        v /= det;
    } else {
        // The nearest of the three edges.
        const float u0 = __saturatef(d1 / t.aa), v0 = __saturatef(d2 / t.cc);
        const float len = t.aa - 2 * t.bb + t.cc;
        const float w = __saturatef((d2 - d1 + t.aa - t.bb) / len);
        const V3 e0 = ap - u0 * t.ab, e1 = ap - v0 * t.ac;
        const V3 e2 = ap - ((1 - w) * t.ab + w * t.ac);
        return fminf(dot(e0, e0), fminf(dot(e1, e1), dot(e2, e2)));
    }
    const V3 r = ap - (u * t.ab + v * t.ac);
    return dot(r, r);
}

__global__ void closest(const float *__restrict__ points, const V3 *__restrict__ corners,
                        float *__restrict__ dist, int *__restrict__ which, int n, int m)
{
    __shared__ Prepared tri[96];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    V3 p = {0, 0, 0};
    if (i < n) p = {points[3 * i], points[3 * i + 1], points[3 * i + 2]};
    float best = 1e30f;
    int id = -1;

    for (int t0 = 0; t0 < m; t0 += 96) {
        if (threadIdx.x < 96 && t0 + threadIdx.x < m) {
            const V3 *c = corners + 3 * (size_t)(t0 + threadIdx.x);
            Prepared q;
            q.a = c[0];
            q.ab = c[1] - c[0];
            q.ac = c[2] - c[0];
            q.aa = dot(q.ab, q.ab);
            q.bb = dot(q.ab, q.ac);
            q.cc = dot(q.ac, q.ac);
            tri[threadIdx.x] = q;
        }
        __syncthreads();
        const int k = min(96, m - t0);
        for (int t = 0; t < k; ++t) {
            const float d = squared_distance(tri[t], p);
            if (d < best) { best = d; id = t0 + t; }
        }
        __syncthreads();
    }
    if (i < n) { dist[i] = sqrtf(best); which[i] = id; }
}

extern "C" void launch(const float *points, const float *corners, float *dist,
                       int *which, int n, int m)
{
    closest<<<(n + 127) / 128, 128>>>(points, (const V3 *)corners, dist, which, n, m);
}
