// A thread that has 16 bytes of local memory more waits for these. As much as before is
// no loss.
// RUN: %judge_by_nvcc %s --explain 2>&1 | FileCheck %s
// CHECK: K-loop in 'gemm' left alone: pipelining will not pay: cpasync, 2 stages: 16 bytes of local memory a thread, not 0, and
// CHECK: K-loop in 'same' pipelined

// nvcc: _Z4gemmPKfPfi plain=64 cpasync=64:16 ldg=64:16 ldg-single=64:16
// nvcc: _Z4samePKfPfi plain=64:16 cpasync=64:16 ldg=64:16 ldg-single=64:16
__global__ void gemm(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64][64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    for (int i = t; i < 64 * 64; i += 256)
      As[i / 64][i % 64] = A[(blockIdx.x * 64 + i / 64) * N + k + i % 64];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 16; ++j)
        sum += As[t / 4][i] * As[i][t % 4 * 16 + j];
    __syncthreads();
  }
  C[blockIdx.x * 256 + t] = sum;
}

__global__ void same(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64][64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    for (int i = t; i < 64 * 64; i += 256)
      As[i / 64][i % 64] = A[(blockIdx.x * 64 + i / 64) * N + k + i % 64];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 16; ++j)
        sum += As[t / 4][i] * As[i][t % 4 * 16 + j];
    __syncthreads();
  }
  C[blockIdx.x * 256 + t] = sum;
}

void run(const float *A, float *C, int N) {
  gemm<<<N / 64, 256>>>(A, C, N);
  same<<<N / 64, 256>>>(A, C, N);
}
