// Shear-warp compositing of a volume of bytes: slices front to back, two a trip,
// with one voxel around for the interpolation; the block stops when it is opaque.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define W 32
#define H 8
#define SLICES 2

__global__ void composite(const unsigned char *__restrict__ volume, const float4 *__restrict__ transfer,
                          float4 *__restrict__ image, int nx, int ny, int nz, float shear_x, float shear_y)
{
    __shared__ float4 tf[256];
    __shared__ unsigned char slab[SLICES][H + 1][W + 4];

    const int t = threadIdx.y * W + threadIdx.x;
    const float4 entry = transfer[t];
    tf[t] = make_float4(fabsf(entry.x), fabsf(entry.y), fabsf(entry.z), 0.05f * fabsf(entry.w));

    const int x = blockIdx.x * W + threadIdx.x, y = blockIdx.y * H + threadIdx.y;
    float r = 0.f, g = 0.f, b = 0.f, a = 0.f;

    for (int z0 = 0; z0 < nz; z0 += SLICES) {
        for (int s = 0; s < SLICES; ++s) {
            const int z = z0 + s;
            const int ox = blockIdx.x * W + (int)floorf(shear_x * z);
            const int oy = blockIdx.y * H + (int)floorf(shear_y * z);
            for (int i = t; i < (H + 1) * (W + 1); i += W * H) {
                const int vx = ox + i % (W + 1), vy = oy + i / (W + 1);
                const bool in = vx >= 0 && vx < nx && vy >= 0 && vy < ny && z < nz;
                slab[s][i / (W + 1)][i % (W + 1)] = in ? volume[((size_t)z * ny + vy) * nx + vx] : 0;
            }
        }
        __syncthreads();

#pragma unroll
        for (int s = 0; s < SLICES; ++s) {
            const float sx = shear_x * (z0 + s), sy = shear_y * (z0 + s);
            const float fx = sx - floorf(sx), fy = sy - floorf(sy);
            const float v00 = slab[s][threadIdx.y][threadIdx.x], v01 = slab[s][threadIdx.y][threadIdx.x + 1];
            const float v10 = slab[s][threadIdx.y + 1][threadIdx.x], v11 = slab[s][threadIdx.y + 1][threadIdx.x + 1];
            const float v = (1.f - fy) * (v00 + fx * (v01 - v00)) + fy * (v10 + fx * (v11 - v10));
            const float4 c = tf[(int)v];
            const float k = (1.f - a) * c.w;
            r += k * c.x;
            g += k * c.y;
            b += k * c.z;
            a += k;
        }
        if (__syncthreads_and(a > 0.98f))
            break;
    }
    if (x < nx && y < ny)
        image[(size_t)y * nx + x] = make_float4(r, g, b, a);
}

extern "C" void launch(const unsigned char *volume, const float4 *transfer, float4 *image,
                       int nx, int ny, int nz)
{
    composite<<<dim3((nx + W - 1) / W, (ny + H - 1) / H), dim3(W, H)>>>(
        volume, transfer, image, nx, ny, nz, 0.173f, -0.091f);
}
