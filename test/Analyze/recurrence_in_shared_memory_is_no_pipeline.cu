// What a trip stores it has computed, or reads back behind its barrier: no tile
// is loaded ahead.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK-NOT: already-pipelined
// CHECK: remark: K-loop in 'iterates' left alone
__global__ void iterates(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float state[64];
  const int t = threadIdx.x;
  state[t] = A[t];
  __syncthreads();
  for (int k = 0; k < K; ++k) {
    float next = state[t] * 0.5f + state[63 - t] + A[k];
    __syncthreads();
    state[t] = next;
    __syncthreads();
  }
  C[t] = state[t];
}

// CHECK: remark: K-loop in 'walks' left alone
__global__ void walks(const float *A, float *C, int K) {
  __shared__ float u[3][64];
  const int t = threadIdx.x;
  int last = 0, now = 1, next = 2;
  u[last][t] = A[t];
  u[now][t] = A[64 + t];
  for (int k = 0; k < K; ++k) {
    u[next][t] = A[(k + 2) * 64 + t];
    __syncthreads();
    C[k * 64 + t] = u[last][63 - t] + u[now][t] + u[next][t ^ 1];
    __syncthreads();
    int oldest = last;
    last = now;
    now = next;
    next = oldest;
  }
}

// The buffer that is read is another than the one that is stored.
// CHECK: remark: K-loop in 'ahead' left alone: {{.*}} [already-pipelined]
__global__ void ahead(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float u[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int now = 0;
  u[now][t] = A[t];
  __syncthreads();
  for (int k = 0; k < K; ++k) {
    sum += u[now][63 - t];
    u[now ^ 1][t] = A[(k + 1) * 64 + t];
    __syncthreads();
    now ^= 1;
  }
  C[t] = sum;
}

// Registers that the trip before has loaded.
// CHECK: remark: K-loop in 'registers' left alone
__global__ void registers(const float *__restrict__ A, float *__restrict__ C,
                          int K) {
  __shared__ float u[64];
  const int t = threadIdx.x;
  float sum = 0.0f, next = A[t];
  for (int k = 0; k < K; ++k) {
    u[t] = next;
    __syncthreads();
    next = A[(k + 1) * 64 + t];
    sum += u[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
