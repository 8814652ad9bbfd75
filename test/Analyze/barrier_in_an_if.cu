// One barrier is inside an if, all threads agree though: but for the first trip, or the
// last, it may be missing where it is needed.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP
//
// No other variant may have it either:
// RUN: cuda-pipeline-rewrite --variant=cpasync --kernel=rejected --quiet -o %t.cpasync.cu %s
// RUN: cmp %s %t.cpasync.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --kernel=rejected --quiet -o %t.ldg.cu %s
// RUN: cmp %s %t.ldg.cu
// RUN: cuda-pipeline-rewrite --variant=ldg-single --kernel=rejected --quiet -o %t.ldg-single.cu %s
// RUN: cmp %s %t.ldg-single.cu

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [barrier-in-branch]
// CHECK-NEXT: :[[#@LINE + 14]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | __syncthreads();
// DUMP: left-alone rejected line [[#@LINE + 6]] barrier-in-branch
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    if (k + 64 < K && k % 128)
      __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: 
// DUMP: rewritten accepted line [[#@LINE + 6]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    if (k + 64 < K)
      for (int i = 0; i < 64; ++i)
        sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'last' pipelined:
__global__ void last(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    if (k + 64 < K)
      __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'second' left alone: {{.*}} [barrier-in-branch]
__global__ void second(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k > 64)
      __syncthreads();
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'of_some_threads' left alone: {{.*}} [barrier-in-branch]
__global__ void of_some_threads(const float *__restrict__ A,
                                float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = t; k < K; k += 64) {
    if (k > t)
      __syncthreads();
    tile[t] = A[k];
    __syncthreads();
    sum += tile[63 - t];
  }
  C[t] = sum;
}
