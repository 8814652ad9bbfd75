// Nobody says how large blocks are. What counts threads from 0 is copied wide by
// any block with so many threads, whatever its shape; other numbers take the loop
// that the user wrote.
//
// RUN: %rewrite_and_run cpasync blocks --widen=auto
// RUN: %rewrite_and_run cpasync blocks --widen=auto -DMORE \
// RUN:     "-DSHAPES=dim3(64,2),dim3(32,6),dim3(256,1),dim3(8,32)"
// RUN: FileCheck %s < %t.cpasync.cu
// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --variant=cpasync %s \
// RUN:     -o %t.out.cu 2>&1 | FileCheck %s --check-prefix=REMARK

#include <cooperative_groups.h>

#ifdef MORE
#define KERNELS(KERNEL) KERNEL(of_some_threads)
#else
#define KERNELS(KERNEL)                                                        \
  KERNEL(numbered) KERNEL(without_a_name) KERNEL(ranked) KERNEL(half_a_row)         \
  KERNEL(rows_by_trips)
#endif

// REMARK: 'numbered': a launch with other blocks than 128 threads takes the narrow copies; none in sight says how large they are
// CHECK-LABEL: numbered(
// CHECK: const bool wide_copies = blockDim.x * blockDim.y == THREADS &&
// CHECK: for (int i = 0; i < 512; i += THREADS) {
// CHECK-NEXT: = (i + tid) / 16
constexpr int THREADS = 128;

__global__ void numbered(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float a[32 * 64];
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < K; k += 64) {
    for (int i = tid; i < 32 * 64; i += THREADS)
      a[i] = A[i / 64 * K + k + i % 64];
    __syncthreads();

    for (int i = 0; i < 32 * 64; ++i)
      sum += a[i] * ((i + tid) % 7);
    __syncthreads();
  }
  C[tid] = sum;
}

// CHECK-LABEL: without_a_name(
// CHECK: blockDim.x * blockDim.y == 128 &&
// CHECK: const int thread = threadIdx.y * blockDim.x + threadIdx.x;
__global__ void without_a_name(const float *__restrict__ A,
                               float *__restrict__ C, int K) {
  __shared__ float a[32 * 64];
  float sum = 0.0f;

  for (int k = 0; k < K; k += 64) {
    for (int i = threadIdx.x + blockDim.x * threadIdx.y; i < 32 * 64; i += 128)
      a[i] = A[i / 64 * K + k + i % 64];
    __syncthreads();

    for (int i = 0; i < 32 * 64; ++i)
      sum += a[i] * ((i + threadIdx.x) % 7);
    __syncthreads();
  }
  C[threadIdx.x + blockDim.x * threadIdx.y] = sum;
}

// CHECK-LABEL: ranked(
// CHECK: blockDim.x * blockDim.y * blockDim.z == 128 &&
__global__ void ranked(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float a[32 * 64];
  const auto block = cooperative_groups::this_thread_block();
  const int tid = block.thread_rank();
  float sum = 0.0f;

  for (int k = 0; k < K; k += 64) {
    for (int i = tid; i < 32 * 64; i += 128)
      a[i] = A[i / 64 * K + k + i % 64];
    __syncthreads();

    for (int i = 0; i < 32 * 64; ++i)
      sum += a[i] * ((i + tid) % 7);
    __syncthreads();
  }
  C[tid] = sum;
}

// Rows and columns are parts of the number.
//
// CHECK-LABEL: half_a_row(
// CHECK: blockDim.x * blockDim.y == 128 &&
__global__ void half_a_row(const float *__restrict__ A, float *__restrict__ C,
                           int K) {
  __shared__ float a[32][64];
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  const int row = tid / 32, column = tid % 32;
  float sum = 0.0f;

  for (int k = 0; k < K; k += 64) {
    for (int i = 0; i < 32; i += 128 / 32) {
      a[(row + i) % 32][column] = A[(row + i) % 32 * K + k + column];
      a[(row + i) % 32][column + 32] = A[(row + i) % 32 * K + k + column + 32];
    }
    __syncthreads();

    for (int i = 0; i < 32 * 64; ++i)
      sum += a[i / 64][i % 64] * ((i + tid) % 7);
    __syncthreads();
  }
  C[tid] = sum;
}

// More threads than copy: the others find nothing to do.
//
// CHECK-LABEL: of_some_threads(
// CHECK: blockDim.x * blockDim.y == 128 &&
__global__ void of_some_threads(const float *__restrict__ A,
                                float *__restrict__ C, int K) {
  __shared__ float a[32 * 64];
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < K; k += 64) {
    if (tid < 128)
      for (int i = tid; i < 32 * 64; i += 128)
        a[i] = A[i / 64 * K + k + i % 64];
    __syncthreads();

    for (int i = 0; i < 32 * 64; ++i)
      sum += a[i] * ((i + tid) % 7);
    __syncthreads();
  }
  C[tid] = sum;
}

// The load goes on by all threads, but from trip to trip the row goes on by one:
// only so many threads fill a row.
//
// CHECK-LABEL: rows_by_trips(
// CHECK: blockDim.x * blockDim.y == 128 &&
__global__ void rows_by_trips(const float *__restrict__ A,
                              float *__restrict__ C, int K) {
  __shared__ float a[16 * 128];
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  const int threads = blockDim.x * blockDim.y;
  float sum = 0.0f;

  for (int k = 0; k < K; k += 64) {
    {
      int row = 0;
      for (int i = tid; i < 16 * 128; i += threads) {
        a[i] = A[(row * 2 + i % 128 / 64) * K + k + i % 64];
        row = (row + 1) % 16;
      }
    }
    __syncthreads();

    for (int i = 0; i < 16 * 128; ++i)
      sum += a[i] * ((i + tid) % 7);
    __syncthreads();
  }
  C[tid] = sum;
}
