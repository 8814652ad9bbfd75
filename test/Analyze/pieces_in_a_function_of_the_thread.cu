// A function that has the loop cuts up dynamic shared memory. What it is given may differ from
// thread to thread: two of them may meet in one element, by the same subscript.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --assume-launch-updated --explain -o /dev/null %s 2>&1 \
// RUN:   | FileCheck %s

// CHECK: K-loop in 'by_parameter' left alone: {{.*}} [shared-write-in-compute]
__device__ static void by_parameter(const float *__restrict__ A, float *__restrict__ C, int K,
                                    int t) {
  extern __shared__ float area[];
  float *x = area, *s = area + 64;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 128) {
    x[t] = A[k + t];
    __syncthreads();
    const float v = x[t];
    __syncthreads();
    s[t] = v;
    __syncthreads();
    sum += s[t] + x[t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'by_builtin' pipelined: ldg
__device__ static void by_builtin(const float *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float *x = area, *s = area + 1024;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 128) {
    x[t] = A[k + t];
    __syncthreads();
    const float v = x[t];
    __syncthreads();
    s[t] = v;
    __syncthreads();
    sum += s[t] + x[t];
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(128)
    first(const float *__restrict__ A, float *__restrict__ C, int K) {
  by_parameter(A, C, K, threadIdx.x);
}

__global__ void __launch_bounds__(128)
    second(const float *__restrict__ A, float *__restrict__ C, int K) {
  by_builtin(A, C, K);
}
