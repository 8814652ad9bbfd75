// An #if in the loop hides code from the analysis: it may read the tile, and no more.
//
// RUN: cuda-pipeline-rewrite --widen=none --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --widen=none --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP
//
// No other variant may have it either:
// RUN: cuda-pipeline-rewrite --widen=none --variant=cpasync --kernel=rejected --quiet -o %t.cpasync.cu %s
// RUN: cmp %s %t.cpasync.cu
// RUN: cuda-pipeline-rewrite --widen=none --variant=ldg --kernel=rejected --quiet -o %t.ldg.cu %s
// RUN: cmp %s %t.ldg.cu
// RUN: cuda-pipeline-rewrite --widen=none --variant=ldg-single --kernel=rejected --quiet -o %t.ldg-single.cu %s
// RUN: cmp %s %t.ldg-single.cu

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [macro-loop]
// CHECK-NEXT: :[[#@LINE + 5]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | __shared__ float tile[64];
// DUMP: left-alone rejected line [[#@LINE + 6]] macro-loop
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
#ifdef MEAN
    tile[0] = sum;
#endif
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
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
#ifdef MEAN
    sum *= 0.5f;
#endif
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
