// Where a macro launches, its argument is edited, and stands wherever the macro puts it: that must
// be where a size is asked for.
//
// RUN: cuda-pipeline-rewrite --dump-after=match %s | FileCheck %s
#include <cuda_runtime.h>

extern __shared__ float tile[];

#define K_LOOP                                                                                     \
  const int t = threadIdx.x;                                                                       \
  float sum = 0.0f;                                                                                \
  for (int k = 0; k < K; k += 64) {                                                                \
    tile[t] = A[k + t];                                                                            \
    __syncthreads();                                                                               \
    for (int i = 0; i < 64; ++i)                                                                   \
      sum += tile[i];                                                                              \
    __syncthreads();                                                                               \
  }                                                                                                \
  C[t] = sum;
#define PARAMS const float *A, float *C, int K

#define LAUNCH(KERNEL, BYTES, ...) KERNEL<<<1, 64, BYTES>>>(__VA_ARGS__)
__global__ void once(PARAMS) { K_LOOP }
// CHECK: launch once
// CHECK: twice: line [[#@LINE + 1]] '64 * sizeof(float)' -> '2 * 64 * sizeof(float)'
void use_once(PARAMS) { LAUNCH(once, 64 * sizeof(float), A, C, K); }

#define LAUNCH_RAISED(KERNEL, BYTES, ...)                                                          \
  do {                                                                                             \
    if ((BYTES) > 48 * 1024)                                                                       \
      cudaFuncSetAttribute(KERNEL, cudaFuncAttributeMaxDynamicSharedMemorySize, BYTES);            \
    KERNEL<<<1, 64, BYTES>>>(__VA_ARGS__);                                                         \
  } while (0)
__global__ void raised(PARAMS) { K_LOOP }
// CHECK: launch raised
// CHECK: twice: line [[#@LINE + 1]] '64 * sizeof(float)' -> '2 * 64 * sizeof(float)'
void use_raised(PARAMS) { LAUNCH_RAISED(raised, 64 * sizeof(float), A, C, K); }

#define LAUNCH_TELLS(KERNEL, BYTES, ...) KERNEL<<<1, 64, BYTES>>>(__VA_ARGS__, (BYTES) / 4)
__global__ void told(PARAMS, int floats) { K_LOOP }
// CHECK: launch told
// CHECK: twice: launch-out-of-sight: the size of this launch is an argument of a macro, which uses it for something else as well
void use_told(PARAMS) { LAUNCH_TELLS(told, 64 * sizeof(float), A, C, K); }

#define LAUNCH_BLOCK(KERNEL, THREADS, ...) KERNEL<<<1, THREADS, THREADS * 4>>>(__VA_ARGS__)
__global__ void block(PARAMS) { K_LOOP }
// CHECK: launch block
// CHECK: twice: launch-out-of-sight: the size of this launch is spelled by a macro
void use_block(PARAMS) { LAUNCH_BLOCK(block, 64, A, C, K); }
