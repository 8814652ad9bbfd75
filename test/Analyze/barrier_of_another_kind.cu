// Barriers that are none of the block: another number, a number of threads, a part of
// the block; or one across which the compiler may move the tile's stores.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'first' left alone: {{.*}}asm{{.*}} [unknown-effects]
__global__ void first(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    asm volatile("bar.sync 1;" ::: "memory");
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'counted' left alone: {{.*}}asm{{.*}} [unknown-effects]
__global__ void counted(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    asm volatile("bar.sync 0, 32;" ::: "memory");
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'by_variable' left alone: {{.*}}asm{{.*}} [unknown-effects]
__global__ void by_variable(const float *__restrict__ A, float *__restrict__ C,
                            int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    asm volatile("bar.sync %0;" ::"r"(K) : "memory");
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'not_kept' left alone: {{.*}}an asm barrier without a "memory" clobber{{.*}} [unknown-effects]
__global__ void not_kept(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    asm volatile("bar.sync 0;");
    sum += tile[t ^ 1];
    asm volatile("bar.sync 0;");
  }
  C[t] = sum;
}

// CHECK: K-loop in 'other_number' left alone: {{.*}} [barrier-in-branch]
__global__ void other_number(const float *__restrict__ A, float *__restrict__ C,
                             int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __barrier_sync(1);
    sum += tile[t ^ 1];
    __barrier_sync(1);
  }
  C[t] = sum;
}

// CHECK: K-loop in 'half' left alone: {{.*}} [barrier-in-branch]
__global__ void half(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    if (t < 64)
      asm volatile("bar.sync 0;" ::: "memory");
    sum += tile[t ^ 1];
    asm volatile("bar.sync 0;" ::: "memory");
  }
  C[t] = sum;
}

// CHECK: K-loop in 'accepted' pipelined: cpasync
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    asm volatile("bar.sync 0;" ::: "memory");
    sum += tile[t ^ 1];
    asm volatile("bar.sync 0;" ::: "memory");
  }
  C[t] = sum;
}
