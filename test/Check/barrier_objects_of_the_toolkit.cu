// libcu++'s own cuda::barrier polls in a loop that is not modelled: no proof by name, and no
// alarm. Ours is modelled.
//
// REQUIRES: cuda-toolkit
// RUN: %exits 2 %check --cuda-headers=toolkit --gpu-arch=sm_90 %s | FileCheck %s
// RUN: %check --cuda-headers=embedded --gpu-arch=sm_90 %s

#include <cuda/barrier>

// CHECK: NO PROOF: 'neighbours' {{.*}}which is not modelled in line [[#@LINE + 8]];
__global__ void neighbours(const float *in, float *out) {
  __shared__ float tile[128];
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  if (threadIdx.x == 0)
    init(&all, blockDim.x);
  __syncthreads();
  tile[threadIdx.x] = in[threadIdx.x];
  all.arrive_and_wait();
  out[threadIdx.x] = tile[threadIdx.x ^ 64];
}
void run(const float *in, float *out) { neighbours<<<1, 128>>>(in, out); }
