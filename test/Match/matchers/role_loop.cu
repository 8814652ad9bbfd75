// Loops that threads of one role run: nothing but waits is none, nor what loads and waits
// by itself.
//
// RUN: print-matches 'roleLoop' %s > %t.found
// RUN: grep -n '// match$' %s | diff - %t.found

#include <cuda/barrier>
#include <cuda/pipeline>

using barrier = cuda::barrier<cuda::thread_scope_block>;
using pipeline = cuda::pipeline<cuda::thread_scope_block>;

__device__ void consume(barrier *full, barrier *empty, const float *tile, float *C) {
  for (int k = 0; k < 8; ++k) { // match
    full[k % 2].arrive_and_wait();
    *C += tile[k % 2];
    auto token = empty[k % 2].arrive();
  }
  for (int k = 0; k < 8; ++k)
    full[k % 2].arrive_and_wait();
}

__device__ void produce(pipeline &pipe, float *tile, const float *A) {
  for (int k = 0; k < 8; ++k) { // match
    pipe.producer_acquire();
    cuda::memcpy_async(tile, A + k, 16, pipe);
    pipe.producer_commit();
  }
}

__device__ void fill(pipeline &pipe, float *tile, const float *A) {
  for (int k = 0; k < 8; ++k)
    cuda::memcpy_async(tile, A + k, 16, pipe);
}
