// That pieces keep apart, and that nobody reads what a short tile leaves out, is proved for
// the numbers of this configuration. Where the command line may give others, that is said. The
// near twins have numbers that nothing else gives.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=none --explain -o /dev/null %s 2>&1 \
// RUN:   | FileCheck %s

#ifndef PIECE
#define PIECE 64
#endif
#define FIXED 64
#ifndef STORED
#define STORED 64
#endif
#ifndef READ
#define READ 64
#endif
#ifndef BEHIND
#define BEHIND 0
#endif

// CHECK: K-loop in 'pieces': it is proved for PIECE == 64, and for no other build; --variant=ldg-single, with one buffer, needs no proof
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

// CHECK: K-loop in 'pieces_and_behind': it is proved for BEHIND == 0, and for no other build
__global__ void pieces_and_behind(const float *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float *s = area, *x = s + FIXED;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    __syncthreads();
    sum += x[63 - t];
    __syncthreads();
    s[t] = sum;
    __syncthreads();
    sum += s[t ^ 1] + x[t];
    __syncthreads();
  }
  C[t] = sum + s[t + BEHIND];
}

// CHECK: K-loop in 'pieces_of_one_size' pipelined
__global__ void pieces_of_one_size(const float *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float *x = area, *s = area + FIXED;
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

// CHECK: K-loop in 'short_tiles': it is proved for READ == 64 && STORED == 64, and for no other build
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

// CHECK: K-loop in 'short_tiles_of_one_size' pipelined
__global__ void __launch_bounds__(64) short_tiles_of_one_size(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    const int stored = min(FIXED, K - k);
    if (t < stored)
      tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < stored; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  pieces<<<1, 64, 128 * sizeof(float)>>>(A, C, K);
  pieces_and_behind<<<1, 64, 128 * sizeof(float)>>>(A, C, K);
  pieces_of_one_size<<<1, 64, 128 * sizeof(float)>>>(A, C, K);
}
