// The rank-th of the bytes in a window of (2 radius + 1)^2, by bisection of its
// eight bits. A block of 128 threads walks to the right in steps of 32 columns,
// four rows high. The tile's size is known at run time.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void percentile(const unsigned char *image, unsigned char *result,
                           int width, int height, int radius, int rank,
                           int steps)
{
    extern __shared__ unsigned char window[];
    const int tile_w = 32 + 2 * radius;
    const int tile_h = 4 + 2 * radius;
    const int lane = threadIdx.x & 31;
    const int row = threadIdx.x >> 5;
    const int y0 = blockIdx.y * 4;
    int x0 = blockIdx.x * steps * 32;

    int step = 0;
    do {
        for (int r = row; r < tile_h; r += 4) {
            int y = y0 + r - radius;
            y = y < 0 ? -y : y;
            y = y >= height ? 2 * height - 2 - y : y;
            y = max(0, min(y, height - 1));
            for (int c = lane; c < tile_w; c += 32) {
                int x = x0 + c - radius;
                x = x < 0 ? -x : x;
                x = x >= width ? 2 * width - 2 - x : x;
                x = max(0, min(x, width - 1));
                window[r * tile_w + c] = image[(size_t)y * width + x];
            }
        }
        __syncthreads();

        int low = 0;
        for (int bit = 128; bit; bit >>= 1) {
            const int middle = low + bit;
            int below = 0;
            for (int r = 0; r <= 2 * radius; ++r) {
                const unsigned char *p = window + (row + r) * tile_w + lane;
                for (int c = 0; c <= 2 * radius; ++c)
                    below += p[c] < middle;
            }
            if (below <= rank)
                low = middle;
        }
        if (x0 + lane < width && y0 + row < height)
            result[(size_t)(y0 + row) * width + x0 + lane] = low;
        __syncthreads();
        x0 += 32;
    } while (++step < steps && x0 < width);
}

extern "C" void launch(const unsigned char *image, unsigned char *result,
                       int width, int height, int radius, int rank)
{
    const int steps = 8;
    dim3 grid((width + 32 * steps - 1) / (32 * steps), (height + 3) / 4);
    size_t bytes = (32 + 2 * radius) * (4 + 2 * radius);
    percentile<<<grid, 128, bytes>>>(image, result, width, height, radius, rank,
                                     steps);
}
