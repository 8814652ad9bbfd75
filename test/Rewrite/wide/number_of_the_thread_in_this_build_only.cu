// 'row' is the number of the thread where one thread has a row, and the wide copy of
// another tile goes by it: other builds take the narrow way.
//
// RUN: %rewrite_and_run cpasync wide --widen=auto -DBLOCK_M=8 -DBLOCK_N=8 \
// RUN:   -DBLOCK_K=8 -DTHREADS=64
// RUN: %rewrite_and_run cpasync wide --widen=auto -DBLOCK_M=8 -DBLOCK_N=8 \
// RUN:   -DBLOCK_K=8 -DTHREADS=64 -DSHARE=2
// RUN: grep -v CHECK %t.cpasync.cu | FileCheck %s

#ifndef SHARE
#define SHARE 1 // threads that share a row
#endif

// CHECK: wide_copies =
// CHECK-NEXT: SHARE == 1 &&
// CHECK: if (own < 16)
__global__ void __launch_bounds__(64)
    gemm(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[8][8], Bs[8][8], ends[8];
  const int own = threadIdx.x / SHARE, ty = threadIdx.x / 8,
            tx = threadIdx.x % 8;
  const int row = blockIdx.y * 8 + ty, col = blockIdx.x * 8 + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    Bs[ty][tx] = k + ty < K && col < N ? B[(k + ty) * N + col] : 0.0f;
    if (own < 8 && threadIdx.x % SHARE == 0)
      ends[own] = blockIdx.y * 8 + own < M ? A[(blockIdx.y * 8 + own) * K + k]
                                           : 0.0f;
    __syncthreads();
    for (int x = 0; x < 8; ++x)
      sum += As[ty][x] * Bs[x][tx] + ends[x];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
