// A race is a check of its own, at the store. It can be real in a loop that is
// left alone.
//
// RUN: cuda-pipeline-rewrite %s 2>&1 >/dev/null | FileCheck %s
//
// CHECK: [[@LINE+10]]:5: warning: possible race in 'plain'
// CHECK-NOT: 'silent'
// CHECK: warning: possible race in 'only_the_loop'

__global__ void plain(const float *__restrict__ A, float *__restrict__ C,
                  int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
  }
  C[t] = sum;
}

__global__ void silent(const float *__restrict__ A, float *__restrict__ C,
                  int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];  // NOLINT(cuda-pipeline-race)
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
  }
  C[t] = sum;
}

__global__ void only_the_loop(const float *__restrict__ A, float *__restrict__ C,
                  int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {  // NOLINT(cuda-pipeline-k-loop)
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
  }
  C[t] = sum;
}
