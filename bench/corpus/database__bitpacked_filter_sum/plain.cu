// sum(price * discount) where discount and quantity are in range, straight from
// bit-packed columns: 512 rows a tile of 11, 4 and 6 bits, stride of the grid.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define ROWS 512
#define THREADS 128

template <int BITS>
__device__ __forceinline__ unsigned unpack(const unsigned *words, int row)
{
    const int bit = row * BITS, w = bit / 32, s = bit % 32;
    const unsigned v = __funnelshift_r(words[w], words[w + 1], s);
    return v & ((1u << BITS) - 1);
}

template <int BITS>
__device__ __forceinline__ void stage(unsigned *dst, const unsigned *column, int tile)
{
    constexpr int WORDS = ROWS * BITS / 32;
    for (int i = threadIdx.x; i < WORDS; i += THREADS)
        dst[i] = column[(size_t)tile * WORDS + i];
}

__global__ void q6(const unsigned *price, const unsigned *discount,
                   const unsigned *quantity, unsigned long long *partial, int tiles)
{
    __shared__ unsigned s_price[ROWS * 11 / 32 + 1];
    __shared__ unsigned s_disc[ROWS * 4 / 32 + 1];
    __shared__ unsigned s_qty[ROWS * 6 / 32 + 1];
    unsigned long long sum = 0;

    // Behind the last row: only shifted out again.
    if (threadIdx.x == 0)
        s_price[ROWS * 11 / 32] = s_disc[ROWS * 4 / 32] = s_qty[ROWS * 6 / 32] = 0;

    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        stage<11>(s_price, price, tile);
        stage<4>(s_disc, discount, tile);
        stage<6>(s_qty, quantity, tile);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < ROWS / THREADS; i++) {
            const int row = i * THREADS + threadIdx.x;
            const unsigned d = unpack<4>(s_disc, row);
            if (d >= 5 && d <= 7 && unpack<6>(s_qty, row) < 24)
                sum += unpack<11>(s_price, row) * d;
        }
        __syncthreads();
    }
    partial[blockIdx.x * THREADS + threadIdx.x] = sum;
}

extern "C" void launch(const unsigned *price, const unsigned *discount,
                       const unsigned *quantity, unsigned long long *partial,
                       int tiles, int blocks)
{
    q6<<<blocks, THREADS>>>(price, discount, quantity, partial, tiles);
}
