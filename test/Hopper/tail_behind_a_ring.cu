// Behind a ring a loop reads the last stages: it waits for what was started in front of
// it, which is no role. Where another loop does nothing but load, it is one.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "ptx.cuh"

// CHECK: K-loop in 'tail' left alone: {{.*}}a ring of 2 stages without roles: a trip waits for what an earlier one has started [already-pipelined]
// CHECK: K-loop in 'tail' left alone: {{.*}}a ring of 2 stages without roles: the loop loads nothing and waits for what was started in front of it [already-pipelined]
__global__ void tail(const float *x, float *C, int n) {
  __shared__ alignas(128) float tile[2][256];
  __shared__ u64 full[2];
  const int t = threadIdx.x;
  auto load = [&](int k) {
    const int place = k % 2;
    if (t == 0)
      f_row(tile[place], x + k * 256, 1024, &full[place]);
  };
  auto use = [&](int k) {
    f_stay(&full[k % 2], (k / 2) % 2);
    return tile[k % 2][t ^ 1];
  };
  float sum = 0;
  load(0);
  for (int k = 0; k < n - 1; ++k) {
    load(k + 1);
    sum += use(k);
    __syncthreads();
  }
  for (int k = n - 1; k < n; ++k)
    sum += use(k);
  C[t] = sum;
}

// CHECK: K-loop in 'other' left alone: {{.*}}with roles: this loop fills it{{.*}} [already-pipelined]
// CHECK: K-loop in 'other' left alone: {{.*}}with roles: this loop computes, others have started its copies [already-pipelined]
__global__ void other(const float *x, float *C, int n) {
  __shared__ alignas(128) float tile[2][256];
  __shared__ u64 full[2], empty[2];
  const int t = threadIdx.x;
  float sum = 0;
  if (t == 256)
    for (int k = 0; k < n; ++k) {
      f_stay(&empty[k % 2], (k / 2 + 1) % 2);
      f_row(tile[k % 2], x + k * 256, 1024, &full[k % 2]);
    }
  else
    for (int k = 0; k < n; ++k) {
      f_stay(&full[k % 2], (k / 2) % 2);
      sum += tile[k % 2][t ^ 1];
      f_come(&empty[k % 2]);
    }
  C[t] = sum;
}
