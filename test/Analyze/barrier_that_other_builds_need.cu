// A barrier that the pipeline has no use for, as this build has it: under an #if, another hands
// something over at it. Where nothing is handed over there, the code stays.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 | FileCheck %s
// CHECK: K-loop in 'hands_over' left alone: {{.*}}hides a use of 'red' [macro-loop]
// CHECK: K-loop in 'flag_of_the_file' left alone: {{.*}}hides a use of 'flag' [macro-loop]
// CHECK: K-loop in 'computes' pipelined: cpasync

__device__ int flag;

__global__ void hands_over(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  __shared__ float red[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
#ifdef NORMALIZE
    red[t] = sum;
#endif
    __syncthreads();
#ifdef NORMALIZE
    sum /= red[t ^ 1] + 1.0f;
#endif
  }
  out[t] = sum;
}

__global__ void flag_of_the_file(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
#ifdef NORMALIZE
    if (t == 0)
      flag = k;
#endif
    __syncthreads();
#ifdef NORMALIZE
    sum += flag;
#endif
  }
  out[t] = sum;
}

__global__ void computes(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
#ifdef NORMALIZE
    sum *= 0.5f;
#endif
    __syncthreads();
  }
  out[t] = sum;
}
