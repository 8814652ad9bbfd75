// The step of the loop lies in shared memory and the loop changes it.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP
//
// No other variant may have it either:
// RUN: cuda-pipeline-rewrite --variant=cpasync --kernel=rejected --quiet -o %t.cpasync.cu %s
// RUN: cmp %s %t.cpasync.cu
// RUN: cuda-pipeline-rewrite --variant=ldg-single --kernel=rejected --quiet -o %t.ldg-single.cu %s
// RUN: cmp %s %t.ldg-single.cu

// CHECK: :[[#@LINE + 12]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [load-depends-on-compute]
// CHECK-NEXT: :[[#@LINE + 11]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | for (int k = 0; k < K; k += step) {
// DUMP: left-alone rejected line [[#@LINE + 9]] load-depends-on-compute
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  __shared__ int step;
  const int t = threadIdx.x;
  step = 64;
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < K; k += step) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    if (t == 0)
      step *= 2;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined:
// DUMP: rewritten accepted line [[#@LINE + 10]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  __shared__ int step, trips;
  const int t = threadIdx.x;
  step = 64;
  trips = 0;
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < K; k += step) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    if (t == 0)
      trips++;
    __syncthreads();
  }
  C[t] = sum + trips;
}
