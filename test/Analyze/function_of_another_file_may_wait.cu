// A function whose body is in another file may wait for other blocks. One that
// computes a value does not.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

__device__ void meet(unsigned *count);
__device__ float weigh(float x, const float *weights);

// CHECK: K-loop in 'rejected' left alone: {{.*}}here it calls 'meet', whose body is not seen{{.*}} [waits-for-blocks]
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C, int K, unsigned *count) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  meet(count);
}

// CHECK: K-loop in 'accepted' pipelined:
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C, int K, unsigned *count) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  C[t] = weigh(sum, A);
}
