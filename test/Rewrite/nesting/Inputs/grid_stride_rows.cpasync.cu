// A grid-stride loop over rows around the K-loop, whose scratch array is reset
// in each round, and a reduction behind it in a further array.
//

#include <cuda_pipeline.h>

#define THREADS 64

__global__ void persistent(const float *__restrict__ A, float *__restrict__ out, int rows, int n)
{
    __shared__ float tile_stages[2][THREADS];
    __shared__ float largest[THREADS];
    __shared__ float total[THREADS];
    const int tid = threadIdx.x;

    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        largest[tid] = 0.0f;
        float sum = 0.0f;

        // Starts the copy of one tile into a stage.
        auto load_tile = [&](int stage, int k) {
            auto &tile = tile_stages[stage];
            __pipeline_memcpy_async(&tile[tid], &A[row * n + k + tid], sizeof(float),
                                    (k + tid < n) ? 0 : sizeof(float));
        };

        // Prologue: the first tile into stage 0.
        int stage = 0;
        if (n > 0)
            load_tile(stage, 0);
        __pipeline_commit();

        for (int k = 0; k < n; k += THREADS) {
            __pipeline_wait_prior(0);
            __syncthreads();

            // Prefetch the next tile while this one is computed.
            if (k + THREADS < n)
                load_tile(stage ^ 1, k + THREADS);
            __pipeline_commit();

            auto &tile = tile_stages[stage];

            largest[tid] = fmaxf(largest[tid], fabsf(tile[THREADS - 1 - tid]));
            __syncthreads();

            sum = sum * 0.5f + tile[tid] / (largest[tid ^ 1] + 1.0f);

            stage ^= 1; // This one is free from the next barrier on.
        }
        // All are done with the last tile, and see what others wrote.
        __syncthreads();

        // Sum over the block.
        total[tid] = sum;
        __syncthreads();
        for (int s = THREADS / 2; s > 0; s >>= 1) {
            if (tid < s)
                total[tid] += total[tid + s];
            __syncthreads();
        }
        out[row * THREADS + tid] = total[0] * largest[tid];
        __syncthreads();
    }
}
