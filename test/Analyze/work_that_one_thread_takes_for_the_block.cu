// Work that one thread takes from a queue is the same for the block, if a barrier
// stands between what stores it and who asks: in front of the loop and in each trip.
//
// RUN: cuda-pipeline-rewrite --explain --guess --variant=ldg %s -o %t.cu 2>&1 | FileCheck %s

static __device__ float rows(const float *__restrict__ A, int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  return sum;
}

// CHECK-DAG: K-loop in 'rows' pipelined
// CHECK-DAG: K-loop in 'in_a_kernel' pipelined
__global__ void in_a_function(const float *__restrict__ A, float *__restrict__ C,
                              int n, int *queue) {
  __shared__ int next;
  if (threadIdx.x == 0)
    next = atomicAdd(queue, 1);
  __syncthreads();
  while (next < n) {
    const int row = next;
    C[row * 64 + threadIdx.x] = rows(A + row * n * 64, n);
    __syncthreads();
    if (threadIdx.x == 0)
      next = atomicAdd(queue, 1);
    __syncthreads();
  }
}

__global__ void in_a_kernel(const float *__restrict__ A, float *__restrict__ C,
                            int n, int *queue) {
  __shared__ float tile[64];
  __shared__ int next;
  if (threadIdx.x == 0)
    next = atomicAdd(queue, 1);
  __syncthreads();
  while (next < n) {
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) {
      tile[threadIdx.x] = A[k * 64 + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += tile[i];
      __syncthreads();
    }
    C[next * 64 + threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0)
      next = atomicAdd(queue, 1);
    __syncthreads();
  }
}

// CHECK-DAG: 'no_barrier_behind_it' left alone: {{.*}}'next < n' may differ from thread to thread; {{.*}}cuda-pipeline-check finds out whether they do [barrier-not-uniform]
__global__ void no_barrier_behind_it(const float *__restrict__ A, float *__restrict__ C,
                                     int n, int *queue) {
  __shared__ float tile[64];
  __shared__ int next;
  if (threadIdx.x == 0)
    next = atomicAdd(queue, 1);
  __syncthreads();
  while (next < n) {
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) {
      tile[threadIdx.x] = A[k * 64 + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += tile[i];
      __syncthreads();
    }
    C[next * 64 + threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0)
      next = atomicAdd(queue, 1);
  }
}

// CHECK-DAG: 'a_barrier_may_be_left_out' left alone: {{.*}}'next < n' may differ from thread to thread; {{.*}}cuda-pipeline-check finds out whether they do [barrier-not-uniform]
__global__ void a_barrier_may_be_left_out(const float *__restrict__ A, float *__restrict__ C,
                                          int n, int *queue) {
  __shared__ float tile[64];
  __shared__ int next;
  if (threadIdx.x == 0)
    next = atomicAdd(queue, 1);
  __syncthreads();
  while (next < n) {
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) {
      tile[threadIdx.x] = A[k * 64 + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += tile[i];
      __syncthreads();
    }
    C[threadIdx.x] = sum;
    if (threadIdx.x == 0)
      next = atomicAdd(queue, 1);
    if (n > 64)
      continue;
    __syncthreads();
  }
}

// CHECK-DAG: 'each_thread_takes_its_own' left alone: {{.*}} may differ from thread to thread; {{.*}}cuda-pipeline-check finds out whether they do [barrier-not-uniform]
__global__ void each_thread_takes_its_own(const float *__restrict__ A, float *__restrict__ C,
                                          int n, int *queue) {
  __shared__ float tile[64];
  int next = atomicAdd(queue, 1);
  __syncthreads();
  while (next < n) {
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) {
      tile[threadIdx.x] = A[k * 64 + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += tile[i];
      __syncthreads();
    }
    C[threadIdx.x] = sum;
    next = atomicAdd(queue, 1);
    __syncthreads();
  }
}
