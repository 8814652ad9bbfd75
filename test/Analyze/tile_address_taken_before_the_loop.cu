// A pointer made before the loop, for use behind it too, would always name stage 0.
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

// CHECK: :[[#@LINE + 10]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [tile-used-outside-loop]
// CHECK-NEXT: :[[#@LINE + 8]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | const float *row = &tile[t & 32];
// DUMP: left-alone rejected line [[#@LINE + 7]] tile-used-outside-loop
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *row = &tile[t & 32];
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += row[i];
    __syncthreads();
  }
  C[t] = sum + row[0];
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
    const float *row = &tile[t & 32];
    for (int i = 0; i < 32; ++i)
      sum += row[i];
    __syncthreads();
  }
  C[t] = sum;
}
