// What a launch must pass for two stages, in the user's own expression. Each
// stage takes a multiple of 16 bytes.
//
// RUN: cuda-pipeline-rewrite --gpu-arch=sm_80 --dump-after=match %s | FileCheck %s
#include <cuda_runtime.h>

#define CHECK_CUDA(call)                                                       \
  do {                                                                         \
    if ((call) != cudaSuccess)                                                 \
      return;                                                                  \
  } while (0)
#define BM 64
#define BK 8
#define PADDED BM + 4
#define SMEM (BM * BK * sizeof(float))

extern __shared__ float tile[];

#define K_LOOP                                                                 \
  const int t = threadIdx.x;                                                   \
  float sum = 0.0f;                                                            \
  for (int k = 0; k < K; k += 64) {                                            \
    tile[t] = A[k + t];                                                        \
    __syncthreads();                                                           \
    for (int i = 0; i < 64; ++i)                                               \
      sum += tile[i];                                                          \
    __syncthreads();                                                           \
  }                                                                            \
  C[t] = sum;
#define PARAMS const float *A, float *C, int K

// CHECK: launch-out-of-sight unlaunched
// CHECK-NEXT: twice: launch-out-of-sight: no launch of it is in this file; who launches it must pass 2 times what it passes now of dynamic shared memory, and --assume-launch-updated says that they do
__global__ void unlaunched(PARAMS) { K_LOOP }

// Up to 48 KB: the size alone. Parentheses where they are needed.
__global__ void constants(PARAMS) { K_LOOP }
// CHECK: launch constants
// CHECK: twice: line [[#@LINE + 14]] '256' -> '2 * 256'
// CHECK-NEXT: twice: line [[#@LINE + 14]] 'BM * BK * sizeof(float)' -> '2 * BM * BK * sizeof(float)'
// CHECK-NEXT: twice: line [[#@LINE + 14]] '(BM + BK) * sizeof(float)' -> '2 * (BM + BK) * sizeof(float)'
// CHECK-NEXT: twice: line [[#@LINE + 14]] 'sizeof(float) * BM + 16' -> '2 * (sizeof(float) * BM + 16)'
// CHECK-NEXT: twice: line [[#@LINE + 14]] '1 << 10' -> '2 * (1 << 10)'
// CHECK-NEXT: twice: line [[#@LINE + 14]] '4096 / BK * 4' -> '2 * (4096 / BK * 4)'
// CHECK-NEXT: twice: line [[#@LINE + 14]] 'SMEM' -> '2 * SMEM'
// CHECK-NEXT: twice: line [[#@LINE + 14]] 'PADDED * 4' -> '2 * (PADDED * 4)'
// CHECK-NEXT: twice: line [[#@LINE + 14]] '100' -> '2 * ((100 + 15) / 16 * 16)'
// CHECK-NEXT: twice: line [[#@LINE + 14]] 'sizeof(float) * 5' -> '2 * ((sizeof(float) * 5 + 15) / 16 * 16)'
// CHECK-NEXT: twice: line [[#@LINE + 14]] 'PADDED' -> '2 * ((PADDED + 15) / 16 * 16)'
// CHECK-NEXT: twice: line [[#@LINE + 16]] 'BM * sizeof(float)' -> '2 * BM * sizeof(float)'
// CHECK-NOT: twice
void use_constants(PARAMS) {
  constants<<<1, 64, 256>>>(A, C, K);
  constants<<<1, 64, BM * BK * sizeof(float)>>>(A, C, K);
  constants<<<1, 64, (BM + BK) * sizeof(float)>>>(A, C, K);
  constants<<<1, 64, sizeof(float) * BM + 16>>>(A, C, K);
  constants<<<1, 64, 1 << 10>>>(A, C, K);
  constants<<<1, 64, 4096 / BK * 4>>>(A, C, K);
  constants<<<1, 64, SMEM>>>(A, C, K);
  constants<<<1, 64, PADDED * 4>>>(A, C, K);
  constants<<<1, 64, 100>>>(A, C, K);
  constants<<<1, 64, sizeof(float) * 5>>>(A, C, K);
  constants<<<1, 64, PADDED>>>(A, C, K);
  void *args[] = {&A, &C, &K};
  CHECK_CUDA(cudaLaunchKernel((void *)constants, dim3(1), dim3(64), args,
                              BM * sizeof(float), 0));
}

