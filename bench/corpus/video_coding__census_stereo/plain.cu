// Disparities by census words of 64 bits: 32 disparities a trip, for five rows
// the words of the right image that 128 pixels need; the best two are kept.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

typedef unsigned long long u64;

template <int PIX, int DISP, int ROWS>
__global__ void stereo(const u64 *__restrict__ left, const u64 *__restrict__ right,
                       uchar2 *__restrict__ result, int width, int height, int max_disp)
{
    __shared__ u64 r[ROWS][PIX + DISP];
    const int x0 = blockIdx.x * PIX, x = x0 + threadIdx.x;
    const int y = blockIdx.y;

    u64 l[ROWS];
#pragma unroll
    for (int j = 0; j < ROWS; ++j) {
        const int yy = min(max(y + j - ROWS / 2, 0), height - 1);
        l[j] = left[(size_t)yy * width + min(x, width - 1)];
    }

    int best = 1 << 20, second = 1 << 20, disparity = 0;

    for (int d0 = 0; d0 < max_disp; d0 += DISP) {
#pragma unroll
        for (int j = 0; j < ROWS; ++j) {
            const int yy = min(max(y + j - ROWS / 2, 0), height - 1);
            for (int i = threadIdx.x; i < PIX + DISP; i += PIX) {
                const int xx = min(max(x0 - d0 - DISP + i, 0), width - 1);
                r[j][i] = right[(size_t)yy * width + xx];
            }
        }
        __syncthreads();

        for (int d = 0; d < DISP && d0 + d < max_disp; ++d) {
            int cost = 0;
#pragma unroll
            for (int j = 0; j < ROWS; ++j)
                cost += __popcll(l[j] ^ r[j][threadIdx.x + DISP - d]);
            if (cost < best) {
                second = best;
                best = cost;
                disparity = d0 + d;
            } else if (cost < second) {
                second = cost;
            }
        }
        __syncthreads();
    }
    if (x < width)
        result[(size_t)y * width + x] = make_uchar2(disparity, min(second - best, 255));
}

extern "C" void launch(const u64 *left, const u64 *right, uchar2 *result, int width,
                       int height, int max_disp)
{
    stereo<128, 32, 5><<<dim3((width + 127) / 128, height), 128>>>(left, right, result,
                                                                  width, height, max_disp);
}
