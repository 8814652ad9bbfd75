// The first passes of a copy of any length go ahead: where what ends it ends it
// for good, no counter wraps around, and the threads share the copy. Each kernel
// but the first misses one of these.
//
// RUN: cuda-pipeline-rewrite --no-compile --variant=ldg-single \
// RUN:   --explain -o %t.cu %s 2>&1 | grep remark | FileCheck %s
// RUN: cuda-pipeline-rewrite --no-compile --variant=ldg --explain -o %t.cu %s \
// RUN:   2>&1 | FileCheck --check-prefix=TWO %s

// The tile has a second buffer there, and all of it must be in registers.
// TWO: 'taken' left alone: {{.*}} [copy-count-unknown]

#define KERNEL(NAME)                                                           \
  __global__ void NAME(const float *__restrict__ A, float *__restrict__ C,     \
                       int K, int n, int first)

// CHECK: 'taken' pipelined: ldg-single, loads only
KERNEL(taken) {
  __shared__ float tile[1024];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += n) {
    for (int i = t; i < n; i += blockDim.x)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'starts_anywhere' left alone: {{.*}} [copy-count-unknown]
KERNEL(starts_anywhere) {
  __shared__ float tile[1024];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += n) {
    for (int i = first + t; i < n; i += blockDim.x)
      tile[i - first] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'true_again' left alone: {{.*}} [copy-count-unknown]
KERNEL(true_again) {
  __shared__ float tile[1024];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += n) {
    for (int i = t; i % n < first; i += blockDim.x)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'limit_moves' left alone: {{.*}} [copy-count-unknown]
KERNEL(limit_moves) {
  __shared__ float tile[1024];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += n) {
    int end = n;
    for (int i = t; i < end; i += blockDim.x) {
      tile[i] = A[k + i];
      if (i == first)
        end = i;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'any_step' left alone: {{.*}} [copy-count-unknown]
KERNEL(any_step) {
  __shared__ float tile[1024];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += n) {
    for (int i = t; i < n; i += first)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// A row each, of which the first passes are a small part.
// CHECK: 'not_shared' left alone: {{.*}} [copy-count-unknown]
KERNEL(not_shared) {
  __shared__ float tile[1024];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += n) {
    for (int i = 0; i < n; ++i)
      tile[t * n + i] = A[(k + t) * n + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// Of the other loop no pass goes ahead.
// CHECK: 'other_loop' left alone: {{.*}} [copy-count-unknown]
KERNEL(other_loop) {
  __shared__ float tile[1024];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += n) {
    for (int i = t; i < n; i += blockDim.x)
      tile[i] = A[k + i];
    for (int i = n + t; i < n + first; i += blockDim.x)
      tile[i] = C[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  if (n < 0)
    C[t] = sum;
}

// Two loops are no branch.
// CHECK: 'branch_without_braces' left alone: {{.*}} [copy-count-unknown]
KERNEL(branch_without_braces) {
  __shared__ float tile[1024];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += n) {
    if (k < first)
      for (int i = t; i < n; i += blockDim.x)
        tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'left_from_inside' left alone: {{.*}} [
KERNEL(left_from_inside) {
  __shared__ float tile[1024];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += n) {
    for (int i = t; i < n; i += blockDim.x) {
      if (i == first)
        break;
      tile[i] = A[k + i];
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