// Not known, or more than 48 KB: the launch must ask for it.
__global__ void large(PARAMS) { K_LOOP }
// CHECK: launch large
// CHECK: twice: line [[#@LINE + 8]] '' -> 'if (2 * ((bytes + 15) / 16 * 16) > 48 * 1024) cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * ((bytes + 15) / 16 * 16));'
// CHECK-NEXT: twice: line [[#@LINE + 8]] 'bytes' -> '2 * ((bytes + 15) / 16 * 16)'
// CHECK-NEXT: twice: line [[#@LINE + 8]] '' -> 'if (2 * BM * n * sizeof(float) > 48 * 1024) cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * BM * n * sizeof(float));'
// CHECK-NEXT: twice: line [[#@LINE + 7]] 'BM * n * sizeof(float)' -> '2 * BM * n * sizeof(float)'
// CHECK-NEXT: twice: line [[#@LINE + 7]] '' -> 'cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * 32768);'
// CHECK-NEXT: twice: line [[#@LINE + 6]] '32768' -> '2 * 32768'
// CHECK-NOT: twice
void use_large(PARAMS, size_t bytes, int n) {
  // The comment stays with the launch.
  large<<<1, 64, bytes>>>(A, C, K);
  CHECK_CUDA((large<<<1, 64, BM * n * sizeof(float)>>>(A, C, K), cudaGetLastError()));
  large<<<1, 64, 32768>>>(A, C, K);
}

// The only statement of a branch: braces.
__global__ void branches(PARAMS) { K_LOOP }
// CHECK: launch branches
// CHECK: twice: line [[#@LINE + 8]] '' -> '{'
// CHECK-NEXT: twice: line [[#@LINE + 8]] '' -> 'cudaFuncSetAttribute(branches, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * 32768);'
// CHECK-NEXT: twice: line [[#@LINE + 7]] '32768' -> '2 * 32768'
// CHECK-NEXT: twice: line [[#@LINE + 7]] '' -> '}'
// CHECK-NEXT: twice: line [[#@LINE + 6]] '' -> '{ cudaFuncSetAttribute(branches, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * 40000);'
// CHECK-NEXT: twice: line [[#@LINE + 5]] '40000' -> '2 * 40000'
// CHECK-NEXT: twice: line [[#@LINE + 4]] '' -> '}'
void use_branches(PARAMS) {
  if (K > 64) // many
    branches<<<1, 64, 32768>>>(A, C, K);
  else branches<<<1, 64, 40000>>>(A, C, K);
}

// Which of the cases is run, is not known.
__global__ void cases(PARAMS) { K_LOOP }
// CHECK: launch cases
// CHECK: twice: line [[#@LINE + 9]] '' -> 'cudaFuncSetAttribute(cases, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * 32768);'
// CHECK-NEXT: twice: line [[#@LINE + 8]] '32768' -> '2 * 32768'
// CHECK-NEXT: twice: line [[#@LINE + 11]] '' -> 'cudaFuncSetAttribute(cases, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * 32768);'
// CHECK-NEXT: twice: line [[#@LINE + 10]] '32768' -> '2 * 32768'
// CHECK-NOT: twice
void use_cases(PARAMS) {
  switch (K) {
  case 0:
    K = 64;
    cases<<<1, 64, 32768>>>(A, C, K);
    break;
  default:
    K = 128;
    cases<<<1, 64, 32768>>>(A, C, K);
  }
}

// A variable that holds the size and nothing else changes where it starts.
__global__ void variable(PARAMS) { K_LOOP }
// CHECK: launch variable
// CHECK: twice: line [[#@LINE + 5]] '(BM + BK) * n * sizeof(float)' -> '2 * (BM + BK) * n * sizeof(float)'
// CHECK-NEXT: twice: line [[#@LINE + 10]] 'BM * n' -> '2 * BM * n'
// CHECK-NEXT: twice: line [[#@LINE + 10]] '' -> 'if (bytes > 48 * 1024) cudaFuncSetAttribute(variable, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);'
// CHECK-NOT: twice
void use_variable(PARAMS, int n) {
  size_t smem = (BM + BK) * n * sizeof(float);
  if (smem >= 48 * 1024)
    CHECK_CUDA(cudaFuncSetAttribute(
        variable, cudaFuncAttributeMaxDynamicSharedMemorySize, smem));
  for (int i = 0; i < 2; ++i)
    variable<<<1, 64, smem>>>(A, C, K);
  const int bytes = BM * n;
  variable<<<1, 64, bytes>>>(A, C, K);
  variable<<<1, 64, bytes>>>(A, C, K);
}

