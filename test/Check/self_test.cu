// --self-test leaves out each barrier and wait once: all that matter are missed.
//
// RUN: cuda-pipeline-check %s --self-test | FileCheck %s

#include <cuda_pipeline.h>
__global__ void sums(const float *in, float *out, int n) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 128) {
    __pipeline_memcpy_async(&tile[t], &in[k + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += tile[i] * (i ^ t);
    __syncthreads();
  }
  out[t] = sum;
}
// CHECK: PROVED FOR ALL TRIPS: 'sums'
// CHECK-NEXT: note: self-test of 'sums': 3 of 3 planted faults were found

__global__ void twice(const float *in, float *out) {
  __shared__ float tile[128];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  __syncthreads();
  out[threadIdx.x] = tile[127 - threadIdx.x];
}
// CHECK: CLEAN: 'twice'
// CHECK-NEXT: note: self-test of 'twice': 0 of 2 planted faults were found; nothing missed the barriers or waits in line [[#@LINE-5]] and line [[#@LINE-4]]

void run(const float *in, float *out, int n) {
  sums<<<1, 128>>>(in, out, n);
  twice<<<1, 128>>>(in, out);
}
