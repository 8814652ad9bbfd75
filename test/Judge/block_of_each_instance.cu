// A host template launches one instance of the kernel in each of its own, with blocks
// of its own: each is judged by its block.
//
// RUN: %judge_by_nvcc %s --explain 2>&1 | FileCheck %s
// CHECK: K-loop in 'gemm' pipelined
// CHECK: nvcc 99.1.7 says, for sm_90 and 128 threads a block:

// nvcc: _Z4gemmILi32EEvPKfPfi plain=32 cpasync=32 ldg=32 ldg-single=32
// nvcc: _Z4gemmILi64EEvPKfPfi plain=32 cpasync=33 ldg=33 ldg-single=33
template <int TILE> __global__ void gemm(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[TILE * TILE];
  float sum = 0;
  for (int k = 0; k < N; k += TILE) {
    for (int i = threadIdx.x; i < TILE * TILE; i += blockDim.x)
      As[i] = A[(blockIdx.x * TILE + i / TILE) * N + k + i % TILE];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[threadIdx.x % TILE * TILE + i] * As[i * TILE];
    __syncthreads();
  }
  C[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template <int TILE> void launch(const float *A, float *C, int N) {
  constexpr int rows = 4;
  const dim3 block(TILE * rows);
  gemm<TILE><<<N / TILE, block>>>(A, C, N);
}

void run(const float *A, float *C, int N) {
  launch<32>(A, C, N);
  launch<64>(A, C, N);
}
