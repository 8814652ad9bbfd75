// An unsigned number in front of zero is large: that a guard holds for the last element
// does not say that it holds for the first. Of an int it does.
//
// RUN: cuda-pipeline-rewrite --variant=bulk --gpu-arch=sm_90 --explain %s 2>&1 | FileCheck %s
// CHECK: 'signed_number' pipelined: bulk
// CHECK: 'unsigned_number' left alone: {{.*}}the last element does not say that it holds for all

__global__ void __launch_bounds__(64)
    signed_number(const float *__restrict__ A, float *__restrict__ C, int N,
                  int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = k + t < N ? A[k + t] : 0;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(t + i) % 64] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
    unsigned_number(const float *__restrict__ A, float *__restrict__ C, int N,
                    int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = unsigned(k + t - 32) < unsigned(N) ? A[k + t] : 0;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(t + i) % 64] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}
