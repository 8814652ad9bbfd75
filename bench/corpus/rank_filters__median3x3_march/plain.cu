// Median of 3 x 3 bytes. A block walks down a strip of 64 columns, four rows a
// trip; the tile has a halo of one on each side.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define TX 64
#define TY 4

#define SWAP(a, b)                                                             \
  {                                                                            \
    int lo = min(a, b);                                                        \
    b = max(a, b);                                                             \
    a = lo;                                                                    \
  }

__global__ void median3x3(const unsigned char *src, unsigned char *dst,
                          int width, int height, int rows_per_block)
{
    __shared__ unsigned char tile[TY + 2][TX + 2];

    int x0 = blockIdx.x * TX;
    int x = x0 + threadIdx.x;
    int y_end = min(height, (int)(blockIdx.y + 1) * rows_per_block);

    for (int y0 = blockIdx.y * rows_per_block; y0 < y_end; y0 += TY) {
        for (int j = threadIdx.y; j < TY + 2; j += TY)
            for (int i = threadIdx.x; i < TX + 2; i += TX) {
                int gx = min(max(x0 + i - 1, 0), width - 1);
                int gy = min(max(y0 + j - 1, 0), height - 1);
                tile[j][i] = src[gy * width + gx];
            }
        __syncthreads();

        int y = y0 + threadIdx.y;
        if (x < width && y < y_end) {
            int p[9];
#pragma unroll
            for (int j = 0; j < 3; j++)
#pragma unroll
                for (int i = 0; i < 3; i++)
                    p[j * 3 + i] = tile[threadIdx.y + j][threadIdx.x + i];
            SWAP(p[1], p[2]); SWAP(p[4], p[5]); SWAP(p[7], p[8]);
            SWAP(p[0], p[1]); SWAP(p[3], p[4]); SWAP(p[6], p[7]);
            SWAP(p[1], p[2]); SWAP(p[4], p[5]); SWAP(p[7], p[8]);
            SWAP(p[0], p[3]); SWAP(p[5], p[8]); SWAP(p[4], p[7]);
            SWAP(p[3], p[6]); SWAP(p[1], p[4]); SWAP(p[2], p[5]);
            SWAP(p[4], p[7]); SWAP(p[4], p[2]); SWAP(p[6], p[4]);
            SWAP(p[4], p[2]);
            dst[y * width + x] = p[4];
        }
        __syncthreads();
    }
}

extern "C" void launch(const unsigned char *src, unsigned char *dst, int width,
                       int height, int rows_per_block)
{
    dim3 grid((width + TX - 1) / TX,
              (height + rows_per_block - 1) / rows_per_block);
    median3x3<<<grid, dim3(TX, TY)>>>(src, dst, width, height, rows_per_block);
}
