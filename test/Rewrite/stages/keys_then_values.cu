// Two load phases: keys, then values. Both tiles are loaded two trips ahead, in
// one group; the scratch between them keeps its own barrier.
//
// RUN: %rewrite_and_run cpasync3,cpasync4 attention_rows
// RUN: %golden cpasync3

#include <math.h>

#define HEAD 16
#define ROWS 8
#define COLS 16

// softmax(Q K^T) V without a maximum: thread (x, y) has one score and one
// output element of row y.
__global__ void attention_rows(const float *__restrict__ Q,
                               const float *__restrict__ K,
                               const float *__restrict__ V,
                               float *__restrict__ O, int queries, int keys,
                               float scale) {
  __shared__ float q_tile[ROWS][HEAD];
  __shared__ float k_tile[COLS][HEAD];
  __shared__ float v_tile[COLS][HEAD];
  __shared__ float weights[ROWS][COLS];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int query = blockIdx.x * ROWS + ty;
  q_tile[ty][tx] = query < queries ? Q[query * HEAD + tx] * scale : 0.0f;

  float out = 0.0f, norm = 0.0f;
  for (int first = 0; first < keys; first += COLS) {
    // Keys of this tile.
    for (int i = ty; i < COLS; i += ROWS)
      k_tile[i][tx] = first + i < keys ? K[(first + i) * HEAD + tx] : 0.0f;
    __syncthreads();

    float s = 0.0f;
    for (int d = 0; d < HEAD; ++d)
      s += q_tile[ty][d] * k_tile[tx][d];
    weights[ty][tx] = first + tx < keys ? expf(s) : 0.0f;
    __syncthreads();

    // And the values.
    for (int i = ty; i < COLS; i += ROWS)
      v_tile[i][tx] = first + i < keys ? V[(first + i) * HEAD + tx] : 0.0f;
    __syncthreads();

    for (int j = 0; j < COLS; ++j) {
      out += weights[ty][j] * v_tile[j][tx];
      norm += weights[ty][j];
    }
    __syncthreads();
  }

  if (query < queries)
    O[query * HEAD + tx] = norm > 0.0f ? out / norm : 0.0f;
}
