// `&&` is an if.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP
//
// One buffer keeps what an earlier tile left, so ldg-single may have it:
// RUN: cuda-pipeline-rewrite --variant=ldg-single --quiet -o %t.single.cu %s
// RUN: not cmp -s %s %t.single.cu
// RUN: %run_on_cpu %S/Inputs/rejected.driver.cu %s %t.single.cu

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [footprint-moves]
// CHECK-NEXT: :[[#@LINE + 11]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | tile[at] = A[k + (t & 31)];
// DUMP: left-alone rejected line [[#@LINE + 6]] footprint-moves
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    int at = t & 31;
    (k & 64) && (at += 32);
    tile[at] = A[k + (t & 31)];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: ldg
// DUMP: rewritten accepted line [[#@LINE + 6]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    int at = t & 31;
    (K & 64) && (at += 32);
    tile[at] = A[k + (t & 31)];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
