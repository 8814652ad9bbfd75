// Uses of a kernel's name behind which there may be a launch that we do not see.
//
// RUN: cuda-pipeline-rewrite --dump-after=match %s -- -fgpu-rdc \
// RUN:   | FileCheck %s
#include <cuda.h>
#include <cuda_runtime.h>

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

// CHECK-DAG: launch-out-of-sight nobody line [[#@LINE + 1]] no launch of it is in this file{{$}}
extern "C" __global__ void nobody(PARAMS) { K_LOOP }

__global__ void passed(PARAMS) { K_LOOP }
void run(void (*kernel)(PARAMS), const float *A, float *C, int K) {
  kernel<<<1, 64, 256>>>(A, C, K);
}
// CHECK-DAG: launch passed line [[#@LINE + 3]] chevron 'passed' size '256'{{$}}
// CHECK-DAG: launch-out-of-sight passed line [[#@LINE + 3]] it is passed to 'run'{{$}}
void use_passed(PARAMS) {
  passed<<<1, 64, 256>>>(A, C, K);
  run(passed, A, C, K);
}

__global__ void tabled(PARAMS) { K_LOOP }
// CHECK-DAG: launch-out-of-sight tabled line [[#@LINE + 1]] its address is kept where launches of it cannot be followed{{$}}
void (*table[])(PARAMS) = {tabled};

__global__ void one(PARAMS) { K_LOOP }
__global__ void other(PARAMS) { K_LOOP }
// CHECK-DAG: launch-out-of-sight one line [[#@LINE + 2]] its address is kept where launches of it cannot be followed{{$}}
void choose(PARAMS) {
  auto kernel = K > 64 ? one : other;
  kernel<<<1, 64, 256>>>(A, C, K);
}

extern "C" __global__ void loaded(PARAMS) { K_LOOP }
// CHECK-DAG: launch loaded line [[#@LINE + 3]] chevron 'loaded' size '256'{{$}}
// CHECK-DAG: launch-out-of-sight loaded line [[#@LINE + 3]] 'cuModuleGetFunction' finds it by its name{{$}}
void by_name(CUmodule m, CUfunction *f, PARAMS) {
  loaded<<<1, 64, 256>>>(A, C, K);
  cuModuleGetFunction(f, m, "loaded");
}

__global__ void skipped(PARAMS) { K_LOOP }
// CHECK-DAG: launch-out-of-sight skipped line [[#@LINE + 3]] code that an #if switches off names it{{$}}
void switched(PARAMS) {
#ifdef PROFILE
  skipped<<<1, 64, 256>>>(A, C, K);
#endif
  skipped<<<1, 64, 256>>>(A, C, K);
}

__global__ void named(PARAMS) { K_LOOP }
// CHECK-DAG: launch-out-of-sight named line [[#@LINE + 1]] a macro that is not used here names it{{$}}
#define LAUNCH named<<<1, 64, 256>>>(A, C, K)
void use_named(PARAMS) { named<<<1, 64, 256>>>(A, C, K); }

template <int N> __global__ void special(PARAMS) { K_LOOP }
// CHECK-DAG: launch-out-of-sight special line [[#@LINE + 1]] a launch may mean this specialization{{$}}
template <> __global__ void special<1>(PARAMS) {}
void use_special(PARAMS) { special<2><<<1, 64, 256>>>(A, C, K); }

template <int N> __global__ void instantiated(PARAMS) { K_LOOP }
// CHECK-DAG: launch-out-of-sight instantiated line [[#@LINE + 1]] it is instantiated for others to launch{{$}}
template __global__ void instantiated<2>(PARAMS);
void use_instantiated(PARAMS) { instantiated<1><<<1, 64, 256>>>(A, C, K); }

template <void (*Kernel)(PARAMS)> void launch(PARAMS) {
  Kernel<<<1, 64, 256>>>(A, C, K);
}
__global__ void argument(PARAMS) { K_LOOP }
// CHECK-DAG: launch-out-of-sight argument line [[#@LINE + 1]] its address is kept where launches of it cannot be followed{{$}}
void use_argument(PARAMS) { launch<argument>(A, C, K); }

__global__ void grown(PARAMS) { K_LOOP }
// CHECK-DAG: launch-out-of-sight grown line [[#@LINE + 4]] it is passed to 'cudaOccupancyMaxPotentialBlockSizeVariableSMem'{{$}}
void use_grown(PARAMS) {
  int grid, block;
  auto bytes = [](int block) { return size_t(block) * 4; };
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, grown, bytes);
  grown<<<grid, block, bytes(block)>>>(A, C, K);
}

__global__ void shared_config(PARAMS) { K_LOOP }
// CHECK-DAG: launch-out-of-sight shared_config line [[#@LINE + 4]] its launch configuration is passed to 'cudaLaunchKernelEx' too{{$}}
void use_shared_config(PARAMS) {
  cudaLaunchConfig_t config = {dim3(1), dim3(64), 256};
  cudaLaunchKernelEx(&config, shared_config, A, C, K);
  cudaLaunchKernelEx(&config, other, A, C, K);
}

__global__ void given_config(PARAMS) { K_LOOP }
// CHECK-DAG: launch-out-of-sight given_config line [[#@LINE + 2]] its launch configuration is not a local variable{{$}}
void use_given_config(cudaLaunchConfig_t &config, PARAMS) {
  cudaLaunchKernelEx(&config, given_config, A, C, K);
}

template <int N> __global__ void instantiated_here(PARAMS) { K_LOOP }
template __global__ void instantiated_here<2>(PARAMS);
void use_instantiated_here(PARAMS) { instantiated_here<2><<<1, 64, 256>>>(A, C, K); }

// CHECK-NOT: launch-out-of-sight instantiated_here
// CHECK-NOT: launch-out-of-sight in_sight
__global__ void in_sight(PARAMS) { K_LOOP }
__global__ void parent(PARAMS) { in_sight<<<1, 64, 256>>>(A, C, K); }
