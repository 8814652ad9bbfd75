// The trip that leaves a barrier out is the first or the last of a loop, but
// not of all that share the tile: the round before, or what stands beside the
// loop, is not waited for. A barrier of every trip would hide that.
//
// RUN: cuda-pipeline-rewrite --explain %s -o /dev/null 2>&1 | FileCheck %s

// CHECK: K-loop in 'first_of_each_round' left alone
__global__ void first_of_each_round(const float *__restrict__ A,
                                    float *__restrict__ C, int K) {
  __shared__ float s[128];
  float sum = 0;
  for (int r = 0; r < 4; ++r)
    for (int k = 0; k < K; k += 128) {
      if (k > 0)
        __syncthreads();
      s[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      sum += s[127 - threadIdx.x];
    }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'last_of_each_round' left alone
__global__ void last_of_each_round(const float *__restrict__ A,
                                   float *__restrict__ C, int K) {
  __shared__ float s[128];
  float sum = 0;
  for (int r = 0; r < 4; ++r) {
    for (int k = 0; k < K; k += 128) {
      s[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      sum += s[127 - threadIdx.x];
      if (k + 128 < K)
        __syncthreads();
    }
    C[r * 128 + threadIdx.x] = sum;
  }
}

// CHECK: K-loop in 'rounds_apart' pipelined
__global__ void rounds_apart(const float *__restrict__ A, float *__restrict__ C,
                             int K) {
  __shared__ float s[128];
  float sum = 0;
  for (int r = 0; r < 4; ++r) {
    for (int k = 0; k < K; k += 128) {
      s[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      sum += s[127 - threadIdx.x];
      if (k + 128 < K)
        __syncthreads();
    }
    C[r * 128 + threadIdx.x] = sum;
    __syncthreads();
  }
}

// CHECK: K-loop in 'read_before' left alone
__global__ void read_before(const float *__restrict__ A, float *__restrict__ C,
                            int K) {
  __shared__ float s[128], first[128];
  float sum = 0;
  first[threadIdx.x] = A[threadIdx.x];
  for (int k = 0; k < K; k += 128) {
    if (k > 0)
      __syncthreads();
    s[threadIdx.x] = A[k + threadIdx.x];
    sum += first[127 - threadIdx.x];
    __syncthreads();
    sum += s[127 - threadIdx.x];
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'written_behind' left alone
__global__ void written_behind(const float *__restrict__ A,
                               float *__restrict__ C, int K) {
  __shared__ float s[128];
  float sum = 0;
  for (int k = 0; k < K; k += 128) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += s[127 - threadIdx.x];
    if (k + 128 < K)
      __syncthreads();
  }
  s[threadIdx.x] = sum;
  __syncthreads();
  C[threadIdx.x] = s[threadIdx.x ^ 1];
}

// CHECK: K-loop in 'others_behind' pipelined
__global__ void others_behind(const float *__restrict__ A,
                              float *__restrict__ C, int K) {
  __shared__ float s[128], sums[128];
  float sum = 0;
  for (int k = 0; k < K; k += 128) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += s[127 - threadIdx.x];
    if (k + 128 < K)
      __syncthreads();
  }
  sums[threadIdx.x] = sum;
  __syncthreads();
  C[threadIdx.x] = sums[threadIdx.x ^ 1];
}
