// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// cuda.h, cuBLAS, cuRAND, cuFFT, NVTX.

#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cufft.h>
#include <curand.h>
#include <curand_kernel.h>
#include <math_constants.h>
#include <nvtx3/nvToolsExt.h>

__global__ void kernel(curandState *states, float *p,
                       const __grid_constant__ CUtensorMap map) {
  curand_init(1234, threadIdx.x, 0, &states[threadIdx.x]);
  p[0] = curand_uniform(&states[0]) + curand_normal(&states[0]) + CUDART_INF_F;
}

void host(float *a, float *b, float *c, CUfunction function, CUdeviceptr p) {
  cublasHandle_t handle;
  cublasCreate(&handle);
  const float one = 1.f, zero = 0.f;
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 4, 4, 4, &one, a, 4, b, 4, &zero,
              c, 4);
  cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, a, CUDA_R_16F, 4,
               b, CUDA_R_16F, 4, &zero, c, CUDA_R_32F, 4, CUBLAS_COMPUTE_32F,
               CUBLAS_GEMM_DEFAULT_TENSOR_OP);
  void *arguments[] = {&p};
  cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, 0, arguments, 0);
  cufftHandle plan;
  cufftPlan1d(&plan, 256, CUFFT_C2C, 1);
  nvtxRangePushA("range");
  nvtxRangePop();
}
