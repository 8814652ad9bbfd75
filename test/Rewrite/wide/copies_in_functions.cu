// A function loads the tiles, element by element: its body takes the place of
// the calls, and is copied 16 bytes at a time. Where that is no help, the function
// stays.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --explain -o %t.cu 2>&1 \
// RUN:   | FileCheck %s
// RUN: %rewrite_and_run cpasync wide --widen=auto -DBLOCK_M=16 -DBLOCK_N=16 \
// RUN:   -DBLOCK_K=16 -DTHREADS=16,16 -DKERNELS=gemm,plain,turned
// RUN: %golden cpasync

__device__ void load_tile(float (*tile)[16], const float *__restrict__ from,
                          int row, int col, int rows, int cols) {
  float v = 0.0f;
  if (row < rows && col < cols)
    v = from[row * cols + col];
  tile[threadIdx.y][threadIdx.x] = v;
}

// CHECK: 'gemm' pipelined: cpasync in wide copies
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][16], Bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    load_tile(As, A, row, k + tx, M, K);
    load_tile(Bs, B, k + ty, col, K, N);
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[ty][x] * Bs[x][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

__device__ void load_plain(float (*tile)[16], const float *__restrict__ from,
                           int row, int col, int rows, int cols) {
  tile[threadIdx.y][threadIdx.x] =
      row < rows && col < cols ? from[row * cols + col] : 0.0f;
}

// CHECK: 'plain' pipelined: cpasync in wide copies
__global__ void plain(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    load_plain(As, A, row, k + tx, M, K);
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

__device__ void load_turned(float (*tile)[16], const float *__restrict__ from,
                            int row, int col, int rows, int cols) {
  tile[threadIdx.x][threadIdx.y] =
      row < rows && col < cols ? from[row * cols + col] : 0.0f;
}

// CHECK: 'turned' pipelined: cpasync, 2
__global__ void turned(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    load_turned(As, A, row, k + tx, M, K);
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[x][ty] * (k + x + 1);
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
