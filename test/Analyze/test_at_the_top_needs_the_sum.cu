// The test that a trip begins with is asked a trip early. Not if it is made of
// what the trip before computes.
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
// CHECK-NEXT: :[[#@LINE + 10]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | break;
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < K; k += 64) {
    const int over = sum - 100;
    if (over >= 0)
      break;
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] > 0.0f;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined:
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < K; k += 64) {
    const int over = k - 100;
    if (over >= 0)
      break;
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] > 0.0f;
    __syncthreads();
  }
  C[t] = sum;
}
