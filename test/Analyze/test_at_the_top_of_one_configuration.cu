// A test that only one configuration of the text has does not join the loop's: in
// the others it would be there, too.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
//
// No other variant may have it either:
// RUN: cuda-pipeline-rewrite --variant=cpasync --kernel=rejected --quiet -o %t.cpasync.cu %s
// RUN: cmp %s %t.cpasync.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --kernel=rejected --quiet -o %t.ldg.cu %s
// RUN: cmp %s %t.ldg.cu
// RUN: cuda-pipeline-rewrite --variant=ldg-single --kernel=rejected --quiet -o %t.ldg-single.cu %s
// RUN: cmp %s %t.ldg-single.cu

// CHECK: :[[#@LINE + 8]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [early-exit]
// CHECK-NEXT: :[[#@LINE + 12]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | break;
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K, int limit) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    // Not in builds that take all.
#ifndef TAKE_ALL
    const int left = limit - k;
    if (left <= 0)
      break;
#endif
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined:
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K, int limit) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    const int left = limit - k;
    if (left <= 0)
      break;
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
