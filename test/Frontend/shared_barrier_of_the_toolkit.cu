// A barrier or pipeline state in shared memory: the toolkit's has a constructor,
// which nvcc takes for one that does nothing. A class of the user's that does
// something elsewhere is an error.
//
// REQUIRES: cuda-toolkit
// RUN: %tool --cuda-headers=toolkit --explain %s 2>&1 >/dev/null | FileCheck %s
// RUN: %exits 2 %tool --cuda-headers=toolkit %s -- -DSTARTS

#include <cuda/barrier>
#include <cuda/pipeline>

struct Sum {
#ifdef STARTS
  __device__ Sum() : value(1) { printf("made\n"); }
#endif
  float value;
};

template <int N> __global__ void in_template(const float *A, float *C, int K) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bars[N];
  __shared__ float tile[N];
  for (int i = 0; i < N; ++i)
    bars[i].arrive_and_wait();
  C[0] = tile[0];
}
template __global__ void in_template<8>(const float *, float *, int);

// CHECK-NOT: error:
// CHECK: remark: K-loop in 'sum' pipelined
// CHECK-NOT: error:
__global__ void sum(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ Sum total;
  if (threadIdx.x == 0) {
    init(&ready, blockDim.x);
    total.value = 0;
  }
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
