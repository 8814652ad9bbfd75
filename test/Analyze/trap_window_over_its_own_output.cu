// A window in shared memory over what the loop may write: without __restrict__
// C may be A, and the plane ahead is read only behind the store of this one.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s
// RUN: %never_wrong --kernel=trap | FileCheck %s --check-prefix=TRAP

// CHECK: remark: K-loop in 'trap' left alone: {{.*}}'A' may be written by 'C[k * 64 + t]' (declare the pointers __restrict__{{.*}} [source-may-change]
// TRAP: cpasync: left alone
// TRAP: ldg: left alone
// TRAP: ldg-single: left alone
__global__ void trap(const float *A, float *C, int K) {
  __shared__ float u[3][64];
  const int t = threadIdx.x;
  u[1][t] = A[t];
  u[2][t] = A[64 + t];
  for (int k = 0; k < K; ++k) {
    u[0][t] = u[1][t];
    u[1][t] = u[2][t];
    u[2][t] = A[(k + 2) * 64 + t];
    __syncthreads();
    C[k * 64 + t] = u[0][63 - t] + u[1][t ^ 1] + u[2][63 - t];
    __syncthreads();
  }
}

// CHECK: remark: K-loop in 'accepted' pipelined: ldg-single, loads only
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float u[3][64];
  const int t = threadIdx.x;
  u[1][t] = A[t];
  u[2][t] = A[64 + t];
  for (int k = 0; k < K; ++k) {
    u[0][t] = u[1][t];
    u[1][t] = u[2][t];
    u[2][t] = A[(k + 2) * 64 + t];
    __syncthreads();
    C[k * 64 + t] = u[0][63 - t] + u[1][t ^ 1] + u[2][63 - t];
    __syncthreads();
  }
}
