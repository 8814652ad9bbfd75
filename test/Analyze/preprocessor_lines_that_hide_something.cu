// An #if in the loop: around what moves, hiding a use of the tile, hiding a
// barrier, a jump, a write to what may be the source.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cmp %s %t.cu

#define KERNEL(NAME) \
  __global__ void NAME(const float *__restrict__ A, float *C, int K)

// CHECK: 'around_the_load' left alone: {{.*}} [macro-loop]
KERNEL(around_the_load) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
#ifndef FAST
    tile[t] = A[k + t];
#endif
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'around_a_barrier' left alone: {{.*}} [macro-loop]
KERNEL(around_a_barrier) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
#ifndef FAST
    __syncthreads();
#endif
  }
  C[t] = sum;
}

// CHECK: 'hides_the_tile' left alone: {{.*}} 'tile' [macro-loop]
KERNEL(hides_the_tile) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
#ifdef FAST
    tile[0] = 1.0f;
#endif
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'hides_a_write' left alone: {{.*}} 'C' [macro-loop]
KERNEL(hides_a_write) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
#ifdef FAST
    C[k] = sum;
#endif
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'hides_a_jump' left alone: {{.*}} [macro-loop]
KERNEL(hides_a_jump) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
#ifdef FAST
    if (sum > 1.0f)
      break;
#endif
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'changes_a_macro' left alone: {{.*}} [macro-loop]
KERNEL(changes_a_macro) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
#define WIDTH 64
    for (int i = 0; i < WIDTH; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

#define LOAD_AND_COUNT(...) tile[t] = A[__VA_ARGS__]; sum += 1.0f
// CHECK: 'one_macro_for_both' left alone: {{.*}} [macro-loop]
KERNEL(one_macro_for_both) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    LOAD_AND_COUNT(k + t);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

#define SYNC_AND_COUNT() __syncthreads(); sum += 1.0f;
// CHECK: 'barrier_and_more' left alone: {{.*}} [macro-loop]
KERNEL(barrier_and_more) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    SYNC_AND_COUNT()
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}
