// Threads that walk down different rows: 2-D and flat arrays, row pointers,
// called functions, and a tile that is read behind the loop.
//
// RUN: %rewrite_and_run cpasync,ldg-single columns_of_words --pad=auto --widen=none
// RUN: %golden cpasync

#define TILE 32

__global__ void flat(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[TILE * TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < K; k += TILE) {
    As[ty * TILE + tx] = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[tx * TILE + i];
    __syncthreads();
  }
  C[ty * TILE + tx] = sum;
}

__global__ void row_pointer(const float *__restrict__ A, float *__restrict__ C,
                            int K) {
  __shared__ float As[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < K; k += TILE) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    const float *row = As[tx];
    for (int i = 0; i < TILE; ++i)
      sum += row[i];
    __syncthreads();
  }
  C[ty * TILE + tx] = sum;
}

__device__ float sum_of(const float *row) {
  float sum = 0;
  for (int i = 0; i < TILE; ++i)
    sum += row[i];
  return sum;
}

// Bs has no conflicts and stays.
__global__ void called(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < K; k += TILE) {
    As[ty][tx] = A[ty * K + k + tx];
    Bs[ty][tx] = A[tx * K + k + ty];
    __syncthreads();
    sum += sum_of(As[tx]);
    for (int i = 0; i < TILE; ++i)
      sum -= Bs[i][tx];
    __syncthreads();
  }
  C[ty * TILE + tx] = sum;
}

__global__ void read_behind(const float *__restrict__ A, float *__restrict__ C,
                            int K) {
  __shared__ float As[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < K; k += TILE) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[tx][i];
    __syncthreads();
  }
  const float *last = &As[0][0];
  if (K > 0)
    sum += last[ty * TILE + tx];
  C[ty * TILE + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  dim3 block(TILE, TILE);
  flat<<<1, block>>>(A, C, K);
  row_pointer<<<1, block>>>(A, C + 1024, K);
  called<<<1, block>>>(A, C + 2048, K);
  read_behind<<<1, block>>>(A, C + 3072, K);
}
