// The launch is read although its function has an error elsewhere; it decides nothing
// that has to be proved.
//
// RUN: %judge_by_nvcc %s --explain 2>&1 | FileCheck %s
// CHECK: K-loop in 'gemm' pipelined
// CHECK: nvcc 99.1.7 says, for sm_90 and 256 threads a block:

// nvcc: _Z4gemmPKfPfi plain=32 cpasync=32 ldg=32 ldg-single=32
__global__ void gemm(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[32 * 32];
  float sum = 0;
  for (int k = 0; k < N; k += 32) {
    for (int i = threadIdx.x; i < 32 * 32; i += blockDim.x)
      As[i] = A[(blockIdx.x * 32 + i / 32) * N + k + i % 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[threadIdx.x % 32 * 32 + i] * As[i * 32];
    __syncthreads();
  }
  C[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main() {
  float *A = nullptr, *C = nullptr;
  const int threads = 256;
  gemm<<<8, threads>>>(A, C, 256);
  nowhere_print("%d done", threads);
}
