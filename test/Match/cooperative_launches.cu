// A cooperative launch fails where fewer blocks fit at once than it has: the
// kernel keeps its memory and its registers, whether it waits for them or not.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

#include <cuda.h>
#include <cuda_runtime.h>

// CHECK: K-loop in 'at_once' left alone: {{.*}}this launch wants all blocks at once{{.*}} [waits-for-blocks]
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

// CHECK: K-loop in 'by_a_variable' left alone: {{.*}}this launch wants all blocks at once{{.*}} [waits-for-blocks]
__global__ void by_a_variable(const float *__restrict__ A, float *__restrict__ C, int K) {
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

// CHECK: K-loop in 'by_a_configuration' left alone: {{.*}}this launch wants all blocks at once{{.*}} [waits-for-blocks]
__global__ void by_a_configuration(const float *__restrict__ A, float *__restrict__ C, int K) {
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

// CHECK: K-loop in 'by_a_function' left alone: {{.*}}this launch wants all blocks at once{{.*}} [waits-for-blocks]
__global__ void by_a_function(const float *__restrict__ A, float *__restrict__ C, int K) {
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

// CHECK: K-loop in 'by_a_table' left alone: {{.*}}this launch wants all blocks at once{{.*}} [waits-for-blocks]
__global__ void by_a_table(const float *__restrict__ A, float *__restrict__ C, int K) {
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

// CHECK: K-loop in 'by_its_name' left alone: {{.*}}this launch wants all blocks at once{{.*}} [waits-for-blocks]
__global__ void by_its_name(const float *__restrict__ A, float *__restrict__ C, int K) {
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

// CHECK: K-loop in 'by_an_ordinary_configuration' pipelined:
__global__ void by_an_ordinary_configuration(const float *__restrict__ A, float *__restrict__ C, int K) {
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

// CHECK: K-loop in 'by_an_ordinary_function' pipelined:
__global__ void by_an_ordinary_function(const float *__restrict__ A, float *__restrict__ C, int K) {
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

template <typename F>
void launch_at_once(F *kernel, void **args) {
  cudaLaunchCooperativeKernel((const void *)kernel, dim3(8), dim3(64), args);
}

void launch(const void *kernel, void **args) {
  cudaLaunchKernel(kernel, dim3(8), dim3(64), args);
}

struct Row {
  const void *kernel;
};

void configure(cudaLaunchConfig_t config, void **args) {
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaLaunchKernelExC(&config, (const void *)by_a_configuration, args);
}

void configure_nothing(cudaLaunchConfig_t config, void **args) {
  cudaLaunchKernelExC(&config, (const void *)by_an_ordinary_configuration, args);
}

void run(CUmodule module, const float *A, float *C, int K, void **args) {
  cudaLaunchCooperativeKernel((const void *)at_once, dim3(8), dim3(64), args);
  const void *kernel = (const void *)by_a_variable;
  cudaLaunchCooperativeKernel(kernel, dim3(8), dim3(64), args);
  launch_at_once(by_a_function, args);
  Row table[] = {{(const void *)by_a_table}};
  cudaLaunchCooperativeKernel(table[K].kernel, dim3(8), dim3(64), args);
  CUfunction found;
  cuModuleGetFunction(&found, module, "by_its_name");
  cuLaunchCooperativeKernel(found, 8, 1, 1, 64, 1, 1, 0, 0, args);
  one_by_one<<<8, 64>>>(A, C, K);
  launch((const void *)by_an_ordinary_function, args);
}
