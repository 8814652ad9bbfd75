// What stands beside the copies in their loop cannot follow in a loop of its own: it
// reads the tile as far as it is stored, counts for the copies, moves the counter or
// the bound. Each has a twin in Rewrite/every-variant/copy_loop_that_sets_sums.cu.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cmp %s %t.cu

#define COMPUTE                                                                \
  __syncthreads();                                                             \
  for (int i = 0; i < 32; ++i)                                                 \
    for (int v = 0; v < 4; ++v)                                                \
      sum[v] += tile[v][(i + t) % 32];                                         \
  for (int v = 0; v < 4; ++v)                                                  \
    total += sum[v];                                                           \
  __syncthreads();

// CHECK: K-loop in 'reads_the_tile' left alone
__global__ void reads_the_tile(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[4][32];
  const int t = threadIdx.x;
  float sum[4], total = 0;
  for (int k = 0; k < n; k += 32) {
    for (int v = 0; v < 4; ++v) {
      sum[v] = tile[3 - v][t];
      tile[v][t] = A[v * n + k + t];
    }
    COMPUTE
  }
  out[t] = total;
}

// CHECK: K-loop in 'counts_for_the_copy' left alone
__global__ void counts_for_the_copy(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[4][32];
  const int t = threadIdx.x;
  float sum[4] = {}, total = 0;
  for (int k = 0; k < n; k += 32) {
    for (int v = 0; v < 4; ++v) {
      tile[v][t] = A[v * n + k + t + int(sum[v])];
      sum[v] = 1;
    }
    COMPUTE
  }
  out[t] = total;
}

// CHECK: K-loop in 'moves_the_counter' left alone
__global__ void moves_the_counter(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[4][32];
  const int t = threadIdx.x;
  float sum[4] = {}, total = 0;
  for (int k = 0; k < n; k += 32) {
    for (int v = 0; v < 4; ++v) {
      tile[v][t] = A[v * n + k + t];
      sum[v] = v++;
    }
    COMPUTE
  }
  out[t] = total;
}

// CHECK: K-loop in 'moves_the_bound' left alone
__global__ void moves_the_bound(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[4][32];
  const int t = threadIdx.x;
  float sum[4] = {}, total = 0;
  int rows = 4;
  for (int k = 0; k < n; k += 32) {
    for (int v = 0; v < rows; ++v) {
      tile[v][t] = A[v * n + k + t];
      sum[v] = rows--;
    }
    COMPUTE
  }
  out[t] = total;
}

// CHECK: K-loop in 'counts_on' left alone
__global__ void counts_on(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[4][32];
  const int t = threadIdx.x;
  int v = 2;
  float sum[4] = {}, total = 0;
  for (int k = 0; k < n; k += 32) {
    for (v = v % 2; v < 4; ++v) {
      tile[v][t] = A[v * n + k + t];
      sum[v] = 1;
    }
    COMPUTE
  }
  out[t] = total;
}
