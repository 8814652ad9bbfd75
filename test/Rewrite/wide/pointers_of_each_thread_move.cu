// Each thread has pointers of its own, and moves them along from tile to tile:
// copied 16 bytes at a time, from where the pointers start and have come to.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --explain -o %t.cu 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not="element by element"
// RUN: %rewrite_and_run cpasync wide --widen=auto -DBLOCK_M=16 -DBLOCK_N=16 \
// RUN:   -DBLOCK_K=16 -DTHREADS=16,16 -DKERNELS=gemm,by_tiles,in_the_header,parameters
// RUN: %golden cpasync

// CHECK: 'gemm' pipelined: cpasync in wide copies
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][16], Bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;

  // Where this thread reads.
  const float *a = A + row * K + tx;
  const float *b = &B[ty * N + col];

  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    As[ty][tx] = row < M && k + tx < K ? *a : 0.0f;
    Bs[ty][tx] = k + ty < K && col < N ? b[0] : 0.0f;
    a += 16; // along the row
    b += 16 * N;
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[ty][x] * Bs[x][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

// Tiles are counted, and what is loaded passes through variables.
// CHECK: 'by_tiles' pipelined: cpasync in wide copies
__global__ void by_tiles(const float *__restrict__ A,
                         const float *__restrict__ B, float *__restrict__ C,
                         int M, int N, int K) {
  __shared__ float As[16][16], Bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  const float *a = A + row * K + tx;
  const float *b = B + ty * N + col;
  float sum = 0.0f;
  for (int tile = 0; tile < (K + 15) / 16; ++tile) {
    float v = 0.0f, w = 0.0f;
    if (row < M && tile * 16 + tx < K)
      v = *a;
    if (tile * 16 + ty < K && col < N)
      w = *b;
    As[ty][tx] = v;
    Bs[ty][tx] = w;
    a += 16;
    b += 16 * N;
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[ty][x] * Bs[x][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

// CHECK: 'in_the_header' pipelined: cpasync in wide copies
__global__ void in_the_header(const float *__restrict__ A,
                              const float *__restrict__ B,
                              float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][16], Bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  const float *a = A + row * K + tx;
  const float *b = B + ty * N + col;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16, a += 16, b += N * 16) {
    As[ty][tx] = row < M && k + tx < K ? *a : 0.0f;
    Bs[ty][tx] = k + ty < K && col < N ? *b : 0.0f;
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[ty][x] * Bs[x][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

// Parameters are moved to where the thread starts.
// CHECK: 'parameters' pipelined: cpasync in wide copies
__global__ void parameters(const float *__restrict__ A,
                           const float *__restrict__ B, float *__restrict__ C,
                           int M, int N, int K) {
  __shared__ float As[16][16], Bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  A += row * K + tx;
  B += ty * N + col;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    As[ty][tx] = row < M && k + tx < K ? *A : 0.0f;
    Bs[ty][tx] = k + ty < K && col < N ? *B : 0.0f;
    A += 16;
    B += 16 * N;
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[ty][x] * Bs[x][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
