// What `weigh` is depends on T, and no instantiation tells.
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

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [unknown-effects]
// CHECK-NEXT: :[[#@LINE + 9]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | tile[t] = weigh(A[k + t]);
// DUMP: left-alone rejected line [[#@LINE + 6]] unknown-effects
template <typename T>
__global__ void rejected(const T *__restrict__ A, T *__restrict__ C, int K) {
  __shared__ T tile[64];
  const int t = threadIdx.x;
  T sum = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = weigh(A[k + t]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: 
// DUMP: rewritten accepted line [[#@LINE + 6]]
template <typename T>
__global__ void accepted(const T *__restrict__ A, T *__restrict__ C, int K) {
  __shared__ T tile[64];
  const int t = threadIdx.x;
  T sum = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
