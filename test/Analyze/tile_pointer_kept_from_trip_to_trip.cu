// The pointer is made in the first trip and used in all: in stage 0 only.
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

// CHECK: :[[#@LINE + 10]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [tile-address-escapes]
// CHECK-NEXT: :[[#@LINE + 13]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | row = &tile[t & 32];
// DUMP: left-alone rejected line [[#@LINE + 7]] tile-address-escapes
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *row = nullptr;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    if (k == 0)
      row = &tile[t & 32];
    for (int i = 0; i < 32; ++i)
      sum += row[i];
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
    const float *row = nullptr;
    row = &tile[t & 32];
    for (int i = 0; i < 32; ++i)
      sum += row[i];
    __syncthreads();
  }
  C[t] = sum;
}
