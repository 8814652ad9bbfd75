// What an atomic operation in a function finds is used, there or by who calls it: others
// may tell by it that the next tile is there. The twins who do not ask are pipelined.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --kernel=rejected --quiet -o %t.same.cu %s
// RUN: cmp %s %t.same.cu

__device__ int ticket(int *next) { return atomicAdd(next, 1); }
__device__ int first_ticket(int *next) {
  int got = atomicAdd(next, 1);
  return got == 0;
}
__device__ int waits(int *next) {
  if (ticket(next) == 7)
    return 1;
  return 0;
}

#define KERNEL(NAME)                                                           \
  __global__ void NAME(const float *__restrict__ A, float *__restrict__ C,     \
                       int *next, int K)

// CHECK: 'accepted' pipelined
KERNEL(accepted) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    ticket(next);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'rejected_used' left alone: {{.*}} an atomic operation whose result is used{{.*}} [volatile-access]
KERNEL(rejected_used) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t] * ticket(next);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'rejected_kept' left alone: {{.*}} an atomic operation whose result is used{{.*}} [volatile-access]
KERNEL(rejected_kept) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    first_ticket(next);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'rejected_asked_inside' left alone: {{.*}} an atomic operation whose result is used{{.*}} [volatile-access]
KERNEL(rejected_asked_inside) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    waits(next);
    __syncthreads();
  }
  C[t] = sum;
}
