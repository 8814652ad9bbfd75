// Threads that start at threadIdx.x make as many trips if the limit is a multiple
// of the step and no thread is further away than a step.
//
// RUN: cuda-pipeline-rewrite %s --variant=ldg --explain -o %t.cu 2>&1 | FileCheck %s

// CHECK: remark: K-loop in 'limit_is_ragged' left alone: {{.*}}'i < n' may differ from thread to thread; {{.*}}cuda-pipeline-check finds out whether they do [barrier-not-uniform]
__global__ void limit_is_ragged(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int i = threadIdx.x; i < n; i += 64) {
    tile[threadIdx.x] = A[i];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: remark: K-loop in 'limit_is_another_multiple' left alone: {{.*}} [barrier-not-uniform]
__global__ void limit_is_another_multiple(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
  const int padded = (n + 31) / 32 * 32;
  for (int i = threadIdx.x; i < padded; i += 64) {
    tile[threadIdx.x] = A[i];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A product of unsigned numbers that wraps around is no multiple of 48 any more.
//
// CHECK: remark: K-loop in 'step_is_no_power_of_two' left alone: {{.*}} [barrier-not-uniform]
__global__ void step_is_no_power_of_two(const float *__restrict__ A, float *__restrict__ C, unsigned n) {
  __shared__ float tile[48];
  float sum = 0.0f;
  const unsigned padded = (n + 47) / 48 * 48;
  for (unsigned i = threadIdx.x; i < padded; i += 48) {
    tile[threadIdx.x] = A[i];
    __syncthreads();
    sum += tile[47 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The block may be larger than a step: its second half makes a trip less.
//
// CHECK: remark: K-loop in 'tile_of_more_threads' left alone: {{.*}} [barrier-not-uniform]
__global__ void tile_of_more_threads(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[128];
  float sum = 0.0f;
  const int padded = (n + 63) / 64 * 64;
  for (int i = threadIdx.x; i < padded; i += 64) {
    tile[threadIdx.x] = A[i];
    __syncthreads();
    sum += tile[63 - threadIdx.x % 64];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: remark: K-loop in 'limit_differs' left alone: {{.*}} [barrier-not-uniform]
__global__ void limit_differs(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
  const int padded = (n + int(threadIdx.x)) / 64 * 64;
  for (int i = threadIdx.x; i < padded; i += 64) {
    tile[threadIdx.x] = A[i];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: remark: K-loop in 'whole_rounds' pipelined
__global__ void whole_rounds(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
  const int padded = (n + 63) / 64 * 64;
  for (int i = threadIdx.x; i < padded; i += 64) {
    tile[threadIdx.x] = i < n ? A[i] : 0.0f;
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
