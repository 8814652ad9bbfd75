// Where threads may disagree about barriers that stay, nobody in the kernel may write
// what the loads read, be it far from the loop: who is there runs beside it. What is taken
// stands in Rewrite/ldg-single/threads_that_part_keep_their_barriers.cu; texts whose barriers
// were moved, in barrier_of_warp_or_block_stays.cu.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'nobody_writes' pipelined: ldg-single, loads only
__global__ void nobody_writes(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[64];
  for (int i = threadIdx.x; i < n; i += 64) {
    float sum = 0.0f;
    for (int k = 0; k < n; k += 64) {
      tile[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      for (int j = 0; j < 64; ++j)
        sum += tile[j] * i;
      __syncthreads();
    }
    out[i] = sum;
  }
}

// Another round may store where this one still loads.
//
// CHECK: K-loop in 'another_round_writes' left alone: {{.*}}'i < n' may differ from thread to thread; where they do not meet, 'A' may be written by 'A[i]'{{.*}} [barrier-not-uniform]
__global__ void another_round_writes(float *__restrict__ A, int n) {
  __shared__ float tile[64];
  for (int i = threadIdx.x; i < n; i += 64) {
    float sum = 0.0f;
    for (int k = 0; k < n; k += 64) {
      tile[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      for (int j = 0; j < 64; ++j)
        sum += tile[j] * i;
      __syncthreads();
    }
    A[i] = sum;
  }
}

// CHECK: K-loop in 'bound_is_shared' left alone: {{.*}} [barrier-not-uniform]
__global__ void bound_is_shared(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[64];
  __shared__ int last;
  for (int i = threadIdx.x; i < n; i += 64) {
    last = n - 64;
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < last; k += 64) {
      tile[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      for (int j = 0; j < 64; ++j)
        sum += tile[j] * i;
      __syncthreads();
    }
    out[i] = sum;
  }
}

// Who waits for another block may find what it has stored behind the barrier only.
//
// CHECK: K-loop in 'waits_in_front' left alone: {{.*}}; some would meet one more in front of the loop{{.*}} [barrier-not-uniform]
__global__ void waits_in_front(const float *A, float *out, const int *flag, int n) {
  __shared__ float tile[64];
  if (threadIdx.x == 0)
    while (*(const volatile int *)flag == 0)
      ;
  if (threadIdx.x < n) {
    float sum = 0.0f;
    for (int k = 0; k < n; k += 64) {
      __syncthreads();
      tile[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      for (int j = 0; j < 64; ++j)
        sum += tile[j];
    }
    out[threadIdx.x] = sum;
  }
  __syncthreads();
}

// A function does not know who writes around its calls.
//
// CHECK: K-loop in 'in_a_function' left alone: {{.*}}callers of 'in_a_function' may write 'A'; {{.*}} [barrier-not-uniform]
__device__ float in_a_function(const float *__restrict__ A, int n, int last) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < n - int(threadIdx.x); k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j];
    __syncthreads();
  }
  return sum;
}
__global__ void calls(const float *__restrict__ A, float *__restrict__ out, int n) {
  out[threadIdx.x] = in_a_function(A, n, 0);
}
