// Functions fill and use the pieces of one array: how far they reach is told by what they are
// given. Keys behind the diagonal end the loop, in front of their load.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single launched_attention
// RUN: %golden cpasync

template <int ROWS, int D>
__device__ void load_tile(const float *__restrict__ from, float *to, int first, int rows) {
  for (int i = threadIdx.x; i < ROWS * D; i += blockDim.x) {
    const int row = i / D;
    to[i] = first + row < rows ? from[(first + row) * D + i % D] : 0.0f;
  }
}

template <int ROWS, int D>
__device__ void fill(float *to, float value) {
  for (int i = threadIdx.x; i < ROWS * D; i += blockDim.x)
    to[i] = value;
}

// S = Q * K^T
template <int M, int N, int D>
__device__ void scores(const float *q, const float *k, float *s, float scale) {
  for (int i = threadIdx.x; i < M * N; i += blockDim.x) {
    const float *query = q + i / N * D;
    float sum = 0.0f;
    for (int x = 0; x < D; ++x)
      sum += query[x] * k[i % N * D + x];
    s[i] = sum * scale;
  }
}

constexpr int M = 16, N = 8, D = 8;

__global__ void __launch_bounds__(64)
    attention(const float *__restrict__ Q, const float *__restrict__ K,
              const float *__restrict__ V, float *__restrict__ O, int queries, int keys,
              float scale, bool causal) {
  extern __shared__ float smem[];
  float *q_tile = smem;
  float *k_tile = q_tile + M * D;
  float *v_tile = k_tile + N * D;
  float *s_tile = v_tile + N * D;
  float *o_tile = s_tile + M * N;
  float *l_tile = o_tile + M * D;

  const int q_start = blockIdx.x * M;
  load_tile<M, D>(Q, q_tile, q_start, queries);
  fill<M, D>(o_tile, 0.0f);
  fill<M, 1>(l_tile, 0.0f);
  __syncthreads();

  const int blocks = (keys + N - 1) / N;
  for (int b = 0; b < blocks; b++) {
    const int k_start = b * N;

    // All keys from here on are behind the diagonal.
    if (causal && k_start > q_start + M - 1) {
      break;
    }

    load_tile<N, D>(K, k_tile, k_start, keys);
    load_tile<N, D>(V, v_tile, k_start, keys);
    __syncthreads();

    scores<M, N, D>(q_tile, k_tile, s_tile, scale);
    __syncthreads();

    for (int row = threadIdx.x; row < M; row += blockDim.x) {
      for (int j = 0; j < N; ++j) {
        const bool seen = k_start + j < keys && !(causal && k_start + j > q_start + row);
        const float p = seen ? expf(s_tile[row * N + j]) : 0.0f;
        l_tile[row] += p;
        for (int x = 0; x < D; ++x)
          o_tile[row * D + x] += p * v_tile[j * D + x];
      }
    }
    __syncthreads();
  }

  for (int i = threadIdx.x; i < M * D; i += blockDim.x)
    if (q_start + i / D < queries)
      O[q_start * D + i] = o_tile[i] / fmaxf(l_tile[i / D], 1e-20f);
}

void launch(const float *Q, const float *K, const float *V, float *O, int queries, int keys) {
  const int bytes = (2 * M * D + 2 * N * D + M * N + M) * sizeof(float);
  attention<<<(queries + M - 1) / M, 64, bytes>>>(Q, K, V, O, queries, keys, 0.125f,
                                                 /*causal=*/keys % 3 != 0);
}
