// Threads leave an endless loop one by one, and others wait for them.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
//
// No other variant that moves barriers may have it either:
// RUN: cuda-pipeline-rewrite --variant=cpasync --kernel=rejected --quiet -o %t.cpasync.cu %s
// RUN: cmp %s %t.cpasync.cu

// CHECK: remark: K-loop in 'rejected' left alone: {{.*}}'k + t >= K' may differ from thread to thread; --variant=ldg-single makes its loads early; cuda-pipeline-check finds out whether they do [barrier-not-uniform]
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;
  while (true) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
    k += 64;
    if (k + t >= K)
      break;
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;
  while (true) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
    k += 64;
    if (k >= K)
      break;
  }
  C[t] = sum;
}
