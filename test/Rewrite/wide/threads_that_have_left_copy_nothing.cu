// Rows behind the edge have no threads any more, which could copy for others.
// The near twin returns after the loop.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --explain -o %t.cu 2>&1 \
// RUN:   | FileCheck %s
// RUN: %rewrite_and_run cpasync wide --widen=auto -DKERNEL=leave_before \
// RUN:   -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=8 -DTHREADS=8,8
// RUN: %rewrite_and_run cpasync wide --widen=auto -DKERNEL=leave_after \
// RUN:   -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=8 -DTHREADS=8,8

__global__ void leave_before(const float *__restrict__ A,
                             const float *__restrict__ B,
                             float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[8][8];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 8 + ty;
  if (row >= M)
    return;
  float sum = 0;
  for (int k = 0; k < K; k += 8) {
    As[ty][tx] = k + tx < K ? A[row * K + k + tx] : 0.0f;
    __syncthreads();
    for (int x = 0; x < 8; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  if (blockIdx.x * 8 + tx < N)
    C[row * N + blockIdx.x * 8 + tx] = sum;
}
// CHECK: 'leave_before' pipelined: cpasync, 2
// CHECK: 'As' is copied element by element: some threads of the block may have left

__global__ void leave_after(const float *__restrict__ A,
                            const float *__restrict__ B, float *__restrict__ C,
                            int M, int N, int K) {
  __shared__ float As[8][8];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 8 + ty;
  float sum = 0;
  for (int k = 0; k < K; k += 8) {
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    __syncthreads();
    for (int x = 0; x < 8; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  if (row >= M || blockIdx.x * 8 + tx >= N)
    return;
  C[row * N + blockIdx.x * 8 + tx] = sum;
}
// CHECK: 'leave_after' pipelined: cpasync in wide copies
