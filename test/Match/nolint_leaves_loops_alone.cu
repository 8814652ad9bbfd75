// NOLINT comments, as clang-tidy reads them: the loops named `out_*` are left
// alone, those named `in_*` are not.
//
// RUN: cuda-pipeline-rewrite --force %s --explain 2>&1 >/dev/null | FileCheck %s
// RUN: cuda-pipeline-rewrite --force --widen=none --quiet %s 2>&1 >/dev/null | count 0
// RUN: cuda-pipeline-rewrite --force %s --warnings-as-errors > /dev/null
//
// CHECK-DAG: 'out_line' left alone: a NOLINT comment asks for it [nolint]
// CHECK-DAG: 'out_named' left alone: {{.*}} [nolint]
// CHECK-DAG: 'out_glob' left alone: {{.*}} [nolint]
// CHECK-DAG: 'out_next' left alone: {{.*}} [nolint]
// CHECK-DAG: 'out_block' left alone: {{.*}} [nolint]
// CHECK-DAG: 'in_other' pipelined
// CHECK-DAG: 'in_race' pipelined
// CHECK-DAG: 'in_no_parentheses' pipelined
// CHECK-DAG: 'in_behind' pipelined
// CHECK-DAG: 'in_unmatched' pipelined

__global__ void out_line(const float *__restrict__ A, float *__restrict__ C,
                  int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {  // NOLINT
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void out_named(const float *__restrict__ A, float *__restrict__ C,
                  int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {  // NOLINT(bugprone-x, cuda-pipeline-k-loop): small
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void out_glob(const float *__restrict__ A, float *__restrict__ C,
                  int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {  // NOLINT(cuda-*)
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void out_next(const float *__restrict__ A, float *__restrict__ C,
                  int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  // NOLINTNEXTLINE(*)
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void out_block(const float *__restrict__ A, float *__restrict__ C,
                  int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  // NOLINTBEGIN(cuda-pipeline-k-loop)
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  // NOLINTEND(cuda-pipeline-k-loop)
  C[t] = sum;
}

__global__ void in_other(const float *__restrict__ A, float *__restrict__ C,
                  int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {  // NOLINT(bugprone-x)
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void in_race(const float *__restrict__ A, float *__restrict__ C,
                  int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {  // NOLINT(cuda-pipeline-race)
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void in_no_parentheses(const float *__restrict__ A, float *__restrict__ C,
                  int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {  // NOLINTED
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void in_behind(const float *__restrict__ A, float *__restrict__ C,
                  int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  // NOLINTNEXTLINE

  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void in_unmatched(const float *__restrict__ A, float *__restrict__ C,
                  int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  // NOLINTBEGIN(cuda-*)
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  // NOLINTEND(cuda-pipeline-*)
  C[t] = sum;
}