// What is set already is raised, unless it is the most there is.
__global__ void set(PARAMS) { K_LOOP }
// CHECK: launch set
// CHECK: twice: line [[#@LINE + 5]] '32 * 1024' -> '2 * 32 * 1024'
// CHECK-NEXT: twice: line [[#@LINE + 5]] '32 * 1024' -> '2 * 32 * 1024'
// CHECK-NOT: twice
void use_set(PARAMS) {
  cudaFuncSetAttribute(set, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       32 * 1024);
  set<<<1, 64, 32 * 1024>>>(A, C, K);
}
__global__ void set_to_most(PARAMS) { K_LOOP }
// CHECK: launch set_to_most
// CHECK: twice: line [[#@LINE + 10]] '32 * 1024' -> '2 * 32 * 1024'
// CHECK-NEXT: twice: line [[#@LINE + 13]] 'K' -> '2 * ((K + 15) / 16 * 16)'
// CHECK-NEXT: twice: line [[#@LINE + 13]] 'K * 1.5f' -> '2 * ((size_t(K * 1.5f) + 15) / 16 * 16)'
// CHECK-NOT: twice
void use_set_to_most(PARAMS) {
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  cudaFuncSetAttribute(set_to_most,
                       cudaFuncAttributeMaxDynamicSharedMemorySize,
                       prop.sharedMemPerBlockOptin);
  set_to_most<<<1, 64, 32 * 1024>>>(A, C, K);
  int most;
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  cudaFuncSetAttribute(set_to_most, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
  set_to_most<<<1, 64, K>>>(A, C, K);
  set_to_most<<<1, 64, K * 1.5f>>>(A, C, K);
}

// A template names its arguments as the launch does.
template <typename T, int N> __global__ void typed(const T *A, T *C, int K) { K_LOOP }
// CHECK: launch typed
// CHECK: twice: line [[#@LINE + 7]] '' -> 'if (2 * ((sizeof(T) * M + 15) / 16 * 16) > 48 * 1024) cudaFuncSetAttribute(typed<T, 2 * M>, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * ((sizeof(T) * M + 15) / 16 * 16));'
// CHECK-NEXT: twice: line [[#@LINE + 6]] 'sizeof(T) * M' -> '2 * ((sizeof(T) * M + 15) / 16 * 16)'
// CHECK-NEXT: twice: line [[#@LINE + 9]] '' -> 'if (2 * (M << 4) > 48 * 1024) cudaFuncSetAttribute(typed<float, 8>, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * (M << 4));'
// CHECK-NEXT: twice: line [[#@LINE + 8]] 'M << 4' -> '2 * (M << 4)'
// CHECK-NOT: twice
template <typename T, int M>
void use_typed(const T *A, T *C, int K) {
  typed<T, 2 * M><<<1, 64, sizeof(T) * M>>>(A, C, K);
}
template <int N, typename T> __global__ void deduced(const T *A, T *C, int K) { K_LOOP }
void use_deduced(PARAMS, int M) {
  typed<float, 8><<<1, 64, M << 4>>>(A, C, K);
  deduced<4><<<1, 64, M * 16>>>(A, C, K);
}
// CHECK: launch deduced
// CHECK: twice: line [[#@LINE - 3]] '' -> 'cudaFuncSetAttribute(deduced<4, float>, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * M * 16);'
// CHECK-NEXT: twice: line [[#@LINE - 4]] 'M * 16' -> '2 * M * 16'

// One limit for all that the configuration may say.
__global__ void configured(PARAMS) { K_LOOP }
// CHECK: launch configured
// CHECK: twice: line [[#@LINE + 5]] '32768' -> '2 * 32768'
// CHECK-NEXT: twice: line [[#@LINE + 6]] '256' -> '2 * 256'
// CHECK-NEXT: twice: line [[#@LINE + 6]] '' -> 'cudaFuncSetAttribute(configured, cudaFuncAttributeMaxDynamicSharedMemorySize, config.dynamicSmemBytes);'
// CHECK-NOT: twice
void use_configured(PARAMS) {
  cudaLaunchConfig_t config = {dim3(1), dim3(64), 32768};
  if (K > 64)
    config.dynamicSmemBytes = 256;
  cudaLaunchKernelEx(&config, configured, A, C, K);
}

// Asked before the limit is raised, the answer is no blocks at all.
__global__ void asked(PARAMS) { K_LOOP }
// CHECK: launch asked
// CHECK: twice: line [[#@LINE + 6]] '' -> 'cudaFuncSetAttribute(asked, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * 32768);'
// CHECK-NEXT: twice: line [[#@LINE + 5]] '32768' -> '2 * 32768'
// CHECK-NEXT: twice: line [[#@LINE + 5]] '32768' -> '2 * 32768'
// CHECK-NOT: twice
void use_asked(PARAMS) {
  int blocks;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, asked, 64, 32768);
  asked<<<blocks, 64, 32768>>>(A, C, K);
}

// CHECK: launch too_large
// CHECK: twice: shared-memory-limit: 196608 bytes dynamic with 2 stages, sm_80 allows a block 166912
__global__ void too_large(PARAMS) { K_LOOP }
void use_too_large(PARAMS) { too_large<<<1, 64, 96 << 10>>>(A, C, K); }

#define LAUNCH(kernel, bytes) kernel<<<1, 64, 16 * bytes>>>(A, C, K)
// CHECK: launch in_a_macro
// CHECK: twice: launch-out-of-sight: the size of this launch is spelled by a macro
__global__ void in_a_macro(PARAMS) { K_LOOP }
void use_in_a_macro(PARAMS) { LAUNCH(in_a_macro, 16); }

#define LAUNCH_WITH(kernel, bytes) kernel<<<1, 64, bytes>>>(A, C, K)
// CHECK: launch macro_argument
// CHECK: twice: line [[#@LINE + 2]] '256' -> '2 * 256'
__global__ void macro_argument(PARAMS) { K_LOOP }
void use_macro_argument(PARAMS) { LAUNCH_WITH(macro_argument, 256); }
