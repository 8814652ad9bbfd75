// __launch_bounds__(32) promises that a block is one warp, so that __syncwarp()
// is a barrier of the block.
//

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

    // The next tile, in registers.
    float next_a_s, next_x_s;

    // Loads one tile into registers.
    auto fetch_tile = [&](int col) {
        next_a_s = col + lane < n ? A[row * n + col + lane] : 0.0f;
        if (row == 0)
            next_x_s = col + lane < n ? x[col + lane] : 0.0f;
    };

    // Prologue: load the first tile.
    if (n > 0)
        fetch_tile(0);

    for (int col = 0; col < n; col += 8) {
        a_s[row][lane] = next_a_s;
        if (row == 0)
            x_s[lane] = next_x_s;
        __syncwarp();

        // Prefetch the next tile while this one is computed.
        if (col + 8 < n)
            fetch_tile(col + 8);
        __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

        products[row][lane] = a_s[row][lane] * x_s[7 - lane];
        __syncwarp();

        for (int i = 0; i < 8; ++i)
            acc += products[row][i] * x_s[(i + lane) % 8];
        __syncwarp();
    }
    y[row * 8 + lane] = acc;
}
