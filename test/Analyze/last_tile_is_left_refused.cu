// A trip that is left amid: what tells so must be known where the trip starts.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain %s 2>&1 | FileCheck %s

#define KERNEL(NAME)                                                           \
  __global__ void __launch_bounds__(64)                                        \
      NAME(const float *__restrict__ A, float *__restrict__ C, int n, int *p)

// CHECK: K-loop in 'right' pipelined
KERNEL(right) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  while (n > 0) {
    tile[t] = A[t];
    A += 64;
    __syncthreads();
    if (n < 64)
      break;
    for (int j = 0; j < 64; ++j)
      C[t] += tile[j];
    __syncthreads();
    n -= 64;
  }
  for (int j = 0; j < n; ++j)
    C[t] += tile[j];
}

// CHECK: K-loop in 'counted_in_front' left alone: {{.*}}early-exit
KERNEL(counted_in_front) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  while (n > 0) {
    tile[t] = A[t];
    A += 64;
    n -= 64;
    __syncthreads();
    if (n < 0)
      break;
    for (int j = 0; j < 64; ++j)
      C[t] += tile[j];
    __syncthreads();
  }
  for (int j = 0; j < n + 64; ++j)
    C[t] += tile[j];
}

// CHECK: K-loop in 'asks_the_tile' left alone: {{.*}}early-exit
KERNEL(asks_the_tile) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  while (n > 0) {
    tile[t] = A[t];
    A += 64;
    __syncthreads();
    if (tile[0] < 0)
      break;
    for (int j = 0; j < 64; ++j)
      C[t] += tile[j];
    __syncthreads();
    n -= 64;
  }
}

// CHECK: K-loop in 'asks_memory' left alone: {{.*}}early-exit
KERNEL(asks_memory) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  while (n > 0) {
    tile[t] = A[t];
    A += 64;
    __syncthreads();
    if (*p < 64)
      break;
    for (int j = 0; j < 64; ++j)
      C[t] += tile[j];
    __syncthreads();
    n -= 64;
  }
}

// CHECK: K-loop in 'left_twice' left alone: {{.*}}early-exit
KERNEL(left_twice) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  while (n > 0) {
    tile[t] = A[t];
    A += 64;
    __syncthreads();
    if (n < 64)
      break;
    for (int j = 0; j < 64; ++j)
      sum += tile[j];
    __syncthreads();
    n -= 64;
    if (n == 640)
      break;
  }
  C[t] = sum;
}

// CHECK: K-loop in 'of_each_thread' left alone: {{.*}}barrier-not-uniform
KERNEL(of_each_thread) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  while (n > 0) {
    tile[t] = A[t];
    A += 64;
    __syncthreads();
    if (n < t)
      break;
    for (int j = 0; j < 64; ++j)
      C[t] += tile[j];
    __syncthreads();
    n -= 64;
  }
}
