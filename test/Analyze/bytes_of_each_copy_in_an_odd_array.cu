// Rows of twelve bytes would not begin where a word of eight may be stored; of a length
// that another build has, no row can be declared in front of the loop.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s 2>&1 >/dev/null | FileCheck %s

#ifndef WORDS
#define WORDS 2
#endif

// CHECK: 'odd' left alone: {{.*}}a register of this type cannot be declared [unsupported-statement]
__global__ void odd(const unsigned *__restrict__ A, float *__restrict__ out,
                    int K) {
  __shared__ float tile[32 * 24];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    for (int i = 0; i < 2; ++i) {
      signed char bytes[12];
      for (int b = 0; b < 12; ++b)
        bytes[b] = A[k + t + b / 4] >> (b % 4 * 8) & 255;
      for (int b = 0; b < 12; ++b)
        tile[t * 24 + i * 12 + b] = bytes[b] * 0.5f;
    }
    __syncthreads();
    for (int i = 0; i < 32 * 24; ++i)
      sum += tile[i] * t;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'of_this_build' left alone: {{.*}}a register of this type cannot be declared [unsupported-statement]
__global__ void of_this_build(const unsigned *__restrict__ A,
                              float *__restrict__ out, int K) {
  __shared__ float tile[32 * 16];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    constexpr int BYTES = 4 * WORDS;
    for (int i = 0; i < 2; ++i) {
      signed char bytes[BYTES];
      for (int b = 0; b < 8; ++b)
        bytes[b] = A[k + t + b / 4] >> (b % 4 * 8) & 255;
      for (int b = 0; b < 8; ++b)
        tile[t * 16 + i * 8 + b] = bytes[b] * 0.5f;
    }
    __syncthreads();
    for (int i = 0; i < 32 * 16; ++i)
      sum += tile[i] * t;
    __syncthreads();
  }
  out[t] = sum;
}

__device__ constexpr int bytes_of_words() { return 4 * WORDS; }

// CHECK: 'of_a_function' left alone: {{.*}}a register of this type cannot be declared [unsupported-statement]
__global__ void of_a_function(const unsigned *__restrict__ A,
                              float *__restrict__ out, int K) {
  __shared__ float tile[32 * 16];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    constexpr int BYTES = bytes_of_words();
    for (int i = 0; i < 2; ++i) {
      signed char bytes[BYTES];
      for (int b = 0; b < 8; ++b)
        bytes[b] = A[k + t + b / 4] >> (b % 4 * 8) & 255;
      for (int b = 0; b < 8; ++b)
        tile[t * 16 + i * 8 + b] = bytes[b] * 0.5f;
    }
    __syncthreads();
    for (int i = 0; i < 32 * 16; ++i)
      sum += tile[i] * t;
    __syncthreads();
  }
  out[t] = sum;
}
