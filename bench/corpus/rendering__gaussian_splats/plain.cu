// Forward pass of Gaussian splatting: a tile of 16 x 16 pixels a block, 256
// splats of its list a trip, front to back, until all pixels are opaque.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

#define BLOCK_X 16
#define BLOCK_Y 16
#define BLOCK_SIZE (BLOCK_X * BLOCK_Y)

__global__ void __launch_bounds__(BLOCK_SIZE)
render(const uint2 *__restrict__ ranges, const int *__restrict__ point_list,
       const float4 *__restrict__ splats, const float *__restrict__ colors,
       float *__restrict__ image, int W, int H)
{
    __shared__ int collected_id[BLOCK_SIZE];
    __shared__ float4 collected[BLOCK_SIZE]; // from the corner of the tile; 1 / sigma; opacity

    const int tile = blockIdx.y * gridDim.x + blockIdx.x;
    const int px = blockIdx.x * BLOCK_X + threadIdx.x;
    const int py = blockIdx.y * BLOCK_Y + threadIdx.y;
    const bool inside = px < W && py < H;
    const int rank = threadIdx.y * BLOCK_X + threadIdx.x;

    const uint2 range = ranges[tile];
    const int rounds = (range.y - range.x + BLOCK_SIZE - 1) / BLOCK_SIZE;
    int todo = range.y - range.x;

    bool done = !inside;
    float T = 1.0f, C[3] = {0.0f, 0.0f, 0.0f};

    for (int i = 0; i < rounds; i++, todo -= BLOCK_SIZE) {
        const int num_done = __syncthreads_count(done);
        if (num_done == BLOCK_SIZE)
            break;

        const int progress = i * BLOCK_SIZE + rank;
        if (range.x + progress < range.y) {
            const int id = point_list[range.x + progress];
            collected_id[rank] = id;
            collected[rank] = splats[id];
        }
        __syncthreads();

        for (int j = 0; !done && j < min(BLOCK_SIZE, todo); j++) {
            const float4 s = collected[j];
            const float dx = threadIdx.x - (8.0f + 20.0f * s.x);
            const float dy = threadIdx.y - (8.0f + 20.0f * s.y);
            const float power = -(0.01f + 0.1f * s.z * s.z) * (dx * dx + dy * dy);
            const float alpha = fminf(0.99f, 0.1f * fabsf(s.w) * __expf(power));
            if (alpha < 1.0f / 255.0f)
                continue;
            const float test_T = T * (1 - alpha);
            if (test_T < 0.0001f) {
                done = true;
                continue;
            }
            for (int ch = 0; ch < 3; ch++)
                C[ch] += colors[collected_id[j] * 3 + ch] * alpha * T;
            T = test_T;
        }
    }

    if (inside)
        for (int ch = 0; ch < 3; ch++)
            image[(size_t)ch * H * W + (size_t)py * W + px] = C[ch] + T * 0.2f;
}

__global__ void make_ranges(const int *starts, const int *lengths, uint2 *ranges, int tiles)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < tiles)
        ranges[t] = make_uint2(starts[t], starts[t] + lengths[t]);
}

extern "C" void launch(const int *starts, const int *lengths, uint2 *ranges,
                       const int *point_list, const float4 *splats,
                       const float *colors, float *image, int W, int H)
{
    dim3 grid((W + BLOCK_X - 1) / BLOCK_X, (H + BLOCK_Y - 1) / BLOCK_Y);
    int tiles = grid.x * grid.y;
    make_ranges<<<(tiles + 255) / 256, 256>>>(starts, lengths, ranges, tiles);
    render<<<grid, dim3(BLOCK_X, BLOCK_Y)>>>(ranges, point_list, splats, colors, image, W, H);
}
