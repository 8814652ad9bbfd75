// Attention as two small matrix products: scores = Q K^T in shared memory, a
// softmax over each row with reductions of its own, output += scores V. K and V
// are tiles, loaded in different phases of a trip.
//

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
    __shared__ float k_tile[COLS][HEAD + 1];
    __shared__ float v_tile[COLS][HEAD];
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

    // The next tile, in registers.
    float next_k_tile[COLS / ROWS], next_v_tile[COLS / ROWS];

    // Loads one tile into registers.
    auto fetch_tile = [&](int first) {
        // Keys of this tile.
#pragma unroll
        for (int i = 0; i < COLS; i += ROWS) {
            const int key = first + i + ty;
            next_k_tile[i / ROWS] = key < keys ? K[key * HEAD + tx] : 0.0f;
        }

        // Values of this tile.
#pragma unroll
        for (int i = 0; i < COLS; i += ROWS) {
            const int key = first + i + ty;
            next_v_tile[i / ROWS] = key < keys ? V[key * HEAD + tx] : 0.0f;
        }
    };

    // Stores the loaded tile to shared memory.
    auto store_tile = [&] {
#pragma unroll
        for (int i = 0; i < COLS; i += ROWS) {
            k_tile[i + ty][tx] = next_k_tile[i / ROWS];
        }
#pragma unroll
        for (int i = 0; i < COLS; i += ROWS) {
            v_tile[i + ty][tx] = next_v_tile[i / ROWS];
        }
    };

    // Prologue: the first tile.
    if (keys > 0) {
        fetch_tile(0);
        store_tile();
    }

    for (int first = 0; first < keys; first += COLS) {
        __syncthreads();

        // Prefetch the next tile while this one is computed.
        const bool has_next = first + COLS < keys;
        if (has_next)
            fetch_tile(first + COLS);
        __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

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

        __syncthreads();
        if (has_next)
            store_tile();
    }

    if (query < queries)
        O[query * HEAD + tx] = keys > 0 ? out / row_sum[ty] : 0.0f;
}
