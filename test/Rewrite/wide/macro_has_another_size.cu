// A wide copy is proved for the sizes that are read. Where the file has others, it is
// tested that it is built for these; an index that another configuration spells
// otherwise takes no wide copies.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --widen=auto --explain \
// RUN:   -o %t.cu 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: grep -v TEXT %t.cu | FileCheck --check-prefix=TEXT %s
// RUN: %run_on_cpu %S/../Inputs/wide.driver.cu %s %t.cu \
// RUN:   -DKERNELS=sizes,product,constant,index,narrow \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16 -DTHREADS=16,16
// RUN: %run_on_cpu %S/../Inputs/wide.driver.cu %s %t.cu -DLARGE \
// RUN:   -DKERNELS=sizes,product,constant,narrow \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16 -DTHREADS=16,16

#ifdef LARGE
#define DEPTH 32
constexpr int ROW = 32;
#define TWICE (4 * 8)
#define AT(i, j) ((j) * K + (i))
#else
#define DEPTH 16
constexpr int ROW = 16;
#define TWICE (4 * 4)
#define AT(i, j) ((i) * K + (j))
#endif
#define ONE 16

// TEXT-LABEL: sizes(
// TEXT: const bool wide_copies = DEPTH == 16 && blockDim.x == 16 &&

__global__ void sizes(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][DEPTH];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty;
  const int col = blockIdx.x * 16 + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      if (k + x < K && col < N)
        sum += As[ty][x] * B[(k + x) * N + col];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

// TEXT-LABEL: product(
// TEXT: const bool wide_copies = TWICE == 16 && blockDim.x == 16 &&

__global__ void product(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][TWICE];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty;
  const int col = blockIdx.x * 16 + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      if (k + x < K && col < N)
        sum += As[ty][x] * B[(k + x) * N + col];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

// TEXT-LABEL: constant(
// TEXT: const bool wide_copies = ROW == 16 && blockDim.x == 16

__global__ void constant(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][ROW];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty;
  const int col = blockIdx.x * 16 + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      if (k + x < K && col < N)
        sum += As[ty][x] * B[(k + x) * N + col];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

// WHY: K-loop in 'index': wide copies need this definition of the macro 'AT', and there is another

__global__ void index(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][ONE];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty;
  const int col = blockIdx.x * 16 + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    As[ty][tx] = row < M && k + tx < K ? A[AT(row, k + tx)] : 0.0f;
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      if (k + x < K && col < N)
        sum += As[ty][x] * B[(k + x) * N + col];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

// TEXT-LABEL: narrow(
// TEXT: const bool wide_copies = blockDim.x == 16 &&

__global__ void narrow(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][ONE];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty;
  const int col = blockIdx.x * 16 + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      if (k + x < K && col < N)
        sum += As[ty][x] * B[(k + x) * N + col];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
