// Wide copies test for the block that fills the tile. Nobody says that it is launched
// so: what counts are blocks of any usual size. Where a launch gives it, that counts.
// RUN: %judge_by_nvcc %s --explain 2>&1 | FileCheck %s
// CHECK: K-loop in 'elsewhere' pipelined: cpasync in wide copies
// CHECK: nvcc 99.1.7 says, for sm_90, whatever the launch:
// CHECK: K-loop in 'here' pipelined: cpasync in wide copies
// CHECK: nvcc 99.1.7 says, for sm_90 and 1024 threads a block:

// nvcc: _Z9elsewherePKfPfi plain=32 cpasync=32 ldg=32 ldg-single=32
// nvcc: _Z4herePKfPfi plain=32 cpasync=32 ldg=32 ldg-single=32
__global__ void elsewhere(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < N; k += 32) {
    As[y][x] = A[(blockIdx.x * 32 + y) * N + k + x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[y][i] * As[i][x];
    __syncthreads();
  }
  C[(blockIdx.x * 32 + y) * 32 + x] = sum;
}
__global__ void here(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < N; k += 32) {
    As[y][x] = A[(blockIdx.x * 32 + y) * N + k + x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[y][i] * As[i][x];
    __syncthreads();
  }
  C[(blockIdx.x * 32 + y) * 32 + x] = sum;
}

void run(const float *A, float *C, int N) { here<<<N / 32, dim3(32, 32)>>>(A, C, N); }
