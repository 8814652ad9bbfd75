// y = W x with weights of eight bits (four of exponent, three of mantissa) and a
// scale a row. The vector comes in pieces of 1024 halves, a warp does four rows.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>

#define ROWS_PER_WARP 4
#define WARPS 8
#define PIECE 1024

// Sign, exponent and mantissa to where half has them; 256 too small.
__device__ __forceinline__ half2 fp8x2(unsigned q)
{
    unsigned h = ((q & 0x80008000u)) | ((q & 0x7f007f00u) >> 1);
    return *reinterpret_cast<half2 *>(&h);
}

__global__ void gemv_e4m3(const uint2 *__restrict__ w, const half2 *__restrict__ x,
                          const float *__restrict__ scale, float *__restrict__ y,
                          int rows, int k)
{
    __shared__ half2 xs[PIECE / 2];

    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int row0 = (blockIdx.x * WARPS + warp) * ROWS_PER_WARP;
    float acc[ROWS_PER_WARP] = {0.f, 0.f, 0.f, 0.f};

    for (int k0 = 0; k0 < k; k0 += PIECE) {
        xs[threadIdx.x] = x[k0 / 2 + threadIdx.x];
        xs[threadIdx.x + 256] = x[k0 / 2 + threadIdx.x + 256];
        __syncthreads();

#pragma unroll
        for (int r = 0; r < ROWS_PER_WARP; r++) {
            if (row0 + r < rows) {
                const uint2 *row = w + ((size_t)(row0 + r) * k + k0) / 8;
#pragma unroll
                for (int i = 0; i < PIECE / 256; i++) {
                    uint2 q = row[i * 32 + lane];
                    const half2 *xv = xs + (i * 32 + lane) * 4;
                    // Bytes 1 and 3, then 0 and 2.
                    half2 s = __hmul2(fp8x2(q.x), xv[0]);
                    s = __hfma2(fp8x2(q.x << 8), xv[1], s);
                    s = __hfma2(fp8x2(q.y), xv[2], s);
                    s = __hfma2(fp8x2(q.y << 8), xv[3], s);
                    acc[r] += __low2float(s) + __high2float(s);
                }
            }
        }
        __syncthreads();
    }

#pragma unroll
    for (int r = 0; r < ROWS_PER_WARP; r++) {
        for (int o = 16; o; o >>= 1)
            acc[r] += __shfl_down_sync(0xffffffff, acc[r], o);
        if (lane == 0 && row0 + r < rows)
            y[row0 + r] = acc[r] * 256.f * scale[row0 + r];
    }
}

extern "C" void launch(const uint2 *w, const half2 *x, const float *scale,
                       float *y, int rows, int k)
{
    gemv_e4m3<<<(rows + 31) / 32, 256>>>(w, x, scale, y, rows, k);
}
