// Planes that each thread passes on, its own element, where the next tile is stored: no
// race. Another's element is one.
//
// RUN: %never_wrong | FileCheck --check-prefix=EXECUTED %s
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 | FileCheck --check-prefix=ASYNC %s

// EXECUTED: cpasync: left alone
// EXECUTED-NEXT: ldg: left alone
// EXECUTED-NEXT: ldg-single: identical

// CHECK: 'trap' pipelined: ldg-single, loads only
// ASYNC: 'trap' left alone: {{.*}} this read of 'next' stands behind the last barrier; --variant=ldg-single makes its loads early [previous-tile]
__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float before[8][8];
  __shared__ float current[8][8];
  __shared__ float next[8][8];
  const int x = threadIdx.x % 8, y = threadIdx.x / 8;
  before[y][x] = A[threadIdx.x];
  current[y][x] = A[64 + threadIdx.x];
  for (int i = 1; i < K; ++i) {
    next[y][x] = 0.0f;
    if (i + 2 < K)
      next[y][x] = A[(i + 1) * 64 + threadIdx.x];
    __syncthreads();
    if (x > 0 && x < 7 && y > 0 && y < 7)
      C[i * 64 + threadIdx.x] = current[y][x] + current[y][x - 1] +
                                current[y - 1][x] + before[y][x] + next[y][x];
    __syncthreads();
    before[y][x] = current[y][x];
    current[y][x] = next[y][x];
  }
}

// CHECK: 'rejected_neighbour' left alone: {{.*}} [missing-barrier]
__global__ void rejected_neighbour(const float *__restrict__ A,
                                   float *__restrict__ C, int K) {
  __shared__ float current[64];
  __shared__ float next[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  current[t] = 0.0f;
  for (int i = 0; i < K; ++i) {
    next[t] = A[i * 64 + t];
    __syncthreads();
    sum += next[63 - t] + current[63 - t];
    __syncthreads();
    current[t] = next[t ^ 1];
  }
  C[t] = sum;
}

// CHECK: 'rejected_element_of_each_trip' left alone: {{.*}} this read of 'tile' is in the same phase as a store to the tile; cuda-pipeline-check finds out whether it is a race [missing-barrier]
__global__ void rejected_element_of_each_trip(const float *__restrict__ A,
                                              float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int i = 0; i < K; ++i) {
    tile[(t + i) & 63] = A[i * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
    sum += tile[(t + i) & 63];
  }
  C[t] = sum;
}
