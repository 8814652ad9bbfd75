// Atomics on shared and global memory, which do not race with each other.
//
// RUN: %run_on_cpu %s %s --seeds=4 | FileCheck %s
// CHECK: no report: 1 cases x 4 seeds

#include "harness.h"

__device__ int counter;

__global__ void count(int *total, unsigned *bits, float *sum, half *narrow) {
  __shared__ int local, greatest;
  if (threadIdx.x == 0)
    local = greatest = 0;
  __syncthreads();
  atomicAdd(&local, 2);
  atomicMax(&greatest, static_cast<int>(threadIdx.x));
  atomicOr(bits, 1u << threadIdx.x % 32);
  atomicAdd(sum, 0.5f);
  atomicAdd(narrow, __float2half(1.0f));
  int seen = *total & 0; // Plain, but before anyone of this block writes.
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(total, local + greatest + seen);
    atomicInc(reinterpret_cast<unsigned *>(&counter), 100);
  }
  __syncthreads();
  int old = atomicCAS(&local, 128, 7); // Only one thread finds 128.
  if (old == 128)
    atomicExch(&greatest, 1);
}

CUDAPIPE_CASES(c) {
  int zero = 0;
  cudaMemcpyToSymbol(counter, &zero, sizeof(int));
  auto total = c.input(std::vector<int>{0});
  auto bits = c.input(std::vector<unsigned>{0});
  auto sum = c.input(std::vector<float>{0});
  auto narrow = c.input(std::vector<half>{half(0.0f)});
  CUDAPIPE_LAUNCH(count, dim3(3), dim3(64), 0, total, bits, sum, narrow);
  int blocks = 0;
  cudaMemcpyFromSymbol(&blocks, counter, sizeof(int));
  c.require(c.read(total)[0] == 3 * (128 + 63), "sum over blocks");
  c.require(c.read(bits)[0] == 0xffffffff, "or");
  c.require(c.read(sum)[0] == 96, "float sum");
  c.require(float(c.read(narrow)[0]) == 192, "half sum");
  c.require(blocks == 3, "__device__ variable");
  c.check("atomics");
}
