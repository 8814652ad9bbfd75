// The second load stands in the same phase as the first compute; the barrier
// behind it published the second tile only.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=pairs \
// RUN:   -DTHREADS=32 -DSTEP=32
// RUN: FileCheck %s < %t.ldg.cu

__global__ void pairs(const float *__restrict__ a, const float *__restrict__ b,
                      float *__restrict__ out, int n) {
  __shared__ float left[32], right[32];
  const int t = threadIdx.x;
  float sum = 0.0f, own = 0.0f;

  for (int k = 0; k < n; k += 32) {
    left[t] = k + t < n ? a[k + t] : 0.0f;
    __syncthreads();

    // While the others read the left half, fetch the right one.
    right[t] = k + t < n ? b[k + t] : 0.0f;
    for (int i = 0; i < 32; ++i)
      own = own * 0.25f + left[(t + i) % 32];
    __syncthreads();

    for (int i = 0; i < 32; ++i)
      sum += own * right[(t + i) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: for (int k = 0; k < n; k += 32) {
// CHECK-NEXT: __syncthreads();
// CHECK-NOT: __syncthreads();
// CHECK: stage ^= 1;
