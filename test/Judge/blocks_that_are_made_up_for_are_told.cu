// A form that leaves fewer blocks, and makes up for it, says so; one that leaves all does
// not. Where a launch decides how much dynamic memory there is, nothing is said of blocks.
// RUN: %judge_by_nvcc %s --explain 2>&1 | FileCheck %s
// CHECK: K-loop in 'fewer' pipelined: cpasync {{.*}}; nvcc 99.1.7: 2 of 3 blocks stay, {{[0-9]+}} KB on their way make up for it
// CHECK: {{^}} > cpasync, {{.*}} 96 0 2 {{.*}} 2 of 3 blocks stay
// CHECK: K-loop in 'all_stay' pipelined: {{.*}}; nvcc 99.1.7 sees no loss
// CHECK: K-loop in 'given' pipelined: {{.*}} in dynamic shared memory; nvcc 99.1.7: no loss but of blocks, which the dynamic memory of its launches decides
// CHECK: {{^}} as it is 64 0 ?
// CHECK-NEXT: {{^}} > cpasync, 2 stages 64 0 ?

// nvcc: _Z5fewerPKfPfi plain=80 cpasync=96 ldg=128 ldg-single=128
// nvcc: _Z8all_stayPKfPfi plain=80 cpasync=80 ldg=80 ldg-single=80
// nvcc: _Z5givenPKfPfi plain=64 cpasync=64 ldg=64 ldg-single=64
__global__ void fewer(const float *__restrict__ A, float *__restrict__ C, int N) {
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
__global__ void all_stay(const float *__restrict__ A, float *__restrict__ C, int N) {
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
__global__ void given(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    for (int i = t; i < 64 * 64; i += 256)
      As[i] = A[(blockIdx.x * 64 + i / 64) * N + k + i % 64];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 16; ++j)
        sum += As[t / 4 * 64 + i] * As[i * 64 + t % 4 * 16 + j];
    __syncthreads();
  }
  C[blockIdx.x * 256 + t] = sum;
}

void run(const float *A, float *C, int N, int bytes) {
  fewer<<<N / 64, 256>>>(A, C, N);
  all_stay<<<N / 64, 256>>>(A, C, N);
  given<<<N / 64, 256, bytes>>>(A, C, N);
}
