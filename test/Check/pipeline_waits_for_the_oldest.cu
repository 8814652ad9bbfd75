// A wait of a thread's cuda::pipeline takes the oldest group each time, released or not.
//
// RUN: %exits 1 cuda-pipeline-check %s | FileCheck %s

#include <cuda/pipeline>

template <int Slots> __global__ void sums(const float *in, float *out, int tiles) {
  __shared__ float ring[Slots][64];
  const int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  float sum = 0;
  for (int k = 0, ahead = 0; k < tiles; ++k) {
    for (; ahead < tiles && ahead <= k + 1; ++ahead) {
      cuda::memcpy_async(&ring[ahead % Slots][t], &in[ahead * 64 + t], 4, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += ring[k % Slots][i] * (i ^ t);
  }
  out[t] = sum;
}
// One slot too few: the copy goes where others may still read.
// CHECK: warning: in 'sums<2>', trip {{[0-9]}}, a copy of thread {{[0-9]+}} overwrites 'ring' where thread {{[0-9]+}} may still read [race-read-write]
// CHECK: note: remedy: put a barrier between that read and the copy, or give the ring one slot more
// CHECK: WITNESS: 'sums<2>'
// CHECK: CLEAN: 'sums<3>'
void run(const float *in, float *out, int tiles) {
  sums<2><<<1, 64>>>(in, out, tiles);
  sums<3><<<1, 64>>>(in, out, tiles);
}
