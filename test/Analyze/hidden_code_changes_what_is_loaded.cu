// Code that is switched off may change what the load phase goes by.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --kernel=rejected --quiet -o %t.same.cu %s
// RUN: cmp %s %t.same.cu

#define KERNEL(NAME)                                                          \
  __global__ void NAME(const float *__restrict__ A, float *__restrict__ C,    \
                       int K)

// CHECK: 'rejected_bound' left alone: {{.*}} an #if in the kernel hides a use of 'K' [macro-loop]
KERNEL(rejected_bound) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
#ifdef GROW
    K += 64;
#endif
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'rejected_through_a_lambda' left alone: {{.*}} hides a use of 'move' [macro-loop]
KERNEL(rejected_through_a_lambda) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  int at = 0;
  float sum = 0.0f;
  auto move = [&] { at += 1; };
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t + at];
    __syncthreads();
#ifdef MOVE
    move();
#endif
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'rejected_other_source' left alone: {{.*}} hides a use of 'from' [macro-loop]
KERNEL(rejected_other_source) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
#ifdef IN_PLACE
  const float *from = C;
#else
  const float *from = A;
#endif
  for (int k = 0; k < K; k += 64) {
    tile[t] = from[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
    C[k + t] = sum;
  }
}

#define CLEAR() (tile[t] = 0.0f)
#define FRESH() CLEAR()
// CHECK: 'rejected_by_a_macro' left alone: {{.*}} an #if in the kernel hides the macro 'FRESH' [macro-loop]
KERNEL(rejected_by_a_macro) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
#ifdef TIDY
    FRESH();
#endif
  }
  C[t] = sum;
}

// What is expanded here has been read.
#define ADD(i) sum += tile[i] * (t + 1)
// CHECK: 'accepted_macro' pipelined
KERNEL(accepted_macro) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
#ifndef SKIP
    for (int i = 0; i < 64; ++i)
      ADD(i);
#endif
    __syncthreads();
  }
  C[t] = sum;
}

// It may read.
// CHECK: 'accepted' pipelined
KERNEL(accepted) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t + at];
    __syncthreads();
#ifdef WEIGH
    sum += at * 2.0f < K ? 1 : 0;
#endif
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__device__ int next(int &k) { return k += 64; }
// CHECK: 'rejected_in_a_call' left alone: {{.*}} hides a use of 'k' [macro-loop]
KERNEL(rejected_in_a_call) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
#ifdef TRACE
    printf("%d\n", next(k));
#endif
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'accepted_in_output' pipelined
KERNEL(accepted_in_output) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
#ifdef TRACE
    assert(k < K && (K));
    if (k)
      printf("%d of %d\n", max(k, K), (K));
#endif
    __syncthreads();
  }
  C[t] = sum;
}

// Behind the load phase its variables are gone, and another has the name.
// CHECK: 'rejected_what_moves_away' left alone: {{.*}} hides a use of 'at' [macro-loop]
KERNEL(rejected_what_moves_away) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  int at = 5;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    int at = k + t;
    tile[t] = A[at];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
#ifdef TRACE
    sum += at;
#endif
    __syncthreads();
  }
  C[t] = sum + at;
}
