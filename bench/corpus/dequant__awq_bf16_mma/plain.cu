// Activations of bfloat16 times weights of four bits with scale and zero for
// 128 of K, mma.sync m16n8k16. The weights stay packed in the tile and are
// unpacked on the way to the fragments. 64 x 64 x 32, pointers that move.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_bf16.h>

typedef __nv_bfloat16 bf16;

__device__ __forceinline__ unsigned pack(float lo, float hi)
{
    __nv_bfloat162 v = __floats2bfloat162_rn(lo, hi);
    return *reinterpret_cast<unsigned *>(&v);
}

__device__ __forceinline__ void mma(float *d, const unsigned *a, unsigned b0, unsigned b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__global__ __launch_bounds__(128) void awq_gemm(const bf16 *x, const unsigned *qweight,
                                                const float2 *scale_zero, bf16 *y,
                                                int n, int k)
{
    __shared__ __align__(16) bf16 xt[64][40];
    __shared__ unsigned qt[32][9]; // a row of K: 64 columns in eight words

    const int tid = threadIdx.x, warp = tid >> 5, lane = tid & 31;
    const int group = lane >> 2, quad = lane & 3;
    const int n0 = blockIdx.x * 64;

    x += (size_t)blockIdx.y * 64 * k + (size_t)(tid >> 2) * k + (tid & 3) * 8;
    qweight += (size_t)(tid >> 3) * (n / 8) + n0 / 8 + (tid & 7);

    float acc[8][4];
#pragma unroll
    for (int i = 0; i < 8; i++)
        acc[i][0] = acc[i][1] = acc[i][2] = acc[i][3] = 0.f;

    float2 sz[8];
    for (int k0 = 0; k0 < k; k0 += 32) {
        *(uint4 *)&xt[tid >> 2][(tid & 3) * 8] = *(const uint4 *)x;
        *(uint4 *)&xt[(tid >> 2) + 32][(tid & 3) * 8] = *(const uint4 *)(x + (size_t)32 * k);
        qt[tid >> 3][tid & 7] = qweight[0];
        qt[(tid >> 3) + 16][tid & 7] = qweight[(size_t)16 * (n / 8)];
        x += 32;
        qweight += (size_t)32 * (n / 8);
        if (k0 % 128 == 0) {
#pragma unroll
            for (int j = 0; j < 8; j++)
                sz[j] = scale_zero[(size_t)(k0 / 128) * n + n0 + j * 8 + group];
        }
        __syncthreads();

#pragma unroll
        for (int kk = 0; kk < 32; kk += 16) {
            unsigned a[4];
            const int r = warp * 16 + group, c = kk + quad * 2;
            a[0] = *(const unsigned *)&xt[r][c];
            a[1] = *(const unsigned *)&xt[r + 8][c];
            a[2] = *(const unsigned *)&xt[r][c + 8];
            a[3] = *(const unsigned *)&xt[r + 8][c + 8];
#pragma unroll
            for (int j = 0; j < 8; j++) {
                const int sh = group * 4;
                float w0 = qt[c][j] >> sh & 15, w1 = qt[c + 1][j] >> sh & 15;
                float w2 = qt[c + 8][j] >> sh & 15, w3 = qt[c + 9][j] >> sh & 15;
                unsigned b0 = pack((w0 - sz[j].y) * sz[j].x, (w1 - sz[j].y) * sz[j].x);
                unsigned b1 = pack((w2 - sz[j].y) * sz[j].x, (w3 - sz[j].y) * sz[j].x);
                mma(acc[j], a, b0, b1);
            }
        }
        __syncthreads();
    }

    const size_t row = (size_t)blockIdx.y * 64 + warp * 16 + group;
#pragma unroll
    for (int j = 0; j < 8; j++) {
        bf16 *p = y + row * n + n0 + j * 8 + quad * 2;
        *(unsigned *)p = pack(acc[j][0], acc[j][1]);
        *(unsigned *)(p + (size_t)8 * n) = pack(acc[j][2], acc[j][3]);
    }
}

extern "C" void launch(const bf16 *x, const unsigned *qweight, const float2 *scale_zero,
                       bf16 *y, int m, int n, int k)
{
    awq_gemm<<<dim3(n / 64, m / 64), 128>>>(x, qweight, scale_zero, y, n, k);
}
