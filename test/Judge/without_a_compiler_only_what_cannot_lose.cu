// Wide cp.async that leaves enough blocks with any number of registers that the kernel
// may have is taken. A tile that waits in registers needs a compiler, as does a block
// size that no launch gives.
// RUN: %judge_by_rules %s --explain 2>&1 | FileCheck %s
// CHECK: K-loop in 'gemm' pipelined: cpasync in wide copies, 2 stages, {{.*}}; it cannot lose, by rules alone
// CHECK: K-loop in 'converted' left alone: a compiler is needed to decide: ldg, 2 stages: a tile waits in registers; nvcc on PATH decides, without --no-compile; --guess does without [needs-compiler]
// CHECK: note: see {{.*[#=]}}needs-compiler
// CHECK: K-loop in 'unknown' left alone: a compiler is needed to decide: cpasync, 2 stages: no launch in sight says how many threads a block has; nvcc on PATH decides, without --no-compile; --guess does without [needs-compiler]
// RUN: %judge_by_rules %s 2>&1 >/dev/null | FileCheck %s --check-prefix=SHORT
// SHORT: remark: 2 K-loops left alone, 2 of them as nvcc may not be asked (--no-compile); --explain says why
// RUN: not %judge_by_rules --check %s 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: 1 of 1 file would change (1 K-loop)
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

__global__ void converted(const signed char *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64][64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    for (int i = t; i < 64 * 64; i += 256)
      As[i / 64][i % 64] = 2.0f * A[(blockIdx.x * 64 + i / 64) * N + k + i % 64];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 16; ++j)
        sum += As[t / 4][i] * As[i][t % 4 * 16 + j];
    __syncthreads();
  }
  C[blockIdx.x * 256 + t] = sum;
}

__global__ void unknown(const float *__restrict__ A, float *__restrict__ C, int N) {
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

void run(const float *A, const signed char *B, float *C, int N) {
  gemm<<<N / 64, 256>>>(A, C, N);
  converted<<<N / 64, 256>>>(B, C, N);
}
