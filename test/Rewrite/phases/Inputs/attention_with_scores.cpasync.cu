// Attention as two small matrix products: scores = Q K^T in shared memory, a
// softmax over each row with reductions of its own, output += scores V. K and V
// are tiles, loaded in different phases of a trip.
//

#include <cuda_pipeline.h>
#include <math.h>

#define HEAD 16  // size of a head
#define ROWS 8   // queries of a block
#define COLS 16  // keys in a tile

// softmax(Q K^T) V, blocks of COLS x ROWS threads: thread (x, y) has one score
// and one output element of row y.
__global__ void attention_rows(const float *__restrict__ Q, const float *__restrict__ K,
                               const float *__restrict__ V, float *__restrict__ O,
                               int queries, int keys, float scale)
{
    __shared__ float q_tile[ROWS][HEAD];
    __shared__ float k_tile_stages[2][COLS][HEAD + 1];
    __shared__ float v_tile_stages[2][COLS][HEAD];
    __shared__ float scores[ROWS][COLS];
    __shared__ float row_max[ROWS], row_sum[ROWS], correction[ROWS];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int tid = ty * COLS + tx;
    const int query = blockIdx.x * ROWS + ty;

    q_tile[ty][tx] = query < queries ? Q[query * HEAD + tx] * scale : 0.0f;
    if (tx == 0) {
        row_max[ty] = -INFINITY;
        row_sum[ty] = 0.0f;
    }
    float out = 0.0f;

    // Starts the copy of one tile into a stage.
    auto load_tile = [&](int stage, int first) {
        auto &k_tile = k_tile_stages[stage];
        auto &v_tile = v_tile_stages[stage];
        // Keys of this tile.
        for (int i = 0; i < COLS; i += ROWS) {
            const int key = first + i + ty;
            __pipeline_memcpy_async(&k_tile[i + ty][tx], &K[key * HEAD + tx],
                                    sizeof(float), (key < keys) ? 0 : sizeof(float));
        }

        // Values of this tile.
        for (int i = 0; i < COLS; i += ROWS) {
            const int key = first + i + ty;
            __pipeline_memcpy_async(&v_tile[i + ty][tx], &V[key * HEAD + tx],
                                    sizeof(float), (key < keys) ? 0 : sizeof(float));
        }
    };

    // Prologue: the first tile into stage 0.
    int stage = 0;
    if (keys > 0)
        load_tile(stage, 0);
    __pipeline_commit();

    for (int first = 0; first < keys; first += COLS) {
        __pipeline_wait_prior(0);
        __syncthreads();

        // Prefetch the next tile while this one is computed.
        if (first + COLS < keys)
            load_tile(stage ^ 1, first + COLS);
        __pipeline_commit();

        auto &k_tile = k_tile_stages[stage];
        auto &v_tile = v_tile_stages[stage];

        // S = Q K^T
        float s = 0.0f;
#pragma unroll
        for (int d = 0; d < HEAD; ++d)
            s += q_tile[ty][d] * k_tile[tx][d];
        scores[ty][tx] = first + tx < keys ? s : -INFINITY;
        __syncthreads();

        // Online softmax: one thread a row.
        if (tid < ROWS) {
            const float old = row_max[tid];
            float m = old;
            for (int j = 0; j < COLS; ++j)
                m = fmaxf(m, scores[tid][j]);
            float sum = 0.0f;
            for (int j = 0; j < COLS; ++j) {
                const float p = expf(scores[tid][j] - m);
                scores[tid][j] = p;
                sum += p;
            }
            row_max[tid] = m;
            correction[tid] = expf(old - m);
            row_sum[tid] = row_sum[tid] * correction[tid] + sum;
        }
        __syncthreads();

        // O = O * correction + P V
        out *= correction[ty];
#pragma unroll
        for (int j = 0; j < COLS; ++j)
            out += scores[ty][j] * v_tile[j][tx];

        stage ^= 1; // This one is free from the next barrier on.
    }
    // All are done with the last tile, and see what others wrote.
    __syncthreads();

    if (query < queries)
        O[query * HEAD + tx] = keys > 0 ? out / row_sum[ty] : 0.0f;
}
