// Four parities of k shards over GF(2^8): products by two tables of 16 for each
// coefficient. Eight shards of 128 words and their 512 table bytes a trip.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

#define PARITIES 4
#define SHARDS 8
#define WORDS 128

__global__ void rs_encode(const unsigned *data, const uint4 *tables, unsigned *parity,
                          int k, int words)
{
    __shared__ unsigned d[SHARDS][WORDS];
    __shared__ uint4 tab[SHARDS * PARITIES * 2];
    const unsigned char *t8 = (const unsigned char *)tab;

    int w = blockIdx.x * WORDS + threadIdx.x;
    unsigned acc[PARITIES] = {0, 0, 0, 0};

    for (int s0 = 0; s0 < k; s0 += SHARDS) {
        for (int s = 0; s < SHARDS; s++)
            d[s][threadIdx.x] = w < words && s0 + s < k ? data[(size_t)(s0 + s) * words + w] : 0;
        if (threadIdx.x < SHARDS * PARITIES * 2)
            tab[threadIdx.x] = s0 * 8 + threadIdx.x < k * 8 ? tables[s0 * 8 + threadIdx.x]
                                                            : make_uint4(0, 0, 0, 0);
        __syncthreads();

        for (int s = 0; s < SHARDS; s++) {
            unsigned v = d[s][threadIdx.x];
            #pragma unroll
            for (int p = 0; p < PARITIES; p++) {
                const unsigned char *lo = t8 + (s * PARITIES + p) * 32, *hi = lo + 16;
                unsigned x = 0;
                #pragma unroll
                for (int b = 0; b < 4; b++) {
                    unsigned byte = v >> (8 * b) & 255;
                    x |= (unsigned)(lo[byte & 15] ^ hi[byte >> 4]) << (8 * b);
                }
                acc[p] ^= x;
            }
        }
        __syncthreads();
    }
    if (w < words)
        for (int p = 0; p < PARITIES; p++)
            parity[(size_t)p * words + w] = acc[p];
}

extern "C" void launch(const unsigned *data, const uint4 *tables, unsigned *parity,
                       int k, int words)
{
    rs_encode<<<(words + WORDS - 1) / WORDS, WORDS>>>(data, tables, parity, k, words);
}
