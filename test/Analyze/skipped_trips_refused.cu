// Trips that not all threads skip, or that are skipped by what compute makes, and
// parts that cannot be told apart: they stay.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'threads_differ' left alone: {{.*}} [early-exit]
__global__ void threads_differ(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (A[k + t] < 0.0f)
      continue;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'by_the_sum' left alone: {{.*}} [early-exit]
__global__ void by_the_sum(const float *A, float *C, int K) {
  __shared__ float tile[64];
  __shared__ float limit;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (limit > 4.0f)
      continue;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    if (t == 0)
      limit = sum;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'by_what_is_written' left alone: {{.*}} [early-exit]
__global__ void by_what_is_written(const float *__restrict__ A, int *mask,
                                   float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (mask[k / 64])
      continue;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    mask[k / 64 + 1] = 1;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'loaded_for_both' left alone: {{.*}} [early-exit]
__global__ void loaded_for_both(const float *A, const float *scales, float *C,
                                int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k % 128)
      continue;
    const float scale = scales[k]; // not where the trip is skipped
    tile[t] = A[k + t] * scale;
    __syncthreads();
    sum += tile[63 - t] * scale;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'twice' left alone: {{.*}} [early-exit]
__global__ void twice(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k % 128)
      continue;
    tile[t] = A[k + t];
    __syncthreads();
    if (sum > 4.0f)
      continue;
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'with_an_else' left alone: {{.*}} [barrier-in-branch]
__global__ void with_an_else(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k % 128) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[63 - t];
      __syncthreads();
    } else {
      sum += 1.0f;
    }
  }
  C[t] = sum;
}

// CHECK: K-loop in 'accepted' pipelined
__global__ void accepted(const float *A, const float *scales, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    const float scale = scales[k];
    if (scale == 0.0f)
      continue;
    tile[t] = A[k + t] * scale;
    __syncthreads();
    sum += tile[63 - t] * scale;
    __syncthreads();
  }
  C[t] = sum;
}
