// Distances on a grid to a scene of boxes, spheres and capsules, joined
// smoothly: 32 primitives a trip, 8 x 8 x 8 threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

struct Primitive
{
    int kind;
    float center[3];
    float size[3];
    float blend;
};

__device__ float primitive_distance(const Primitive &p, float x, float y, float z)
{
    x -= p.center[0];
    y -= p.center[1];
    z -= p.center[2];
    switch (p.kind) {
    case 0:
        return sqrtf(x * x + y * y + z * z) - p.size[0];
    case 1: {
        float qx = fabsf(x) - p.size[0], qy = fabsf(y) - p.size[1], qz = fabsf(z) - p.size[2];
        float ox = fmaxf(qx, 0.0f), oy = fmaxf(qy, 0.0f), oz = fmaxf(qz, 0.0f);
        return sqrtf(ox * ox + oy * oy + oz * oz) + fminf(fmaxf(qx, fmaxf(qy, qz)), 0.0f);
    }
    default:
        y -= fminf(fmaxf(y, 0.0f), p.size[1]);
        return sqrtf(x * x + y * y + z * z) - p.size[0];
    }
}

__global__ void sdf_grid(const int *kinds, const float *numbers, float *grid, int n, int res)
{
    __shared__ Primitive scene[32];

    int tid = (threadIdx.z * 8 + threadIdx.y) * 8 + threadIdx.x;
    int ix = blockIdx.x * 8 + threadIdx.x;
    int iy = blockIdx.y * 8 + threadIdx.y;
    int iz = blockIdx.z * 8 + threadIdx.z;
    float h = 2.0f / res;
    float x = ix * h - 1.0f, y = iy * h - 1.0f, z = iz * h - 1.0f;
    float d = 10.0f;

    for (int start = 0; start < n; start += 32) {
        int count = min(32, n - start);
        if (tid < count) {
            const float *f = numbers + (size_t)(start + tid) * 7;
            Primitive &p = scene[tid];
            p.kind = kinds[start + tid];
            for (int k = 0; k < 3; k++) {
                p.center[k] = f[k];
                p.size[k] = 0.05f + 0.1f * fabsf(f[3 + k]);
            }
            p.blend = 0.01f + 0.05f * fabsf(f[6]);
        }
        __syncthreads();

        for (int i = 0; i < count; i++) {
            float e = primitive_distance(scene[i], x, y, z);
            float k = scene[i].blend;
            float m = fmaxf(k - fabsf(d - e), 0.0f) / k;
            d = fminf(d, e) - m * m * k * 0.25f;
        }
        __syncthreads();
    }
    if (ix < res && iy < res && iz < res)
        grid[((size_t)iz * res + iy) * res + ix] = d;
}

extern "C" void launch(const int *kinds, const float *numbers, float *grid, int n, int res)
{
    int b = (res + 7) / 8;
    sdf_grid<<<dim3(b, b, b), dim3(8, 8, 8)>>>(kinds, numbers, grid, n, res);
}
