// The next value of `at` needs more than loop invariants, and the loop condition
// needs it.
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

// CHECK: :[[#@LINE + 11]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [state-not-separable]
// CHECK-NEXT: :[[#@LINE + 16]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | step += 64;
// DUMP: left-alone rejected line [[#@LINE + 8]] state-not-separable
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = 0;
  int step = 64;
  for (int k = 0; at < K; k += 64) {
    tile[t] = A[at + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1) + at + step;
    at += step;
    step += 64;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: 
// DUMP: rewritten accepted line [[#@LINE + 8]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = 0;
  const int step = 64;
  for (int k = 0; at < K; k += 64) {
    tile[t] = A[at + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1) + at + step;
    at += step;
    __syncthreads();
  }
  C[t] = sum;
}
