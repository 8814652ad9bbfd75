// What gets barriers ready, fills the first stages, waits until something has come, or
// stores the result is no K-loop: one remark for one kernel.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "ptx.cuh"

// CHECK-NOT: remark
// CHECK: :[[#@LINE + 22]]:3: remark: K-loop in 'ring' left alone: {{.*}} [already-pipelined]
// CHECK-NOT: remark
__global__ void ring(const float *x, float *C, int K) {
  __shared__ alignas(128) float tile[4][256];
  __shared__ u64 full[4];
  const int t = threadIdx.x;
  for (int s = 0; s < 4; ++s) {
    f_init(&full[s], 1);
    __syncwarp();
  }
  __syncthreads();
  float sum = 0;
  for (int s = 0; s < 3 && s < K; ++s) {
    if (t == 0)
      f_bytes(&full[s], 1024);
    __syncwarp();
    if (t < 8)
      f_row(&tile[s][t * 32], x + s * 256 + t * 32, 128, &full[s]);
  }


  int stage = 0, phase = 0;
  for (int k = 0; k < K; ++k) {
    f_stay(&full[stage], phase);
    __syncthreads();
    if (t == 0 && k + 3 < K) {
      f_bytes(&full[(k + 3) % 4], 1024);
      f_row(tile[(k + 3) % 4], x + (k + 3) * 256, 1024, &full[(k + 3) % 4]);
    }
    sum += tile[stage][t ^ 1];
    if (++stage == 4) {
      stage = 0;
      phase ^= 1;
    }
  }
  tile[0][t] = sum;
  for (int s = 0; s < 4; ++s)
    f_stay(&full[s], phase ^ 1);
  for (int i = 0; i < 4; ++i)
    C[i * 256 + t] = tile[0][t];
}
