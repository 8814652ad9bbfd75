// Looks at what other blocks do, but waits for none of them.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

__device__ bool finished_last(unsigned *count) {
  __shared__ bool last;
  __threadfence();
  if (threadIdx.x == 0)
    last = atomicInc(count, gridDim.x) == gridDim.x - 1;
  __syncthreads();
  return last;
}

// CHECK: K-loop in 'last_block_sums_up' pipelined:
__global__ void last_block_sums_up(const float *__restrict__ A, float *__restrict__ C, int K, unsigned *count) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  if (finished_last(count)) {
    float all = 0.0f;
    for (int i = t; i < K; i += 64)
      all += *(volatile float *)(C + i);
    C[t] = all;
  }
}

// CHECK: K-loop in 'for_its_own_threads' pipelined:
__global__ void for_its_own_threads(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  __shared__ volatile int flag;
  flag = 0;
  __syncthreads();
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  if (t == 0)
    flag = 1;
  while (flag == 0)
    ;
}

// CHECK: K-loop in 'tries_again' pipelined:
__global__ void tries_again(const float *__restrict__ A, float *__restrict__ C, int K, double *total) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  auto *bits = (unsigned long long *)total;
  unsigned long long old = *bits, seen;
  do {
    seen = old;
    old = atomicCAS(bits, seen, (unsigned long long)__double_as_longlong(sum + __longlong_as_double(seen)));
  } while (seen != old);
}

// CHECK: K-loop in 'reads_and_tries_again' pipelined:
__global__ void reads_and_tries_again(const float *__restrict__ A, float *__restrict__ C, int K, unsigned *count) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  for (;;) {
    unsigned old = *(volatile unsigned *)count;
    if (atomicCAS(count, old, old + 1) == old)
      break;
  }
}

// CHECK: K-loop in 'takes_work' pipelined:
__global__ void takes_work(const float *__restrict__ A, float *__restrict__ C, int K, int *next) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  int i;
  while ((i = atomicAdd(next, 1)) < K)
    C[i] = sum;
}

// CHECK: K-loop in 'takes_work_for_the_block' pipelined:
__global__ void takes_work_for_the_block(const float *__restrict__ A, float *__restrict__ C, int K, int *next) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  __shared__ int i;
  while (true) {
    if (t == 0)
      i = atomicAdd(next, 1);
    __syncthreads();
    if (i >= K)
      break;
    C[i] = sum;
    __syncthreads();
  }
}

// CHECK: K-loop in 'follows_a_list' pipelined:
__global__ void follows_a_list(const float *__restrict__ A, float *__restrict__ C, int K, const int *next) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  int i = t;
  while (i >= 0)
    i = __ldcg(&next[i]);
  C[0] = i;
}

// CHECK: K-loop in 'searches' pipelined:
__global__ void searches(const float *__restrict__ A, float *__restrict__ C, int K, const int *keys) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  int low = 0, high = K;
  while (low < high) {
    int middle = (low + high) / 2;
    if (__ldcg(&keys[middle]) < t)
      low = middle + 1;
    else
      high = middle;
  }
  C[low] = sum;
}
