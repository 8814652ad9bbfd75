// Copies of 4 bytes by cp.async are tried where registers lose, unless three quarters of
// all warps are resident.
// RUN: %judge_by_nvcc %s --explain 2>&1 | FileCheck %s
// CHECK: K-loop in 'few' pipelined: cpasync, 2 stages
// CHECK: K-loop in 'most' left alone
// CHECK: cpasync, 2 stages {{.*}} copies are narrow, with little to compute for each

// nvcc: _Z3fewPKfPfi plain=64 cpasync=64 ldg=168 ldg-single=168
// nvcc: _Z4mostPKfPfi plain=32 cpasync=32 ldg=168 ldg-single=168
__global__ void few(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[32][33];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 32) {
    for (int i = t; i < 32 * 32; i += 256)
      As[i % 32][i / 32] = A[(blockIdx.x * 32 + i / 32) * N + k + i % 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[i][t / 8] * As[t % 32][i];
    __syncthreads();
  }
  C[blockIdx.x * 256 + t] = sum;
}
__global__ void most(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[32][33];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 32) {
    for (int i = t; i < 32 * 32; i += 256)
      As[i % 32][i / 32] = A[(blockIdx.x * 32 + i / 32) * N + k + i % 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[i][t / 8] * As[t % 32][i];
    __syncthreads();
  }
  C[blockIdx.x * 256 + t] = sum;
}
void launch(const float *A, float *C, int N) {
  few<<<N / 32, 256>>>(A, C, N);
  most<<<N / 32, 256>>>(A, C, N);
}
