// What cannot be edited in one loop is no matter to the loop of another kernel.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'stays' left alone: {{.*}} [early-exit]
__global__ void stays(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k % 128)
      continue;
    constexpr int n = 4;
    tile[t] = A[k + t];
    __syncthreads();
    float part[n]; // does not see n in a block of its own
    for (float &p : part)
      sum += p = tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'moves' pipelined
__global__ void moves(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k % 128)
      continue;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
