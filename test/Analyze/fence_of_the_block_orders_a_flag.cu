// Behind a fence of the block, a flag says that other threads have stored the tile's source: who
// waits for it cannot load the next tile earlier.
//
// RUN: cuda-pipeline-rewrite --explain -o /dev/null %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain -o /dev/null %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'by_flag' left alone: {{.*}} [volatile-access]
__global__ void by_flag(const float *A, float *C, volatile int *ready, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    while (ready[k / 64] == 0)
      __threadfence_block();
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'stored' left alone: {{.*}} [source-may-change]
__global__ void stored(float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    A[k + 64 + t] = sum;
    __threadfence_block();
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'in_the_load' left alone: {{.*}}'__threadfence_block'
__global__ void in_the_load(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k < K - t) {
      tile[t] = A[k + t];
      __threadfence_block();
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
