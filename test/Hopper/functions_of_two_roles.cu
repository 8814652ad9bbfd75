// A function for each role, which gets barriers and buffers as parameters: each is one
// side of a ring. One that meets at a single barrier between two sweeps is none.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s

#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;

// CHECK: K-loop in 'produce' left alone: {{.*}}a ring of 2 stages with roles: this loop is one side, other threads run the other [already-pipelined]
__device__ void produce(barrier ready[], barrier filled[], float *buffer, const float *in, int n) {
  for (int i = 0; i < n; ++i) {
    ready[i % 2].arrive_and_wait();
    buffer[i % 2 * 256 + threadIdx.x - 32] = in[i * 256 + threadIdx.x - 32];
    auto token = filled[i % 2].arrive();
  }
}

// CHECK: K-loop in 'consume' left alone: {{.*}}a ring of 2 stages with roles: this loop is one side, other threads run the other [already-pipelined]
__device__ void consume(barrier ready[], barrier filled[], const float *buffer, float *out, int n) {
  for (int i = 0; i < n; ++i) {
    filled[i % 2].arrive_and_wait();
    out[i * 32 + threadIdx.x] = buffer[i % 2 * 256 + threadIdx.x];
    auto token = ready[i % 2].arrive();
  }
}

// CHECK-NOT: remark
__global__ void sweeps(float *C, int n) {
  __shared__ float line[256];
  __shared__ barrier bar;
  line[threadIdx.x] = C[threadIdx.x];
  for (int i = 0; i < n; ++i) {
    const float next = line[(threadIdx.x + 1) % 256];
    bar.arrive_and_wait();
    line[threadIdx.x] = next;
    bar.arrive_and_wait();
  }
  C[threadIdx.x] = line[threadIdx.x];
}

__global__ void roles(const float *in, float *out, int n) {
  extern __shared__ float buffer[];
  __shared__ barrier bars[4];
  if (threadIdx.x < 32)
    consume(bars, bars + 2, buffer, out, n);
  else
    produce(bars, bars + 2, buffer, in, n);
}
