// A swizzle after which a thread may store one element twice: too many columns for the
// rows, made of what the row does not tell or of negative numbers, rows that meet, or
// columns that do. Such a tile goes through registers, which keep the order. The near
// twins are in test/Rewrite/cpasync/swizzled_columns.cu.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s 2>&1 >/dev/null \
// RUN:   | grep remark: | FileCheck %s --implicit-check-not='cpasync in'

// CHECK: 'too_many_columns' pipelined: cpasync and registers
__global__ void __launch_bounds__(64) too_many_columns(const float *__restrict__ A,
                                            const float *__restrict__ B,
                                            float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16 * 32 + 256], Bs[32][16];
  const int t = threadIdx.x, tx = t % 16, ty = t / 16;
  const int row0 = blockIdx.y * 16, column0 = blockIdx.x * 16;
  float sum[4] = {};
  for (int k = 0; k < K; k += 32) {
    for (int i = 0; i < 2; ++i) {
      const int v = t + i * 64, r = v / 8, c = v % 8;
      const int to = c ^ (r & 15);
      for (int j = 0; j < 4; ++j)
        As[r * 32 + to * 4 + j] = row0 + r < M && k + c * 4 + j < K ? A[(row0 + r) * K + k + c * 4 + j] : 0.0f;
    }
    for (int i = t; i < 32 * 16; i += 64)
      Bs[i / 16][i % 16] =
          k + i / 16 < K && column0 + i % 16 < N ? B[(k + i / 16) * N + column0 + i % 16] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      for (int j = 0; j < 4; ++j)
        sum[j] += As[ty * 32 + i] * Bs[i][tx];
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    if (row0 + ty + 4 * j < M && column0 + tx < N)
      C[(row0 + ty + 4 * j) * N + column0 + tx] = sum[j];
}

// CHECK: 'by_what_is_lost' pipelined: cpasync and registers
__global__ void __launch_bounds__(64) by_what_is_lost(const float *__restrict__ A,
                                            const float *__restrict__ B,
                                            float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16 * 32], Bs[32][16];
  const int t = threadIdx.x, tx = t % 16, ty = t / 16;
  const int row0 = blockIdx.y * 16, column0 = blockIdx.x * 16;
  float sum[4] = {};
  for (int k = 0; k < K; k += 32) {
    for (int i = 0; i < 2; ++i) {
      const int v = t + i * 64, r = v / 8, c = v % 8;
      const int to = c ^ (v >> 1 & 7);
      for (int j = 0; j < 4; ++j)
        As[r * 32 + to * 4 + j] = row0 + r < M && k + c * 4 + j < K ? A[(row0 + r) * K + k + c * 4 + j] : 0.0f;
    }
    for (int i = t; i < 32 * 16; i += 64)
      Bs[i / 16][i % 16] =
          k + i / 16 < K && column0 + i % 16 < N ? B[(k + i / 16) * N + column0 + i % 16] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      for (int j = 0; j < 4; ++j)
        sum[j] += As[ty * 32 + i] * Bs[i][tx];
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    if (row0 + ty + 4 * j < M && column0 + tx < N)
      C[(row0 + ty + 4 * j) * N + column0 + tx] = sum[j];
}

// CHECK: 'by_negative_columns' pipelined: cpasync and registers
__global__ void __launch_bounds__(64) by_negative_columns(const float *__restrict__ A,
                                            const float *__restrict__ B,
                                            float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16 * 32 + 256], Bs[32][16];
  const int t = threadIdx.x, tx = t % 16, ty = t / 16;
  const int row0 = blockIdx.y * 16, column0 = blockIdx.x * 16;
  float sum[4] = {};
  for (int k = 0; k < K; k += 32) {
    for (int i = 0; i < 2; ++i) {
      const int v = t - i * 64, r = v / 8, c = v % 8;
      const int to = c ^ (r & 7);
      for (int j = 0; j < 4; ++j)
        As[256 + r * 32 + to * 4 + j] = row0 + r < M && k + c * 4 + j < K ? A[(row0 + r) * K + k + c * 4 + j] : 0.0f;
    }
    for (int i = t; i < 32 * 16; i += 64)
      Bs[i / 16][i % 16] =
          k + i / 16 < K && column0 + i % 16 < N ? B[(k + i / 16) * N + column0 + i % 16] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      for (int j = 0; j < 4; ++j)
        sum[j] += As[ty * 32 + i] * Bs[i][tx];
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    if (row0 + ty + 4 * j < M && column0 + tx < N)
      C[(row0 + ty + 4 * j) * N + column0 + tx] = sum[j];
}

// CHECK: 'rows_meet' pipelined: cpasync and registers
__global__ void __launch_bounds__(64) rows_meet(const float *__restrict__ A,
                                            const float *__restrict__ B,
                                            float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16 * 32], Bs[32][16];
  const int t = threadIdx.x, tx = t % 16, ty = t / 16;
  const int row0 = blockIdx.y * 16, column0 = blockIdx.x * 16;
  float sum[4] = {};
  for (int k = 0; k < K; k += 32) {
    for (int i = 0; i < 2; ++i) {
      const int v = t + i * 64, r = v / 8, c = v % 8;
      const int to = c ^ (r & 7);
      for (int j = 0; j < 4; ++j)
        As[r * 28 + to * 4 + j] = row0 + r < M && k + c * 4 + j < K ? A[(row0 + r) * K + k + c * 4 + j] : 0.0f;
    }
    for (int i = t; i < 32 * 16; i += 64)
      Bs[i / 16][i % 16] =
          k + i / 16 < K && column0 + i % 16 < N ? B[(k + i / 16) * N + column0 + i % 16] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      for (int j = 0; j < 4; ++j)
        sum[j] += As[ty * 32 + i] * Bs[i][tx];
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    if (row0 + ty + 4 * j < M && column0 + tx < N)
      C[(row0 + ty + 4 * j) * N + column0 + tx] = sum[j];
}

// CHECK: 'columns_meet' pipelined: cpasync and registers
__global__ void __launch_bounds__(64) columns_meet(const float *__restrict__ A,
                                            const float *__restrict__ B,
                                            float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[64 * 16], Bs[32][16];
  const int t = threadIdx.x, tx = t % 16, ty = t / 16;
  const int row0 = blockIdx.y * 16, column0 = blockIdx.x * 16;
  float sum[4] = {};
  for (int k = 0; k < K; k += 32) {
    for (int i = 0; i < 2; ++i) {
      const int c = i * 3, to = c ^ (t & 1);
      for (int j = 0; j < 4; ++j)
        As[t * 16 + to * 2 + j] = k + c + j < K ? A[(row0 + t % 16) * K + k + c + j] : 0.0f;
    }
    for (int i = t; i < 32 * 16; i += 64)
      Bs[i / 16][i % 16] =
          k + i / 16 < K && column0 + i % 16 < N ? B[(k + i / 16) * N + column0 + i % 16] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      for (int j = 0; j < 4; ++j)
        sum[j] += As[ty * 32 + i] * Bs[i][tx];
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    if (row0 + ty + 4 * j < M && column0 + tx < N)
      C[(row0 + ty + 4 * j) * N + column0 + tx] = sum[j];
}
