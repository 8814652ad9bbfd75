// Copies that something counts, and where that is waited for, in calls too.
//
// RUN: print-matches 'compoundStmt(countedCopies, hasParent(functionDecl()))' %s > %t.found
// RUN: grep -n '// match$' %s | diff - %t.found

#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;

__device__ void load(float *to, const float *from, barrier &bar) {
  cuda::memcpy_async(to, from, 16, bar);
}

__global__ void counted(const float *A, barrier *bar) { // match
  __shared__ float tile[64];
  load(tile, A, bar[0]);
  bar[0].arrive_and_wait();
}

__global__ void only_started(const float *A, barrier *bar) {
  __shared__ float tile[64];
  load(tile, A, bar[0]);
}

__global__ void only_waits(barrier *bar) {
  bar[0].arrive_and_wait();
}
