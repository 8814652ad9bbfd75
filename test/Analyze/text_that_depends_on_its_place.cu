// What moves or is spelled twice is the same everywhere: no __COUNTER__,
// __LINE__ or __func__ in it.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.ldg.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cpasync.cu %s \
// RUN:   2>&1 | FileCheck %s --check-prefixes=CHECK,COPY

#define KERNEL(NAME)                                                          \
  __global__ void NAME(const float *__restrict__ A, float *__restrict__ C,    \
                       int K)
#define COMPUTE(tile)                                                         \
  for (int i = 0; i < 64; ++i)                                                \
  sum += tile[i] * (t + 1)
#define UNIQUE(x) ((x) + __COUNTER__ * 0)

// CHECK: 'counts_in_the_step' left alone: {{.*}} depends on its place in the text [macro-loop]
KERNEL(counts_in_the_step) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += UNIQUE(64)) {
    tile[t] = A[k + t];
    __syncthreads();
    COMPUTE(tile);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'line_in_the_test' left alone: {{.*}} depends on its place in the text [macro-loop]
KERNEL(line_in_the_test) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K + __LINE__; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    COMPUTE(tile);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'name_in_the_load' left alone: {{.*}} [macro-loop]
KERNEL(name_in_the_load) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t + sizeof(__func__) % 4];
    __syncthreads();
    COMPUTE(tile);
    __syncthreads();
  }
  C[t] = sum;
}

__device__ void load(float *to, const float *from, int t) {
  to[t] = from[t];
  static_assert(__COUNTER__ >= 0, "");
}

// Somebody else calls the function: it would be copied.
// COPY: 'function_that_counts' left alone: {{.*}} a copy of 'load' would count anew, or have another name
KERNEL(function_that_counts) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    load(tile, A + k, t);
    __syncthreads();
    COMPUTE(tile);
    __syncthreads();
  }
  load(C + 64, A, t);
  C[t] = sum + __COUNTER__;
}

// What stays may count.
// CHECK: 'accepted' pipelined
KERNEL(accepted) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    COMPUTE(tile) + UNIQUE(1);
    __syncthreads();
  }
  C[t] = sum + __LINE__;
}
