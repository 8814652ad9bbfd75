// That pieces keep apart, and that nobody reads what a short tile leaves out, is proved for
// the numbers of the instantiations in the file. Another may have others, and there is no
// branch to take for it: such loops get one buffer, for which nothing has to be proved. The
// near twins rely on no parameter.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=none --explain -o /dev/null %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain -o /dev/null %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SINGLE
// SINGLE-COUNT-5: pipelined: ldg-single, one buffer

// CHECK: K-loop in 'pieces' left alone: {{.*}} it is proved for PIECE == 64, and another instantiation or build may have other sizes; --variant=ldg-single, with one buffer, needs no proof [template-dependent]
template <int PIECE>
__global__ void pieces(const float *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float *x = area, *s = area + PIECE;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    __syncthreads();
    const float v = x[63 - t];
    __syncthreads();
    s[t] = v;
    __syncthreads();
    sum += s[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'pieces_of_two_sizes' left alone: {{.*}} it is proved for PIECE == 64 || PIECE == 96, and
template <int PIECE>
__global__ void pieces_of_two_sizes(const float *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float *x = area, *s = area + PIECE;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    __syncthreads();
    const float v = x[63 - t];
    __syncthreads();
    s[t] = v;
    __syncthreads();
    sum += s[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'short_tiles' left alone: {{.*}} it is proved for STORED == 64 && READ == 64, and
template <int STORED, int READ>
__global__ void __launch_bounds__(64) short_tiles(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    const int stored = min(STORED, K - k), read = min(READ, K - k);
    if (t < stored)
      tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < read; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'relies_on_none' pipelined: cpasync, 2 stages
template <int PIECE>
__global__ void relies_on_none(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum * PIECE;
}

// Where all pieces are tiles, they may meet as far as the stages go.
// CHECK: K-loop in 'tiles' pipelined: cpasync, 2 stages
template <int PIECE>
__global__ void tiles(const float *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float *x = area, *y = area + PIECE;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    y[t] = A[k + t + 1];
    __syncthreads();
    sum += x[63 - t] * y[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  tiles<64><<<1, 64, 128 * sizeof(float)>>>(A, C, K);
  pieces<64><<<1, 64, 128 * sizeof(float)>>>(A, C, K);
  pieces_of_two_sizes<64><<<1, 64, 128 * sizeof(float)>>>(A, C, K);
  pieces_of_two_sizes<96><<<1, 64, 192 * sizeof(float)>>>(A, C, K);
  short_tiles<64, 64><<<1, 64>>>(A, C, K);
  relies_on_none<64><<<1, 64>>>(A, C, K);
}
