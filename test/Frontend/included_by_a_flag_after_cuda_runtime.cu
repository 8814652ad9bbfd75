// A header that a flag includes may use CUDA's words, as it may with nvcc.
//
// RUN: cuda-pipeline-rewrite --explain %s -- -include %S/Inputs/device_struct.h 2>&1 >/dev/null | FileCheck %s
// RUN: %if cuda-toolkit %{ %tool --cuda-headers=toolkit --explain %s -- -include %S/Inputs/device_struct.h 2>&1 >/dev/null | FileCheck %s %}

// CHECK-NOT: error:
// CHECK: remark: K-loop in 'kernel' pipelined
__global__ void kernel(const float *__restrict__ A, float *__restrict__ out,
                       int K) {
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Scale().of(tile[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
