// C = A^T A of which only the upper triangle is stored, packed by columns. One
// dimension of blocks, the pair of 64-blocks from its number. 64 x 64 x 16.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

#define BM 64
#define BK 16

__global__ void __launch_bounds__(256)
syrk_packed(const float *__restrict__ A, float *__restrict__ C, int n, int k, float alpha)
{
    __shared__ __align__(16) float As[BK][BM];
    __shared__ __align__(16) float Bs[BK][BM];

    int bj = (int)((sqrtf(8.0f * blockIdx.x + 1.0f) - 1.0f) * 0.5f);
    while ((bj + 1) * (bj + 2) / 2 <= (int)blockIdx.x) ++bj;
    while (bj * (bj + 1) / 2 > (int)blockIdx.x) --bj;
    const int bi = blockIdx.x - bj * (bj + 1) / 2;

    const int tid = threadIdx.x;
    const int lr = tid / 16, lc = tid % 16 * 4;
    const int ty = tid / 16 * 4, tx = tid % 16 * 4;
    const float *pa = A + (size_t)lr * n + bi * BM + lc;
    const float *pb = A + (size_t)lr * n + bj * BM + lc;

    float acc[4][4];
    #pragma unroll
    for (int i = 0; i < 4; i++)
        #pragma unroll
        for (int j = 0; j < 4; j++) acc[i][j] = 0.0f;

    for (int kk = 0; kk < k; kk += BK) {
        *(float4 *)&As[lr][lc] = *(const float4 *)pa;
        *(float4 *)&Bs[lr][lc] = *(const float4 *)pb;
        pa += (size_t)BK * n;
        pb += (size_t)BK * n;
        __syncthreads();
        #pragma unroll
        for (int p = 0; p < BK; p++) {
            float4 a = *(float4 *)&As[p][ty], b = *(float4 *)&Bs[p][tx];
            acc[0][0] += a.x * b.x; acc[0][1] += a.x * b.y; acc[0][2] += a.x * b.z; acc[0][3] += a.x * b.w;
            acc[1][0] += a.y * b.x; acc[1][1] += a.y * b.y; acc[1][2] += a.y * b.z; acc[1][3] += a.y * b.w;
            acc[2][0] += a.z * b.x; acc[2][1] += a.z * b.y; acc[2][2] += a.z * b.z; acc[2][3] += a.z * b.w;
            acc[3][0] += a.w * b.x; acc[3][1] += a.w * b.y; acc[3][2] += a.w * b.z; acc[3][3] += a.w * b.w;
        }
        __syncthreads();
    }

    for (int j = 0; j < 4; j++) {
        const size_t col = bj * BM + tx + j;
        for (int i = 0; i < 4; i++) {
            const size_t row = bi * BM + ty + i;
            if (row <= col)
                C[col * (col + 1) / 2 + row] = alpha * acc[i][j];
        }
    }
}

extern "C" void launch(const float *A, float *C, int n, int k)
{
    int nb = n / BM;
    syrk_packed<<<nb * (nb + 1) / 2, 256>>>(A, C, n, k, 0.5f);
}
