// A K-loop in a device function is safe if every call of it is.
//
// RUN: cuda-pipeline-rewrite --explain %s -o %t.cu 2>&1 | FileCheck %s

#define BODY                                                                   \
  __shared__ float tile[64];                                                   \
  const int t = threadIdx.x;                                                   \
  float sum = 0;

// CHECK: K-loop in 'nobody_calls' left alone: {{.*}}: 'nobody_calls' is not called in this file, so it is not known what its parameters are [unsupported-loop]
__device__ float nobody_calls(const float *A, int K) {
  BODY
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  return sum;
}

// CHECK: K-loop in 'address_is_taken' left alone: {{.*}}: 'address_is_taken' is not only called: its address is taken [unsupported-loop]
__device__ float address_is_taken(const float *A, int K) {
  BODY
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  return sum;
}
__device__ float (*pointer)(const float *, int);

// CHECK: K-loop in 'threads_disagree' left alone: {{.*}}: 'k < K' may differ from thread to thread; {{.*}}cuda-pipeline-check finds out whether they do [barrier-not-uniform]
__device__ float threads_disagree(const float *A, int K) {
  BODY
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  return sum;
}

// CHECK: K-loop in 'some_threads_call' left alone: {{.*}}: 'threadIdx.x < n', around a call of 'some_threads_call', may differ from thread to thread; {{.*}}cuda-pipeline-check finds out whether they do [barrier-not-uniform]
__device__ float some_threads_call(const float *A, int K) {
  BODY
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  return sum;
}

// Both name one tile, with one buffer.
// CHECK: K-loop in 'one_array_twice' pipelined: ldg-single
__device__ float one_array_twice(const float *A, float *to, float *also, int K) {
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    to[t] = A[k + t];
    __syncthreads();
    sum += to[63 - t] + also[t];
    __syncthreads();
  }
  return sum;
}

// CHECK: K-loop in 'one_array_twice_worked_on' pipelined: ldg-single, loads only
__device__ float one_array_twice_worked_on(const float *A, float *to,
                                           float *also, int K) {
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    to[t] = A[k + t];
    __syncthreads();
    also[t] *= 2;
    __syncthreads();
    sum += to[63 - t];
    __syncthreads();
  }
  return sum;
}

// CHECK: K-loop in 'reference_twice' left alone: {{.*}}: 'to' and 'also' of 'reference_twice' may name the same memory [unknown-effects]
__device__ float reference_twice(const float *A, float (&to)[64], float *also,
                                 int K) {
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    to[t] = A[k + t];
    __syncthreads();
    sum += to[63 - t] + also[t];
    __syncthreads();
  }
  return sum;
}

// CHECK: K-loop in 'source_is_written' left alone: {{.*}} [source-may-change]
__device__ float source_is_written(const float *A, float *C, int K) {
  BODY
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    C[k + t] = sum;
    __syncthreads();
  }
  return sum;
}

// CHECK: K-loop in 'calls_itself' left alone: {{.*}}: 'calls_itself' calls itself [unsupported-loop]
__device__ float calls_itself(const float *A, int K) {
  BODY
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  return K > 64 ? calls_itself(A, K - 64) : sum;
}

struct Summer {
  const float *A;
  // CHECK: K-loop in 'sum' pipelined
  __device__ float sum(int K) {
    BODY
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[63 - t];
      __syncthreads();
    }
    return sum;
  }
};

// CHECK: K-loop in 'accepted' pipelined
__device__ float accepted(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  return sum;
}

// CHECK: K-loop in 'source_is_not_written' pipelined
__device__ float source_is_not_written(const float *__restrict__ A,
                                       float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    C[k + t] = sum;
    __syncthreads();
  }
  return sum;
}

// CHECK: K-loop in 'some_threads_return' left alone: {{.*}}: 'threadIdx.x >= n' may differ from thread to thread; {{.*}}cuda-pipeline-check finds out whether they do [barrier-not-uniform]
__device__ float some_threads_return(const float *A, int K, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  if (threadIdx.x >= n)
    return sum;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  return sum;
}

// CHECK: K-loop in 'takes_a_lambda' left alone: {{.*}}: 'takes_a_lambda' takes a lambda, 'op', which may use what other parameters point to [unsupported-loop]
template <typename Op>
__device__ float takes_a_lambda(const float *A, float &sum, int K, Op op) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    op(tile[63 - t]);
    __syncthreads();
  }
  return sum;
}

__global__ void kernel(const float *A, float *C, int K, int n) {
  __shared__ float array[64];
  float sum = address_is_taken(A, K);
  pointer = address_is_taken;
  sum += threads_disagree(A, threadIdx.x < n ? K : 64);
  if (threadIdx.x < n)
    sum += some_threads_call(A, K);
  sum += one_array_twice(A, array, array, K);
  sum += one_array_twice_worked_on(A, array, array, K);
  sum += reference_twice(A, array, array, K);
  sum += source_is_written(A, C, K);
  sum += calls_itself(A, K);
  Summer summer{A};
  sum += summer.sum(K);
  if (n > 5)
    sum += accepted(A, C, K);
  sum += source_is_not_written(A, C, K);
  sum += some_threads_return(A, K, n);
  takes_a_lambda(A, sum, K, [&](float x) { sum += x; });
  // CHECK: K-loop in 'kernel' left alone: {{.*}}: the loop stands in a lambda whose text cannot take the place of one call, a statement of its own; write it in the kernel, or in a function [unsupported-loop]
  auto lambda = [&] {
    for (int k = 0; k < K; k += 64) {
      array[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      sum += array[63 - threadIdx.x];
      __syncthreads();
    }
  };
  lambda();
  lambda();
  C[threadIdx.x] = sum;
}
