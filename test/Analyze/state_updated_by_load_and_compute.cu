// Load and compute both move the cursor, compute in some trips only: that can be
// done early if nothing in between uses it, or if the loop condition leaves it
// alone.
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

// CHECK: :[[#@LINE + 10]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [state-not-separable]
// CHECK-NEXT: :[[#@LINE + 15]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | if (k & 64)
// DUMP: left-alone rejected line [[#@LINE + 7]] state-not-separable
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = 0;
  for (int k = 0; at < K; k += 64) {
    tile[t] = A[at + t];
    at += 64;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1) + at;
    if (k & 64)
      at += 1;
    sum += at;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: 
// DUMP: rewritten accepted line [[#@LINE + 7]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = 0;
  for (int k = 0; at < K; k += 64) {
    tile[t] = A[at + t];
    at += 64;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    if (k & 64)
      at += 1;
    sum += at;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'counted' pipelined: 
__global__ void counted(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[at + t];
    at += 64;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1) + at;
    if (k & 64)
      at += 1;
    sum += at;
    __syncthreads();
  }
  C[t] = sum;
}
