// A choice between elements of two arrays, or between a load and a number, has no
// address that a copy could get. What is read to choose must be there a trip early.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'arrays' left alone: {{.*}}it chooses between two values of which neither is zero, and that are no two elements of one array [copy-not-async]
__global__ void arrays(const float *__restrict__ A,
                       const float *__restrict__ B, float *__restrict__ C,
                       int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = K > 640 ? A[k + t] : B[k + t];
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'number' left alone: {{.*}}it stores what is not known to be zero [copy-not-async]
__global__ void number(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = k + t < K ? A[k + t] : 1.0f;
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'by_the_tile' left alone: {{.*}} [load-depends-on-compute]
__global__ void by_the_tile(const float *__restrict__ A,
                            float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  tile[t] = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = tile[t] > 0.0f ? A[k + t] : A[k + 63 - t];
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'by_compute' left alone: {{.*}} [{{load-depends-on-compute|state-not-separable}}]
__global__ void by_compute(const float *__restrict__ A, float *__restrict__ C,
                           int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = sum > 0.0f ? A[k + t] : A[k + 63 - t];
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
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
    tile[t] = K > 640 ? A[k + t] : A[k + 63 - t];
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}
