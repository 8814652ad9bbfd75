// The columns of a tile are swizzled by the row: each thread stores each element once,
// so that asynchronous copies need no order. (Those of the other tile are wide.)
//
// RUN: %rewrite_and_run cpasync,cpasync3 launched_gemm -DRAGGED \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=32
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s 2>&1 >/dev/null \
// RUN:   | grep pipelined | FileCheck %s

// CHECK: 'masked' pipelined: cpasync in wide copies, 2 stages
__global__ void __launch_bounds__(64) masked(const float *__restrict__ A,
                                            const float *__restrict__ B,
                                            float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16 * 32], Bs[32][16];
  const int t = threadIdx.x, tx = t % 16, ty = t / 16;
  const int row0 = blockIdx.y * 16, column0 = blockIdx.x * 16;
  float sum[4] = {};
  for (int k = 0; k < K; k += 32) {
    for (int i = 0; i < 2; ++i) {
      const int v = t + i * 64, r = v / 8, c = v % 8;
      const int to = c ^ (r >> 1 & 7);
      for (int j = 0; j < 4; ++j)
        As[r * 32 + to * 4 + j] = row0 + r < M && k + c * 4 + j < K ? A[(row0 + r) * K + k + c * 4 + j] : 0.0f;
    }
    for (int i = t; i < 32 * 16; i += 64)
      Bs[i / 16][i % 16] =
          k + i / 16 < K && column0 + i % 16 < N ? B[(k + i / 16) * N + column0 + i % 16] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      for (int j = 0; j < 4; ++j)
        sum[j] += As[(ty + 4 * j) * 32 + (i / 4 ^ (ty + 4 * j >> 1 & 7)) * 4 + i % 4] * Bs[i][tx];
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    if (row0 + ty + 4 * j < M && column0 + tx < N)
      C[(row0 + ty + 4 * j) * N + column0 + tx] = sum[j];
}

// CHECK: 'by_rows' pipelined: cpasync in wide copies, 2 stages
__global__ void __launch_bounds__(64) by_rows(const float *__restrict__ A,
                                            const float *__restrict__ B,
                                            float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][32], Bs[32][16];
  const int t = threadIdx.x, tx = t % 16, ty = t / 16;
  const int row0 = blockIdx.y * 16, column0 = blockIdx.x * 16;
  float sum[4] = {};
  for (int k = 0; k < K; k += 32) {
    for (int i = 0; i < 8; ++i) {
      const int v = t + i * 64, r = v / 32, c = v % 32;
      As[r][r % 8 << 2 ^ c] = row0 + r < M && k + c < K ? A[(row0 + r) * K + k + c] : 0.0f;
    }
    for (int i = t; i < 32 * 16; i += 64)
      Bs[i / 16][i % 16] =
          k + i / 16 < K && column0 + i % 16 < N ? B[(k + i / 16) * N + column0 + i % 16] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      for (int j = 0; j < 4; ++j)
        sum[j] += As[ty + 4 * j][i ^ (ty + 4 * j) % 8 * 4] * Bs[i][tx];
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    if (row0 + ty + 4 * j < M && column0 + tx < N)
      C[(row0 + ty + 4 * j) * N + column0 + tx] += sum[j];
}

// CHECK: 'by_rows_of_threads' pipelined: cpasync in wide copies, 2 stages
__global__ void __launch_bounds__(64) by_rows_of_threads(const float *__restrict__ A,
                                            const float *__restrict__ B,
                                            float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16 * 32], Bs[32][16];
  const int t = threadIdx.x, tx = t % 16, ty = t / 16;
  const int row0 = blockIdx.y * 16, column0 = blockIdx.x * 16;
  float sum[4] = {};
  for (int k = 0; k < K; k += 32) {
    for (int r = ty; r < 16; r += 4)
      for (int c = tx; c < 32; c += 16)
        As[r * 32 + (c ^ (r & 3) * 4)] = row0 + r < M && k + c < K ? A[(row0 + r) * K + k + c] : 0.0f;
    for (int i = t; i < 32 * 16; i += 64)
      Bs[i / 16][i % 16] =
          k + i / 16 < K && column0 + i % 16 < N ? B[(k + i / 16) * N + column0 + i % 16] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      for (int j = 0; j < 4; ++j)
        sum[j] += As[(ty + 4 * j) * 32 + (i ^ (ty + 4 * j & 3) * 4)] * Bs[i][tx];
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    if (row0 + ty + 4 * j < M && column0 + tx < N)
      C[(row0 + ty + 4 * j) * N + column0 + tx] += sum[j];
}

extern "C" void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  const dim3 grid((N + 15) / 16, (M + 15) / 16);
  masked<<<grid, 64>>>(A, B, C, M, N, K);
  by_rows<<<grid, 64>>>(A, B, C, M, N, K);
  by_rows_of_threads<<<grid, 64>>>(A, B, C, M, N, K);
}
