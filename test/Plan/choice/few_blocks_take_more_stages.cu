// At most two blocks are resident: tiles travel for longer, in dynamic memory if
// the launch can be edited. Not where it cannot, nor with more blocks.
//
// RUN: cuda-pipeline-rewrite --explain %s -o /dev/null 2>&1 | FileCheck %s
// RUN: sed 's/^.. LAUNCHED/void *other = (void *)walk;/' %s > %t.cu
// RUN: cuda-pipeline-rewrite --explain %t.cu -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=HIDDEN
// RUN: cuda-pipeline-rewrite --explain %s -o /dev/null 2>&1 -- -DSMALL \
// RUN:   | FileCheck %s --check-prefix=SMALL

// CHECK: pipelined: cpasync, 4 stages, dynamic
// CHECK: > cpasync, 4 stages
// CHECK: > all copies are wide enough for cp.async; with 2 blocks resident, tiles travel for longer
// HIDDEN: pipelined: cpasync, 2 stages, shared
// SMALL: pipelined: cpasync, 2 stages, shared
#ifdef SMALL
constexpr int REGISTERS = 8;
#else
constexpr int REGISTERS = 80;
#endif
__global__ void __launch_bounds__(256)
    walk(const float4 *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float4 tile[1024];
  float sums[REGISTERS] = {};
  for (int k = 0; k < n; k += 1024) {
    for (int i = threadIdx.x; i < 1024; i += 256)
      tile[i] = A[k + i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < REGISTERS; ++i)
      sums[i] += tile[i].x * tile[threadIdx.x].y;
    __syncthreads();
  }
  for (int i = 0; i < REGISTERS; ++i)
    out[i * 256 + threadIdx.x] = sums[i];
}

void launch(const float4 *A, float *out, int n) {
  walk<<<1, 256>>>(A, out, n);
}
// LAUNCHED
