// Copies that a cuda::barrier counts: each stage has one, at which the trip
// arrives and waits as before. The second wait of the trip goes.
//
// RUN: %rewrite_and_run cpasync,auto gemm -DTILE=16
// RUN: %rewrite_and_run cpasync3,cpasync4 gemm -DTILE=16 \
// RUN:   -DTILES=0,1,2,3,4,5,6,9
// RUN: %golden cpasync
// RUN: %golden cpasync3

#include <cuda/barrier>

#define TILE 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;

  if (tx == 0 && ty == 0) {
    init(&bar, blockDim.x * blockDim.y); // all threads arrive
  }
  __syncthreads();

  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    // one element of each matrix a thread
    cuda::memcpy_async(&As[ty][tx], &A[row * K + k + tx], sizeof(float), bar);
    cuda::memcpy_async(&Bs[ty][tx], &B[(k + ty) * N + col], sizeof(float), bar);
    bar.arrive_and_wait(); // both tiles are here

#pragma unroll
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];

    bar.arrive_and_wait();
  }

  C[row * N + col] = sum;
}
