// K-loops outside of kernels are not rewritten yet, but they are not passed over
// in silence.
//
// RUN: cuda-pipeline-rewrite --explain %s 2>&1 | FileCheck %s

// CHECK: [[#@LINE + 6]]:3: remark: K-loop in 'tileSum' left alone: {{.*}}K-loops in __device__ functions are not supported yet [unsupported-loop]
template <int BS>
__device__ float tileSum(const float *A, int K) {
  __shared__ float As[BS];
  float s = 0;
  // the same loop as below
  for (int k = 0; k < K; k += BS) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < BS; ++i)
      s += As[i];
    __syncthreads();
  }
  return s;
}

__global__ void through(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  C[threadIdx.x] = tileSum<16>(A, K);
}

// CHECK: remark: K-loop in 'accepted' pipelined
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float As[16];
  float s = 0;
  for (int k = 0; k < K; k += 16) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      s += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = s;
}
