// Every way to launch a kernel, and every call that is told its shared memory.
//
// RUN: cuda-pipeline-rewrite --dump-after=match %s | FileCheck %s
#include <cuda_runtime.h>

#define CHECK(call)                                                            \
  do {                                                                         \
    if ((call) != cudaSuccess)                                                 \
      return;                                                                  \
  } while (0)

extern __shared__ float tile[];

#define K_LOOP(width)                                                          \
  const int t = threadIdx.x;                                                   \
  float sum = 0.0f;                                                            \
  for (int k = 0; k < K; k += width) {                                         \
    tile[t] = A[k + t];                                                        \
    __syncthreads();                                                           \
    for (int i = 0; i < width; ++i)                                            \
      sum += tile[i];                                                          \
    __syncthreads();                                                           \
  }                                                                            \
  C[t] = sum;

__global__ void plain(const float *A, float *C, int K) { K_LOOP(64) }

template <int Width>
__global__ void sized(const float *A, float *C, int K) { K_LOOP(Width) }

// CHECK-DAG: launch plain line [[#@LINE + 6]] chevron 'plain'{{$}}
// CHECK-DAG: launch plain line [[#@LINE + 6]] chevron 'plain' size '0'{{$}}
// CHECK-DAG: launch plain line [[#@LINE + 7]] chevron 'plain' size 'bytes'{{$}}
// CHECK-DAG: launch plain line [[#@LINE + 8]] call 'plain' size '64 * sizeof(float)'{{$}}
// CHECK-DAG: launch plain line [[#@LINE + 9]] call 'plain'{{$}}
void chevrons(const float *A, float *C, int K, size_t bytes, cudaStream_t s) {
  plain<<<1, 64>>>(A, C, K);
  plain<<<1, 64, 0, s>>>(A, C, K);
  for (int i = 0; i < 3; ++i)
    plain<<<1, 64, bytes>>>(A, C, K);
  void *args[] = {&A, &C, &K};
  CHECK(cudaLaunchKernel((void *)plain, dim3(1), dim3(64), args,
                         64 * sizeof(float), s));
  cudaLaunchCooperativeKernel(&plain, dim3(1), dim3(64), args);
}

// CHECK-DAG: launch plain line [[#@LINE + 5]] attribute 'plain' size 'smem' variable{{$}}
// CHECK-DAG: launch plain line [[#@LINE + 9]] occupancy 'plain' size 'smem' variable{{$}}
// CHECK-DAG: launch plain line [[#@LINE + 11]] chevron 'plain' size 'smem' variable{{$}}
void one_variable(const float *A, float *C, int K) {
  size_t smem = 64 * sizeof(float);
  CHECK(cudaFuncSetAttribute(
      plain, cudaFuncAttributeMaxDynamicSharedMemorySize, smem));
  cudaFuncSetAttribute(plain, cudaFuncAttributePreferredSharedMemoryCarveout,
                       100);
  int blocks;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 64, smem);
  if (smem > 48 * 1024 && blocks > 0)
    return;
  plain<<<blocks, 64, smem>>>(A, C, K);
}

// The variable is used for something else too.
// CHECK-DAG: launch plain line [[#@LINE + 4]] chevron 'plain' size 'smem'{{$}}
void two_uses(const float *A, float *C, int K) {
  size_t smem = 64 * sizeof(float);
  cudaMemset(C, 0, smem);
  plain<<<1, 64, smem>>>(A, C, K);
}

// CHECK-DAG: launch plain line [[#@LINE + 8]] config 'plain' size '256' size 'smem' variable{{$}}
void configured(const float *A, float *C, int K) {
  size_t smem = 64 * sizeof(float);
  cudaLaunchConfig_t config = {dim3(1), dim3(64), 256};
  config.gridDim = dim3(4);
  if (K > 64)
    config.dynamicSmemBytes = smem;
  config.stream = 0;
  cudaLaunchKernelEx(&config, plain, A, C, K);
}

// CHECK-DAG: launch plain line [[#@LINE + 4]] chevron 'kernel' size 'bytes'{{$}}
// CHECK-DAG: launch plain line [[#@LINE + 6]] chevron 'pointer' size '8'{{$}}
void through_variables(const float *A, float *C, int K, size_t bytes) {
  auto kernel = plain;
  kernel<<<1, 64, bytes>>>(A, C, K);
  void (*pointer)(const float *, float *, int) = nullptr;
  pointer = kernel;
  pointer<<<1, 64, 8>>>(A, C, K);
}

// CHECK-DAG: launch sized line [[#@LINE + 8]] attribute 'kernel' size 'Width * 4'{{$}}
// CHECK-DAG: launch sized line [[#@LINE + 9]] chevron 'kernel' size 'Width * sizeof(float)'{{$}}
// CHECK-DAG: launch sized line [[#@LINE + 9]] chevron 'sized<Width>' size 'smem' variable{{$}}
// Nobody instantiates it.
template <int Width>
void in_a_template(const float *A, float *C, int K) {
  auto kernel = K > 0 ? sized<Width> : sized<2 * Width>;
  const int smem = Width * sizeof(float);
  cudaFuncSetAttribute(
      kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, Width * 4);
  kernel<<<1, Width, Width * sizeof(float)>>>(A, C, K);
  sized<Width><<<1, Width, smem>>>(A, C, K);
}
// CHECK-NOT: out-of-sight
