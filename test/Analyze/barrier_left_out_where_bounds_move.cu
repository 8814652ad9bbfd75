// `k > start` fails in one trip only if nothing changes `start`.
//
// RUN: cuda-pipeline-rewrite --explain %s -o /dev/null 2>&1 | FileCheck %s

// CHECK: K-loop in 'start_moves' left alone
__global__ void start_moves(const float *__restrict__ A, float *__restrict__ C,
                            int start, int K) {
  __shared__ float s[128];
  float sum = 0;
  for (int k = start; k < K; k += 128) {
    if (k > start)
      __syncthreads();
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += s[127 - threadIdx.x];
    start = k + 128;
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'start_stays' pipelined
__global__ void start_stays(const float *__restrict__ A, float *__restrict__ C,
                            int start, int K) {
  __shared__ float s[128];
  float sum = 0;
  for (int k = start; k < K; k += 128) {
    if (k > start)
      __syncthreads();
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += s[127 - threadIdx.x];
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'end_moves' left alone
__global__ void end_moves(const float *__restrict__ A, float *__restrict__ C,
                          int K) {
  __shared__ float s[128];
  float sum = 0;
  int end = 128;
  for (int k = 0; k < end; k += 128) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += s[127 - threadIdx.x];
    if (k + 128 < end)
      __syncthreads();
    end = K;
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'end_in_memory' left alone
__global__ void end_in_memory(const float *__restrict__ A,
                              int *__restrict__ ends, float *__restrict__ C,
                              int K) {
  __shared__ float s[128];
  float sum = 0;
  for (int k = 0; k < *ends; k += 128) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += s[127 - threadIdx.x];
    if (k + 128 < *ends)
      __syncthreads();
    ends[0] = K;
  }
  C[threadIdx.x] = sum;
}
