// Where threads wait for the block, however it is spelled.
//
// RUN: print-matches 'blockBarrier' %s > %t.found
// RUN: grep -n '// match$' %s | diff - %t.found

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ void wait() {
  __syncthreads(); // match
}
/// The user's own, of a name that CUDA has too.
struct Group {
  __device__ void sync() {}
};

__global__ void kernel(float *A, Group Mine) {
  cg::thread_block Block = cg::this_thread_block();
  Block.sync(); // match
  cg::sync(Block); // match
  asm volatile("bar.sync 0;" ::: "memory"); // match
  asm volatile("barrier.sync %0;" ::"n"(0) : "memory"); // match
  int Any = __syncthreads_or(A[0] > 0); // match

  wait();
  __syncwarp();
  Mine.sync();
  asm volatile("membar.cta;" ::: "memory");
  __threadfence_block();
}
