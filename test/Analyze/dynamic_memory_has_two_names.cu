// Two `extern` arrays are two names for the same memory.
//
// RUN: cuda-pipeline-rewrite --widen=none --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'rejected' left alone: {{.*}}'tile' and 'counts' are two names for the same memory [dynamic-shared-memory]
// CHECK-NEXT: note: here
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  extern __shared__ float tile[];
  extern __shared__ int counts[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int above = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
    counts[t] = sum > 0.0f;
    above += counts[t];
    __syncthreads();
  }
  C[t] = sum + above;
}

// CHECK: K-loop in 'accepted' pipelined: ldg, 2 stages
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  extern __shared__ float tile[];
  int *counts = reinterpret_cast<int *>(tile + 64);
  const int t = threadIdx.x;
  float sum = 0.0f;
  int above = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
    counts[t] = sum > 0.0f;
    above += counts[t];
    __syncthreads();
  }
  C[t] = sum + above;
}

void launch(const float *A, float *C, int K) {
  rejected<<<1, 64, 256>>>(A, C, K);
  accepted<<<1, 64, 512>>>(A, C, K);
}
