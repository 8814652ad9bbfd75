// Blocks of 512 threads launch with up to 128 registers. What the user has chosen is
// not judged, but it has to run.
// RUN: %judge_by_nvcc --variant=ldg %s --explain 2>&1 | FileCheck %s
// CHECK: K-loop in 'too_many' left alone: {{.*}}136 registers, not 120: blocks of 512 threads do not launch with more than 128; __launch_bounds__(512) on the kernel keeps nvcc to that, nvcc 99.1.7 says [does-not-launch]
// CHECK: K-loop in 'just_enough' pipelined: ldg, 2 stages
// CHECK-NOT: do not launch
// CHECK: K-loop in 'bounded' pipelined: ldg, 2 stages
// CHECK-NOT: do not launch

// Where nobody is asked, the user is told.
// RUN: %judge_by_nvcc --variant=ldg --guess %s 2>&1 | FileCheck %s --check-prefix=TOLD
// TOLD: K-loop in 'too_many' pipelined: ldg, 2 stages
// TOLD-NEXT: {{.*}}: blocks of 512 threads do not launch with more than 128 registers, and nothing keeps nvcc to that: nvcc -Xptxas -v tells, __launch_bounds__(512) does it
// TOLD: K-loop in 'bounded' pipelined: ldg, 2 stages
// TOLD-NOT: do not launch

// nvcc: _Z8too_manyPKfPfi plain=120 ldg=136
// nvcc: _Z11just_enoughPKfPfi plain=120 ldg=128
// nvcc: _Z7boundedPKfPfi plain=120 ldg=136
__global__ void too_many(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64][64];
  const int t = threadIdx.x;
  float sum[64] = {};
  for (int k = 0; k < N; k += 64) {
    for (int i = 0; i < 8; ++i)
      As[(i * 512 + t) / 64][t % 64] =
          A[(blockIdx.x * 64 + (i * 512 + t) / 64) * N + k + t % 64];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 64; ++j)
        sum[j] += As[t % 64][i] * As[i][j];
    __syncthreads();
  }
  for (int j = 0; j < 64; ++j)
    C[(blockIdx.x * 512 + t) * 64 + j] = sum[j];
}

__global__ void just_enough(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64][64];
  const int t = threadIdx.x;
  float sum[64] = {};
  for (int k = 0; k < N; k += 64) {
    for (int i = 0; i < 8; ++i)
      As[(i * 512 + t) / 64][t % 64] =
          A[(blockIdx.x * 64 + (i * 512 + t) / 64) * N + k + t % 64];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 64; ++j)
        sum[j] += As[t % 64][i] * As[i][j];
    __syncthreads();
  }
  for (int j = 0; j < 64; ++j)
    C[(blockIdx.x * 512 + t) * 64 + j] = sum[j];
}

__global__ void __launch_bounds__(512) bounded(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64][64];
  const int t = threadIdx.x;
  float sum[64] = {};
  for (int k = 0; k < N; k += 64) {
    for (int i = 0; i < 8; ++i)
      As[(i * 512 + t) / 64][t % 64] =
          A[(blockIdx.x * 64 + (i * 512 + t) / 64) * N + k + t % 64];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 64; ++j)
        sum[j] += As[t % 64][i] * As[i][j];
    __syncthreads();
  }
  for (int j = 0; j < 64; ++j)
    C[(blockIdx.x * 512 + t) * 64 + j] = sum[j];
}

void run(const float *A, float *C, int N) {
  too_many<<<N / 64, 512>>>(A, C, N);
  just_enough<<<N / 64, 512>>>(A, C, N);
  bounded<<<N / 64, 512>>>(A, C, N);
}
