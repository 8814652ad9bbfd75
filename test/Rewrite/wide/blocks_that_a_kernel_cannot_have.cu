// A block of another size is not tested for where the plain loop could not make
// one trip in it: with more threads one goes beside the tile, with fewer one reads
// what nobody stored.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=auto -o %t.cu %s
// RUN: grep -v "^//" %t.cu | FileCheck %s

// Threads that are too many store once more what others store.
// CHECK-LABEL: void stores_once_more(
// CHECK: blockDim.x == 128
__global__ void stores_once_more(const float *__restrict__ A,
                                 float *__restrict__ C, int K) {
  __shared__ float a[16][64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    for (int i = threadIdx.x; i < 16 * 64; i += 128)
      a[i / 64][i % 64] = A[i / 64 * K + k + i % 64];
    __syncthreads();
    for (int i = 0; i < 16 * 64; ++i)
      sum += a[i / 64][i % 64];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// They read rows that are not there.
// CHECK-LABEL: void reads_rows_of_its_own(
// CHECK: const bool wide_copies =
// CHECK-NOT: blockDim.x ==
// CHECK: for (int
__global__ void reads_rows_of_its_own(const float *__restrict__ A,
                                      float *__restrict__ C, int K) {
  __shared__ float a[16][64];
  const int row = threadIdx.x / 32 * 4;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    for (int i = threadIdx.x; i < 16 * 64; i += 128)
      a[i / 64][i % 64] = A[i / 64 * K + k + i % 64];
    __syncthreads();
    for (int r = 0; r < 4; ++r)
      for (int i = 0; i < 64; ++i)
        sum += a[row + r][i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: no_block_has_more(
// CHECK: const bool wide_copies =
// CHECK-NOT: blockDim.x ==
// CHECK: for (int
__global__ void __launch_bounds__(128)
    no_block_has_more(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float a[16][64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    for (int i = threadIdx.x; i < 16 * 64; i += 128)
      a[i / 64][i % 64] = A[i / 64 * K + k + i % 64];
    __syncthreads();
    for (int i = 0; i < 16 * 64; ++i)
      sum += a[i / 64][i % 64];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void rows_and_columns(
// CHECK: const bool wide_copies =
// CHECK-NOT: blockDim.{{[xy]}} ==
// CHECK: for (int
__global__ void rows_and_columns(const float *__restrict__ A,
                                 float *__restrict__ C, int K) {
  __shared__ float tile[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    if (ty < K)
      tile[ty][tx] = A[ty * K + k + tx];
    else
      tile[ty][tx] = 0.0f;
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[ty][i] * tile[i][tx];
    __syncthreads();
  }
  C[ty * 16 + tx] = sum;
}

// Threads that are too many store nothing.
// CHECK-LABEL: void only_so_many_store(
// CHECK: blockDim.x == 16 && blockDim.y == 16
__global__ void only_so_many_store(const float *__restrict__ A,
                                   float *__restrict__ C, int K) {
  __shared__ float tile[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    if (tx < 16 && ty < 16)
      tile[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[ty % 16][i] * tile[i][tx % 16];
    __syncthreads();
  }
  C[ty * 16 + tx] = sum;
}

// They store what others store, in a place that there is.
// CHECK-LABEL: void the_same_for_all(
// CHECK: blockDim.x == 16 && blockDim.y == 16
__global__ void the_same_for_all(const float *__restrict__ A,
                                 float *__restrict__ C, int K) {
  __shared__ float tile[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    tile[ty % 16][tx % 16] = A[ty % 16 * K + k + tx % 16];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[ty % 16][i] * tile[i][tx % 16];
    __syncthreads();
  }
  C[ty * 16 + tx] = sum;
}

// Fewer threads read less, too.
// CHECK-LABEL: void each_reads_its_own_row(
// CHECK: blockDim.y == 16
__global__ void each_reads_its_own_row(const float *__restrict__ A,
                                       float *__restrict__ C, int K) {
  __shared__ float tile[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    tile[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[ty][i];
    __syncthreads();
  }
  C[ty * 16 + tx] = sum;
}

// The row has room for one thread more.
// CHECK-LABEL: void padded_rows(
// CHECK: blockDim.x == 16
__global__ void padded_rows(const float *__restrict__ A, float *__restrict__ C,
                            int K) {
  __shared__ float tile[16][20];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    tile[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[ty][i] * tile[i][tx];
    __syncthreads();
  }
  C[ty * 16 + tx] = sum;
}

void run(const float *A, float *C, int K) {
  stores_once_more<<<1, 128>>>(A, C, K);
  reads_rows_of_its_own<<<1, 128>>>(A, C, K);
  no_block_has_more<<<1, 128>>>(A, C, K);
  rows_and_columns<<<1, dim3(16, 16)>>>(A, C, K);
  only_so_many_store<<<1, dim3(16, 16)>>>(A, C, K);
  the_same_for_all<<<1, dim3(16, 16)>>>(A, C, K);
  each_reads_its_own_row<<<1, dim3(16, 16)>>>(A, C, K);
  padded_rows<<<1, dim3(16, 16)>>>(A, C, K);
}
