// A barrier in braces of their own is no step of a schedule that only makes loads early:
// the loop is left alone. Without the braces it is not.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain -o %t.cu %s 2>&1 | FileCheck %s
//
// CHECK: K-loop in 'in_braces' left alone
// CHECK: K-loop in 'without' pipelined: ldg-single
__global__ void in_braces(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile[34];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    {
      if (t < 2)
        tile[t] = tile[32 + t];
      __syncthreads();
      tile[2 + t] = A[k + t] * 1.5f;
    }
    __syncthreads();
    sum = sum * 0.5f + tile[(t * 5 + 11) % 34];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void without(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile[34];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    if (t < 2)
      tile[t] = tile[32 + t];
    __syncthreads();
    tile[2 + t] = A[k + t] * 1.5f;
    __syncthreads();
    sum = sum * 0.5f + tile[(t * 5 + 11) % 34];
    __syncthreads();
  }
  out[t] = sum;
}
