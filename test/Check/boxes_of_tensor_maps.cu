// How large a box is says the host: it is taken to be what the mbarrier expects, if that
// fits where it is copied to. Where it does not, there is no proof.
//
// RUN: %exits 2 %check %s --cuda-headers=embedded | FileCheck %s

#include "../race-suite/mbarrier.cuh"

// CHECK: CLEAN: 'two_boxes'
// CHECK: note: values of the sizes of boxes of tensor maps were made up
__global__ void two_boxes(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, float *out,
                          int tiles) {
  extern __shared__ __align__(128) float ring[];
  __shared__ mbarrier full[2];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&full[0], 1);
    init(&full[1], 1);
    fence_init();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    float *left = ring + k % 2 * 1536, *right = left + 1024;
    if (t == 0) {
      arrive_expect(&full[k % 2], 1536 * sizeof(float));
      load_box(left, &a, k * 32, 0, &full[k % 2]);
      load_box(right, &b, k * 32, 0, &full[k % 2]);
    }
    wait(&full[k % 2], k / 2 % 2);
    for (int i = t; i < 1024; i += 128)
      sum += left[i] * right[i / 2];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: NO PROOF: 'two_unknown_boxes' {{.*}}the boxes of its tensor maps are of unknown size{{.*}} in line [[#@LINE + 13]];
__global__ void two_unknown_boxes(const __grid_constant__ CUtensorMap a, float *out, int tiles) {
  __shared__ __align__(128) float tile[1024];
  __shared__ mbarrier full;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&full, 1);
    fence_init();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      load_box(tile, &a, k * 32, 0, &full);
      arrive_expect(&full, 6000);
    }
    wait(&full, k % 2);
    sum += tile[t];
    __syncthreads();
  }
  out[t] = sum;
}

void run(const CUtensorMap &a, const CUtensorMap &b, float *out, int n) {
  two_boxes<<<1, 128, 2 * 1536 * sizeof(float)>>>(a, b, out, n);
  two_unknown_boxes<<<1, 128>>>(a, out, n);
}
