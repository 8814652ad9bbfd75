// What the address depends on changes behind the place where the next load
// would stand, and not in every trip.
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
    if (k % 3 != 1)
      at += 64;
    __syncthreads();
  }
  C[t] = sum;
}

// In front of it the same is no matter: at has its next value by then.
// CHECK: remark: K-loop in 'accepted' pipelined: ldg-single, loads only
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float u[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = 0;
  u[1][t] = A[t];
  for (int k = 0; k < K; ++k) {
    u[0][t] = u[1][t];
    u[1][t] = A[at + t];
    if (k % 3 != 1)
      at += 64;
    __syncthreads();
    sum += u[0][63 - t] * u[1][t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}
