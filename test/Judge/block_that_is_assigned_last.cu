// A dim3 is the block that it was set to last, where that is one for every way there.
// RUN: %judge_by_nvcc %s --explain 2>&1 | FileCheck %s
// CHECK: K-loop in 'last' pipelined
// CHECK: nvcc 99.1.7 says, for sm_90 and 256 threads a block:
// CHECK: K-loop in 'next' pipelined
// CHECK: nvcc 99.1.7 says, for sm_90 and 128 threads a block:
// CHECK: K-loop in 'branch' pipelined
// CHECK: nvcc 99.1.7 says, for sm_90, whatever the launch:
// CHECK: K-loop in 'round' pipelined
// CHECK: nvcc 99.1.7 says, for sm_90, whatever the launch:
// CHECK: K-loop in 'jumped' pipelined
// CHECK: nvcc 99.1.7 says, for sm_90, whatever the launch:
// CHECK: K-loop in 'named' pipelined
// CHECK: nvcc 99.1.7 says, for sm_90, whatever the launch:

// nvcc: _Z4lastPKfPfi plain=32 cpasync=32 ldg=32 ldg-single=32
// nvcc: _Z4nextPKfPfi plain=32 cpasync=32 ldg=32 ldg-single=32
// nvcc: _Z6branchPKfPfi plain=32 cpasync=32 ldg=32 ldg-single=32
// nvcc: _Z5roundPKfPfi plain=32 cpasync=32 ldg=32 ldg-single=32
// nvcc: _Z6jumpedPKfPfi plain=32 cpasync=32 ldg=32 ldg-single=32
// nvcc: _Z5namedPKfPfi plain=32 cpasync=32 ldg=32 ldg-single=32
__global__ void last(const float *__restrict__ A, float *__restrict__ C, int N) {
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
__global__ void next(const float *__restrict__ A, float *__restrict__ C, int N) {
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
__global__ void branch(const float *__restrict__ A, float *__restrict__ C, int N) {
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
__global__ void round(const float *__restrict__ A, float *__restrict__ C, int N) {
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
__global__ void jumped(const float *__restrict__ A, float *__restrict__ C, int N) {
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
__global__ void named(const float *__restrict__ A, float *__restrict__ C, int N) {
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

void change(dim3 &block);

void run(const float *A, float *C, int N, int n) {
  dim3 block(32, 32);
  block = dim3(256, 1, 1);
  if (n > 0)
    last<<<N / 32, block>>>(A, C, N);
  block = dim3(128);
  next<<<N / 32, block>>>(A, C, N);
}

void run_in_branch(const float *A, float *C, int N, int n) {
  dim3 block(64);
  if (n > 0)
    block = dim3(256);
  branch<<<N / 32, block>>>(A, C, N);
}

void run_round(const float *A, float *C, int N, int n) {
  dim3 block(64);
  for (int i = 0; i < n; ++i) {
    if (i < 3)
      round<<<N / 32, block>>>(A, C, N);
    block = dim3(256);
  }
}

void run_jumped(const float *A, float *C, int N, int n) {
  dim3 block(64);
  switch (n) {
  case 0:
    N = 64;
    block = dim3(256);
  case 1:
    jumped<<<N / 32, block>>>(A, C, N);
  }
}

void run_named(const float *A, float *C, int N, int n) {
  dim3 block(64);
  block = dim3(256);
  change(block);
  named<<<N / 32, block>>>(A, C, N);
}
