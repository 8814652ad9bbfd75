// A row that is counted in an int stands beside an unsigned number as the unsigned one
// did: no cast is needed. Beside an int it would be another sum, so it keeps its cast.
//
// RUN: %rewrite_and_run cpasync,cpasync3 wide --widen=auto -DBLOCK_M=16 -DBLOCK_N=16 \
// RUN:   -DBLOCK_K=16 -DTHREADS=16,16 -DKERNELS=beside_unsigned,beside_int
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=2 --quiet %s -o - | \
// RUN:   sed '/^\/\//d' | FileCheck %s
//
// CHECK-LABEL: beside_unsigned(const float
// CHECK: const int r = {{.*}}, c = {{.*}};
// CHECK: const int load_row = blockIdx.y * blockDim.y + r;
// CHECK: const int load_col = blockIdx.x * TILE + c;
//
// CHECK-LABEL: beside_int(const float
// CHECK: const int r = {{.*}}, c = {{.*}};
// CHECK: const int load_row = row0 + static_cast<unsigned int>(r);

#define TILE 16

__global__ void __launch_bounds__(TILE *TILE)
    beside_unsigned(const float *__restrict__ A, const float *__restrict__ B,
                    float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    if (k + tx < K && row < M)
      As[ty][tx] = A[row * K + k + tx];
    else
      As[ty][tx] = 0.0f;
    if (k + ty < K && col < N)
      Bs[ty][tx] = B[(k + ty) * N + col];
    else
      Bs[ty][tx] = 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

__global__ void __launch_bounds__(TILE *TILE)
    beside_int(const float *__restrict__ A, const float *__restrict__ B,
               float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
  const int row = row0 + threadIdx.y;
  const int col = col0 + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    if (k + tx < K && row < M)
      As[ty][tx] = A[row * K + k + tx];
    else
      As[ty][tx] = 0.0f;
    if (k + ty < K && col < N)
      Bs[ty][tx] = B[(k + ty) * N + col];
    else
      Bs[ty][tx] = 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
