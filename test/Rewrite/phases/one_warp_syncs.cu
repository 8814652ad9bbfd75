// __launch_bounds__(32) promises that a block is one warp, so that __syncwarp()
// is a barrier of the block.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=warp_gemv \
// RUN:   -DTHREADS=8,4 -DSTEP=8 -DA_ROWS=4
// RUN: %golden ldg-single

#define WARP 32

// Four rows of A at a time, one warp a block.
__global__ void __launch_bounds__(WARP)
warp_gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float a_s[4][8];
    __shared__ float x_s[8];
    __shared__ float products[4][8];
    const int lane = threadIdx.x, row = threadIdx.y;
    float acc = 0.0f;

    for (int col = 0; col < n; col += 8) {
        a_s[row][lane] = col + lane < n ? A[row * n + col + lane] : 0.0f;
        if (row == 0)
            x_s[lane] = col + lane < n ? x[col + lane] : 0.0f;
        __syncwarp();

        products[row][lane] = a_s[row][lane] * x_s[7 - lane];
        __syncwarp();

        for (int i = 0; i < 8; ++i)
            acc += products[row][i] * x_s[(i + lane) % 8];
        __syncwarp();
    }
    y[row * 8 + lane] = acc;
}
