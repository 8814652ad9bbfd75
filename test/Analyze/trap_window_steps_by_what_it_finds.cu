// A window whose step hangs on what is in it: the next address is known only
// when this trip has been computed.
//
// RUN: %never_wrong --kernel=trap | FileCheck %s --check-prefix=TRAP
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s

// TRAP: ldg-single: left alone
// CHECK: remark: K-loop in 'trap' left alone
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float u[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = 0;
  u[1][t] = A[t];
  for (int k = 0; k < K; ++k) {
    u[0][t] = u[1][t];
    u[1][t] = A[at + t];
    __syncthreads();
    sum += u[0][63 - t] * u[1][t ^ 1];
    at += u[1][0] > 0.5f ? 64 : 32;
    __syncthreads();
  }
  C[t] = sum;
}

// The step is read from memory that nobody writes, in front of the load.
// CHECK: remark: K-loop in 'accepted' pipelined: ldg-single, loads only
__global__ void accepted(const float *__restrict__ A,
                         const int *__restrict__ steps, float *__restrict__ C,
                         int K) {
  __shared__ float u[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = 0;
  u[1][t] = A[t];
  for (int k = 0; k < K; ++k) {
    at += steps[k];
    u[0][t] = u[1][t];
    u[1][t] = A[at + t];
    __syncthreads();
    sum += u[0][63 - t] * u[1][t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}
