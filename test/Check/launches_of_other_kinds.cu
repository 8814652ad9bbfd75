// A kernel behind a variable, calls of the runtime with sizes or with a configuration.
//
// RUN: cuda-pipeline-check %s | FileCheck %s

#define REVERSED(NAME)                                                         \
  __global__ void NAME(const float *in, float *out) {                          \
    extern __shared__ float tile[];                                            \
    tile[threadIdx.x] = in[threadIdx.x];                                       \
    __syncthreads();                                                           \
    out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];                     \
  }
REVERSED(first)
REVERSED(second)
REVERSED(called)
REVERSED(assigned)
REVERSED(listed)
// CHECK: CLEAN: 'first' with blocks of 80:
// CHECK: CLEAN: 'second' with blocks of 80:
// CHECK: CLEAN: 'called' with blocks of 96:
// CHECK: CLEAN: 'assigned' with blocks of 112:
// CHECK: CLEAN: 'listed' with blocks of 144:

void run(const float *in, float *out, bool other) {
  auto *kernel = other ? second : first;
  kernel<<<1, 80, 80 * 4>>>(in, out);
  void *args[] = {&in, &out};
  cudaLaunchKernel((const void *)called, dim3(4), dim3(96), args, 96 * 4, 0);
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(112);
  config.dynamicSmemBytes = 112 * sizeof(float);
  cudaLaunchKernelEx(&config, assigned, in, out);
  cudaLaunchConfig_t list = {dim3(1), dim3(144), 144 * 4, 0, nullptr, 0};
  cudaLaunchKernelEx(&list, listed, in, out);
}
