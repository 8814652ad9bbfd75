// RUN: cuda-pipeline-rewrite --verbose %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --verbose --gpu-arch=sm_90a %s 2>&1 | FileCheck --check-prefix=SM90 %s

// CHECK: note: parsed for sm_80 with: clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_80 -std=c++17
// CHECK-NOT: error:
// SM90: note: parsed for sm_90a
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#error "too old"
#endif
__global__ void kernel(float *out, int n) {
  __shared__ float tile[32];
  for (int i = 0; i < n; ++i)
    __syncthreads();
}
