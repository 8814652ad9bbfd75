// A problem without a tile is none that a kernel is asked: that it would wait for ever for
// the first tile is no witness. That it does so with tiles is one.
//
// RUN: %exits 1 %check %s --cuda-headers=embedded | FileCheck %s

#include "../race-suite/mbarrier.cuh"

template <int Arrivals> __device__ float sum_of(const float *in, int tiles) {
  __shared__ __align__(128) float tile[2][128];
  __shared__ mbarrier full[2];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&full[0], Arrivals);
    init(&full[1], Arrivals);
    fence_init();
  }
  __syncthreads();
  auto load = [&](int k) {
    arrive_expect(&full[k % 2], 512);
    bulk_load(tile[k % 2], in + k * 128, 512, &full[k % 2]);
  };
  if (t == 0 && tiles > 0)
    load(0);
  wait(&full[0], 0);
  float sum = tile[0][t];
  for (int k = 1; k < tiles; ++k) {
    if (t == 0)
      load(k);
    wait(&full[k % 2], k / 2 % 2);
    sum += tile[k % 2][t ^ 1];
    __syncthreads();
  }
  return sum;
}

// CHECK: CLEAN: 'waits_in_front'
__global__ void waits_in_front(const float *in, float *out, int tiles) {
  out[threadIdx.x] = sum_of<1>(in, tiles);
}

// CHECK: waits here for a phase of 'full' that never completes: 1 arrivals are missing [phase-never-completes]
// CHECK: WITNESS: 'waits_for_two'
__global__ void waits_for_two(const float *in, float *out, int tiles) {
  float sum = 0;
  for (int k = 0; k < tiles; ++k)
    sum += sum_of<2>(in, 4);
  out[threadIdx.x] = sum;
}

void run(const float *in, float *out, int n) {
  waits_in_front<<<1, 128>>>(in, out, n);
  waits_for_two<<<1, 128>>>(in, out, n);
}
