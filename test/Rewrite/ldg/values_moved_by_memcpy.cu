// memcpy() between variables of a thread takes values along: what it finds in one is
// what comes out of the other.
//
// RUN: %rewrite_and_run ldg,ldg-single walk -DPADDED -DKERNEL=moved
// RUN: FileCheck %s < %t.ldg.cu
//
// CHECK: auto fetch_tile =
// CHECK: {{^}}    {{.*}} = A[k + t];
// CHECK: {{^}}  for (int k = 0; k < n; k += 32) {
// CHECK: memcpy(&bits, &{{.*}}, sizeof(bits));
#include <string.h>

__global__ void moved(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float As[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    const float x = A[k + t];
    unsigned bits;
    memcpy(&bits, &x, sizeof(bits));
    As[t] = bits >> 31 ? 2.0f * x : __uint_as_float(bits);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[i] * As[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}
