// The prologue asks the init statement once more: it must find what it found.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP
//
// No variant with two buffers may have it:
// RUN: cuda-pipeline-rewrite --variant=cpasync --kernel=rejected --quiet -o %t.cpasync.cu %s
// RUN: cmp %s %t.cpasync.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --kernel=rejected --quiet -o %t.ldg.cu %s
// RUN: cmp %s %t.ldg.cu
//
// But the load alone can be made early:
// RUN: cuda-pipeline-rewrite --variant=ldg-single --kernel=rejected --explain -o %t.ldg-single.cu %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SINGLE
// RUN: %run_on_cpu %S/Inputs/rejected.driver.cu %s %t.ldg-single.cu
// SINGLE: K-loop in 'rejected' pipelined: ldg-single, loads only

// CHECK: :[[#@LINE + 10]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [state-not-separable]
// CHECK-NEXT: :[[#@LINE + 9]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | for (int k = at; k < K; k += 64) {
// DUMP: left-alone rejected line [[#@LINE + 7]] state-not-separable
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = 0;
  for (int k = at; k < K; k += 64) {
    at += 64;
    tile[t] = A[at + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
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
  int at = 0, start = 0;
  for (int k = start; k < K; k += 64) {
    at += 64;
    tile[t] = A[at + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
