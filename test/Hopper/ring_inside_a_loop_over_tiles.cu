// Blocks that stay, each role with a loop over tiles around that over K: the inner loops
// are told, not those around them, which wait and store, too.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "ptx.cuh"

// CHECK-NOT: remark
// CHECK: :[[#@LINE + 16]]:11: remark: K-loop in 'stays' left alone: {{.*}}a ring of 4 stages with roles: this loop fills it{{.*}} [already-pipelined]
// CHECK-NOT: remark
// CHECK: :[[#@LINE + 31]]:7: remark: K-loop in 'stays' left alone: {{.*}}a ring of 4 stages with roles: this loop computes{{.*}} [already-pipelined]
// CHECK-NOT: remark
__global__ void stays(const float *x, float *C, int tiles, int n) {
  extern __shared__ float memory[];
  float *store = memory + 4 * 256;
  const unsigned full = at(store + 256), empty = full + 4 * sizeof(u64);
  __shared__ u64 bars[8];
  const int t = threadIdx.x;
  if (t >= 256) {
    if (t == 256) {
      int stage = 0, phase = 1;
      for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        __syncwarp();
          // The second four are free places.
          for (int k = 0; k < n; ++k) {
            f_stay(&bars[4 + stage], phase);
            f_bytes(&bars[stage], 1024);
            f_row(memory + stage * 256, x + (tile * n + k) * 256, 1024, &bars[stage]);
            if (++stage == 4) {
              stage = 0;
              phase ^= 1;
            }
          }
      }
    }
    return;
  }
  int stage = 0, phase = 0;
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    float sum = 0;

      for (int k = 0; k < n; ++k) {
        f_stay(&bars[stage], phase);
        sum += memory[stage * 256 + (t ^ 1)];
        f_come(&bars[4 + stage]);
        if (++stage == 4) {
          stage = 0;
          phase ^= 1;
        }
      }
    store[t] = sum + C[t];
    asm volatile("bar.sync 1, 256;" ::: "memory");
    __syncwarp();
    C[tile * 256 + t] = store[t ^ 1];
    asm volatile("bar.sync 1, 256;" ::: "memory");
  }
}
