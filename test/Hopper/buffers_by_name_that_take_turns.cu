// Two buffers with names of their own, of which one is filled while the other is used,
// are a ring; two tiles that are filled and used together are not, nor is one buffer
// that is filled again at the end of the trip.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "ptx.cuh"

__device__ void load(float *to, const float *x, int k, u64 *full) {
  if (threadIdx.x == 0)
    f_row(to, x + k * 256, 1024, full);
}

// CHECK: K-loop in 'turns' left alone: {{.*}}a ring of 2 stages without roles{{.*}} [already-pipelined]
__global__ void turns(const float *x, float *C, int n) {
  __shared__ alignas(128) float a[256], b[256];
  __shared__ u64 full_a, full_b;
  float sum = 0;
  load(a, x, 0, &full_a);
  for (int k = 0; k < n; k += 2) {
    load(b, x, k + 1, &full_b);
    f_stay(&full_a, k / 2 & 1);
    sum += a[threadIdx.x ^ 1];
    __syncthreads();
    load(a, x, k + 2, &full_a);
    f_stay(&full_b, k / 2 & 1);
    sum += b[threadIdx.x ^ 1];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'change_places' left alone: {{.*}}a ring without roles{{.*}} [already-pipelined]
__global__ void change_places(const float *x, float *C, int n) {
  __shared__ alignas(128) float a[256], b[256];
  __shared__ u64 full_a, full_b;
  float *now = a, *next = b;
  u64 *full = &full_a, *filling = &full_b;
  float sum = 0;
  load(now, x, 0, full);
  for (int k = 0; k < n; ++k) {
    load(next, x, k + 1, filling);
    f_stay(full, k / 2 & 1);
    sum += now[threadIdx.x ^ 1];
    __syncthreads();
    float *const used = now;
    now = next;
    next = used;
    u64 *const passed = full;
    full = filling;
    filling = passed;
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'together' left alone: {{.*}}into one buffer{{.*}} [bulk-copy-in-loop]
__global__ void together(const float *x, const float *y, float *C, int n) {
  __shared__ alignas(128) float a[256], b[256];
  __shared__ u64 full_a, full_b;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    load(a, x, k, &full_a);
    load(b, y, k, &full_b);
    f_stay(&full_a, k & 1);
    f_stay(&full_b, k & 1);
    sum += a[threadIdx.x ^ 1] * b[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'late' left alone: {{.*}}into one buffer{{.*}} [bulk-copy-in-loop]
__global__ void late(const float *x, float *C, int n) {
  __shared__ alignas(128) float a[256];
  __shared__ u64 full;
  float sum = 0;
  load(a, x, 0, &full);
  for (int k = 0; k < n; ++k) {
    f_stay(&full, k & 1);
    sum += a[threadIdx.x ^ 1];
    __syncthreads();
    load(a, x, k + 1, &full);
  }
  C[threadIdx.x] = sum;
}
