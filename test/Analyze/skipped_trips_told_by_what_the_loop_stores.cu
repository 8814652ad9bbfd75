// Which trips are skipped is told by shared memory that the trips before store to.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o /dev/null %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain -o /dev/null %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'stores' left alone: {{.*}} [early-exit]
__global__ void stores(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ int far[64];
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  far[t] = far[t + 32] = 0;
  for (int k = 0; k < n; ++k) {
    __syncthreads();
    if (far[k % 64])
      continue;
    tile[t] = A[k * 32 + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[(t + i) % 32] * i;
    if (t == 0)
      far[(k + 1) % 64] = sum > 100.0f;
  }
  out[t] = sum;
}

// CHECK: K-loop in 'reads' pipelined:
__global__ void reads(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ int far[64];
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  far[t] = far[t + 32] = 0;
  for (int k = 0; k < n; ++k) {
    __syncthreads();
    if (far[k % 64])
      continue;
    tile[t] = A[k * 32 + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[(t + i) % 32] * i;
  }
  out[t] = sum;
}
