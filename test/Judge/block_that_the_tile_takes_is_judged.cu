// Nobody says how the first is launched. But its threads store an element each: with
// fewer, the tile has holes. That is the block that counts; 64 threads, of which more
// registers would leave fewer blocks, are none. Where any block fills the tile, any counts.
// RUN: %judge_by_nvcc %s --explain 2>&1 | FileCheck %s
// CHECK: K-loop in 'elsewhere' pipelined: cpasync in wide copies
// CHECK: nvcc 99.1.7 says, for sm_90 and 1024 threads a block, which its tile takes:
// CHECK: K-loop in 'here' pipelined: cpasync in wide copies
// CHECK: nvcc 99.1.7 says, for sm_90 and 1024 threads a block:
// CHECK: K-loop in 'narrow' pipelined
// CHECK: nvcc 99.1.7 says, for sm_90 and 1024 threads a block, which its tile takes:
// CHECK: K-loop in 'any' left alone: {{.*}} blocks of {{64|128}} threads
// CHECK: nvcc 99.1.7 says, for sm_90, whatever the launch:

// nvcc: _Z9elsewherePKfPfi plain=32 cpasync=32 ldg=32 ldg-single=32
// nvcc: _Z4herePKfPfi plain=32 cpasync=32 ldg=32 ldg-single=32
// nvcc: _Z6narrowPKfPfi plain=32 cpasync=32 ldg=32 ldg-single=32
// nvcc: _Z3anyPKfPfi plain=32 cpasync=168 ldg=168 ldg-single=168
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
__global__ void narrow(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < N; k += 32) {
    As[x][y] = A[(blockIdx.x * 32 + y) * N + k + x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[y][i] * As[i][x];
    __syncthreads();
  }
  C[(blockIdx.x * 32 + y) * 32 + x] = sum;
}
__global__ void any(const float *__restrict__ A, float *__restrict__ C, int N) {
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

void run(const float *A, float *C, int N) { here<<<N / 32, dim3(32, 32)>>>(A, C, N); }
