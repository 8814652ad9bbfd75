// Motion estimation: sums of absolute differences of a macroblock of 16 x 16 in
// a window of 32 x 32, eight rows of candidates a trip with their band of the
// reference. 32 x 8 threads, a candidate each.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__device__ __forceinline__ unsigned word_at(const unsigned *row, int byte)
{
    return __funnelshift_r(row[byte / 4], row[byte / 4 + 1], byte % 4 * 8);
}

__global__ void sad_search(const unsigned *current, const unsigned *reference, int *vectors,
                           int width, int height)
{
    __shared__ unsigned block[16][4];
    __shared__ unsigned band[23][13];
    __shared__ unsigned best[256];

    const int tx = threadIdx.x, ty = threadIdx.y, t = ty * 32 + tx;
    const int words = width / 4;
    const int mx = blockIdx.x * 16, my = blockIdx.y * 16;

    if (t < 64)
        block[t / 4][t % 4] = current[(size_t)(my + t / 4) * words + mx / 4 + t % 4];

    unsigned mine = 0xffffffffu;
    for (int dy0 = -16; dy0 < 16; dy0 += 8) {
        for (int i = t; i < 23 * 12; i += 256) {
            const int y = min(max(my + dy0 + i / 12, 0), height - 1);
            const int x = min(max(mx / 4 - 4 + i % 12, 0), words - 1);
            band[i / 12][i % 12] = reference[(size_t)y * words + x];
        }
        __syncthreads();

        unsigned sad = 0;
#pragma unroll
        for (int y = 0; y < 16; y++)
#pragma unroll
            for (int x = 0; x < 4; x++)
                sad += __vsadu4(block[y][x], word_at(band[ty + y], tx + 4 * x));
        // The place in the lower bits, so that the smallest is the first one.
        mine = min(mine, sad << 10 | (dy0 + 16 + ty) << 5 | tx);
        __syncthreads();
    }

    best[t] = mine;
    __syncthreads();
    for (int s = 128; s; s >>= 1) {
        if (t < s)
            best[t] = min(best[t], best[t + s]);
        __syncthreads();
    }
    if (t == 0)
        vectors[blockIdx.y * gridDim.x + blockIdx.x] = best[0];
}

extern "C" void launch(const unsigned *current, const unsigned *reference, int *vectors,
                       int width, int height)
{
    sad_search<<<dim3(width / 16, height / 16), dim3(32, 8)>>>(current, reference, vectors, width, height);
}
