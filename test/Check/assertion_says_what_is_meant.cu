// Numbers for which an assertion fails, or that lead out of an array, are none that the
// kernel is meant for.
//
// RUN: cuda-pipeline-check %s | FileCheck %s

#include <cassert>
__global__ void asserted(const float *in, float *out, int n) {
  __shared__ float row[256];
  assert(n <= 256);
  for (int i = threadIdx.x; i < n; i += 64)
    row[i] = in[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += 64)
    out[i] = row[n - 1 - i];
}
// CHECK: CLEAN: 'asserted'
__global__ void silent(const float *in, float *out, int n) {
  __shared__ float row[256];
  for (int i = threadIdx.x; i < n; i += 64)
    row[i] = in[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += 64)
    out[i] = row[n - 1 - i];
}
// CHECK: CLEAN: 'silent'
void run(const float *in, float *out, int n) {
  asserted<<<1, 64>>>(in, out, n);
  silent<<<1, 64>>>(in, out, n);
}
