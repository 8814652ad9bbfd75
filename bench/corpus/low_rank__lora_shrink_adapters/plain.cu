// Many adapters in a batch: v = A[adapter of the token] x with rank 16. A token
// a block; 512 of x and 512 of sixteen rows a trip, 17 KB in dynamic memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>

constexpr int RANK = 16, CHUNK = 512;

__global__ __launch_bounds__(128) void bgmv_shrink(const half *__restrict__ x, const half *__restrict__ a,
                                                   const int *__restrict__ adapter, float *__restrict__ v,
                                                   int hidden)
{
    extern __shared__ uint4 buffer[];
    uint4 *a_tile = buffer;                       // RANK x CHUNK halves
    uint4 *x_tile = buffer + RANK * CHUNK / 8;

    const int token = blockIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const uint4 *xg = reinterpret_cast<const uint4 *>(x + (size_t)token * hidden);
    const uint4 *ag = reinterpret_cast<const uint4 *>(a + (size_t)adapter[token] * RANK * hidden);
    const int row_vectors = hidden / 8;
    float acc[4] = {0.f, 0.f, 0.f, 0.f};

    for (int c = 0; c < row_vectors; c += CHUNK / 8) {
        if (threadIdx.x < CHUNK / 8)
            x_tile[threadIdx.x] = xg[c + threadIdx.x];
        #pragma unroll
        for (int i = 0; i < RANK * CHUNK / 8 / 128; ++i) {
            const int e = i * 128 + threadIdx.x;
            a_tile[e] = ag[(size_t)(e / (CHUNK / 8)) * row_vectors + c + e % (CHUNK / 8)];
        }
        __syncthreads();
        #pragma unroll
        for (int r = 0; r < 4; ++r)
            for (int i = lane; i < CHUNK / 8; i += 32) {
                const uint4 p = a_tile[(warp * 4 + r) * (CHUNK / 8) + i], q = x_tile[i];
                const half2 *ph = reinterpret_cast<const half2 *>(&p), *qh = reinterpret_cast<const half2 *>(&q);
                #pragma unroll
                for (int e = 0; e < 4; ++e) {
                    const float2 f = __half22float2(ph[e]), g = __half22float2(qh[e]);
                    acc[r] += f.x * g.x + f.y * g.y;
                }
            }
        __syncthreads();
    }

    #pragma unroll
    for (int r = 0; r < 4; ++r) {
        for (int o = 16; o > 0; o /= 2)
            acc[r] += __shfl_xor_sync(0xffffffffu, acc[r], o);
        if (lane == r)
            v[(size_t)token * RANK + warp * 4 + r] = acc[r];
    }
}

extern "C" void launch(const half *x, const half *a, const int *adapter, float *v, int tokens, int hidden)
{
    const size_t bytes = (RANK + 1) * CHUNK * sizeof(half);
    bgmv_shrink<<<tokens, 128, bytes>>>(x, a, adapter, v, hidden);
}
