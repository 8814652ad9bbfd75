// A cooperative launch counts where it stands in another file of the run, too.
//
// RUN: rm -rf %t && mkdir %t
// RUN: cp %s %t/kernels.cu
// RUN: echo '#include <cuda_runtime.h>' > %t/main.cu
// RUN: echo '__global__ void at_once(const float *, float *, int);' >> %t/main.cu
// RUN: echo '__global__ void one_by_one(const float *, float *, int);' >> %t/main.cu
// RUN: echo 'void run(const float *A, float *C, int K, void **args) {' >> %t/main.cu
// RUN: echo '  cudaLaunchCooperativeKernel((const void *)at_once, dim3(8), dim3(64), args);' >> %t/main.cu
// RUN: echo '  one_by_one<<<8, 64>>>(A, C, K);' >> %t/main.cu
// RUN: echo '}' >> %t/main.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %t/kernels.cu %t/main.cu 2>&1 >%t/out | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %t/kernels.cu 2>&1 >%t/out | FileCheck %s --check-prefix=ALONE
// ALONE: K-loop in 'at_once' pipelined:

// CHECK: K-loop in 'at_once' left alone: {{.*}}'main.cu' launches it and wants all blocks at once{{.*}} [waits-for-blocks]
__global__ void at_once(const float *__restrict__ A, float *__restrict__ C, int K) {
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
}

// CHECK: K-loop in 'one_by_one' pipelined:
__global__ void one_by_one(const float *__restrict__ A, float *__restrict__ C, int K) {
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
}
