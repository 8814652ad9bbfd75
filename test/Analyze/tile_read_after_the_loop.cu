// The last tile is read in front of the next one: stages would have to go on from
// round to round. Behind a loop that runs once it is the last stage.
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

// CHECK: :[[#@LINE + 10]]:5: remark: K-loop in 'rejected' left alone: {{.*}} [tile-used-outside-loop]
// CHECK-NEXT: :[[#@LINE + 17]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | sum += tile[63 - t];
// DUMP: left-alone rejected line [[#@LINE + 7]] tile-used-outside-loop
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int row = 0; row < 2; ++row) {
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += tile[i] * (t + 1);
      __syncthreads();
    }
    if (K > 0)
      sum += tile[63 - t];
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
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  if (K > 0)
    sum += tile[63 - t];
  C[t] = sum;
}
