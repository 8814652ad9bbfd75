// --style=simple says how the code looks. Whether a loop is rewritten, rules and nvcc say
// as for any other; of what it has, auto takes what does not lose: never three stages.
// RUN: %judge_by_nvcc %s --style=simple --explain 2>&1 | FileCheck %s
// CHECK: K-loop in 'loses' left alone: pipelining will not pay: {{.*}} nvcc 99.1.7 says
// CHECK-NOT: 3 stages {{[0-9]+}} 0 {{[0-9]}}
// CHECK: K-loop in 'other' pipelined: ldg-single, one buffer, {{.*}}; nvcc 99.1.7 sees no loss
// CHECK-NOT: > cpasync
// CHECK: K-loop in 'few_trips' left alone: pipelining will not pay: it makes 2 trips

// What is asked for beside it is the user's.
// RUN: %judge_by_nvcc %s --style=simple --stages=3 --explain 2>&1 | FileCheck %s --check-prefix=STAGES
// STAGES: K-loop in 'loses' pipelined: cpasync, 3 stages
// STAGES: K-loop in 'few_trips' pipelined:

// Without a compiler, it has to be sure.
// RUN: %judge_by_rules %s --style=simple --explain 2>&1 | FileCheck %s --check-prefix=RULES
// RULES: K-loop in 'loses' left alone: a compiler is needed to decide: {{.*}}; nvcc on PATH decides, without --no-compile; --guess does without [needs-compiler]

// nvcc: _Z5losesPKfPfi plain=64 cpasync=168 ldg=168 ldg-single=168
// nvcc: _Z5otherPKfPfi plain=64 cpasync=168 ldg=168 ldg-single=64
// nvcc: _Z9few_tripsPKfPfi plain=64 cpasync=64 ldg=64 ldg-single=64
__global__ void loses(const float *__restrict__ A, float *__restrict__ C, int N) {
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
__global__ void other(const float *__restrict__ A, float *__restrict__ C, int N) {
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
__global__ void few_trips(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64][64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 128; k += 64) {
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
  loses<<<N / 64, 256>>>(A, C, N);
  other<<<N / 64, 256>>>(A, C, N);
  few_trips<<<N / 64, 256>>>(A, C, N);
}
