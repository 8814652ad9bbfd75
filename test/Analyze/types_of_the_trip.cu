// Names of types that cannot stand in front of the loop: they name what the loop
// declares, are taken there, or are more than names. Twins that can.
//
// RUN: cuda-pipeline-rewrite %s --variant=ldg --explain 2>&1 >/dev/null \
// RUN:   | FileCheck %s

#define PARAMS const float *__restrict__ A, float *__restrict__ C, int K

// CHECK: 'free_name' pipelined
__global__ void free_name(PARAMS) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    using Real = double;
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Real(tile[i]);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'of_the_counter' left alone: {{.*}}declare types in front of the loop
__global__ void of_the_counter(PARAMS) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (long k = 0; k < K; k += 64) {
    using Real = decltype(k);
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Real(tile[i]);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'of_a_variable' left alone: {{.*}}declare types in front of the loop
__global__ void of_a_variable(PARAMS) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    double scale = 2.0;
    using Real = decltype(scale);
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Real(tile[i]);
    __syncthreads();
    sum *= scale;
  }
  C[t] = sum;
}

// Behind the loop `Word` is the other one.
// CHECK: 'taken' left alone: {{.*}}declare types in front of the loop
typedef short Word;
__global__ void taken(PARAMS) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    using Word = double;
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Word(tile[i]);
    __syncthreads();
  }
  C[t] = Word(sum);
}

// CHECK: 'a_class' left alone: {{.*}}declare types in front of the loop
__global__ void a_class(PARAMS) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    struct Pair {
      float x, y;
    };
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
    sum += sizeof(Pair);
  }
  C[t] = sum;
}

// CHECK: 'switched' left alone
__global__ void switched(PARAMS) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
#ifndef SINGLE
    using Other = double;
#else
    using Other = float;
#endif
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Other(tile[i]);
    __syncthreads();

  }
  C[t] = sum;
}
