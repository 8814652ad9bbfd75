// Only a function that stores its argument as it is, and nothing else, is a
// store; others load and store the tile by themselves, and are pipelined only
// when their text stands in the loop.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --dump-after=rewrite %s | FileCheck %s

__device__ void store_twice(float *address, float val) {
  address[0] = val;
  address[64] = val;
}

__device__ void store_next(float *address, float val) { address[1] = val; }

__device__ void store_double(float *address, double val) { *address = val; }

__device__ void store_changed(float *address, float val) { *address = val *= 2; }

__device__ void store_plain(float *address, float val) { *address = val; }

// CHECK: left-alone twice line {{[0-9]+}} unsupported-statement
__global__ void twice(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[130];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    store_twice(&tile[t], A[k + t]);
    __syncthreads();
    sum += tile[127 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: left-alone next line {{[0-9]+}} unsupported-statement
__global__ void next(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[130];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    store_next(&tile[t], A[k + t]);
    __syncthreads();
    sum += tile[64 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: left-alone converted line {{[0-9]+}} unsupported-statement
__global__ void converted(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[130];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    store_double(&tile[t], A[k + t]);
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: left-alone changed line {{[0-9]+}} unsupported-statement
__global__ void changed(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[130];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    store_changed(&tile[t], A[k + t]);
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: rewritten accepted 
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[130];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    store_plain(&tile[t], A[k + t]);
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
